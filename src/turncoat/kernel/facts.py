"""Facts: what an event tells of who has which role, to somebody who knows the rules and what everybody knows.

An event says its facts in `Event.facts`. They speak of roles as they are when it happens. A deal fits what a seat saw
when all the facts hold for it together (`hold_for`); the deduction finds all such deals without trying each. That is
why there are facts, and no test of a deal: ten players with all roles of the Hunter module have 907,200 deals.

Facts are made from the same functions as the prompts: what a role may do, by ruleset, public board and role.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

import msgspec

from turncoat.kernel.seats import SEATS_IN, Seat, SeatSet

Occasion: TypeAlias = tuple[str, int]
"""Something that seats answered in secret: the name of the question, and which time it was."""


class Fact(msgspec.Struct, frozen=True):
    """Something that is so in the deal that is being played. Abstract; the kinds below are all there are."""


class HasRole(Fact, frozen=True):
    """The seat has one of these roles."""

    seat: Seat
    roles: frozenset[str]


class SomeHave(Fact, frozen=True):
    """At least one of the seats has one of these roles."""

    seats: SeatSet
    roles: frozenset[str]


class NotTogether(Fact, frozen=True):
    """If one of the seats has one of these roles, none of the others has one of those."""

    seats: SeatSet
    roles: frozenset[str]
    others: SeatSet
    those: frozenset[str]


class Answered(Fact, frozen=True):
    """These seats gave these answers in secret, one each; whose is whose is not known (of a single seat, it is).

    Several facts about one occasion belong together: all the cards after the shuffle, and one that somebody saw before.
    """

    occasion: Occasion
    seats: SeatSet
    answers: tuple[str, ...]
    allowed: Mapping[str, tuple[str, ...]]
    """What each role may answer there; a role that is not named may answer anything."""


class RolesSwapped(Fact, frozen=True):
    """The two exchange their roles: what is said of them from now on is said of the role that they have then."""

    one: Seat
    other: Seat


class KnownAnswers:
    """What is known of the answers on one occasion."""

    __slots__ = ("allowed", "given", "seats", "total")

    def __init__(self) -> None:
        self.seats: SeatSet = 0
        """Whose answers are known together."""
        self.total: tuple[str, ...] = ()
        self.given: dict[Seat, str] = {}
        """What single seats answered."""
        self.allowed: dict[str, frozenset[str]] = {}
        """What each role may have answered."""

    def copy(self) -> "KnownAnswers":
        """An independent copy."""
        twin = KnownAnswers()
        twin.seats, twin.total = self.seats, self.total
        twin.given, twin.allowed = self.given.copy(), self.allowed.copy()
        return twin

    def add(self, fact: Answered) -> None:
        """Take in a fact about this occasion."""
        for role, answers in fact.allowed.items():
            known = self.allowed.get(role)
            self.allowed[role] = frozenset(answers) if known is None else known.intersection(answers)
        if fact.seats.bit_count() == 1:
            self.given[SEATS_IN[fact.seats][0]] = fact.answers[0]
        if fact.seats.bit_count() >= max(1, self.seats.bit_count()):
            self.seats, self.total = fact.seats, tuple(sorted(fact.answers))

    def may_be(self, role_of: Mapping[Seat, str] | Sequence[str]) -> bool:
        """Whether seats with these roles can have given the answers."""
        could: list[frozenset[str]] = []
        whatever = frozenset(self.total)
        for seat in SEATS_IN[self.seats]:
            allowed = self.allowed.get(role_of[seat], whatever)
            given = self.given.get(seat)
            if given is not None:
                allowed = allowed & {given}
            if not allowed:
                return False
            could.append(allowed)
        for seat, given in self.given.items():
            if not self.seats >> seat & 1 and given not in self.allowed.get(role_of[seat], (given,)):
                return False
        return self.may_come_from(could)

    def may_come_from(self, could: Iterable[frozenset[str]]) -> bool:
        """Whether the answers that are known together can have come from seats that could each give one of these."""
        return can_share(tuple(sorted(could, key=_few_first)), self.total)


@lru_cache(maxsize=1 << 10)
def _few_first(answers: frozenset[str]) -> tuple[int, tuple[str, ...]]:
    return len(answers), tuple(sorted(answers))


@lru_cache(maxsize=1 << 16)
def can_share(could: tuple[frozenset[str], ...], answers: tuple[str, ...]) -> bool:
    """Whether these answers can be shared out one each, when each seat could only give some of them.

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
    """Whether the facts, in the order in which they were told, hold for a deal of these roles."""
    return answers_when(facts, roles) is not None


def answers_when(facts: Iterable[Fact], roles: Sequence[str]) -> dict[Occasion, tuple[KnownAnswers, list[str]]] | None:
    """What is known of the answers on each occasion when these roles are dealt, with the roles at that time.

    None when the facts do not hold for such a deal.
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
