"""Generation of puzzles from seeds: bots play games until the evidence in one favors the truth without giving it away.

The constants below define a good puzzle. `python -m tools.puzzles` uses them too.
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
"""Bot on every seat. It votes much as people do, and is fast because a visitor waits for the puzzle."""
AFTER_MISSIONS: Final = (3, 4)
"""Numbers of missions after which a game may be stopped."""
LEAST_CHANCE: Final = 0.5
MOST_CHANCE: Final = 0.9
"""Bounds on the probability of the truth at that moment: clear, but not certain."""
LEAST_LEAD: Final = 2.0
"""Smallest ratio between the probability of the truth and that of any other set."""
LEAST_POSSIBLE: Final = 4
"""Smallest number of sets that the rules alone leave open."""
LEAST_LOYAL: Final = 2
"""Smallest number of loyal seats that the rules leave under suspicion, so that no guess is nearly right by itself."""
MOST_GAMES: Final = 200
"""Largest number of games played for one puzzle. About one in ten is good."""


class NoPuzzleFound(Exception):
    """No game made a good puzzle."""


def make(seed: str, rulesets: Sequence[Ruleset]) -> Puzzle:
    """Return a puzzle of one of these rulesets. Equal arguments give equal puzzles. Raises NoPuzzleFound."""
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
    """Return the game after each number of missions in `AFTER_MISSIONS` that it reached before its end."""
    again: Game[Any] = Game(game.ruleset, game.deal)
    view: View[Any] = View(game.ruleset, SPECTATOR)
    found: list[Record] = []
    processed = missions = 0
    for seat, choice in game.choices:
        again.play(seat, choice)
        before = missions
        for event in all_seen_by(again.events[processed:], SPECTATOR):
            if isinstance(event, GameEnded):
                return found
            missions += any(isinstance(act, MissionRun) for act in team_acts(event, game.ruleset, view.board))
            view.see([event])
        processed = len(again.events)
        if missions > before and missions in AFTER_MISSIONS:
            found.append(record_of(again))
    return found


def missions_of(view: View[Any]) -> list[MissionRun]:
    """Return the missions that everybody saw, in order."""
    return [
        act
        for board, event in view.history()
        for act in team_acts(event, view.ruleset, board)
        if isinstance(act, MissionRun)
    ]


def is_good(puzzle: Puzzle) -> bool:
    """Return whether the evidence favors the truth without giving it away."""
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
        and (puzzle.suspects & ~puzzle.answer).bit_count() >= LEAST_LOYAL
        and not is_plain(puzzle)
    )


def is_plain(puzzle: Puzzle) -> bool:
    """Return whether simply counting failed missions finds the hiding side."""
    return most_failed(puzzle) == puzzle.answer


def most_failed(puzzle: Puzzle) -> SeatSet:
    """Return the seats that were on most of the failed missions, as many as hide, or nobody on a tie."""
    failed = Counter[Seat](
        seat for run in missions_of(puzzle.seen) if not run.success for seat in seats_in(run.team)
    ).most_common()
    count = puzzle.count
    if len(failed) < count or (len(failed) > count and failed[count - 1][1] == failed[count][1]):
        return 0
    return sum(1 << seat for seat, _ in failed[:count])
