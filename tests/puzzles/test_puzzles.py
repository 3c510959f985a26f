"""Find the Spy: the criteria of a good puzzle, the scoring of guesses, and the list that comes with the package."""

from datetime import date, timedelta
from random import Random
from typing import Final

import pytest

import turncoat.games  # noqa: F401
from tools.puzzles import ABOUT, RULESETS
from turncoat.kernel.records import Record, print_record
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SeatSet
from turncoat.puzzles import FULL_POINTS, Puzzle, daily, making, puzzle_list
from turncoat.simulation.playing import play_numbered, seating

OUTDATED: Final = "the rules have changed: generate the daily puzzles again (python -m tools.puzzles)"
LARGEST_LIST: Final = 100_000


def shipped(number: int = 0) -> Puzzle:
    """Load a fresh copy of a puzzle of the list, for a test to modify."""
    return Puzzle(puzzle_list.shipped()[number])


@pytest.mark.parametrize("part", range(8))
def test_every_daily_puzzle_is_playable_and_good(part: int) -> None:
    for record in puzzle_list.shipped()[part::8]:
        try:
            puzzle = Puzzle(record)
        except ValueError as error:
            pytest.fail(f"{OUTDATED}: {error}")
        assert making.is_good(puzzle), OUTDATED


def test_the_puzzle_list_is_small_covers_a_year_and_records_its_making() -> None:
    records = puzzle_list.shipped()
    text = puzzle_list.write(records, ABOUT)
    assert puzzle_list.read(text) == records
    assert len(text) <= LARGEST_LIST
    assert len(records) >= 366
    assert len(set(map(print_record, records))) == len(records)
    assert [(one.game, one.players) for one in puzzle_list.rulesets()] == list(RULESETS)


@pytest.mark.parametrize("modules", [("targeting",), ()])
def test_the_puzzle_list_refuses_records_that_it_cannot_hold(modules: tuple[str, ...]) -> None:
    ruleset = Ruleset.of("resistance", 5, modules)
    deal = ruleset.deal(b"list")
    record = Record(ruleset, deal)
    if modules:
        with pytest.raises(ValueError, match="no place"):
            puzzle_list.write([record])
    else:
        assert puzzle_list.read(puzzle_list.write([record])) == (record,)


def test_puzzles_are_determined_by_their_seeds() -> None:
    rulesets = (Ruleset.of("resistance", 5), Ruleset.of("resistance", 6))
    made = [making.make(seed, rulesets).text for seed in ("one", "one", "two")]
    assert made[0] == made[1] != made[2]


def test_a_puzzles_game_stops_after_a_mission_before_its_end() -> None:
    ruleset = Ruleset.of("resistance", 5)
    told = []
    for number in range(12):
        game = play_numbered(ruleset, seating(ruleset, ["normal"]), "told", number)
        for record in making.moments(game):
            puzzle = Puzzle(record)
            assert record.result is None
            told.append(len(making.missions_of(puzzle.seen)))
            # It ends with the mission: nobody has named the next team yet.
            assert puzzle.seen.board.result is None
            assert len(record.moves) < len(game.choices)
    assert set(told) == set(making.AFTER_MISSIONS)


def with_sets(sets: dict[SeatSet, float]) -> Puzzle:
    """Return a puzzle with other beliefs."""
    puzzle = shipped()
    puzzle.__dict__["sets"] = {puzzle.answer if mask < 0 else mask: chance for mask, chance in sets.items()}
    return puzzle


NEARLY_RIGHT: Final = (0b1, 0b1000, 0b1001)
"""With the first puzzle's answer, these leave a single loyal seat under suspicion."""
OTHERS: Final = {0b11: 0.1, 0b101: 0.1, 0b110: 0.1}


