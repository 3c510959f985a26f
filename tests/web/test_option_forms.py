"""Every kind of option becomes a form whose fields become an answer again."""

import itertools

import pytest

from turncoat.kernel.options import Answer, AnyOption, Apart, Cards, Form, OneCard, OneSeat, Seats, SizeBy, Word, YesNo
from turncoat.kernel.rulesets import Ruleset
from turncoat.telling import Teller
from turncoat.web.games import presenter_of
from turncoat.web.table import option_forms
from turncoat.web.table.option_forms import NotAnAnswer, answer_of, form_of

TEAM = Form(
    (
        ("mission", Word(("mission-1", "mission-2"), ("mission-1", "mission-2"))),
        ("team", Seats(2, 3, 0b11111, 0b11111)),
        ("token", OneSeat(0b11111, 0b11111, may_pass=True)),
    ),
    (SizeBy("team", "mission", (("mission-1", 2), ("mission-2", 3))), Apart("token", "team")),
)
OPTIONS: list[AnyOption] = [
    Seats(2, 2, 0b11111, 0b11111),
    OneSeat(0b10111, 0b00111),
    OneSeat(0b00110, 0b00110, may_pass=True),
    OneCard(("success", "fail"), ("success",)),
    OneCard(("success", "fail"), ("success", "fail"), may_pass=True),
    Cards(1, 2, ("+1", "+1", "-3")),
    YesNo(),
    Word(("approve", "reject"), ("approve", "reject")),
    Word(("go-on",), ("go-on",)),
    TEAM,
]


@pytest.fixture
def teller() -> Teller:
    return Teller(Ruleset.of("resistance", 5), ["Ola", "Jan", "Ewa", "Kai", "Mia"])


def form(option: AnyOption, teller: Teller, chosen: Answer = None, game: str = "resistance") -> option_forms.OptionForm:
    return form_of(
        option,
        presenter_of(game),
        teller,
        id="answer-form",
        post_to="/",
        prompt="1",
        command="c",
        confirm="Go",
        legend="?",
        chosen=chosen,
        seat=2,
    )


def sent(form: option_forms.OptionForm) -> dict[str, list[str]]:
    """Return the fields that a browser sends for the unchanged form."""
    fields: dict[str, list[str]] = {name: [value] for name, value in form.only}
    for part in form.parts:
        match part:
            case option_forms.SeatsPart():
                fields[part.name] = [str(box.seat) for box in part.seats if box.chosen]
            case option_forms.CardsPart():
                fields[part.name] = [box.value for box in part.cards if box.chosen]
            case option_forms.WordPart():
                fields[part.name] = [box.value for box in part.words if box.chosen]
    return {name: values for name, values in fields.items() if values}


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: type(option).__name__)
def test_the_form_of_an_answer_sends_that_answer(option: AnyOption, teller: Teller) -> None:
    for answer in itertools.islice(option.answers(), 60):
        assert answer_of(option, sent(form(option, teller, answer))) == answer


def test_a_forbidden_card_looks_like_the_others(teller: Teller) -> None:
    shown = ("success", "fail")
    assert form(OneCard(shown, ("success",)), teller) == form(OneCard(shown, shown), teller)


def test_a_forbidden_seat_or_word_looks_like_the_others(teller: Teller) -> None:
    assert form(Seats(2, 2, 0b11111, 0b00111), teller) == form(Seats(2, 2, 0b11111, 0b11111), teller)
    words = ("approve", "reject")
    assert form(Word(words, ("reject",)), teller) == form(Word(words, words), teller)


def test_a_single_answer_is_just_a_button(teller: Teller) -> None:
    sole = form(Word(("go-on",), ("go-on",)), teller)
    assert (sole.parts, sole.only) == ((), (("answer", "go-on"),))
    # The layout decides, never what is allowed: a seat with only one legal answer picks it like the others.
    assert form(Word(("go-on", "use"), ("go-on",)), teller).only == ()


def test_signed_cards_show_and_say_good_or_bad(teller: Teller) -> None:
    (part,) = form(Cards(1, 1, ("+3", "-2")), teller, game="hail-hydra").parts
    assert isinstance(part, option_forms.CardsPart)
    assert [(card.front.word, card.front.spoken, card.front.edge) for card in part.cards] == [
        ("+3", "plus 3", "blue"),
        ("−2", "minus 2", "red"),
    ]


def test_ties_between_parts_are_rendered(teller: Teller) -> None:
    mission, team, token = form(TEAM, teller).parts
    assert isinstance(mission, option_forms.WordPart)
    assert isinstance(team, option_forms.SeatsPart)
    assert isinstance(token, option_forms.SeatsPart)
    assert (team.sized_by, dict(team.sizes)) == ("mission", {"mission-1": 2, "mission-2": 3})
    assert token.not_in == "team"
    assert (team.primary, token.primary) == (True, False)


@pytest.mark.parametrize(
    ("option", "fields"),
    [
        (Seats(2, 2, 0b11111, 0b11111), {"answer": ["x", "1"]}),
        (OneSeat(0b11, 0b11), {"answer": ["0", "1"]}),
        (YesNo(), {"answer": ["perhaps"]}),
        (YesNo(), {}),
        (Word(("approve", "reject"), ("approve",)), {}),
        (TEAM, {"mission": ["mission-1"], "team": ["-1"]}),
    ],
)
def test_nonsense_is_no_answer(option: AnyOption, fields: dict[str, list[str]]) -> None:
    with pytest.raises(NotAnAnswer):
        answer_of(option, fields)


def test_nobody_has_a_button_where_one_seat_or_nobody_is_asked_for(teller: Teller) -> None:
    passes = {option: form(option, teller).may_pass for option in OPTIONS}
    assert [option for option, may_pass in passes.items() if may_pass] == [OneSeat(0b00110, 0b00110, may_pass=True)]
