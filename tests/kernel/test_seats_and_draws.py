"""Seats, seat sets, and uniform draws."""

from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turncoat.kernel.draws import Draws
from turncoat.kernel.seats import (
    CHANCE,
    NOBODY,
    SPECTATOR,
    clockwise,
    everyone,
    first_clockwise,
    is_in,
    left_of,
    right_of,
    seat_set,
    seats_in,
)


@given(st.sets(st.integers(0, 15)))
def test_a_seat_set_holds_its_seats(seats: set[int]) -> None:
    mask = seat_set(seats)
    assert seats_in(mask) == tuple(sorted(seats))
    assert mask.bit_count() == len(seats)
    assert all(is_in(seat, mask) == (seat in seats) for seat in range(17))
    assert not is_in(SPECTATOR, mask)
    assert not is_in(CHANCE, mask)


def test_neighbors_and_order_around_the_table() -> None:
    assert everyone(5) == 0b11111
    assert [left_of(seat, 3) for seat in range(3)] == [1, 2, 0]
    assert [right_of(seat, 3) for seat in range(3)] == [2, 0, 1]
    assert list(clockwise(3, 5)) == [3, 4, 0, 1, 2]
    assert first_clockwise(3, 5, seat_set([1, 2])) == 1
    assert first_clockwise(3, 5, seat_set([1, 3])) == 3
    assert first_clockwise(3, 5, NOBODY) is None


def test_draws_follow_the_published_formula() -> None:
    seed = b"an evening"
    stream = b"".join(sha256(seed + block.to_bytes(8, "big")).digest() for block in range(3))
    draws = Draws(seed)
    assert bytes(draws.below(256) for _ in range(96)) == stream
    kept = [byte % 6 for byte in stream if byte < 252]
    draws = Draws(seed)
    assert [draws.below(6) for _ in kept] == kept, "values that would favor low numbers are redrawn"
    assert Draws(seed).shuffled("abcdef") == Draws(seed).shuffled("abcdef") != Draws(b"another").shuffled("abcdef")


def test_a_shuffle_is_fisher_yates_with_these_draws() -> None:
    draws, order = Draws(b"s"), list("abcde")
    for last in (4, 3, 2, 1):
        other = draws.below(last + 1)
        order[last], order[other] = order[other], order[last]
    assert Draws(b"s").shuffled("abcde") == tuple(order)
    assert Draws(b"s").shuffled("") == ()


def test_shuffles_are_uniform() -> None:
    counts = Counter(Draws(n.to_bytes(4, "big")).shuffled("abc") for n in range(6000))
    assert len(counts) == 6
    assert all(count == pytest.approx(1000, abs=110) for count in counts.values())


@pytest.mark.parametrize("bound", [1, 2, 7, 100, 255, 256])
def test_a_draw_is_below_its_bound(bound: int) -> None:
    draws = Draws(bound.to_bytes(2, "big"))
    assert {draws.below(bound) for _ in range(bound * 20)} == set(range(bound))


@pytest.mark.parametrize("bound", [-1, 0, 257])
def test_an_impossible_bound_of_a_draw_is_refused(bound: int) -> None:
    with pytest.raises(ValueError, match=f"a draw is below 1 to 256, not {bound}"):
        Draws(b"").below(bound)


def test_a_list_too_long_for_a_draw_is_not_shuffled() -> None:
    assert sorted(Draws(b"s").shuffled(range(256))) == list(range(256))
    with pytest.raises(ValueError, match="a draw is below 1 to 256, not 257"):
        Draws(b"s").shuffled(range(257))
