"""Strength of the bots: the least that each wins on a side in games of equal seeds.

Equal seeds give equal games, so these counts are always the same. A bot that wins fewer has become weaker. When a
change makes a bot stronger, raise its count. The sweep plays more games, also against baselines (docs/bots.md).
"""

import pytest

import turncoat.games  # noqa: F401 - makes the games known
from turncoat.games.hail_hydra.tables import PLAYERS
from turncoat.kernel.rulesets import Ruleset
from turncoat.simulation.intervals import difference
from turncoat.simulation.playing import sides
from turncoat.simulation.simulate import simulate

BESIDE_A_BEGINNER = "baseline:beginner+hard"


def wins(game: str, players: int, side: str, bot: str, others: str, games: int) -> tuple[int, int]:
    """Return the games that the bot wins on the side against the others, and the number of games."""
    ruleset = Ruleset.of(game, players)
    playing = dict.fromkeys(sides(ruleset), others) | {side: bot}
    return simulate(ruleset, playing, games, "strength").wins[side].games, games


@pytest.mark.parametrize(
    ("game", "side", "bot", "others", "games", "least"),
    [
        ("resistance", "resistance", "sensible", "sensible", 120, 46),
        ("resistance", "spies", "sensible", "sensible", 120, 64),
        ("resistance", "resistance", "hard", "sensible", 40, 26),
        ("resistance", "spies", "hard", "baseline:people", 40, 31),
        pytest.param("resistance", "spies", "hard", "baseline:beginner", 40, 32, marks=pytest.mark.sweep),
        pytest.param("resistance", "resistance", "hard", "sensible", 120, 80, marks=pytest.mark.sweep),
        pytest.param("resistance", "spies", "hard", "sensible", 120, 55, marks=pytest.mark.sweep),
        pytest.param("resistance", "resistance", "hard", "baseline:disguised", 120, 70, marks=pytest.mark.sweep),
        pytest.param("resistance", "spies", "hard", "baseline:deducer", 80, 40, marks=pytest.mark.sweep),
        pytest.param("resistance", "spies", "hard", "baseline:sensible-1", 80, 35, marks=pytest.mark.sweep),
        ("winter-soldier", "shield", "sensible", "sensible", 120, 96),
        ("winter-soldier", "hydra", "sensible", "sensible", 120, 19),
        ("hail-hydra", "shield", "sensible", "sensible", 80, 41),
        ("hail-hydra", "hydra", "sensible", "sensible", 80, 35),
    ],
)
def test_bots_keep_their_strength(game: str, side: str, bot: str, others: str, games: int, least: int) -> None:
    assert wins(game, 5, side, bot, others, games)[0] >= least


@pytest.mark.parametrize(("side", "most"), [("resistance", 30), pytest.param("spies", 45, marks=pytest.mark.sweep)])
def test_easy_is_weaker_than_hard(side: str, most: int) -> None:
    assert wins("resistance", 5, side, "easy", "sensible", 120)[0] <= most


@pytest.mark.sweep
@pytest.mark.parametrize("side", ["resistance", "spies"])
def test_hard_is_stronger_than_the_deducer(side: str) -> None:
    hard, deducer = (wins("resistance", 5, side, one, "baseline:deducer", 250) for one in ("hard", "baseline:deducer"))
    assert difference(*hard, *deducer)[0] > 0


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("game", "players", "side"),
    [
        *(("winter-soldier", players, side) for players in (5, 7) for side in ("shield", "hydra")),
        *(("hail-hydra", 5, side) for side in ("shield", "hydra")),
    ],
)
def test_every_games_bot_is_stronger_than_random(game: str, players: int, side: str) -> None:
    now, chance = (wins(game, players, side, one, "sensible", 250) for one in ("sensible", "random"))
    assert difference(*now, *chance)[0] > 0


@pytest.mark.sweep
@pytest.mark.parametrize("players", [5, 7])
@pytest.mark.parametrize("others", ["random", "sensible"])
@pytest.mark.parametrize(("side", "least"), [("resistance", 0.15), ("spies", 0.2)])
def test_the_resistance_bot_clearly_beats_random(players: int, others: str, side: str, least: float) -> None:
    now, chance = (wins("resistance", players, side, one, others, 400) for one in ("sensible", "random"))
    assert difference(*now, *chance)[0] >= least


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("game", "players", "side", "others"),
    [
        ("resistance", 5, "resistance", "baseline:sensible-1"),
        ("winter-soldier", 7, "shield", "sensible"),
        ("hail-hydra", 6, "shield", "sensible"),
    ],
)
def test_easy_wins_less_often_than_hard_in_every_game(game: str, players: int, side: str, others: str) -> None:
    hard, easy = (wins(game, players, side, one, others, 250) for one in ("hard", "easy"))
    assert difference(*hard, *easy)[0] > 0


@pytest.mark.sweep
def test_no_side_of_winter_soldier_is_hopeless_between_equal_bots() -> None:
    won, games = wins("winter-soldier", 7, "shield", "sensible", "sensible", 200)
    assert 0.2 < won / games < 0.85


@pytest.mark.parametrize(
    ("players", "bot", "games", "least"),
    [
        (7, "sensible", 120, 0.35),
        (6, "easy", 120, 0.3),
        *(
            pytest.param(players, bot, 300, least, marks=pytest.mark.sweep)
            for players in PLAYERS
            for bot, least in (("sensible", 0.35), ("normal", 0.35), ("easy", 0.3))
        ),
    ],
)
def test_hail_hydra_is_balanced_between_equal_bots(players: int, bot: str, games: int, least: float) -> None:
    won, games = wins("hail-hydra", players, "shield", bot, bot, games)
    assert least < won / games < 1 - least


@pytest.mark.sweep
def test_a_beginner_wins_more_often_against_easy_spies() -> None:
    ruleset, won = Ruleset.of("resistance", 5), {}
    for level in ("easy", "hard"):
        playing = {"resistance": BESIDE_A_BEGINNER, "spies": level}
        won[level] = simulate(ruleset, playing, 250, "levels").wins["resistance"].games
    assert difference(won["easy"], 250, won["hard"], 250)[0] > 0
