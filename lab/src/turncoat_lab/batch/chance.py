"""Chance of a batch game: Philox4x32-10, counter-based, so that every game has its own stream without a search.

The key is the seed, the counter is the number of the game, a stream, and the number of the block. What is dealt and
what is chosen come from different streams: two runs that differ in policies alone are dealt the same. Every draw is
exactly uniform.

J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, "Parallel random numbers: as easy as 1, 2, 3" (SC11).
"""

from hashlib import sha256
from typing import Any, Final

import numpy as np

from turncoat_lab.batch.compiler import compiled, inlined

CHANCE: Final = np.dtype(
    [
        ("key_low", "u8"),
        ("key_high", "u8"),
        ("game", "u8"),
        ("stream", "u8"),
        ("block", "u8"),
        ("halves", "u8", 16),
        ("left", "i8"),
    ]
)
"""A stream of draws: the key in two parts, the counter, 16 numbers of 16 bits drawn ahead, how many are left."""
DEALT: Final = 0
"""The stream of what is dealt."""
CHOSEN: Final = 1
"""The stream of what is chosen."""

_LOW: Final = np.uint64(0xFFFFFFFF)
_LOW_HALF: Final = np.uint64(0xFFFF)
_WORD: Final = np.uint64(32)
_HALF: Final = np.uint64(16)
_M0: Final = np.uint64(0xD2511F53)
_M1: Final = np.uint64(0xCD9E8D57)
_W0: Final = np.uint64(0x9E3779B9)
_W1: Final = np.uint64(0xBB67AE85)
_ONE: Final = np.uint64(1)


def key_of(seed: str) -> tuple[int, int]:
    """The key that belongs to a seed, in two halves of 32 bits."""
    digest = sha256(seed.encode()).digest()
    return int.from_bytes(digest[:4], "big"), int.from_bytes(digest[4:8], "big")


@inlined
def open_stream(chance: Any, game: Any, stream: int) -> None:
    """Begin the stream of that game anew."""
    chance.game = game
    chance.stream = np.uint64(stream)
    chance.block = np.uint64(0)
    chance.left = 0


@inlined
def philox(c0: Any, c1: Any, c2: Any, c3: Any, k0: Any, k1: Any) -> Any:
    """Four words of 32 bits from a counter and a key (each in a u8)."""
    for _ in range(10):
        p0, p1 = c0 * _M0, c2 * _M1
        c0, c1, c2, c3 = (p1 >> _WORD) ^ c1 ^ k0, p1 & _LOW, (p0 >> _WORD) ^ c3 ^ k1, p0 & _LOW
        k0, k1 = (k0 + _W0) & _LOW, (k1 + _W1) & _LOW
    return c0, c1, c2, c3


@compiled
def draw_ahead(chance: Any) -> None:
    """Draw ahead from the next two blocks, which a processor computes side by side."""
    for last in (15, 7):
        game = chance.game
        a, b, c, d = philox(chance.block, chance.stream, game & _LOW, game >> _WORD, chance.key_low, chance.key_high)
        chance.block += _ONE
        for place, word in enumerate((a, b, c, d)):
            chance.halves[last - 2 * place], chance.halves[last - 2 * place - 1] = word >> _HALF, word & _LOW_HALF
    chance.left = 16


@inlined
def half(chance: Any) -> Any:
    """The next 16 bits; few draws need more."""
    if chance.left == 0:
        draw_ahead(chance)
    chance.left -= 1
    return chance.halves[chance.left]


@inlined
def signed(number: Any) -> Any:
    """An unsigned number as the seats and words are counted: together with them it would become a float."""
    return np.int64(number)


@inlined
def below(chance: Any, bound: int) -> int:
    """A uniform number from 0 to bound - 1; `bound` is at least 1 and at most 2**15.

    D. Lemire, "Fast random integer generation in an interval" (2019).
    """
    wide = np.uint64(bound)
    product = half(chance) * wide
    low = product & _LOW_HALF
    if low < wide:
        least = (_ONE << _HALF) % wide
        while low < least:
            product = half(chance) * wide
            low = product & _LOW_HALF
    return signed(product >> _HALF)


@inlined
def bits(chance: Any, count: int) -> int:
    """That many fair coins, as a mask; at most 16."""
    return signed(half(chance) & ((_ONE << np.uint64(count)) - _ONE))


@inlined
def fraction(chance: Any) -> float:
    """A uniform number from 0 to 1, without 1, in steps of 2**-32."""
    return np.float64(half(chance) << _HALF | half(chance)) / 4294967296.0


@inlined
def shuffle(chance: Any, items: Any, count: int) -> None:
    """Put the first `count` items in a uniformly random order (Fisher and Yates)."""
    for left in range(count, 1, -1):
        other = below(chance, left)
        last = left - 1
        items[last], items[other] = items[other], items[last]
