"""The command that measures the balance of a ruleset: its counts are correct and reproducible."""

from collections.abc import Mapping

import pytest

from turncoat.games.hail_hydra.balance import CardSetBalance
from turncoat.games.hail_hydra.cards import HydraCardSet
from turncoat.kernel.chapters import RulesetError
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.simulation.processes import Processes
from turncoat.simulation.simulate import simulate
from turncoat_lab.balance import Tally, measure, report, rulesets_of, run, shift

RULESET = Ruleset.of("hail-hydra", 5)
PLAYING = {"hydra": "random", "shield": "sensible"}


def cards() -> HydraCardSet:
    balance = rulebook("hail-hydra").balance(RULESET)
    assert isinstance(balance, CardSetBalance)
    return balance.cards


@pytest.fixture(scope="module")
def tally() -> Tally:
    return measure(RULESET, PLAYING, 6)


def amounts(tally: Tally, kind: str) -> Mapping[str, int]:
    """Return the game's own counts under one name."""
    return {rest[0]: amount for (name, *rest), amount in tally.counts.items() if name == kind}


def test_balance_counts_games_wins_and_seats(tally: Tally) -> None:
    assert tally.games == sum(tally.wins.values()) == 6
    assert tally.seats == {"shield": 6 * 3, "hydra": 6 * 2}
    assert tally.seats_won["shield"] == 3 * tally.wins["shield"]


def test_balance_counts_the_heroes_of_seats(tally: Tally) -> None:
    assert sum(tally.had[hero, "shield"] for hero in cards().heroes) == 6 * 3
    assert sum(tally.had[hero, "hydra"] for hero in cards().heroes) == 6 * 2
    assert sum(tally.had_won.values()) == 5 * tally.wins["shield"]


def test_balance_counts_the_games_own_quantities(tally: Tally) -> None:
    lost = amounts(tally, "lost")
    assert sum(lost.values()) == tally.wins["hydra"]
    missions = sum(int(mission) * games for mission, games in lost.items()) + 5 * tally.wins["shield"]
    assert sum(amounts(tally, "met").values()) == missions
    assert sum(amounts(tally, "damage").values()) == sum(amounts(tally, "reason").values()) > 0
    assert sum(amounts(tally, "offensives").values()) >= missions


def test_balance_does_not_depend_on_batches(tally: Tally) -> None:
    again = Tally()
    again.add(run(RULESET, PLAYING, 0, 2))
    again.add(run(RULESET, PLAYING, 2, 6))
    assert again == tally == measure(RULESET, PLAYING, 6, workers=Processes(4))


def test_balance_plays_the_same_games_as_simulate(tally: Tally) -> None:
    wins = simulate(RULESET, PLAYING, 6, "balance/5").wins
    assert {side: wins[side].games for side in wins} == {side: tally.wins[side] for side in ("hydra", "shield")}


def test_a_shift_is_relative_to_the_sides_average() -> None:
    tally = Tally(games=10)
    tally.seats["good"], tally.seats_won["good"] = 30, 12
    tally.had["cape", "good"], tally.had_won["cape", "good"] = 4, 3
    assert shift(tally, "cape", "good") == pytest.approx(75 - 40)
    assert shift(tally, "never seen", "good") == 0


def test_the_balance_report_is_a_page_of_tables(tally: Tally) -> None:
    page = "\n".join(report({RULESET: tally}, PLAYING, "the command"))
    titles = [hero.title for hero in cards().heroes.values()] + [villain.title for villain in cards().villains.values()]
    for title in titles:
        assert f"| {title} |" in page
    assert [line for line in page.splitlines() if line.startswith("## ")] == [
        "## Who wins",
        "## Heroes",
        "## Villains",
        "## What the city loses its health to",
    ]
    assert "6 games at each player count, S.H.I.E.L.D. played by `sensible`, HYDRA by `random`." in page
    assert "    the command\n" in page


def test_balance_covers_the_numbers_of_players_that_modules_allow() -> None:
    modules = ["hunter", "deep-agent"]  # 5 and 6 players have too few spies for both
    assert [ruleset.players for ruleset in rulesets_of("resistance", (), modules, {})] == [7, 8, 9, 10]
    with pytest.raises(RulesetError, match="6 players"):
        rulesets_of("resistance", [6, 7], modules, {})
    with pytest.raises(RulesetError, match="needs hunter"):
        rulesets_of("resistance", (), ["deep-agent"], {})
