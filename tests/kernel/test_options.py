"""Options: legal answers, refusals with their reasons, and the text of answers in records."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from turncoat.kernel import refusals
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
    parse_seat,
)
from turncoat.kernel.refusals import Refusal, english
from turncoat.testing.domains import FOREIGN, candidates

TEAM = Seats(2, 3, 0b11111, 0b11011)
TOKEN = OneSeat(0b11111, 0b11111, may_pass=True)
MISSION = Word(("mission-1", "mission-2"), ("mission-1", "mission-2"))
SIZES = SizeBy("team", "mission", (("mission-1", 2), ("mission-2", 3)))
FORM = Form((("mission", MISSION), ("team", TEAM), ("token", TOKEN)), (SIZES, Apart("token", "team")))

LISTED: list[tuple[AnyOption, list[Any]]] = [
    (Word(("a", "b", "c"), ("a", "c")), ["a", "c"]),
    (OneCard(("fail", "success"), ("success",)), ["success"]),
    (OneCard(("x", "x", "y"), ("x", "x"), may_pass=True), ["x", None]),
    (Cards(0, 2, ("+1", "-3", "+1")), [(), ("+1",), ("-3",), ("+1", "+1"), ("+1", "-3")]),
    (Order(("b", "a", "a")), [("b", "a", "a"), ("a", "b", "a"), ("a", "a", "b")]),
    (YesNo(), [False, True]),
    (YesNo((False,)), [False]),
    (OneSeat(0b1111, 0b1010), [1, 3]),
    (OneSeat(0b11, 0b10, may_pass=True), [1, None]),
    (Seats(0, 1, 0b110, 0b110), [0, 0b010, 0b100]),
    (Seats(2, 2, 0b111, 0b111), [0b011, 0b101, 0b110]),
    (Form((("go", YesNo()), ("who", OneSeat(0b11, 0b11)))), [(False, 0), (False, 1), (True, 0), (True, 1)]),
    (Form((("a", OneSeat(3, 3)), ("b", Seats(1, 1, 3, 3))), (Apart("a", "b"),)), [(0, 0b10), (1, 0b01)]),
]


@pytest.mark.parametrize(("option", "answers"), LISTED, ids=repr)
def test_every_allowed_answer_is_listed_once(option: AnyOption, answers: list[Any]) -> None:
    assert list(option.answers()) == answers
    tried = candidates(option)
    assert tried is not None
    assert [answer for answer in tried if option.refusal(answer) is None and answer not in answers] == []
    for answer in answers:
        assert option.refusal(answer) is None
        assert option.parse(option.text(answer)) == answer


REFUSED: list[tuple[AnyOption, Any, str, dict[str, Any]]] = [
    (Word(("a", "b"), ("a",), "for-later"), "b", "for-later", {"allowed": "a"}),
    (Word(("a", "b"), ("a",), "for-later"), "c", "not-allowed", {"allowed": "a"}),
    (Word(("a", "b", "c"), ("a", "b")), "c", "not-allowed", {"allowed": "a, b"}),
    (OneCard(("s", "f"), ("s",), why="not-yours"), "f", "not-yours", {"allowed": "s"}),
    (OneCard(("s", "f"), ("s",), why="not-yours"), "x", "not-allowed", {"allowed": "s"}),
    (OneCard(("s", "f"), ("s",)), None, "may-not-pass", {}),
    (Cards(1, 2, ("a", "a", "b")), (), "wrong-count", {"low": 1, "high": 2}),
    (Cards(1, 2, ("a", "a", "b")), ("a", "a", "b"), "wrong-count", {"low": 1, "high": 2}),
    (Cards(1, 2, ("a", "a", "b")), ("b", "b"), "not-allowed", {"allowed": "a, a, b"}),
    (Cards(1, 2, ("a", "a", "b")), ("b", "a"), "wrong-kind", {"expected": "cards in sorted order"}),
    (Cards(1, 2, ("a", "a", "b")), "a", "wrong-kind", {"expected": "cards"}),
    (Cards(1, 2, ("a", "a", "b")), (1,), "wrong-kind", {"expected": "cards"}),
    (Cards(1, 2, ("a", "a", "b")), ["a"], "wrong-kind", {"expected": "cards"}),
    (Order(("a", "b")), ("a",), "wrong-kind", {"expected": "all of the cards in some order"}),
    (Order(("a", "b")), ("a", "a"), "wrong-kind", {"expected": "all of the cards in some order"}),
    (Order(("a", "b")), ["b", "a"], "wrong-kind", {"expected": "all of the cards in some order"}),
    (Order(("1", "2")), (1, 2), "wrong-kind", {"expected": "all of the cards in some order"}),
    (YesNo((True,), "must-agree"), False, "must-agree", {"allowed": "yes"}),
    (YesNo((False,)), True, "not-allowed", {"allowed": "no"}),
    (YesNo(), 1, "wrong-kind", {"expected": "yes or no"}),
    (OneSeat(0b111, 0b011, why="too-far"), 2, "too-far", {}),
    (OneSeat(0b111, 0b011, why="too-far"), 3, "seat-not-allowed", {}),
    (OneSeat(0b111, 0b011), None, "may-not-pass", {}),
    (OneSeat(0b111, 0b011), -1, "wrong-kind", {"expected": "a seat"}),
    (OneSeat(0b111, 0b011), True, "wrong-kind", {"expected": "a seat"}),
    (Seats(1, 2, 0b111, 0b011, "resting"), 0b100, "resting", {}),
    (Seats(1, 2, 0b111, 0b011, "resting"), 0b1001, "seat-not-allowed", {}),
    (Seats(1, 1, 0b111, 0b011), 0b011, "wrong-count", {"low": 1, "high": 1}),
    (Seats(1, 1, 0b111, 0b011), 0, "wrong-count", {"low": 1, "high": 1}),
    (Seats(0, 1, 0b111, 0b011), -1, "wrong-kind", {"expected": "a set of seats"}),
    (Seats(0, 1, 0b111, 0b011), True, "wrong-kind", {"expected": "a set of seats"}),
    (FORM, ("mission-2", 0b00011, None), "wrong-count", {"low": 3, "high": 3}),
    (FORM, ("mission-1", 0b01011, None), "wrong-count", {"low": 2, "high": 2}),
    (FORM, ("mission-1", 0b00011, 1), "must-differ", {}),
    (FORM, ("mission-1", 0b00101, 1), "seat-not-allowed", {}),
    (FORM, ("mission-3", 0b00011, 2), "not-allowed", {"allowed": "mission-1, mission-2"}),
    (
        FORM,
        ("mission-1", 0b00011),
        "wrong-kind",
        {"expected": "a tuple (in JSON a list) with one answer each for mission, team and token"},
    ),
    (
        FORM,
        "mission-1",
        "wrong-kind",
        {"expected": "a tuple (in JSON a list) with one answer each for mission, team and token"},
    ),
]


@pytest.mark.parametrize(("option", "answer", "code", "params"), REFUSED, ids=repr)
def test_a_refusal_names_the_reason_and_a_correct_answer(
    option: AnyOption, answer: Any, code: str, params: dict[str, Any]
) -> None:
    refusal = option.refusal(answer)
    assert refusal is not None
    assert (refusal.code, dict(refusal.params)) == (code, params)


@pytest.mark.parametrize("option", [option for option, _ in LISTED] + [FORM], ids=repr)
def test_odd_answers_are_refused(option: AnyOption) -> None:
    legal = list(option.answers())
    for answer in FOREIGN:
        refusal = option.refusal(answer)
        assert (refusal is None) == any(type(answer) is type(right) and answer == right for right in legal)
        if refusal is not None:
            assert "{" not in english(refusal)


def test_answers_of_a_form_respect_its_ties() -> None:
    answers = list(FORM.answers())
    # Two of seats 0, 1, 3, 4, and the token for nobody or one of the 3 others. Or three, and one of 2 others or nobody.
    assert len(answers) == 6 * 4 + 4 * 3
    assert all(FORM.refusal(answer) is None for answer in answers)
    assert FORM.text(("mission-1", 0b10001, None)) == "mission=mission-1 team=0,4 token=-"
    assert FORM.parse("token=2  team=0,4 mission=mission-1") == ("mission-1", 0b10001, 2)
    assert FORM.names == ["mission", "team", "token"]
    assert FORM.values(("mission-1", 3, None)) == {"mission": "mission-1", "team": 3, "token": None}


UNREADABLE: list[tuple[AnyOption, str]] = [
    (YesNo(), "maybe"),
    (YesNo(), "Yes"),
    (OneSeat(3, 3), "x"),
    (OneSeat(3, 3), ""),
    (OneSeat(3, 3), "-1"),
    (OneSeat(3, 3), "100"),
    (OneSeat(3, 3), "²"),
    (Seats(1, 2, 7, 7), "0,"),
    (Seats(1, 2, 7, 7), "0;1"),
    (FORM, "mission=mission-1 team=0,1"),
    (FORM, "mission=mission-1 team=0,1 token=2 more=3"),
    (FORM, "mission=mission-1 team=0,1 token=2 token=3"),
    (FORM, "mission=mission-1 team=0,1 token=x"),
]


@pytest.mark.parametrize(("option", "text"), UNREADABLE, ids=repr)
def test_a_text_that_is_not_an_answer_is_refused(option: AnyOption, text: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        option.parse(text)


def test_answers_can_be_written_and_parsed() -> None:
    assert Seats(0, 3, 31, 31).text(0) == "none"
    assert Seats(0, 3, 31, 31).text(0b10010) == "1,4"
    assert Seats(0, 3, 31, 31).parse("none") == 0
    assert Cards(0, 2, ("+1",)).text(()) == "none"
    assert Cards(0, 2, ("+1",)).parse("none") == ()
    assert Cards(0, 2, ("+1",)).parse("b,a") == ("a", "b")
    assert Order(()).text(()) == "none"
    assert Order(()).parse("none") == ()
    assert Order(("b", "a")).parse("b,a") == ("b", "a")
    assert OneCard((), ()).text(None) == OneSeat(0, 0).text(None) == "-"
    assert OneCard((), ()).parse("-") is None
    assert OneSeat(0, 0).parse("-") is None
    assert parse_seat("10") == 10


@given(st.integers(0, 255), st.integers(0, 255), st.integers(0, 4), st.integers(0, 4), st.integers(-1, 600))
def test_an_answer_of_seats_matches_its_definition(shown: int, allowed: int, low: int, extra: int, answer: int) -> None:
    option = Seats(low, low + extra, shown | allowed, allowed)
    right = answer >= 0 and not answer & ~allowed and low <= bin(answer).count("1") <= low + extra
    assert (option.refusal(answer) is None) == right == (answer in set(option.answers()))


@given(st.lists(st.sampled_from("aab-3"), max_size=5), st.integers(0, 3), st.lists(st.sampled_from("abc"), max_size=4))
def test_an_answer_of_cards_matches_its_definition(hand: list[str], low: int, answer: list[str]) -> None:
    option = Cards(low, 3, tuple(hand))
    left = list(hand)
    for card in answer:
        if card not in left:
            break
        left.remove(card)
    else:
        assert (option.refusal(tuple(sorted(answer))) is None) == (low <= len(answer) <= 3)
        return
    assert option.refusal(tuple(sorted(answer))) is not None


@pytest.mark.parametrize("option", [option for option, _ in LISTED] + [FORM], ids=repr)
def test_options_survive_being_sent(option: AnyOption) -> None:
    assert msgspec.json.decode(msgspec.json.encode(option), type=AnyOption) == option


def test_every_refusal_code_has_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refusals, "REFUSALS", dict(refusals.REFUSALS))
    refusals.describe({"too-late-tonight": "Come back at {hour}.", "stale": refusals.REFUSALS["stale"].sentence})
    assert english(Refusal("too-late-tonight", (("hour", 8),))) == "Come back at 8."
    refusals.describe({"too-late-tonight": "Come back at {hour}."})
    with pytest.raises(ValueError, match="refusal code 'too-late-tonight' is declared twice"):
        refusals.describe({"too-late-tonight": "Go home."})
    with pytest.raises(ValueError, match="refusal code 'too-late-tonight' is declared twice"):
        refusals.describe({"too-late-tonight": "Come back at {hour}."}, is_public=True)


def test_refusals_need_a_sentence() -> None:
    assert english(Refusal("wrong-count", (("low", 1), ("high", 2)))) == "Choose between 1 and 2."
    assert english(Refusal("wrong-count", (("low", 3), ("high", 3)))) == "Choose exactly 3."
    with pytest.raises(KeyError):
        english(Refusal("no-such-code"))
