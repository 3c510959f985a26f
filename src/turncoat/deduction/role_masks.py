"""Sets of roles as bit masks, and the number of ways to deal roles to seats that each have such a set."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

RoleMask: TypeAlias = int
"""A set of roles: bit `k` stands for role number `k`."""
Copies: TypeAlias = tuple[int, ...]
"""Number of cards of each role, by its number."""


class Roles:
    """The roles of a deal, numbered, with their copies."""

    __slots__ = ("all", "copies", "masks", "names")

    def __init__(self, cards: Iterable[str]) -> None:
        count = Counter(cards)
        self.names = tuple(sorted(count))
        self.copies: Copies = tuple(count[name] for name in self.names)
        self.masks = {name: 1 << number for number, name in enumerate(self.names)}
        self.all: RoleMask = (1 << len(self.names)) - 1

    def mask(self, names: Iterable[str]) -> RoleMask:
        """Return the set of these roles, ignoring those that are not dealt."""
        mask = 0
        for name in names:
            mask |= self.masks.get(name, 0)
        return mask

    def among(self, mask: RoleMask) -> tuple[str, ...]:
        """Return the roles of a set."""
        return tuple(name for name, bit in self.masks.items() if mask & bit)

    def any_of(self, mask: RoleMask) -> str:
        """Return one role of a non-empty set."""
        return self.names[mask.bit_length() - 1]

    def capacity(self, mask: RoleMask) -> int:
        """Return the total number of cards of a set's roles."""
        return sum(copies for number, copies in enumerate(self.copies) if mask >> number & 1)


def ways(masks: Iterable[RoleMask], copies: Copies) -> int:
    """Return the number of ways to deal one card to each seat so that every seat has a role of its set.

    Equal cards are alike. There are as many seats as cards.

    >>> ways([0b11, 0b11, 0b01], (1, 2))
    1
    """
    return _ways(tuple(sorted(masks)), copies)


@lru_cache(maxsize=1 << 16)
def _ways(masks: tuple[RoleMask, ...], copies: Copies) -> int:
    if not masks:
        return 1
    first, rest, total = masks[0], masks[1:], 0
    for number, left in enumerate(copies):
        if left and first >> number & 1:
            total += _ways(rest, (*copies[:number], left - 1, *copies[number + 1 :]))
    return total
