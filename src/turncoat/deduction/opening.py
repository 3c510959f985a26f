"""Which deals fit what a seat was told at the start, worked out from `opening_knowledge` alone.

A reveal treats all seats alike: it goes by roles. So, to somebody with a certain role, two other roles look alike when
exchanging them between two seats changes nothing of what is told; and what is told says exactly which seat has a role
of which of these classes.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from turncoat.deduction.role_masks import RoleMask, Roles
from turncoat.kernel.events import Event
from turncoat.kernel.rulesets import Ruleset, opening_knowledge, role_cards
from turncoat.kernel.seats import Seat

Block = tuple[RoleMask, ...]
"""For each seat a set of roles: all deals that give every seat a role of its set."""


def opening_blocks(ruleset: Ruleset, seat: Seat, seen: Sequence[Event]) -> tuple[Block, ...]:
    """The deals in which the seat is told what it has seen so far; no two blocks have a deal in common."""
    found = []
    for block, told in _blocks(ruleset, seat):
        if told[: len(seen)] == tuple(seen):
            found.append(block)
    return tuple(found)


def first_misfit(ruleset: Ruleset, seat: Seat, seen: Sequence[Event]) -> int:
    """The number of the first event from which on no deal tells the seat all that it has seen."""
    return max(_agreeing(told, seen) for _, told in _blocks(ruleset, seat))


def _agreeing(told: Sequence[Event], seen: Sequence[Event]) -> int:
    for number, (one, other) in enumerate(zip(told, seen, strict=False)):
        if one != other:
            return number
    return min(len(told), len(seen))


@lru_cache(maxsize=64)
def _blocks(ruleset: Ruleset, seat: Seat) -> tuple[tuple[Block, tuple[Event, ...]], ...]:
    """All deals in blocks, and what each tells the seat."""
    cards = role_cards(ruleset)
    roles = Roles(cards)
    if seat < 0:
        return tuple(_blocks_beside(ruleset, roles, seat, "", list(cards)))
    found: list[tuple[Block, tuple[Event, ...]]] = []
    for own in roles.names:
        others = list(cards)
        others.remove(own)
        found.extend(_blocks_beside(ruleset, roles, seat, own, others))
    return tuple(found)


def _blocks_beside(
    ruleset: Ruleset, roles: Roles, seat: Seat, own: str, others: list[str]
) -> Iterator[tuple[Block, tuple[Event, ...]]]:
    """The deals in which the seat has its own role and the others are dealt the rest."""

    def told(rest: Sequence[str]) -> tuple[Event, ...]:
        dealt = (*rest[:seat], own, *rest[seat:]) if seat >= 0 else tuple(rest)
        return tuple(opening_knowledge(ruleset, dealt, seat))

    classes = _alike(others, told)
    cards_of = {mark: [role for role in others if classes[role] == mark] for mark in set(classes.values())}
    masks = {mark: roles.mask(cards) for mark, cards in cards_of.items()}
    for marks in _arrangements(Counter(classes[role] for role in others)):
        left = {mark: iter(cards) for mark, cards in cards_of.items()}
        block = [masks[mark] for mark in marks]
        if seat >= 0:
            block.insert(seat, roles.masks[own])
        yield tuple(block), told([next(left[mark]) for mark in marks])


def _alike(others: list[str], told: Callable[[Sequence[str]], tuple[Event, ...]]) -> dict[str, str]:
    """For each role the first one that looks like it."""
    expected = told(others)
    first: dict[str, str] = {}
    for role in dict.fromkeys(others):
        for known in dict.fromkeys(first.values()):
            one, other = others.index(role), others.index(known)
            swapped = others.copy()
            swapped[one], swapped[other] = known, role
            if told(swapped) == expected:
                first[role] = known
                break
        else:
            first[role] = role
    return first


def _arrangements(left: Counter[str]) -> Iterator[tuple[str, ...]]:
    """Every different order of marks."""
    if not left.total():
        yield ()
        return
    for mark in sorted(left):
        if left[mark]:
            left[mark] -= 1
            for rest in _arrangements(left):
                yield (mark, *rest)
            left[mark] += 1
