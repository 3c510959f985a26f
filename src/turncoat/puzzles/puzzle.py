"""A puzzle and its scoring: the public view of a game so far, the hiding side, and the quality of a guess."""

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from turncoat.deduction.beliefs import Beliefs
from turncoat.kernel.opening import hiding_side
from turncoat.kernel.records import Record, print_record, replay
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.seats import SPECTATOR, SeatSet, seat_set, seats_in

FULL_MARKS: Final = 100
"""Marks for the true set."""
MOST_PARTIAL: Final = 80
"""Most marks for any other set."""


class Puzzle:
    """A game up to a moment, from whose record the question and the marks follow.

    Raises RecordError if the rules refuse the record, and NoWorldFits if the deduction cannot explain it.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.ruleset = record.ruleset
        game = replay(record)
        self.seen = game.view(SPECTATOR)
        """The public view, which is the only source of the question."""
        side_of, self.side = rulebook(self.ruleset.game).side_of, hiding_side(self.ruleset)
        hidden = (seat for seat, role in enumerate(record.deal.roles) if side_of(role) == self.side)
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

    def marks(self, guess: SeatSet) -> int:
        """Return the marks for a guess: full for the true set, none for one that the rules exclude.

        Any other set gets a share of `MOST_PARTIAL`: the suspicion on its seats, scaled between the least and the most
        suspicious sets.
        """
        if guess == self.answer:
            return FULL_MARKS
        if guess not in self.sets:
            return 0
        ranked = sorted(self.chances)
        least, most = sum(ranked[: self.count]), sum(ranked[-self.count :])
        found = sum(self.chances[seat] for seat in seats_in(guess))
        return round(MOST_PARTIAL * (found - least) / (most - least)) if most > least else MOST_PARTIAL
