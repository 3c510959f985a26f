"""The cross table: its games are those of `simulate`, and its ranking is by the worst cell, then the mean."""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

import turncoat.games  # noqa: F401 - makes the games known
from turncoat.arena.arena import ContestError
from turncoat.bots.bot import Bot
from turncoat.extensions import find_bot
from turncoat.kernel.options import Answer
from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.steps import Prompt
from turncoat.simulation.processes import ONE_PROCESS
from turncoat.simulation.simulate import SideWins, simulate
from turncoat_lab import cross
from turncoat_lab.cache import ResultCache
from turncoat_lab.cross import Cell, CrossTable, Entrant, Tally, cross_table, measure, ranking, report

FIVE = Ruleset.of("resistance", 5)


class Raises(Bot):
    """Raises an error when it is asked to vote."""

    name = "raises"

    def decide(self, prompt: Prompt) -> Answer:
        if prompt.question.name == "cast-ballot":
            raise KeyError("oh")
        return next(prompt.option.answers())


def find(name: str) -> type[Bot]:
    return Raises if name == "raises" else find_bot(name)


def play_pair(
    ruleset: Ruleset, playing: Mapping[str, Entrant], seed: str, seconds: float, first: int, last: int
) -> Tally:
    return cross.play_pair(find, ruleset, playing, seed, seconds, first, last)


def unplayed(
    ruleset: Ruleset, playing: Mapping[str, Entrant], seed: str, seconds: float, first: int, last: int
) -> Tally:
    raise AssertionError("these games were played before")


unplayed.__qualname__ = play_pair.__qualname__


def table_of(*names: str, games: int = 10, rulesets: Sequence[Ruleset] = (FIVE,)) -> CrossTable:
    return cross_table(rulesets, [Entrant(name) for name in names], games, "s", 0)


@pytest.mark.parametrize(
    "playing",
    [("sensible", "random"), ("random", "random"), pytest.param(("random", "easy"), marks=pytest.mark.sweep)],
)
def test_a_cross_cell_plays_the_same_games_as_simulate(playing: tuple[str, str]) -> None:
    """Every pair plays the same deals, which depend only on the seed and the game's number."""
    by_side: dict[str, str] = dict(zip(("resistance", "spies"), playing, strict=True))
    simulated = simulate(FIVE, by_side, 30, "s").wins
    cells = measure(table_of(*dict.fromkeys(playing), games=30), play_pair)
    [cell] = (cell for cell in cells if cell.bots == by_side)
    assert cell.wins == simulated


def test_cross_plays_every_pair_on_each_side_at_each_size() -> None:
    rulesets = [FIVE, Ruleset.of("resistance", 7)]
    cells = measure(table_of("random", "sensible", games=2, rulesets=rulesets), play_pair)
    pairs = [("random", "random"), ("random", "sensible"), ("sensible", "random"), ("sensible", "sensible")]
    assert [(cell.players, cell.bots["resistance"], cell.bots["spies"]) for cell in cells] == [
        (players, *pair) for players in (5, 7) for pair in pairs
    ]


@pytest.mark.parametrize("game", BOOKS)
def test_every_game_can_be_crossed(game: str) -> None:
    ruleset = Ruleset.of(game, BOOKS[game].players[0])
    given = table_of("random", "sensible", games=2, rulesets=[ruleset])
    cells = measure(given, play_pair)
    assert len(cells) == 4
    for cell in cells:
        assert sum(wins.games for wins in cell.wins.values()) == cell.games == 2
    assert [ranking.side for ranking in report(given, cells).rankings] == [None, *cells[0].wins]


def test_cross_replays_no_finished_cell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    results, given = ResultCache(Tally), table_of("random", "raises", games=40)
    results.folder = tmp_path
    cells = measure(given, play_pair, ONE_PROCESS, results)
    shown: list[int] = []
    assert measure(given, unplayed, ONE_PROCESS, results, shown.append) == cells
    assert shown == [25, 40, 65, 80, 105, 120, 145, 160]
    assert given.all_games == 160
    with pytest.raises(AssertionError, match="played before"):
        measure(table_of("random", "sensible", games=40), unplayed, ONE_PROCESS, results)
    changed = cross_table([FIVE], [Entrant("random"), Entrant("raises", "changed")], 40, "s", 0)
    with pytest.raises(AssertionError, match="played before"):
        measure(changed, unplayed, ONE_PROCESS, results)


