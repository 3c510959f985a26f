"""Actions: one sequence for each answer, the same numbers in every game, and chances that add up."""

from collections import Counter
from itertools import permutations

import pytest

from turncoat.kernel.actions import DONE, NO, PASS, YES, Action, ActionSpace, PartialAnswer, begin_answer
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
from turncoat.kernel.rulesets import Ruleset
from turncoat.telling import Teller
from turncoat.testing.actions import check_actions
from turncoat.testing.broken import ContractBroken
from turncoat.testing.rulesets import label, rulesets

MISSIONS = Word(("m2", "m3"), ("m2", "m3"))
OPTIONS: dict[str, AnyOption] = {
    "word": Word(("a", "b"), ("b",)),
    "yes or no": YesNo(),
    "only no": YesNo((False,)),
    "a card or none": OneCard(("a", "b"), ("b", "b"), may_pass=True),
    "a seat or none": OneSeat(0b1110, 0b1100, may_pass=True),
    "a team": Seats(2, 2, 0b11111, 0b11101),
    "up to three seats": Seats(0, 3, 0b1111, 0b1111),
    "as many as there are": Seats(2, 4, 0b1111, 0b0011),
    "nobody": Seats(0, 2, 0, 0),
    "cards": Cards(1, 3, ("b", "a", "a", "c")),
    "no cards": Cards(0, 0, ()),
    "an order": Order(("a", "a", "b")),
    "no order": Order(()),
    "mission first": Form(
        (("mission", MISSIONS), ("team", Seats(2, 3, 31, 31))), (SizeBy("team", "mission", (("m2", 2), ("m3", 3))),)
    ),
    "team first": Form(
        (("team", Seats(2, 3, 15, 15)), ("mission", MISSIONS)), (SizeBy("team", "mission", (("m2", 2), ("m3", 3))),)
    ),
    "a mission too large": Form(
        (("mission", MISSIONS), ("team", Seats(2, 3, 3, 3))), (SizeBy("team", "mission", (("m2", 2), ("m3", 3))),)
    ),
    "token apart": Form((("team", Seats(2, 2, 7, 7)), ("token", OneSeat(7, 7))), (Apart("token", "team"),)),
    "token first": Form((("token", OneSeat(7, 7)), ("team", Seats(2, 2, 7, 7))), (Apart("token", "team"),)),
    "team that leaves one": Form((("team", Seats(1, 3, 7, 7)), ("token", OneSeat(7, 6))), (Apart("token", "team"),)),
}


def sequences(partial: PartialAnswer, before: tuple[Action, ...] = ()) -> list[tuple[tuple[Action, ...], object]]:
    if not partial.actions:
        return [(before, partial.answer)]
    return [found for one in partial.actions for found in sequences(partial.after(one), (*before, one))]


@pytest.mark.parametrize("option", OPTIONS.values(), ids=OPTIONS)
def test_every_answer_has_exactly_one_sequence_of_actions(option: AnyOption) -> None:
    found = sequences(begin_answer(option))
    assert Counter(map(repr, option.answers())) == Counter(repr(answer) for _, answer in found)
    assert len({actions for actions, _ in found}) == len(found)
    assert all(actions for actions, _ in found)


def test_an_action_that_is_not_possible_is_refused_with_those_that_are() -> None:
    team = begin_answer(Seats(2, 2, 7, 7))
    with pytest.raises(ValueError, match="seat-2 is not possible here; possible: seat-0, seat-1"):
        team.after(Action("seat", 2))
    assert list(map(str, team.actions)) == ["seat-0", "seat-1"]


def test_what_is_certain_is_skipped_after_the_first_action() -> None:
    form = Form((("card", OneCard(("a", "b"), ("a",))), ("aloud", YesNo((False,)))))
    (only,) = begin_answer(form).actions
    assert begin_answer(form).after(only).answer == ("a", False)
    assert begin_answer(YesNo((False,))).actions == (NO,)


def test_chance_draws_every_order_and_every_answer_alike() -> None:
    def chances(partial: PartialAnswer, before: float = 1) -> Counter[object]:
        if not partial.actions:
            return Counter({partial.answer: before})
        found: Counter[object] = Counter()
        for action, chance in partial.chances().items():
            found.update(chances(partial.after(action), before * chance))
        return found

    orders = Counter(permutations(("a", "a", "b")))
    drawn = chances(begin_answer(Order(("a", "a", "b"))))
    assert drawn.keys() == orders.keys()
    assert all(drawn[order] == pytest.approx(count / 6) for order, count in orders.items())
    answers = chances(begin_answer(OPTIONS["cards"]))
    assert all(chance == pytest.approx(1 / len(answers)) for chance in answers.values())


def test_actions_have_the_same_numbers_in_every_game_and_labels_in_words() -> None:
    ruleset = Ruleset.of("resistance", 5, ["targeting"])
    space = ActionSpace(ruleset)
    assert space.actions == ActionSpace(Ruleset.of("resistance", 5, ["targeting"])).actions
    assert [space.numbers[action] for action in (DONE, PASS, NO, YES, Action("seat", 4))] == [0, 1, 2, 3, 8]
    teller = Teller(ruleset, ["Ola", "Jan", "Ewa", "Kai", "Mia"])
    said = [teller.action(action) for action in space.actions]
    assert said[:5] == ["Done", "Pass", "No", "Yes", "Ola"]
    assert {"Mission 3", "Approve", "Fail"} <= set(said)


@pytest.mark.parametrize("ruleset", [one for one in rulesets() if one.players in (5, 8)], ids=label)
def test_every_ruleset_declares_its_questions(ruleset: Ruleset) -> None:
    check_actions(ruleset)


def test_an_undeclared_question_breaks_the_contract(monkeypatch: pytest.MonkeyPatch) -> None:
    from turncoat.kernel.rulebooks import rulebook

    declared = {"name-team": (), "cast-ballot": ("approve",), "play-card": ("success", "fail")}
    monkeypatch.setattr(type(rulebook("resistance")), "questions", declared)
    with pytest.raises(ContractBroken, match="reject is not among the actions"):
        check_actions(Ruleset.of("resistance", 5))
    monkeypatch.setattr(type(rulebook("resistance")), "questions", {"name-team": ()})
    with pytest.raises(ContractBroken, match="cast-ballot is not declared"):
        check_actions(Ruleset.of("resistance", 5))
