"""Rulesets, rulebooks and deals: validation, and error messages for impossible ones."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

import pytest

from tests.support.toys import ToyChapter, resistance_with
from turncoat.games.resistance.hooks import HAND, HOOKS, MISSION_REVEALED
from turncoat.kernel.card_texts import about_word, card_text, face_up_items, goal_of, icon_of, reveal_script
from turncoat.kernel.chapters import CardText, Chapter, Deal, Offer, RuleOption, RulesetError, ScriptLine, option_text
from turncoat.kernel.compiled import compiled
from turncoat.kernel.deals import check_deal
from turncoat.kernel.draws import Draws
from turncoat.kernel.hooks import PolicyHandler, Window, WindowHandler
from turncoat.kernel.rulebooks import BOOKS, Rulebook, register, rulebook
from turncoat.kernel.rulesets import Ruleset, advice, deal_of, misfits
from turncoat.kernel.steps import Step

LATE_ONLY = Window("late-only", "Not before midnight.")


class Late(ToyChapter):
    """A chapter that uses every feature."""

    name = "late"
    options: ClassVar[tuple[RuleOption, ...]] = (
        RuleOption("late-nights", "How many.", (1, 2), 1),
        RuleOption("late-lights", "Whether.", (True, False), True),
    )
    words: ClassVar[Mapping[str, str]] = {"lamp": "Lamp"}
    about: ClassVar[Mapping[str, str]] = {"lamp": "It burns.", "spy": "Not quite so."}
    icons: ClassVar[Mapping[str, str]] = {"lamp": "flame"}
    goals: ClassVar[Mapping[str, str]] = {"spies": "Put the lamps out."}

    def windows(self) -> tuple[WindowHandler, ...]:
        return (
            MISSION_REVEALED.handled_by(lambda game, memory: None, after=("early",), before=("attic",)),
            LATE_ONLY.handled_by(lambda game, memory: None),
        )

    def policies(self) -> tuple[PolicyHandler, ...]:
        return (HAND.handled_by(lambda game, hand: (*hand, "late"), after=("early",)),)

    def check(self, ruleset: Ruleset) -> None:
        if ruleset.players == 9:
            raise RulesetError("not-nine", "late is not for 9 players")

    def deal(self, ruleset: Ruleset, deal: Deal, draws: Draws) -> Deal:
        return Deal(deal.roles, deal.first, {**deal.decks, "lamps": draws.shuffled(("lamp", "lamp", "match"))})

    def check_deal(self, ruleset: Ruleset, deal: Deal) -> None:
        if "lamps" not in deal.decks:
            raise ValueError("late needs a deck of lamps")

    def script(self, ruleset: Ruleset, lines: tuple[ScriptLine, ...]) -> tuple[ScriptLine, ...]:
        return (*lines, ScriptLine(f"Lights on for {ruleset.players}."))

    def face_up_items(self, board: object, seat: int) -> tuple[str, ...]:
        return (f"lamp of {board}",) if seat == 0 else ()

    def advice(self, ruleset: Ruleset) -> tuple[str, ...]:
        return (f"Bring {ruleset.players} lamps.",)

    def offers(self, game: object, seat: int) -> tuple[Offer, ...]:
        return ()


class Early(ToyChapter):
    name = "early"

    def face_up_items(self, board: object, seat: int) -> tuple[str, ...]:
        return ("match", f"of {seat}")

    def windows(self) -> tuple[WindowHandler, ...]:
        return (MISSION_REVEALED.handled_by(lambda game, memory: None),)

    def policies(self) -> tuple[PolicyHandler, ...]:
        return (HAND.handled_by(lambda game, hand: (*hand, "early")),)


class Attic(ToyChapter):
    name = "attic"

    def windows(self) -> tuple[WindowHandler, ...]:
        return (MISSION_REVEALED.handled_by(lambda game, memory: None),)


@pytest.fixture(autouse=True)
def toy() -> Iterator[None]:
    def face_up_items(book: Rulebook, board: object, seat: int) -> tuple[str, ...]:
        return (f"mat of {board}",) if seat == 1 else ()

    def advice_of(book: Rulebook, ruleset: Ruleset) -> tuple[str, ...]:
        return (f"Sit down, all {ruleset.players}.",)

    def script_of(book: Rulebook, ruleset: Ruleset) -> tuple[ScriptLine, ...]:
        return (ScriptLine(f"Good evening, all {ruleset.players}."),)

    own = {"hooks": (*HOOKS, LATE_ONLY), "face_up_items": face_up_items, "advice": advice_of, "script": script_of}
    with resistance_with(Late(), Early(), Attic(), **own):
        yield


def refused(*args: object) -> tuple[str, str]:
    with pytest.raises(RulesetError) as error:
        Ruleset.of(*args)  # type: ignore[arg-type]
    return error.value.code, str(error.value)


def test_an_impossible_ruleset_is_refused_with_what_would_fit() -> None:
    code, message = refused("chess", 2)
    assert code == "unknown-game"
    assert message.startswith("unknown game 'chess'; known: ")
    assert message.partition("known: ")[2].split(", ") == sorted(BOOKS)
    assert refused("toy", 4) == ("players", "toy is for 5 to 10 players, not 4")
    with resistance_with(name="duo", players=range(7, 8)):
        assert refused("duo", 4) == ("players", "duo is for 7 players, not 4")
    assert refused("toy", 5, ["late", "never"]) == (
        "unknown-module",
        "toy has no module 'never'; known: late, early, attic",
    )
    assert refused("toy", 5, ["late"], {"x": 1}) == (
        "unknown-option",
        "no option 'x' in this ruleset; known: late-lights, late-nights",
    )
    assert refused("toy", 5, [], {"x": 1})[1] == "no option 'x' in this ruleset; known: none"
    assert refused("toy", 5, ["late"], {"late-nights": 3}) == (
        "unknown-option-value",
        "option late-nights is one of 1, 2, not '3'",
    )
    assert refused("toy", 9, ["late"]) == ("not-nine", "late is not for 9 players")


def test_a_draft_lists_every_chapter_that_does_not_fit() -> None:
    draft = Ruleset.draft("resistance", 7, ["blame", "dummy-agent", "targeting"])
    assert draft.modules == ("targeting", "dummy-agent", "blame")
    found = misfits(draft)
    assert {name: str(error) for name, error in found.items()} == {
        "dummy-agent": "dummy-agent needs hunter: add hunter or leave dummy-agent out",
        "blame": "blame needs deep-agent: add deep-agent or leave blame out",
    }
    assert not misfits(Ruleset.draft("resistance", 7, ["hunter", "dummy-agent"]))
    for players, modules in ((4, []), (7, ["never"])):
        with pytest.raises(RulesetError):
            Ruleset.draft("resistance", players, modules)


def test_a_ruleset_is_completed_and_sorted() -> None:
    ruleset = Ruleset.of("toy", 5, ["early", "late", "early"], {"late_nights": "2"})
    assert ruleset.modules == ("late", "early"), "in the rulebook's order"
    assert ruleset.options == (("late-lights", True), ("late-nights", 2)), "all of them, by name"
    assert ruleset.option("late-nights") == 2
    assert ruleset == Ruleset.of("toy", 5, ["late", "early"], {"late-nights": 2})
    assert Ruleset.of("toy", 5, ["late"], {"late-lights": "false"}).option("late-lights") is False
    assert Ruleset.of("toy", 5, ["late"], {"late-lights": False}).option("late-lights") is False
    assert ruleset.has("late")
    assert not ruleset.has("attic")
    with pytest.raises(KeyError, match="late-hours"):
        ruleset.option("late-hours")
    assert [option_text(value) for value in (True, False, 3, "word")] == ["true", "false", "3", "word"]


def test_chapters_are_asked_in_their_declared_order() -> None:
    play = compiled(Ruleset.of("toy", 5, ["late", "early", "attic"]))
    assert [name for name, _ in play.windows[MISSION_REVEALED]] == ["early", "late", "attic"]
    assert [name for name, _ in play.windows[LATE_ONLY]] == ["late"]
    hand: tuple[str, ...] = ()
    for policy in play.policies[HAND]:
        hand = policy(None, hand)
    assert hand == ("early", "late")
    assert [chapter.name for chapter in play.chapters] == ["late", "early", "attic"]
    assert [chapter.name for chapter in play.offering if isinstance(chapter, Chapter)] == ["late"]
    without = compiled(Ruleset.of("toy", 5, ["early", "attic"]))
    assert [name for name, _ in without.windows[MISSION_REVEALED]] == ["early", "attic"], (
        "the third is not needed for this"
    )
    assert not any(compiled(Ruleset.of("toy", 5)).windows.values())


def test_flows_omit_unused_windows() -> None:
    def windows_of(*modules: str) -> set[str]:
        flows = compiled(Ruleset.of("toy", 5, modules)).flows
        steps: list[Step] = [step for flow in flows.values() for step in flow]
        return {step.name for step in steps if isinstance(step, Window)}

    assert windows_of() == set()
    assert windows_of("early") == {"mission-revealed"}
    assert len(rulebook("toy").flows) == len(compiled(Ruleset.of("toy", 5)).flows) > 0
    first = rulebook("toy").flows["vote"]
    flow = compiled(Ruleset.of("toy", 5)).flows["vote"]
    assert flow == tuple(step for step in reversed(first) if not isinstance(step, Window))
    assert len(flow) < len(first)


def test_a_deal_combines_the_base_game_and_its_chapters() -> None:
    ruleset = Ruleset.of("toy", 7, ["late"])
    deal = ruleset.deal(b"seed")
    draws = Draws(b"seed")
    roles = draws.shuffled(("spy",) * 3 + ("resistance",) * 4)
    assert deal == Deal(roles, draws.below(7), {"lamps": draws.shuffled(("lamp", "lamp", "match"))})
    assert deal == deal_of(ruleset, Draws(b"seed")) != ruleset.deal(b"other")
    check_deal(ruleset, deal)
    with pytest.raises(ValueError, match="late needs a deck of lamps"):
        check_deal(ruleset, Deal(deal.roles, deal.first))
    check_deal(Ruleset.of("toy", 7), Deal(deal.roles, deal.first))


def test_chapters_contribute_texts_and_face_up_items() -> None:
    ruleset, base = Ruleset.of("toy", 5, ["late"]), Ruleset.of("toy", 5)
    assert reveal_script(base) == (ScriptLine("Good evening, all 5."),)
    assert reveal_script(ruleset) == (ScriptLine("Good evening, all 5."), ScriptLine("Lights on for 5."))
    both = Ruleset.of("toy", 5, ["late", "early"])
    assert face_up_items(both, "board", 0) == ("lamp of board", "match", "of 0")
    assert face_up_items(both, "board", 1) == ("mat of board", "match", "of 1")
    assert face_up_items(base, "board", 0) == ()
    assert about_word(ruleset, "lamp") == "It burns."
    assert about_word(ruleset, "spy") == "Not quite so."
    assert about_word(base, "lamp") == about_word(ruleset, "no-such-word") == ""
    assert (icon_of(ruleset, "lamp"), icon_of(base, "lamp"), icon_of(ruleset, "spy")) == ("flame", "", "")
    assert goal_of(ruleset, "spies") == "Put the lamps out."
    assert goal_of(ruleset, "resistance") == goal_of(base, "resistance") == "Make three missions succeed."
    assert goal_of(base, "neither") == ""
    assert card_text(ruleset, "lamp") == CardText("Lamp", "It burns.")
    assert card_text(base, "lamp") == CardText("lamp"), "no card of this game: the word itself"
    assert card_text(base, "approve") == CardText("Approve")
    assert advice(ruleset) == ("Sit down, all 5.", "Bring 5 lamps.")
    assert advice(base) == ("Sit down, all 5.",)


def test_names_of_games_and_chapters_are_unique() -> None:
    with pytest.raises(ValueError, match="toy has a chapter 'late' already"):
        rulebook("toy").add(Late())
    with pytest.raises(ValueError, match="there is a game 'toy' already"):
        register(rulebook("toy"))
    assert BOOKS["toy"] is rulebook("toy")


def test_the_hiding_side_must_be_a_side_of_the_game() -> None:
    class Sideless(type(rulebook("toy"))):  # type: ignore[misc]  # a class that is only known here
        name = "sideless"
        hiding_side = "pirates"

    with pytest.raises(ValueError, match="sideless: hiding_side is one of resistance, spies, not 'pirates'"):
        register(Sideless())
    assert "sideless" not in BOOKS
