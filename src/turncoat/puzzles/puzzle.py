"""A puzzle and its judge: what everybody saw of a game so far, who hides in it, and how good a guess is."""

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from turncoat.deduction.beliefs import Beliefs
from turncoat.kernel.opening import hiding_side
from turncoat.kernel.records import Record, print_record, replay
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.seats import SPECTATOR, SeatSet, seat_set, seats_in

FULL_MARKS: Final = 100
"""What the true set gets."""
MOST_PARTIAL: Final = 80
"""What another one gets at most."""


class Puzzle:
    """A game up to a moment. What is asked, and how the guess is judged, follows from its record.

    Raises RecordError when the rules refuse the record, and NoWorldFits when the deduction cannot explain it.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.ruleset = record.ruleset
        game = replay(record)
        self.seen = game.view(SPECTATOR)
        """All that everybody saw: the question is made from nothing else."""
        side_of, self.side = rulebook(self.ruleset.game).side_of, hiding_side(self.ruleset)
        hidden = (seat for seat, role in enumerate(record.deal.roles) if side_of(role) == self.side)
        self.answer: SeatSet = seat_set(hidden)
        """Who hides."""
        self.count = self.answer.bit_count()
        """How many hide, which everybody knows."""

    @cached_property
    def text(self) -> str:
        """The record as text, with every secret."""
        return print_record(self.record)

    @cached_property
    def beliefs(self) -> Beliefs:
        """What could be believed by then, from what everybody saw."""
        return Beliefs.of(self.seen)

    @cached_property
    def chances(self) -> Sequence[float]:
        """For each seat how likely it was to hide."""
        return tuple(map(self.beliefs.traitor, range(self.ruleset.players)))

    @cached_property
    def sets(self) -> dict[SeatSet, float]:
        """All sets that were still possible by the rules, with their chances."""
        return dict(self.beliefs.traitor_sets())

    def marks(self, guess: SeatSet) -> int:
        """How good a guess is: full marks for the true set, none for one that the rules exclude.

        Any other gets a part of `MOST_PARTIAL`: how much of the suspicion that there was, from the least to the most
        suspicious set, falls on those chosen.
        """
        if guess == self.answer:
            return FULL_MARKS
        if guess not in self.sets:
            return 0
        ranked = sorted(self.chances)
        least, most = sum(ranked[: self.count]), sum(ranked[-self.count :])
        found = sum(self.chances[seat] for seat in seats_in(guess))
        return round(MOST_PARTIAL * (found - least) / (most - least)) if most > least else MOST_PARTIAL
