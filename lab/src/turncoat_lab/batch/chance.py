"""Random numbers of a batch game: Philox4x32-10, counter-based, so that every game has its own stream at no cost.

The key is the seed. The counter consists of the game's number, the stream and the block. Dealing and choosing use
different streams, so two runs that differ only in policies get the same deals. Every draw is exactly uniform.

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
"""A stream of draws: the key in two parts, the counter, 16 buffered 16-bit numbers, and the number of them left."""
DEALT: Final = 0
"""The stream of deals."""
CHOSEN: Final = 1
"""The stream of choices."""

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
    """Return the key of a seed, as two 32-bit halves."""
    digest = sha256(seed.encode()).digest()
    return int.from_bytes(digest[:4], "big"), int.from_bytes(digest[4:8], "big")


@inlined
def open_stream(chance: Any, game: Any, stream: int) -> None:
    """Reset the state to the beginning of a game's stream."""
    chance.game = game
    chance.stream = np.uint64(stream)
    chance.block = np.uint64(0)
    chance.left = 0


@inlined
def philox(c0: Any, c1: Any, c2: Any, c3: Any, k0: Any, k1: Any) -> Any:
    """Return four 32-bit words from a counter and a key (each in a u8)."""
    for _ in range(10):
        p0, p1 = c0 * _M0, c2 * _M1
        c0, c1, c2, c3 = (p1 >> _WORD) ^ c1 ^ k0, p1 & _LOW, (p0 >> _WORD) ^ c3 ^ k1, p0 & _LOW
        k0, k1 = (k0 + _W0) & _LOW, (k1 + _W1) & _LOW
    return c0, c1, c2, c3


@compiled
def draw_ahead(chance: Any) -> None:
    """Fill the buffer from the next two blocks, which a processor computes side by side."""
    for last in (15, 7):
        game = chance.game
        a, b, c, d = philox(chance.block, chance.stream, game & _LOW, game >> _WORD, chance.key_low, chance.key_high)
        chance.block += _ONE
        for place, word in enumerate((a, b, c, d)):
            chance.halves[last - 2 * place], chance.halves[last - 2 * place - 1] = word >> _HALF, word & _LOW_HALF
    chance.left = 16


@inlined
def half(chance: Any) -> Any:
    """Return the next 16 bits, which is enough for most draws."""
    if chance.left == 0:
        draw_ahead(chance)
    chance.left -= 1
    return chance.halves[chance.left]


@inlined
def signed(number: Any) -> Any:
    """Convert an unsigned number to the signed type of seats and words. Mixed with them, it would become a float."""
    return np.int64(number)


@inlined
def below(chance: Any, bound: int) -> int:
    """Return a uniform number from 0 to bound - 1, where `bound` is from 1 to 2**15.

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
    """Toss up to 16 fair coins and return them as a mask."""
    return signed(half(chance) & ((_ONE << np.uint64(count)) - _ONE))


@inlined
def fraction(chance: Any) -> float:
    """Return a uniform number in [0, 1), in steps of 2**-32."""
    return np.float64(half(chance) << _HALF | half(chance)) / 4294967296.0


@inlined
def shuffle(chance: Any, items: Any, count: int) -> None:
    """Put the first `count` items in a uniformly random order (Fisher and Yates)."""
    for left in range(count, 1, -1):
        other = below(chance, left)
        last = left - 1
        items[last], items[other] = items[other], items[last]
