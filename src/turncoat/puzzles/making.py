"""Making a puzzle from a seed: bots play games, until one of them speaks clearly for the truth, but not plainly.

The numbers below say what a good puzzle is. `python -m tools.puzzles` uses them too.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, Final

from turncoat.deduction import NoWorldFits
from turncoat.kernel.events import GameEnded, all_seen_by
from turncoat.kernel.game import Game
from turncoat.kernel.records import Record, record_of
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR, Seat, SeatSet, seats_in
from turncoat.kernel.views import View
from turncoat.missions import MissionRun, team_acts
from turncoat.puzzles.puzzle import Puzzle
from turncoat.simulation.playing import play_numbered, seating

BOT: Final = "sensible"
"""The bot that plays on every seat: it votes about as people do, and is fast, since a visitor waits for the puzzle."""
AFTER_MISSIONS: Final = (3, 4)
"""After how many missions a game may be told."""
LEAST_CHANCE: Final = 0.5
MOST_CHANCE: Final = 0.9
"""How likely the truth has to be by then: clear, but not sure."""
LEAST_LEAD: Final = 2.0
"""How many times as likely as any other set it has to be, at least."""
LEAST_POSSIBLE: Final = 4
"""How many sets the rules alone have to leave open, at least."""
MOST_GAMES: Final = 200
"""How many games are played for one puzzle, at most; one in ten is good."""


class NoPuzzleFound(Exception):
    """None of the games was good."""


def make(seed: str, rulesets: Sequence[Ruleset]) -> Puzzle:
    """A puzzle of one of these rulesets; equal arguments give equal puzzles. Raises NoPuzzleFound."""
    for number in range(MOST_GAMES):
        rng = Random(f"{seed}/{number}")
        ruleset = rng.choice(rulesets)
        game = play_numbered(ruleset, seating(ruleset, [BOT]), seed, number)
        for record in moments(game):
            puzzle = Puzzle(record)
            if is_good(puzzle):
                return puzzle
    raise NoPuzzleFound


def moments(game: Game[Any]) -> list[Record]:
    """The game as it was after each number of missions in `AFTER_MISSIONS`, unless it was over by then."""
    again: Game[Any] = Game(game.ruleset, game.deal)
    view: View[Any] = View(game.ruleset, SPECTATOR)
    found: list[Record] = []
    told = missions = 0
    for seat, choice in game.choices:
        again.play(seat, choice)
        before = missions
        for event in all_seen_by(again.events[told:], SPECTATOR):
            if isinstance(event, GameEnded):
                return found
            missions += any(isinstance(act, MissionRun) for act in team_acts(event, game.ruleset, view.board))
            view.see([event])
        told = len(again.events)
        if missions > before and missions in AFTER_MISSIONS:
            found.append(record_of(again))
    return found


def missions_of(view: View[Any]) -> list[MissionRun]:
    """The missions that everybody saw, in order."""
    return [
        act
        for board, event in view.history()
        for act in team_acts(event, view.ruleset, board)
        if isinstance(act, MissionRun)
    ]


def is_good(puzzle: Puzzle) -> bool:
    """Whether what was seen speaks clearly for the truth, but not plainly."""
    try:
        sets = puzzle.sets
    except NoWorldFits:
        return False
    chance = sets.get(puzzle.answer, 0.0)
    others = max((one for other, one in sets.items() if other != puzzle.answer), default=0.0)
    return (
        LEAST_CHANCE <= chance <= MOST_CHANCE
        and chance >= LEAST_LEAD * others
        and len(sets) >= LEAST_POSSIBLE
        and not is_plain(puzzle)
    )


def is_plain(puzzle: Puzzle) -> bool:
    """Whether those who were on most of the failed missions are just those who hide: counting to two finds them."""
    return most_failed(puzzle) == puzzle.answer


def most_failed(puzzle: Puzzle) -> SeatSet:
    """Those who were on most of the failed missions, as many as hide; nobody where that is a tie."""
    failed = Counter[Seat](
        seat for run in missions_of(puzzle.seen) if not run.success for seat in seats_in(run.team)
    ).most_common()
    count = puzzle.count
    if len(failed) < count or (len(failed) > count and failed[count - 1][1] == failed[count][1]):
        return 0
    return sum(1 << seat for seat, _ in failed[:count])
