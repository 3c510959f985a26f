"""Draws are exactly uniform over the legal answers of every kind of option."""

from collections import Counter
from math import sqrt
from random import Random

import pytest

from turncoat.bots.draws import pick
from turncoat.kernel.options import (
    AnyOption,
    Apart,
    Cards,
    Form,
    OneCard,
    OneSeat,
    Order,
    Seats,
    SizeBy,
    Word,
    YesNo,
)

TARGETING = Form(
    (("mission", Word(("m1", "m2", "m3"), ("m1", "m2", "m3"))), ("team", Seats(2, 4, 31, 31))),
    (SizeBy("team", "mission", (("m1", 2), ("m2", 3), ("m3", 4))),),
)
TOKEN = Form((("team", Seats(2, 2, 31, 31)), ("token", OneSeat(31, 31))), (Apart("token", "team"),))
PASSED = Form((("team", Seats(1, 2, 7, 7)), ("token", OneSeat(7, 7, may_pass=True))), (Apart("token", "team"),))
BOTH = Form((*TARGETING.parts, ("token", OneSeat(31, 31)), ("say", YesNo())), (*TARGETING.ties, Apart("token", "team")))
RARE = Form(
    (("team", Seats(0, 4, 31, 31)), ("one", OneSeat(1, 1)), ("two", OneSeat(2, 2))),
    (Apart("one", "team"), Apart("two", "team")),
)
OPTIONS: dict[str, AnyOption] = {
    "word": Word(("a", "b", "c"), ("a", "c")),
    "one word": Word(("go-on",), ("go-on",)),
    "yes-no": YesNo(),
    "only yes": YesNo((True,)),
    "card": OneCard(("success", "fail"), ("success", "fail")),
    "equal cards": OneCard(("x", "x", "y"), ("x", "x", "y"), may_pass=True),
    "cards": Cards(1, 3, ("a", "a", "b", "c")),
    "no cards": Cards(0, 0, ("a",)),
    "order": Order(("a", "a", "b")),
    "seat": OneSeat(31, 22),
    "seat or pass": OneSeat(31, 22, may_pass=True),
    "seats": Seats(0, 3, 31, 23),
    "team": Seats(3, 3, 31, 31),
    "form": Form((("a", YesNo()), ("b", OneSeat(7, 7)))),
    "targeting": TARGETING,
    "token": TOKEN,
    "token or pass": PASSED,
    "sizes and token": BOTH,
    "rare": RARE,
}


@pytest.mark.parametrize("kind", OPTIONS)
def test_every_legal_answer_is_equally_likely(kind: str) -> None:
    option = OPTIONS[kind]
    legal = list(option.answers())
    rng = Random(20)
    games = 400 * len(legal)
    drawn = Counter(pick(option, rng) for _ in range(games))
    assert set(drawn) == set(legal)
    # Each count is binomial. Chance never reaches 5 standard deviations, and a draw that prefers anything by a third is
    # caught.
    reach = 5 * sqrt(400 * (1 - 1 / len(legal)))
    assert all(abs(count - 400) <= reach for count in drawn.values()), drawn


def test_a_form_with_few_legal_answers_can_be_drawn() -> None:
    one_fits = Form(
        (("team", Seats(7, 7, 255, 255)), *((f"token-{k}", OneSeat(255, 255)) for k in range(4))),
        tuple(Apart(f"token-{k}", "team") for k in range(4)),
    )
    answer = pick(one_fits, Random(3))
    assert one_fits.refusal(answer) is None


def test_a_long_deck_is_shuffled_without_listing_its_orders() -> None:
    deck = tuple(f"card-{k}" for k in range(40))
    answer = pick(Order(deck), Random(1))
    assert sorted(answer) == sorted(deck)
    assert answer != deck


@pytest.mark.parametrize("option", [Word(("a",), ()), OneSeat(31, 0), Seats(2, 2, 31, 1), Seats(2, 3, 31, 1)])
def test_a_draw_from_nothing_is_an_error(option: AnyOption) -> None:
    with pytest.raises(ValueError, match=r".+"):
        pick(option, Random(1))


def test_answers_drawn_with_equal_seeds_are_equal() -> None:
    assert [pick(BOTH, Random(7)) for _ in range(3)] == [pick(BOTH, Random(7)) for _ in range(3)]
