"""Random numbers of the batch core: the published vectors of Philox, and uniform draws."""

from collections import Counter

import numpy as np
import pytest

from turncoat_lab.batch import chance, seats

pytestmark = pytest.mark.usefixtures("core")

VECTORS = [
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((0xFFFFFFFF,) * 4, (0xFFFFFFFF,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]
"""Counter, key and result of Philox4x32-10, as published by its authors."""


def stream(game: int = 0, number: int = chance.CHOSEN) -> object:
    made = np.zeros(1, chance.CHANCE).view(np.recarray)
    made["key_low"], made["key_high"] = chance.key_of("chance")
    chance.open_stream(made[0], np.uint64(game), number)
    return made[0]


@pytest.mark.parametrize(("counter", "key", "wanted"), VECTORS)
def test_philox_gives_the_published_numbers(
    counter: tuple[int, ...], key: tuple[int, ...], wanted: tuple[int, ...]
) -> None:
    assert tuple(int(word) for word in chance.philox(*map(np.uint64, (*counter, *key)))) == wanted


def test_every_game_and_stream_has_its_own_random_numbers() -> None:
    words = {int(chance.half(stream(game, number))) for game in range(50) for number in (0, 1)}
    assert len(words) == 100


@pytest.mark.parametrize("bound", [1, 2, 3, 10, 252])
def test_random_numbers_below_a_bound_are_uniform(bound: int) -> None:
    drawn, times = stream(), 200 * bound
    counts = Counter(chance.below(drawn, bound) for _ in range(times))
    assert set(counts) == set(range(bound))
    surprise = sum((counts[one] - 200) ** 2 / 200 for one in range(bound))
    assert surprise < bound + 4 * (2 * bound) ** 0.5 + 4


def test_random_orders_and_teams_are_uniform() -> None:
    drawn, orders, teams = stream(), Counter[tuple[int, ...]](), Counter[int]()
    for _ in range(2400):
        cards = np.arange(4)
        chance.shuffle(drawn, cards, 4)
        orders[tuple(cards.tolist())] += 1
        teams[seats.drawn_set(drawn, 0b101101, 2)] += 1
    assert len(orders) == 24
    assert min(orders.values()) > 60
    assert sorted(teams) == [0b101, 0b1001, 0b1100, 0b100001, 0b100100, 0b101000]
    assert min(teams.values()) > 330


def test_random_fractions_are_below_one() -> None:
    drawn = stream()
    found = [chance.fraction(drawn) for _ in range(2000)]
    assert 0 <= min(found) < 0.01
    assert 0.99 < max(found) < 1
