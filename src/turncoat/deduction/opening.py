"""Deals that fit the opening knowledge of a seat, derived from `opening_knowledge` alone.

To a seat with a certain role, two other roles look alike if exchanging them between two seats never changes what it is
told. What it is told depends only on the classes of look-alike roles at each seat.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from turncoat.deduction.role_masks import RoleMask, Roles
from turncoat.kernel.events import Event
from turncoat.kernel.opening import opening_knowledge, role_cards
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat

Block = tuple[RoleMask, ...]
"""A set of roles for each seat, standing for all deals that give every seat a role of its set."""


def opening_blocks(ruleset: Ruleset, seat: Seat, seen: Sequence[Event]) -> tuple[Block, ...]:
    """Return the deals in which the seat is told what it has seen so far. No two blocks share a deal."""
    start = tuple(seen)
    return tuple(
        block
        for own in _own_roles(ruleset, seat)
        if _may_be_own(ruleset, seat, own, seen)
        for block, told in _blocks(ruleset, seat, own)
        if told[: len(start)] == start
    )


def first_misfit(ruleset: Ruleset, seat: Seat, seen: Sequence[Event]) -> int:
    """Return the index of the first event from which on no deal explains all that the seat has seen."""
    return max(_agreeing(told, seen) for own in _own_roles(ruleset, seat) for _, told in _blocks(ruleset, seat, own))


def _agreeing(told: Sequence[Event], seen: Sequence[Event]) -> int:
    for number, (one, other) in enumerate(zip(told, seen, strict=False)):
        if one != other:
            return number
    return min(len(told), len(seen))


def _own_roles(ruleset: Ruleset, seat: Seat) -> tuple[str, ...]:
    """Return the roles that the seat itself may have. A spectator has none."""
    return tuple(dict.fromkeys(role_cards(ruleset))) if seat >= 0 else ("",)


class _Rest:
    """The deals in which a seat has a certain role and the others are dealt the rest."""

    def __init__(self, ruleset: Ruleset, seat: Seat, own: str) -> None:
        self.ruleset = ruleset
        self.seat = seat
        self.own = own
        self.others = list(role_cards(ruleset))
        if own:
            self.others.remove(own)

    def knowledge_from(self, others: Sequence[str]) -> tuple[Event, ...]:
        """Return the seat's opening knowledge in such a deal."""
        at = self.seat
        dealt = (*others[:at], self.own, *others[at:]) if self.own else tuple(others)
        return tuple(opening_knowledge(self.ruleset, dealt, at))

    def look_alike(self, one: str, other: str) -> bool:
        """Return whether exchanging these two roles between neighbours never changes what the seat is told."""
        others = self.others.copy()
        others.remove(one)
        others.remove(other)
        return all(
            self.knowledge_from([*others[:at], one, other, *others[at:]])
            == self.knowledge_from([*others[:at], other, one, *others[at:]])
            for at in range(len(others) + 1)
        )

    def swapped(self, one: int, other: int) -> tuple[Event, ...]:
        """Return what the seat is told when two of the others exchange their roles."""
        others = self.others.copy()
        others[one], others[other] = others[other], others[one]
        return self.knowledge_from(others)


def _may_be_own(ruleset: Ruleset, seat: Seat, own: str, seen: Sequence[Event]) -> bool:
    """Return whether the seat may have this role, judged by the events that every such deal would show it."""
    return all(event in seen for event in _certain_events(ruleset, seat, own) if type(event) in set(map(type, seen)))


@lru_cache(maxsize=1024)
def _certain_events(ruleset: Ruleset, seat: Seat, own: str) -> tuple[Event, ...]:
    """Return the events that a seat with this role is told in every deal.

    These are the only one of their kind, and no exchange of two roles changes them.
    """
    rest = _Rest(ruleset, seat, own)
    first = rest.knowledge_from(rest.others)
    kinds = Counter(map(type, first))
    sure = [event for event in first if kinds[type(event)] == 1]
    for one, other in combinations(range(len(rest.others)), 2):
        told = rest.swapped(one, other)
        sure = [event for event in sure if event in told]
    return tuple(sure)


@lru_cache(maxsize=256)
def _blocks(ruleset: Ruleset, seat: Seat, own: str) -> tuple[tuple[Block, tuple[Event, ...]], ...]:
    """Return all deals in which the seat has this role, in blocks, and what the deals of each block tell it."""
    rest, roles = _Rest(ruleset, seat, own), Roles(role_cards(ruleset))
    classes = _alike(rest)
    cards_of = {mark: [role for role in rest.others if classes[role] == mark] for mark in set(classes.values())}
    masks = {mark: roles.mask(cards) for mark, cards in cards_of.items()}
    found = []
    for marks in _arrangements(Counter(classes[role] for role in rest.others)):
        left = {mark: iter(cards) for mark, cards in cards_of.items()}
        block = [masks[mark] for mark in marks]
        if own:
            block.insert(seat, roles.masks[own])
        found.append((tuple(block), rest.knowledge_from([next(left[mark]) for mark in marks])))
    return tuple(found)


def _alike(rest: _Rest) -> dict[str, str]:
    """Map each role of the others to the first one that looks like it, wherever the two sit."""
    first: dict[str, str] = {}
    for role in dict.fromkeys(rest.others):
        known = dict.fromkeys(first.values())
        first[role] = next((other for other in known if rest.look_alike(role, other)), role)
    return first


def _arrangements(left: Counter[str]) -> Iterator[tuple[str, ...]]:
    """Yield every distinct order of marks."""
    if not left.total():
        yield ()
        return
    for mark in sorted(left):
        if left[mark]:
            left[mark] -= 1
            for rest in _arrangements(left):
                yield (mark, *rest)
            left[mark] += 1
