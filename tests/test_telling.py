"""Rendered sentences: names and words, and no event for which rendering fails."""

from typing import Annotated, ClassVar

import pytest

import turncoat.games  # noqa: F401 - makes the games known
from turncoat.games.hail_hydra import events as hydra_events
from turncoat.games.resistance import events as happened
from turncoat.kernel.boards import Board, Result
from turncoat.kernel.chapters import CardText, Offer
from turncoat.kernel.events import Event, Public, SeenBy, all_seen_by
from turncoat.kernel.game import Game
from turncoat.kernel.options import Apart, Cards, Form, OneCard, OneSeat, Order, Seats, Word, YesNo
from turncoat.kernel.refusals import REFUSALS, Refusal
from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import CHANCE, SPECTATOR
from turncoat.kernel.steps import Choice, Prompt, Question
from turncoat.locales import translator
from turncoat.telling import Teller

NAMES = ["Ola", "Jan", "Ewa", "Kai", "Mia"]
RULESET = Ruleset.of("resistance", 5, ["targeting"])
TELLER = Teller(RULESET, NAMES)


class Shown(Event, frozen=True):
    message: ClassVar[str] = "{shower:seat} shows {side:word}."
    redacted_message: ClassVar[str] = "{shower:seat} shows a card."
    shower: Public[int]
    viewer: Public[int]
    side: Annotated[str | None, SeenBy("viewer")] = None


@pytest.mark.parametrize(
    ("mask", "said"),
    [
        (0, "nobody"),
        (0b1, "Ola"),
        (0b110, "Jan and Ewa"),
        (0b10011, "Ola, Jan and Mia"),
        (1 << 7, "Seat 7"),
        (None, "somebody"),
    ],
)
def test_sets_of_seats_become_names(mask: int | None, said: str) -> None:
    assert TELLER.seats(mask) == said


def test_the_winner_is_announced() -> None:
    assert TELLER.victory("spies") == "The spies win"
    assert TELLER.victory("success") == "Success", "the label, as the game has no other words"


def test_a_card_is_told_by_its_text() -> None:
    hydra = Teller(Ruleset.of("hail-hydra", 5), NAMES, str.upper)
    hulk = hydra.card("hulk")
    assert (hulk.title, hulk.when) == ("HULK", "BEFORE ATTACKS ARE STARTED")
    assert "DAMAGE" in hulk.text
    assert hydra.card("knocked-out").text.startswith("KNOCKED OUT: NOT ON THE MISSION")
    assert hydra.card("vote") == CardText("VOTE")


def test_seats_and_chance_have_names() -> None:
    assert [TELLER.seat(seat) for seat in (4, CHANCE, None)] == ["Mia", "Chance", "somebody"]


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("approve", "Approve"),
        ("mission-2", "Mission 2"),
        ("some-new-card", "some new card"),
        (True, "Yes"),
        (3, "3"),
        (None, "hidden"),
        (("success", "fail"), "Success, Fail"),
        ((), "nothing"),
    ],
)
def test_words_are_told_by_their_text(word: object, said: str) -> None:
    assert TELLER.word(word) == said


def test_words_of_chapters_out_of_play_are_known() -> None:
    assert Teller(Ruleset.of("resistance", 5), NAMES).word("mission-2") == "Mission 2"


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (happened.LeaderChosen(1), "Jan is the first leader."),
        (happened.TeamProposed(1, 2, 0b101), "Jan proposes for mission 2: Ola and Ewa."),
        (happened.BallotsRevealed(0, 0b11111), "Ballots. For: nobody. Against: Ola, Jan, Ewa, Kai and Mia."),
        (
            happened.MissionRevealed(1, ("success", "success", "fail"), False),
            "Mission 1: Success 2, Fail 1. The mission fails.",
        ),
        (Shown(0, 1, "spies"), "Ola shows Spies."),
        (Shown(0, 1, "S.H."), "Ola shows S.H."),
        (Shown(0, 1), "Ola shows a card."),
        (happened.RoleDealt(0, None), "Your character card: hidden."),  # type: ignore[arg-type]
    ],
)
def test_events_are_told_in_sentences(event: Event, said: str) -> None:
    assert TELLER.event(event) == said


def test_numeric_cards_are_distinguished_from_their_number() -> None:
    assert TELLER.tally(("+3", "+3", "-1", "success", "success")) == "+3 ×2, −1, Success 2"
    assert TELLER.word("-4") == "−4"


def test_a_result_is_told_like_its_event() -> None:
    assert TELLER.result(Result("spies", "five-rejections")) == "The spies win. Five teams were rejected in one round."


@pytest.mark.parametrize("game", sorted(BOOKS))
def test_every_result_is_a_sentence_in_every_language(game: str) -> None:
    """Check that a result announces a victory in the words of the game, rather than just naming the side."""
    book = BOOKS[game]
    ruleset = Ruleset.of(game, book.players[0])
    for language in ("en", "pl"):
        teller = Teller(ruleset, (), translator(language))
        for side in book.victories:
            said = teller.result(Result(side, "mission-failed"))
            wins = teller.victory(side)
            assert wins != teller.word(side)
            assert said.startswith(f"{wins.removesuffix('.')}. ")
            assert "—" not in said


