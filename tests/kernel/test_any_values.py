"""Any value passed by a program is either accepted and recordable, or refused with a code. Nothing else is raised."""

from collections.abc import Callable
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import turncoat.games  # noqa: F401 - makes the games known
from turncoat.bots.draws import pick
from turncoat.kernel.boards import Board
from turncoat.kernel.chapters import Deal, DealError, RulesetError
from turncoat.kernel.game import Game
from turncoat.kernel.records import parse_record, print_record, record_of, replay
from turncoat.kernel.refusals import REFUSALS, Refused, english
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import CHANCE
from turncoat.kernel.steps import Choice

HUGE = 10**5000


class Anything:
    """Equals everything, like the wildcards of test libraries."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 1


class Prickly:
    """Cannot be compared, hashed or printed."""

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("do not compare me")

    def __hash__(self) -> int:
        raise RuntimeError("do not hash me")

    def __repr__(self) -> str:
        raise RuntimeError("do not print me")


class Vote(StrEnum):
    APPROVE = "approve"


class Number(int):
    """An int subclass."""


class SubChoice(Choice, frozen=True):
    """A Choice subclass."""


STRANGE: tuple[Any, ...] = (
    *(True, False, 0.0, 1.0, 2.0, float("nan"), float("inf"), 1j, Decimal(1), Fraction(1), Number(1)),
    *(HUGE, -HUGE, 1 << 70, -1, -2, -3, 99, Anything(), Prickly(), Vote.APPROVE, object(), int, print),
    *("0", "1", "approve", "no-such-word", "-", "", "\n", "#", "success", b"approve", None),
    *((True,), (1.0,), [0], [], {}, set(), (Anything(),), (Prickly(),), ("approve", True), bytearray(b"1")),
    *(range(3), Ellipsis, Choice(1, 1), SubChoice(1, "approve")),
)
# By index, since some of them cannot be printed.
scalars = (
    st.integers(0, len(STRANGE) - 1).map(STRANGE.__getitem__)
    | st.integers()
    | st.floats()
    | st.text(max_size=4)
    | st.booleans()
)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.lists(inner, max_size=4).map(tuple), max_leaves=6
)

RULESETS = (
    Ruleset.of("resistance", 5),
    Ruleset.of("resistance", 7, ("targeting", "plot-thickens")),
    Ruleset.of("winter-soldier", 7),
    Ruleset.of("hail-hydra", 5),
)


@cache
def positions(ruleset: Ruleset) -> list[Game[Board]]:
    """Positions before the choices of a game, thinned out."""
    game: Game[Board] = Game(ruleset, ruleset.deal(b"any values"))
    rng, moments = Random(4), [game.clone()]
    while prompts := game.prompts():
        seat = rng.choice(list(prompts))
        game.play(seat, Choice(prompts[seat].number, pick(prompts[seat].option, rng)))
        moments.append(game.clone())
    return moments[:: len(moments) // 30 or 1] + moments[-1:]


@st.composite
def almost(draw: Callable[..., Any], right: Any) -> Any:
    """Draw something almost right: equal but of another type, wrapped, or with a strange part."""
    ways: list[Any] = [right, [right], (right,), str(right)]
    if isinstance(right, int):
        ways += [float(right), bool(right), Number(right), Fraction(right)]
    if isinstance(right, tuple):
        ways += [list(right), (*right, *right), right[:-1]]
        if right:
            at = draw(st.integers(0, len(right) - 1))
            ways.append((*right[:at], draw(values), *right[at + 1 :]))
    return ways[draw(st.integers(0, len(ways) - 1))]


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.game + "-".join(ruleset.modules))
@settings(max_examples=settings().max_examples * 4 // 5)
@given(data=st.data())
def test_any_choice_is_recorded_or_refused(ruleset: Ruleset, data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(positions(ruleset)).map(lambda moment: moment.clone()))
    asked = dict(game.prompts())
    seat = data.draw(st.sampled_from([*asked, 0, CHANCE]))
    number = asked[seat].number if seat in asked else game.latest_prompt
    answer = pick(asked[seat].option, Random(0)) if seat in asked else "approve"
    seat_given = data.draw(st.just(seat) | almost(seat) | values)
    to: Any = data.draw(st.just(number) | almost(number) | values)
    choice = Choice(to, data.draw(almost(answer) | values))
    # `st.just` would hash its value, which some of them do not support.
    taken_or_refused(game, seat_given, choice if data.draw(st.booleans()) else data.draw(values))


def taken_or_refused(game: Game[Board], seat: Any, choice: Any) -> None:
    before = repr(game.choices)
    refusal = game.refusal(seat, choice)
    if refusal is None:
        game.play(seat, choice)
        assert reads_back(game)
        return
    with pytest.raises(Refused) as caught:
        game.play(seat, choice)
    assert caught.value.refusal == refusal
    assert refusal.code in REFUSALS
    assert english(refusal)
    assert repr(game.choices) == before


def reads_back(game: Game[Board]) -> bool:
    """Return whether the game's record reads back as the same game, down to the types."""
    record = record_of(game)
    again = parse_record(print_record(record))
    assert repr(again) == repr(record)
    played = replay(again)
    return repr(played.choices) == repr(game.choices) and repr(played.deal) == repr(game.deal)


