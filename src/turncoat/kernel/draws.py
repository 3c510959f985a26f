"""Uniform draws from a seed, identical on every machine: SHA-256 of the seed and a counter, with rejection.

Anyone can recompute them, so a deal that was committed to beforehand can be verified.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")


class Draws:
    """A stream of uniform draws. `seed` may be any bytes. A fair deal uses 32 of them.

    >>> from turncoat import Draws
    >>> Draws(b"an evening").shuffled("abcd")
    ('d', 'a', 'b', 'c')
    """

    __slots__ = ("_block", "_seed", "_stream")

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._block = 0
        self._stream = iter(b"")

    def below(self, bound: int) -> int:
        """Draw a uniform number from 0 to bound - 1, for 1 <= bound <= 256. Raises ValueError for another bound."""
        if not 1 <= bound <= 256:
            raise ValueError(f"a draw is below 1 to 256, not {bound}")
        limit = 256 - 256 % bound
        while True:
            for byte in self._stream:
                if byte < limit:
                    return byte % bound
            self._next_block()

    def _next_block(self) -> None:
        self._stream = iter(sha256(self._seed + self._block.to_bytes(8, "big")).digest())
        self._block += 1

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """Return the items in uniformly random order, by a Fisher-Yates shuffle.

        Raises ValueError for more than 256 items.
        """
        order = list(items)
        left = len(order)
        if left > 256:
            raise ValueError(f"a draw is below 1 to 256, not {left}")
        while left > 1:
            for byte in self._stream:  # `below`, inlined to save a call per card
                if byte < 256 - 256 % left:
                    other = byte % left
                    left -= 1
                    order[left], order[other] = order[other], order[left]
                    if left == 1:
                        return tuple(order)
            self._next_block()
        return tuple(order)