def test_cross_counts_faults_and_reports_the_first() -> None:
    given = table_of("sensible", "raises", games=3)
    found = report(given, measure(given, play_pair)).faults
    assert list(found) == ["raises"]
    faults = found["raises"].faults
    seats = 3 * (3 + 2 + 3 + 2)  # each of its seats in each game: against `sensible` on either side, and on both
    assert (faults.count, faults.kinds) == (seats, {"error": seats})
    assert (found["raises"].players, found["raises"].side, found["raises"].against) == (5, "spies", "sensible")
    assert faults.game == 0
    assert faults.first.message.startswith("KeyError: 'oh' (")


def test_a_side_with_a_fault_has_lost() -> None:
    cells = measure(given := table_of("sensible", "raises", games=3), play_pair)
    wins = {tuple(cell.bots.values()): {side: won.games for side, won in cell.wins.items()} for cell in cells}
    assert given.games == 3
    assert wins["raises", "sensible"] == {"resistance": 0, "spies": 3}
    assert wins["sensible", "raises"] == {"resistance": 3, "spies": 0}
    assert wins["raises", "raises"] == {"resistance": 0, "spies": 0}


def test_a_program_is_closed_after_each_game(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[int] = []
    monkeypatch.setattr(Raises, "close", lambda bot: closed.append(bot.seat))
    play_pair(FIVE, {"resistance": Entrant("raises"), "spies": Entrant("random")}, "s", 0, 0, 2)
    assert len(closed) == 6


def cell(resistance: str, spies: str, wins: float, players: int = 5) -> Cell:
    shares = {"resistance": wins, "spies": 1 - wins}
    told = {side: SideWins(round(100 * share), share, 0, 1) for side, share in shares.items()}
    return Cell(players, {"resistance": resistance, "spies": spies}, 100, told, {})


CELLS = [
    cell("steady", "steady", 0.5),
    cell("steady", "brave", 0.5),
    cell("steady", "dull", 0.5),
    cell("brave", "steady", 0.375),
    cell("brave", "brave", 1.0),
    cell("brave", "dull", 1.0),
    cell("dull", "steady", 0.5),
    cell("dull", "brave", 0.5),
    cell("dull", "dull", 0.75),
]
BOTS = ("steady", "brave", "dull")


def test_bots_are_ranked_by_the_worst_cell_then_by_the_mean() -> None:
    of_resistance = ranking(BOTS, CELLS, 5, "resistance").places
    assert [place.bot for place in of_resistance] == ["dull", "steady", "brave"]
    last = of_resistance[-1]
    assert (last.worst.share, last.against) == (0.375, "steady")
    assert last.mean == pytest.approx(2.375 / 3)
    of_spies = ranking(BOTS, CELLS, 5, "spies").places
    assert [(place.bot, place.worst.share) for place in of_spies] == [("steady", 0.5), ("brave", 0.0), ("dull", 0.0)]


def test_the_overall_worst_cell_is_the_worst_of_all_tables() -> None:
    more = CELLS + [cell(one, other, 0.25, 7) for one in BOTS for other in BOTS]
    found = {place.bot: place for place in ranking(BOTS, more, None, None).places}
    at = {bot: (place.players, place.side, place.worst.share) for bot, place in found.items()}
    assert at == {"steady": (7, "resistance", 0.25), "brave": (5, "spies", 0.0), "dull": (5, "spies", 0.0)}
    assert found["steady"].mean == pytest.approx((1.5 + 1.625 + 0.75 + 2.25) / 12)


def test_senseless_cross_arguments_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ContestError, match="name each bot once; 'random' is named twice"):
        table_of("random", "random")
    with pytest.raises(ContestError, match="name the bots"):
        table_of()
    monkeypatch.setattr(cross, "sides", lambda ruleset: ("a", "b", "c"))
    with pytest.raises(ContestError, match="needs two sides, and resistance has a, b, c"):
        table_of("random")


def test_without_names_all_bots_of_the_game_are_crossed() -> None:
    for game in BOOKS:
        named = cross.default_bots(game)
        assert not [name for name, count in Counter(named).items() if count > 1]
        assert {"easy", "hard", "random", "baseline:beginner"} <= set(named)
    assert "baseline:winter-plan" in cross.default_bots("winter-soldier")
    assert "baseline:winter-plan" not in cross.default_bots("resistance")