ONE: Game[Board] = Game(RULESETS[0], RULESETS[0].deal(b"any values"))


@pytest.mark.parametrize("strange", STRANGE, ids=lambda value: type(value).__name__)
def test_odd_seats_questions_and_answers_are_refused(strange: Any) -> None:
    (seat, prompt), *_ = ONE.prompts().items()
    answer = pick(prompt.option, Random(0))
    for who, choice in (
        (strange, Choice(prompt.number, answer)),
        (seat, strange),
        (seat, Choice(strange, answer)),
        (seat, Choice(prompt.number, strange)),
        (seat, Choice(prompt.number, (strange, strange))),
    ):
        taken_or_refused(ONE.clone(), who, choice)


@pytest.mark.parametrize(
    ("seat", "choice", "code"),
    [
        (True, Choice(1, None), "unknown-seat"),
        (0.0, Choice(1, None), "unknown-seat"),
        ("0", Choice(1, None), "unknown-seat"),
        ([], Choice(1, None), "unknown-seat"),
        (5, Choice(1, None), "unknown-seat"),
        (0, None, "not-a-choice"),
        (0, "approve", "not-a-choice"),
        (0, (1, 3), "not-a-choice"),
        (0, Choice(True, None), "not-a-choice"),
        (0, Choice(1.0, None), "not-a-choice"),  # type: ignore[arg-type]
        (0, Choice([], None), "not-a-choice"),  # type: ignore[arg-type]
        (0, Choice(None, None), "not-a-choice"),  # type: ignore[arg-type]
        (0, Choice("1", None), "no-such-offer"),
        (0, Choice(2, None), "not-yet-asked"),
        (0, Choice(HUGE, None), "not-yet-asked"),
        (0, Choice(0, None), "stale"),
    ],
)
def test_refusals_of_odd_values_have_fitting_codes(seat: Any, choice: Any, code: str) -> None:
    ruleset = Ruleset.of("resistance", 5)
    game: Game[Board] = Game(ruleset, Deal(("spy", "spy", "resistance", "resistance", "resistance"), 0))
    refusal = game.refusal(seat, choice)
    assert refusal is not None
    assert refusal.code == code
    with pytest.raises(Refused, match=code):
        game.play(seat, choice)
    if code == "unknown-seat":
        assert english(refusal).endswith("its seats are the whole numbers from 0 to 4.")