def test_prompts_and_offers_are_told_in_sentences() -> None:
    option = YesNo()
    assert TELLER.prompt(
        Prompt(1, Question("ask-it", "Mission {mission}, {who:seat}?"), option, (("mission", 2), ("who", 3)))
    ) == ("Mission 2, Kai?")
    assert TELLER.prompt(Prompt(1, Question("ask-it", "Mission {mission}?"), option)) == "Mission hidden?"
    assert TELLER.prompt(Prompt(1, Question("ask-it"), option)) == "ask it"
    assert TELLER.offer(Offer("accuse", option, "You may accuse.")) == "You may accuse."
    assert TELLER.offer(Offer("accuse-now", option)) == "accuse now"


def test_the_waiting_line_names_awaited_seats() -> None:
    assert TELLER.waiting(0b11) == "Waiting for Ola and Jan."
    assert TELLER.waiting(0) == ""


def test_refusals_are_told_in_sentences() -> None:
    game: Game[Board] = Game(RULESET, RULESET.deal(b"seed"))
    ((leader, prompt),) = game.prompts().items()
    refusal = game.refusal(leader, Choice(prompt.number, ("mission-5", 0b11)))
    assert refusal is not None
    assert TELLER.refusal(refusal) == (
        "You can't choose that here; choose one of: Mission 1, Mission 2, Mission 3, Mission 4."
    )


@pytest.mark.parametrize(
    "params", [(), (("allowed", None), ("low", "x"), ("other", 3)), (("allowed", 7), ("expected", None))]
)
def test_every_refusal_has_a_sentence(params: tuple[tuple[str, object], ...]) -> None:
    assert [code for code in REFUSALS if not TELLER.refusal(Refusal(code, params))] == []


@pytest.mark.parametrize(
    ("option", "answer", "said"),
    [
        (Word(("approve",), ("approve",)), "approve", "Approve"),
        (OneCard(("fail",), ("fail",), may_pass=True), "fail", "Fail"),
        (OneCard(("fail",), ("fail",), may_pass=True), None, "Pass"),
        (Cards(0, 2, ("success", "fail")), ("fail", "success"), "Fail, Success"),
        (Cards(0, 2, ("success", "fail")), (), "nothing"),
        (Order(("success", "fail")), ("success", "fail"), "Success, Fail"),
        (YesNo(), False, "No"),
        (OneSeat(31, 31, may_pass=True), 0, "Ola"),
        (OneSeat(31, 31, may_pass=True), None, "Pass"),
        (Seats(0, 2, 31, 31), 0b11, "Ola and Jan"),
        (Seats(0, 2, 31, 31), 0, "nobody"),
        (Form((("team", Seats(2, 2, 31, 31)),)), (0b11,), "Ola and Jan"),
        (
            Form((("team", Seats(2, 2, 31, 31)), ("gift", OneSeat(31, 31))), (Apart("gift", "team"),)),
            (0b11, 4),
            "Team: Ola and Jan; gift: Mia",
        ),
        (Form((("team", Seats(2, 2, 31, 31)),)), None, ""),
    ],
)
def test_answers_are_told_in_words(option: Word, answer: object, said: str) -> None:
    assert TELLER.answer(option, answer) == said


def test_every_text_except_the_empty_one_is_translated() -> None:
    asked: list[str] = []

    def shout(message: str) -> str:
        asked.append(message)
        return message.upper().replace("{NAMES}", "{names}").replace("{LAST}", "{last}")

    teller = Teller(RULESET, NAMES, shout)
    assert teller.seats(0b11) == "Ola AND Jan"
    assert teller.word("approve") == "APPROVE"
    assert teller.event(Shown(0, 1)) != ""
    assert teller.text("") == ""
    assert "" not in asked


@pytest.mark.parametrize("modules", [[], ["targeting"], ["blind-spies"]])
def test_a_whole_game_can_be_told_to_every_seat(modules: list[str]) -> None:
    ruleset = Ruleset.of("resistance", 5, modules)
    teller = Teller(ruleset, NAMES)
    game: Game[Board] = Game(ruleset, ruleset.deal(b"tell me"))
    while game.prompts():
        for seat, prompt in game.prompts().items():
            assert "{" not in teller.prompt(prompt)
            choice = game.default(seat)
            assert teller.answer(prompt.option, choice.answer)
            game.play(seat, choice)
    for seat in range(SPECTATOR, 5):
        said = [teller.event(event) for event in all_seen_by(game.events, seat)]
        assert all(said)
        assert not any("{" in sentence or "hidden" in sentence or "somebody" in sentence for sentence in said)


def test_equal_acts_of_consecutive_seats_are_told_once() -> None:
    hydra = Teller(Ruleset.of("hail-hydra", 5), ["Ola", "Jan", "Ewa", "Kai", "Mia"])
    drawn = [hydra_events.CardsDrawn(seat, count) for seat, count in ((0, 1), (1, 1), (2, 1), (3, 2), (4, 1), (4, 1))]
    assert hydra.events(drawn) == [
        (0, 2, "Ola, Jan and Ewa draw 1 card each."),
        (3, 3, "Kai draws 2 cards."),
        (4, 4, "Mia draws 1 card."),
        (5, 5, "Mia draws 1 card."),
    ]
    own = [hydra_events.CardsDrawn(0, 1, ("+1",)), hydra_events.CardsDrawn(1, 1, ("+1",))]
    assert [told.text for told in hydra.events(own)] == ["Ola draws +1.", "Jan draws +1."]
    assert hydra.events([]) == []
