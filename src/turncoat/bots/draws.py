"""Uniform draws from the legal answers of an option.

Every legal answer is equally likely, whatever the kind of option and the ties of a form. Large options are not listed
first, since a deck of cards has too many orders. The answers of chance are drawn here as well.
"""

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from itertools import accumulate, combinations
from math import comb
from random import Random
from typing import Any, Final

from turncoat.kernel.options import Answer, AnyOption, Cards, Form, OneCard, OneSeat, Order, Seats, SizeBy, Word, YesNo
from turncoat.kernel.seats import SeatSet, seat_set, seats_in

MAX_TRIES: Final = 200
"""Number of attempts to draw a form that respects its ties before all answers are listed. Both ways are uniform."""
MAX_LISTED: Final = 84
"""Largest number of handfuls of one size for which a hand is listed: that of 3 cards out of 9."""


def pick(option: AnyOption, rng: Random) -> Answer:
    """Return a legal answer, drawn uniformly. Raises ValueError if there is none.

    >>> from random import Random
    >>> pick(Word(("approve", "reject"), ("reject",)), Random(1))
    'reject'
    """
    return _BY_KIND[type(option)](option, rng)


def _seat(option: OneSeat, rng: Random) -> Answer:
    return _one((*seats_in(option.allowed), None) if option.may_pass else seats_in(option.allowed), rng)


def _card(option: OneCard, rng: Random) -> Answer:
    cards = tuple(dict.fromkeys(option.allowed))
    return _one((*cards, None) if option.may_pass else cards, rng)


def _order(option: Order, rng: Random) -> Answer:
    order = list(option.cards)
    rng.shuffle(order)
    return tuple(order)


def _one(answers: tuple[Answer, ...], rng: Random) -> Answer:
    if not answers:
        raise ValueError("nothing is allowed")
    return answers[int(rng.random() * len(answers))]


def _seats(allowed: SeatSet, low: int, high: int, rng: Random) -> SeatSet:
    count = allowed.bit_count()
    size = low if low == high else _weighted([comb(count, size) for size in range(low, high + 1)], rng) + low
    if not 0 <= size <= count:
        raise ValueError(f"{size} seats out of {count}")
    team: SeatSet = _one(teams_out_of(allowed, size), rng)
    return team


@lru_cache(maxsize=4096)
def teams_out_of(allowed: SeatSet, size: int) -> tuple[SeatSet, ...]:
    """Return all subsets of the given size, at most 924 for 6 of 12 seats."""
    return tuple(seat_set(seats) for seats in combinations(seats_in(allowed), size))


def _weighted(ways: list[int], rng: Random) -> int:
    """Draw an index in proportion to its number of ways."""
    sums = list(accumulate(ways))
    if not sums or not sums[-1]:
        raise ValueError("nothing is allowed")
    drawn = rng.randrange(sums[-1])
    return next(index for index, upto in enumerate(sums) if drawn < upto)


def _form(form: Form, rng: Random) -> Answer:
    """Draw an answer to a form.

    A word is drawn together with the seats whose number depends on it. Parts that must differ are drawn again until
    they do.
    """
    if not form.ties:
        if parts_listed := _listed(form):
            random = rng.random
            return tuple([answers[int(random() * len(answers))] for answers in parts_listed])
        return tuple([pick(option, rng) for _, option in form.parts])
    sized = [tie for tie in form.ties if isinstance(tie, SizeBy)]
    parts = dict(form.parts)
    for _ in range(MAX_TRIES):
        values: dict[str, Answer] = {}
        if len(sized) == 1:
            team, word = parts[sized[0].part], parts[sized[0].by]
            assert isinstance(team, Seats)
            assert isinstance(word, Word)
            sizes = dict(sized[0].sizes)
            fits = [sizes[chosen] if team.low <= sizes[chosen] <= team.high else -1 for chosen in word.allowed]
            index = _weighted([comb(team.allowed.bit_count(), size) if size >= 0 else 0 for size in fits], rng)
            values[sized[0].by] = word.allowed[index]
            values[sized[0].part] = _seats(team.allowed, fits[index], fits[index], rng)
        for name, option in form.parts:
            if name not in values:
                values[name] = pick(option, rng)
        answer = tuple([values[name] for name, _ in form.parts])
        if form.refusal(answer) is None:
            return answer
    return _one(tuple(form.answers()), rng)


@lru_cache(maxsize=256)
def _ways(counts: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Count the ways to take n cards from the kinds k and later, as row k, column n."""
    total = sum(counts)
    rows: list[tuple[int, ...]] = [(1,) + (0,) * total]
    for count in reversed(counts):
        below = rows[-1]
        rows.append(tuple(sum(below[n - taken] for taken in range(min(count, n) + 1)) for n in range(total + 1)))
    return tuple(reversed(rows))


@lru_cache(maxsize=8192)
def _handfuls(option: Cards) -> tuple[Answer, ...]:
    """List all handfuls of a small hand. Empty for a larger one."""
    held = len(option.hand)
    return tuple(option.answers()) if comb(held, min(option.high, held // 2)) <= MAX_LISTED else ()


@lru_cache(maxsize=8192)
def _listed(form: Form) -> tuple[tuple[Answer, ...], ...]:
    """List the answers to each part if all parts are words, seats and small hands. Empty for any other form."""
    parts = [
        _handfuls(option) if isinstance(option, Cards) else tuple(option.answers())
        for _, option in form.parts
        if isinstance(option, Cards | Word | OneSeat)
    ]
    return tuple(parts) if len(parts) == len(form.parts) and all(parts) else ()


def _cards(option: Cards, rng: Random) -> Answer:
    """Draw a handful, each different one equally likely. Equal cards are interchangeable."""
    if handfuls := _handfuls(option):
        return handfuls[int(rng.random() * len(handfuls))]
    counts = Counter(option.hand)
    kinds = sorted(counts)
    ways = _ways(tuple(counts[kind] for kind in kinds))
    size = option.low + _weighted([ways[0][n] for n in range(option.low, min(option.high, len(option.hand)) + 1)], rng)
    chosen: list[str] = []
    for index, kind in enumerate(kinds):
        left = size - len(chosen)
        below = ways[index + 1]
        taken = _weighted([below[left - taken] for taken in range(min(counts[kind], left) + 1)], rng)
        chosen += [kind] * taken
    return tuple(chosen)


_BY_KIND: Final[dict[type[AnyOption], Callable[[Any, Random], Answer]]] = {
    Word: lambda option, rng: _one(option.allowed, rng),
    YesNo: lambda option, rng: _one(option.allowed, rng),
    Form: _form,
    Seats: lambda option, rng: _seats(option.allowed, option.low, option.high, rng),
    OneSeat: _seat,
    OneCard: _card,
    Cards: _cards,
    Order: _order,
}
