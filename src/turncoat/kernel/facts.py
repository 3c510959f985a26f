"""Facts: what an event implies about roles, for a viewer who knows the rules and everything public.

An event lists its facts in `Event.facts`. They refer to roles at the time of the event. A deal is consistent with what
a seat saw if all facts hold for it together (`hold_for`). The deduction finds all such deals without enumerating them,
which is why it works on facts rather than on a test of a single deal: ten players with all roles of the Hunter module
have 907,200 deals.

Facts are computed by the functions that also make the prompts: what a role may do, given ruleset, public board and
role.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

import msgspec

from turncoat.kernel.seats import SEATS_IN, Seat, SeatSet

Occasion: TypeAlias = tuple[str, int]
"""A secret question: its name, and the number of this occurrence."""


class Fact(msgspec.Struct, frozen=True):
    """A statement about the actual deal. Abstract: only the subclasses below exist."""


class HasRole(Fact, frozen=True):
    """The seat has one of these roles."""

    seat: Seat
    roles: frozenset[str]


class SomeHave(Fact, frozen=True):
    """At least one of the seats has one of these roles."""

    seats: SeatSet
    roles: frozenset[str]


class NotTogether(Fact, frozen=True):
    """If any of `seats` has one of `roles`, none of `others` has one of `those`."""

    seats: SeatSet
    roles: frozenset[str]
    others: SeatSet
    those: frozenset[str]


class Answered(Fact, frozen=True):
    """The seats gave these secret answers, one each, in unknown order. For a single seat, the answer is its own.

    Several facts about one occasion combine: all the cards after the shuffle, and one that somebody saw before.
    """

    occasion: Occasion
    seats: SeatSet
    answers: tuple[str, ...]
    allowed: Mapping[str, tuple[str, ...]]
    """Answers allowed for each role. A role that is missing may answer anything."""
    turned: SeatSet = 0
    """Seats whose answer was exchanged afterwards. It is among `answers` as what it was exchanged for."""
    other: Mapping[str, str] = {}
    """The answer that each one is exchanged for. Exchanged twice, it is itself again."""


class RolesSwapped(Fact, frozen=True):
    """Two seats exchange roles. Later facts refer to the roles after the exchange."""

    one: Seat
    other: Seat


class KnownAnswers:
    """Everything known about the answers on one occasion."""

    __slots__ = ("allowed", "given", "other", "seats", "total", "turned")

    def __init__(self) -> None:
        self.seats: SeatSet = 0
        """Seats whose answers are known as a set."""
        self.total: tuple[str, ...] = ()
        self.given: dict[Seat, str] = {}
        """Answers of individual seats, as they were given."""
        self.allowed: dict[str, frozenset[str]] = {}
        """Answers that each role may have given."""
        self.turned: SeatSet = 0
        """Seats whose answer was exchanged before the set became known."""
        self.other: Mapping[str, str] = {}

    def copy(self) -> "KnownAnswers":
        """Return an independent copy."""
        twin = KnownAnswers()
        twin.seats, twin.total, twin.turned, twin.other = self.seats, self.total, self.turned, self.other
        twin.given, twin.allowed = self.given.copy(), self.allowed.copy()
        return twin

    def add(self, fact: Answered) -> None:
        """Add a fact about this occasion."""
        for role, answers in fact.allowed.items():
            known = self.allowed.get(role)
            self.allowed[role] = frozenset(answers) if known is None else known.intersection(answers)
        if fact.seats.bit_count() == 1:
            self.given[SEATS_IN[fact.seats][0]] = fact.answers[0]
        if fact.seats.bit_count() >= max(1, self.seats.bit_count()):
            self.seats, self.total = fact.seats, tuple(sorted(fact.answers))
            self.turned, self.other = fact.turned, fact.other

    def exchanged(self, answers: Iterable[str]) -> frozenset[str]:
        """Return what these answers are exchanged for."""
        return frozenset([self.other.get(answer, answer) for answer in answers])

    def may_be(self, role_of: Mapping[Seat, str] | Sequence[str]) -> bool:
        """Return whether seats with these roles can have given the answers."""
        could: list[frozenset[str]] = []
        whatever = frozenset(self.total)
        for seat in SEATS_IN[self.seats]:
            allowed = self.allowed.get(role_of[seat], whatever)
            given = self.given.get(seat)
            if given is not None:
                allowed = allowed & {given}
            if self.turned >> seat & 1:
                allowed = self.exchanged(allowed)
            if not allowed:
                return False
            could.append(allowed)
        for seat, given in self.given.items():
            if not self.seats >> seat & 1 and given not in self.allowed.get(role_of[seat], (given,)):
                return False
        return self.may_come_from(could)

    def may_come_from(self, could: Iterable[frozenset[str]]) -> bool:
        """Return whether the known set of answers can have come from seats with these possible answers."""
        return can_share(tuple(sorted(could, key=_few_first)), self.total)


@lru_cache(maxsize=1 << 10)
def _few_first(answers: frozenset[str]) -> tuple[int, tuple[str, ...]]:
    return len(answers), tuple(sorted(answers))


@lru_cache(maxsize=1 << 16)
def can_share(could: tuple[frozenset[str], ...], answers: tuple[str, ...]) -> bool:
    """Return whether the answers can be assigned to seats, one each, given the answers that each seat could give.

    >>> can_share((frozenset({"success"}), frozenset({"success", "fail"})), ("fail", "success"))
    True
    """
    if not could:
        return not answers
    first, rest = could[0], could[1:]
    for answer in first.intersection(answers):
        at = answers.index(answer)
        if can_share(rest, answers[:at] + answers[at + 1 :]):
            return True
    return False


def hold_for(facts: Iterable[Fact], roles: Sequence[str]) -> bool:
    """Return whether the facts, in order, hold for a deal of these roles."""
    return answers_when(facts, roles) is not None


def answers_when(facts: Iterable[Fact], roles: Sequence[str]) -> dict[Occasion, tuple[KnownAnswers, list[str]]] | None:
    """Return what is known about each occasion if these roles were dealt, with the roles at that time.

    None means that the facts rule out the deal.
    """
    now = list(roles)
    occasions: dict[Occasion, tuple[KnownAnswers, list[str]]] = {}
    for fact in facts:
        match fact:
            case HasRole():
                if now[fact.seat] not in fact.roles:
                    return None
            case SomeHave():
                if not any(now[seat] in fact.roles for seat in SEATS_IN[fact.seats]):
                    return None
            case NotTogether():
                has = any(now[seat] in fact.roles for seat in SEATS_IN[fact.seats])
                if has and any(now[seat] in fact.those for seat in SEATS_IN[fact.others]):
                    return None
            case RolesSwapped():
                now[fact.one], now[fact.other] = now[fact.other], now[fact.one]
            case Answered():
                known = occasions.get(fact.occasion)
                if known is None:
                    known = occasions[fact.occasion] = KnownAnswers(), now.copy()
                known[0].add(fact)
    return occasions if all(answers.may_be(then) for answers, then in occasions.values()) else None