def good_deal(ruleset: Ruleset) -> Deal:
    return ruleset.deal(b"any values")


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.game + "-".join(ruleset.modules))
@settings(max_examples=settings().max_examples * 4 // 5)
@given(data=st.data())
def test_any_deal_is_recorded_or_refused(ruleset: Ruleset, data: st.DataObject) -> None:
    good = good_deal(ruleset)
    roles: Any = data.draw(st.just(good.roles) | almost(good.roles) | st.permutations(good.roles).map(tuple) | values)
    first: Any = data.draw(st.just(good.first) | almost(good.first) | values)
    named = st.sampled_from([*good.decks, "deck", "a deck", 1, True])
    cards = st.sampled_from([*good.decks.values(), ()]).flatmap(almost) | values
    decks: Any = data.draw(st.just(good.decks) | st.dictionaries(named, cards, max_size=3) | values)
    deal: Any = Deal(roles, first, decks) if data.draw(st.booleans()) else data.draw(values)
    try:
        game: Game[Board] = Game(ruleset, deal)
    except DealError as error:
        assert_said(error)
    else:
        assert reads_back(game)


def assert_said(error: DealError | RulesetError) -> None:
    assert error.code
    assert str(error) == error.message != ""


ROLES = ("spy", "spy", "resistance", "resistance", "resistance")


@pytest.mark.parametrize(
    ("deal", "code", "why"),
    [
        (None, "not-a-deal", "a deal is a Deal, not NoneType"),
        (Deal(list(ROLES), 0), "not-a-deal", "the roles of a deal are a tuple of words, one for each seat"),  # type: ignore[arg-type]
        (Deal((*ROLES[1:], 1), 0), "not-a-deal", "the roles of a deal are a tuple of words, one for each seat"),  # type: ignore[arg-type]
        (Deal(ROLES, True), "not-a-deal", "the first seat of a deal is a whole number, not bool"),
        (Deal(ROLES, 1.0), "not-a-deal", "the first seat of a deal is a whole number, not float"),  # type: ignore[arg-type]
        (Deal(ROLES, 0, {"x": ["y"]}), "not-a-deal", "the decks of a deal are a dict"),  # type: ignore[dict-item]
        (Deal(ROLES, 0, {"x y": ("z",)}), "unknown-deck", "there is no deck 'x y' in this ruleset; known: none"),
        (Deal(ROLES, 5), "first-seat", "the first seat must be one of 0 to 4, not 5"),
        (Deal(ROLES, -HUGE), "first-seat", "the first seat must be one of 0 to 4, not …"),
        (Deal(ROLES[1:], 0), "role-count", "the deal has 4 roles for 5 players"),
        (Deal((*ROLES[:4], "spy"), 0), "role-count", "5 players have 2 spies, not 3"),
        (Deal((*ROLES[:4], "wizard"), 0), "unknown-role", "unknown role 'wizard'; known: resistance, spy$"),
        (
            Deal((*ROLES[:4], "spy-reverser"), 0),
            "role-not-in-play",
            "'spy-reverser' belongs to a module that is not in play",
        ),
    ],
)
def test_a_mismatched_deal_is_refused_with_what_would_fit(deal: Any, code: str, why: str) -> None:
    with pytest.raises(DealError, match=why) as caught:
        Game(Ruleset.of("resistance", 5), deal)
    assert caught.value.code == code


def test_an_outside_chapter_may_refuse_a_deal_without_a_code(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Any, ruleset: Ruleset, deal: Deal) -> None:
        raise ValueError("not tonight")

    ruleset = Ruleset.of("resistance", 5)
    monkeypatch.setattr("turncoat.games.resistance.rulebook.Resistance.check_deal", refuse)
    with pytest.raises(DealError, match="not tonight") as caught:
        Game(ruleset, ruleset.deal(b"x"))
    assert caught.value.code == "unfit-deal"


@given(seed=values)
def test_a_seed_must_be_bytes(seed: Any) -> None:
    if isinstance(seed, bytes):
        return
    with pytest.raises(DealError, match="a seed is bytes") as caught:
        Ruleset.of("resistance", 5).deal(seed)
    assert caught.value.code == "not-a-seed"


@settings(max_examples=settings().max_examples * 4 // 5)
@given(data=st.data())
def test_any_ruleset_is_recorded_or_refused(data: st.DataObject) -> None:
    game: Any = data.draw(st.just("resistance") | values)
    players: Any = data.draw(st.sampled_from([5, 5.0, True, 7]) | values)
    modules: Any = data.draw(st.sampled_from([(), ["targeting"], "targeting", {"targeting"}, [1], [[]]]) | values)
    names = st.sampled_from(["fifth-mission-after", "fifth_mission_after", "other", 1])
    options: Any = data.draw(st.none() | st.dictionaries(names, values, max_size=2) | values)
    try:
        ruleset = Ruleset.of(game, players, modules, options)
    except RulesetError as error:
        assert_said(error)
    else:
        assert reads_back(Game(ruleset, ruleset.deal(b"x")))
