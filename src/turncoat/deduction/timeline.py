"""What could be believed of each seat over a game, event by event, and which event changed it most."""

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
"""Smaller differences between two chances are rounding errors."""


class Shift(msgspec.Struct, frozen=True):
    """What one event changed: the chance of each seat to be on the side that hides, before the event and after it."""

    number: int
    """Which of the seen events it is, counted from 0."""
    event: Event
    before: tuple[float, ...]
    after: tuple[float, ...]
    causes: tuple[str, ...]
    """For each seat what it had to do with the event: a key of CAUSES."""

    @property
    def size(self) -> float:
        """How far all the chances moved, together."""
        return sum(map(abs, map(float.__sub__, self.after, self.before)))

    def by(self, seat: Seat) -> float:
        """By how much the chance of the seat went up."""
        return self.after[seat] - self.before[seat]


class Timeline(msgspec.Struct, frozen=True):
    """The course of a game as it could be believed from one seat, or by everybody, up to its end."""

    ruleset: Ruleset
    seat: Seat
    start: tuple[float, ...]
    """The chance of each seat when it had been told the deal."""
    shifts: tuple[Shift, ...]
    """The events that changed something, in order."""
    events: int
    """How many events were seen until the game ended. What was shown after it is no evidence for anybody."""

    @property
    def last(self) -> tuple[float, ...]:
        """The chance of each seat when the game ended."""
        return self.shifts[-1].after if self.shifts else self.start

    @property
    def swing(self) -> Shift | None:
        """The event that changed most (the first of several); None when nothing was learned."""
        return max(self.shifts, key=lambda shift: shift.size, default=None)

    def at(self, number: int) -> tuple[float, ...]:
        """The chance of each seat after this number of events."""
        chances = self.start
        for shift in self.shifts:
            if shift.number >= number:
                break
            chances = shift.after
        return chances

    def of(self, seat: Seat) -> tuple[Shift, ...]:
        """The events that moved the chance of one seat."""
        return tuple(shift for shift in self.shifts if abs(shift.by(seat)) > SMALLEST)


def timeline(ruleset: Ruleset, seat: Seat, events: Iterable[Event]) -> Timeline:
    """What could be believed over a game of which the seat (or SPECTATOR) saw these events. Raises NoWorldFits.

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