@pytest.mark.parametrize(
    ("sets", "is_good"),
    [
        ({-1: 0.7, **OTHERS}, True),
        ({-1: 0.49, 0b11: 0.17, 0b101: 0.17, 0b110: 0.17}, False),  # not clear enough
        ({-1: 0.91, 0b11: 0.03, 0b101: 0.03, 0b110: 0.03}, False),  # too clear
        ({-1: 0.55, 0b11: 0.35, 0b101: 0.05, 0b110: 0.05}, False),  # another is nearly as likely
        ({-1: 0.8, 0b11: 0.1, 0b101: 0.1}, False),  # the rules leave too few
        ({0b11: 0.7, 0b101: 0.1, 0b110: 0.1, 0b1010: 0.1}, False),  # the truth is excluded
        ({-1: 0.7, **dict.fromkeys(NEARLY_RIGHT, 0.1)}, False),  # one of those under suspicion is loyal
    ],
)
def test_a_good_puzzle_is_clear_but_not_obvious(sets: dict[SeatSet, float], is_good: bool) -> None:
    puzzle = with_sets(sets)
    assert puzzle.answer not in OTHERS
    assert making.is_good(puzzle) is is_good


def test_a_puzzle_solved_by_counting_failed_missions_is_not_good(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = shipped()
    assert making.is_good(puzzle)
    monkeypatch.setattr(making, "most_failed", lambda puzzle: puzzle.answer)
    assert not making.is_good(puzzle)


def test_counting_finds_the_players_on_most_failed_missions() -> None:
    plain = 0
    ruleset = Ruleset.of("resistance", 6)
    for number in range(60):
        for record in making.moments(play_numbered(ruleset, seating(ruleset, ["easy"]), "plain", number)):
            puzzle = Puzzle(record)
            if making.is_plain(puzzle):
                plain += 1
                runs = [run for run in making.missions_of(puzzle.seen) if not run.success]
                on = [sum(run.team >> seat & 1 for run in runs) for seat in range(6)]
                hidden = [count for seat, count in enumerate(on) if puzzle.answer >> seat & 1]
                assert min(hidden) > max(count for seat, count in enumerate(on) if not puzzle.answer >> seat & 1)
    assert plain


def test_the_search_for_a_puzzle_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "is_good", lambda puzzle: False)
    monkeypatch.setattr(making, "MOST_GAMES", 2)
    with pytest.raises(making.NoPuzzleFound):
        making.make("seed", (Ruleset.of("resistance", 5),))


@pytest.mark.parametrize("number", range(4))
def test_each_hiding_player_found_is_worth_an_equal_share_of_the_points(number: int) -> None:
    puzzle = shipped(number)
    for guess in range(1 << puzzle.ruleset.players):
        if guess.bit_count() != puzzle.count:
            continue
        found = sum(1 for seat in range(puzzle.ruleset.players) if (guess & puzzle.answer) >> seat & 1)
        assert puzzle.found(guess) == found
        assert puzzle.points(guess) == round(FULL_POINTS * found / puzzle.count)
        assert (puzzle.points(guess) == FULL_POINTS) == (guess == puzzle.answer)


def test_two_of_three_found_make_two_thirds_of_the_points() -> None:
    puzzle = next(puzzle for puzzle in map(Puzzle, puzzle_list.shipped()) if puzzle.count == 3)
    loyal = next(seat for seat in range(7) if not puzzle.answer >> seat & 1)
    lowest = puzzle.answer & -puzzle.answer
    assert puzzle.points(puzzle.answer & ~lowest | 1 << loyal) == 67


@pytest.mark.parametrize("number", [3, 7, 56])
def test_suspects_are_those_that_hide_in_some_possible_set(number: int) -> None:
    puzzle = shipped(number)
    for seat, chance in enumerate(puzzle.chances):
        assert bool(puzzle.suspects >> seat & 1) == (chance > 0)
    assert puzzle.answer & ~puzzle.suspects == 0
    loyal = puzzle.suspects & ~puzzle.answer
    assert loyal.bit_count() >= making.LEAST_LOYAL


def test_daily_puzzles_are_the_same_everywhere_and_repeat_after_the_list() -> None:
    first, days = daily.FIRST_DAY, len(puzzle_list.shipped())
    assert daily.number_of(first) == 1
    assert daily.puzzle_of(first).record == puzzle_list.shipped()[0]
    assert daily.puzzle_of(first + timedelta(days=1)).record == puzzle_list.shipped()[1]
    assert daily.puzzle_of(first + timedelta(days=days)).record == puzzle_list.shipped()[0]
    day = first + timedelta(days=Random(1).randrange(3000))
    assert daily.puzzle_of(day).text == daily.puzzle_of(date.fromisoformat(day.isoformat())).text
