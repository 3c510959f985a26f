"""A puzzle and its scoring: the public view of a game so far, the hiding side, and the points for a guess."""

from collections.abc import Sequence
from functools import cached_property, reduce
from operator import or_
from typing import Final

from turncoat.deduction.beliefs import Beliefs
from turncoat.kernel.opening import hiding_side
from turncoat.kernel.records import Record, print_record, replay
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.seats import NOBODY, SPECTATOR, SeatSet, seat_set

FULL_POINTS: Final = 100
"""Points for the true set."""


class Puzzle:
    """A game up to a moment, from whose record the question and the points follow.

    Raises RecordError if the rules refuse the record, and NoWorldFits if the deduction cannot explain it.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.ruleset = record.ruleset
        game = replay(record)
        self.seen = game.view(SPECTATOR)
        """The public view, which is the only source of the question."""
        book, self.side = rulebook(self.ruleset.game), hiding_side(self.ruleset)
        sides = [book.side_of(role, game.board) for role in record.deal.roles]
        hidden = (seat for seat, side in enumerate(sides) if side == self.side)
        self.answer: SeatSet = seat_set(hidden)
        """Seats on the hiding side."""
        self.count = self.answer.bit_count()
        """Number of seats on the hiding side, which is public."""

    @cached_property
    def text(self) -> str:
        """The record as text, with every secret."""
        return print_record(self.record)

    @cached_property
    def beliefs(self) -> Beliefs:
        """Beliefs that follow from the public view."""
        return Beliefs.of(self.seen)

    @cached_property
    def chances(self) -> Sequence[float]:
        """Probability that each seat is on the hiding side."""
        return tuple(map(self.beliefs.traitor, range(self.ruleset.players)))

    @cached_property
    def sets(self) -> dict[SeatSet, float]:
        """Sets that the rules still allow, with their probabilities."""
        return dict(self.beliefs.traitor_sets())

    @cached_property
    def suspects(self) -> SeatSet:
        """Seats that may be on the hiding side. The rules prove all others loyal."""
        return reduce(or_, self.sets, NOBODY)

    def found(self, guess: SeatSet) -> int:
        """Return how many seats of a guess are on the hiding side."""
        return (guess & self.answer).bit_count()

    def points(self, guess: SeatSet) -> int:
        """Return the points for a guess, which has as many seats as hide: each that hides is worth an equal share."""
        return round(FULL_POINTS * self.found(guess) / self.count)
