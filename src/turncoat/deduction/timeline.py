"""Probabilities of each seat's side over a game, event by event, and the event that changed them most."""

from collections.abc import Iterable, Sequence
from itertools import takewhile

import msgspec

from turncoat.deduction.beliefs import Beliefs
from turncoat.deduction.causes import cause_of
from turncoat.kernel.events import Event, GameEnded
from turncoat.kernel.opening import opening_kinds, role_cards
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat
from turncoat.missions import team_acts

SMALLEST = 1e-9
"""Differences between two probabilities below this are rounding errors."""


class Shift(msgspec.Struct, frozen=True):
    """Effect of one event: each seat's probability of being on the hiding side, before and after."""

    number: int
    """Index of the event among the seen events, from 0."""
    event: Event
    before: tuple[float, ...]
    after: tuple[float, ...]
    causes: tuple[str, ...]
    """Part of each seat in the event: a key of CAUSES."""

    @property
    def size(self) -> float:
        """Sum of the changes of all probabilities, in absolute value."""
        return sum(map(abs, map(float.__sub__, self.after, self.before)))

    def by(self, seat: Seat) -> float:
        """Return the increase of the seat's probability."""
        return self.after[seat] - self.before[seat]


class Timeline(msgspec.Struct, frozen=True):
    """Course of a game as one seat, or everybody, could judge it, up to its end."""

    ruleset: Ruleset
    seat: Seat
    start: tuple[float, ...]
    """Probability of each seat after the opening."""
    shifts: tuple[Shift, ...]
    """Events that changed a probability, in order."""
    events: int
    """Number of events seen until the game ended. Later events are evidence for nobody."""

    @property
    def last(self) -> tuple[float, ...]:
        """Probability of each seat when the game ended."""
        return self.shifts[-1].after if self.shifts else self.start

    @property
    def swing(self) -> Shift | None:
        """The event that changed most (the first of several), or None if nothing was learned."""
        return max(self.shifts, key=lambda shift: shift.size, default=None)

    def at(self, number: int) -> tuple[float, ...]:
        """Return the probability of each seat after this number of events."""
        chances = self.start
        for shift in self.shifts:
            if shift.number >= number:
                break
            chances = shift.after
        return chances

    def of(self, seat: Seat) -> tuple[Shift, ...]:
        """Return the events that changed the probability of one seat."""
        return tuple(shift for shift in self.shifts if abs(shift.by(seat)) > SMALLEST)


def timeline(ruleset: Ruleset, seat: Seat, events: Iterable[Event]) -> Timeline:
    """Return the timeline of a game of which the seat (or SPECTATOR) saw these events. Raises NoWorldFits.

    >>> import turncoat.games
    >>> from turncoat.kernel.game import Game
    >>> ruleset = Ruleset.of("resistance", 5)
    >>> timeline(ruleset, -1, Game(ruleset, ruleset.deal(b"an evening")).view(-1).events).start
    (0.4, 0.4, 0.4, 0.4, 0.4)
    """
    beliefs = Beliefs(ruleset, seat)
    kinds = opening_kinds(ruleset, role_cards(ruleset))
    until_the_end = list(takewhile(lambda event: not isinstance(event, GameEnded), events))
    told = max((number for number, event in enumerate(until_the_end, 1) if type(event) in kinds), default=0)
    beliefs.see(until_the_end[:told])
    start = now = _chances(beliefs)
    shifts: list[Shift] = []
    for number, event in enumerate(until_the_end[told:], told):
        acts = list(team_acts(event, ruleset, beliefs.worlds.view.board))
        beliefs.see([event])
        then = _chances(beliefs)
        if _differ(now, then):
            causes = tuple(cause_of(acts, at, is_opening=False) for at in range(ruleset.players))
            shifts.append(Shift(number, event, now, then, causes))
            now = then
    return Timeline(ruleset, seat, start, tuple(shifts), len(until_the_end))


def _chances(beliefs: Beliefs) -> tuple[float, ...]:
    return tuple(map(beliefs.traitor, range(beliefs.ruleset.players)))


def _differ(one: Sequence[float], other: Sequence[float]) -> bool:
    return any(abs(a - b) > SMALLEST for a, b in zip(one, other, strict=True))
