"""Answers to try on an option: all that could be legal, if they are few, and some that never are."""

from collections.abc import Iterator
from itertools import combinations, permutations, product
from math import comb, factorial, prod
from typing import Any

from turncoat.kernel.options import Answer, AnyOption, Cards, Form, OneCard, OneSeat, Order, Seats, Word, YesNo

MOST = 4000
"""Number of candidates above which an option is not tried exhaustively."""

FOREIGN: tuple[Any, ...] = (
    None,
    True,
    -1,
    1 << 40,
    2.0,
    "",
    "-",
    "no-such-word",
    b"approve",
    (),
    ("no-such-card",),
    (0, 1, 2),
    (None, None),
    [],
    ["success"],
    {},
    object(),
)
"""Values that a careless or hostile client may send instead of an answer."""


def candidates(option: AnyOption) -> list[Answer] | None:
    """Return every answer that could be legal and some that cannot, or None if there are too many to try."""
    if _count(option) > MOST:
        return None
    return list(_candidates(option))


def _count(option: AnyOption) -> int:
    if isinstance(option, Form):
        return prod(_count(part) for _, part in option.parts)
    if isinstance(option, Seats):
        return 1 << (option.shown | option.allowed).bit_length() + 1
    if isinstance(option, Cards):
        return sum(comb(len(option.hand), size) for size in range(len(option.hand) + 1))
    if isinstance(option, Order):
        return factorial(len(option.cards))
    return 20


def _candidates(option: AnyOption) -> Iterator[Answer]:
    if isinstance(option, Form):
        yield from product(*(tuple(_candidates(part)) for _, part in option.parts))
    elif isinstance(option, Seats):
        yield from range(1 << (option.shown | option.allowed).bit_length() + 1)
    elif isinstance(option, Cards):
        hand = sorted(option.hand)
        for size in range(len(hand) + 1):
            yield from dict.fromkeys(combinations(hand, size))
    elif isinstance(option, Order):
        yield from dict.fromkeys(permutations(option.cards))
    elif isinstance(option, OneSeat):
        yield from (None, *range((option.shown | option.allowed).bit_length() + 2))
    elif isinstance(option, OneCard | Word):
        yield from dict.fromkeys((None, "no-such-word", *option.shown, *option.allowed))
    else:
        assert isinstance(option, YesNo)
        yield from (False, True)
