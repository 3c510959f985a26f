"""The stack of steps: asking, windows, interruptions, chance, cutting and ending."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import pytest

from tests.support.toys import Notes, ToyChapter, known, notes
from turncoat.kernel.boards import Board, Result
from turncoat.kernel.chapters import Deal, Offer
from turncoat.kernel.draws import Draws
from turncoat.kernel.events import Event, GameEnded, Public
from turncoat.kernel.game import Game
from turncoat.kernel.hooks import Hook, Notice, NoticeHandler, Policy, PolicyHandler, Window, WindowHandler
from turncoat.kernel.options import Order, Word, YesNo
from turncoat.kernel.records import record_of
from turncoat.kernel.refusals import Refused
from turncoat.kernel.rulebooks import Rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import CHANCE, SPECTATOR, seat_set
from turncoat.kernel.steps import Ask, AskChance, Choice, Question, Step
from turncoat.testing import contract, play, refusal_of, rulesets

OPENING = Window("opening", "Before anything else.")
VOTED = Window("voted", "After a vote.")
VOLUME = Policy[int, int]("volume", "How loud it is.")
LEFT = Notice[int]("left", "A seat has left.")


class Said(Event, frozen=True):
    text: Public[str]

    def apply(self, board: Board) -> None: ...


class Say(Step, frozen=True):
    text: str

    def run(self, game: Game[Any]) -> None:
        game.emit(Said(self.text))


class Vote(Ask, frozen=True):
    question: ClassVar[Question] = Question("vote", may_change=True)

    def asked(self, game: Game[Any]) -> int:
        return 0b111 & ~notes(game.board, "loud")["out"] if "loud" in game.board.parts else 0b111

    def option(self, game: Game[Any], seat: int) -> Word:
        strict = "loud" in game.board.parts and notes(game.board, "loud")["strict"]
        return Word(("aye", "nay"), ("nay",) if strict else ("aye", "nay"))

    def default(self, game: Game[Any], seat: int) -> str:
        return "nay"

    def params(self, game: Game[Any], seat: int) -> tuple[tuple[str, Any], ...]:
        return (("to", seat), ("of", game.ruleset.players))

    def done(self, game: Game[Any], answers: dict[int, Any]) -> None:
        game.emit(Said(" ".join(f"{seat}:{answers[seat]}" for seat in sorted(answers))))
        game.after(VOTED, Say("counted"))


class First(Vote, frozen=True):
    """The first answer ends it."""

    question: ClassVar[Question] = Question("first", first_ends=True)


class Once(Vote, frozen=True):
    """Several seats answer, and answers are final at once."""

    question: ClassVar[Question] = Question("once")


class Shuffle(AskChance, frozen=True):
    question: ClassVar[Question] = Question("shuffle")

    def option(self, game: Game[Any], seat: int) -> Order:
        assert seat == CHANCE
        return Order(("a", "b", *["c"] * (game.ruleset.players - 3)))

    def params(self, game: Game[Any], seat: int) -> tuple[tuple[str, Any], ...]:
        return (("asked", seat), ("of", game.ruleset.players))

    def done(self, game: Game[Any], answers: dict[int, Any]) -> None:
        game.emit(Said(",".join(answers[CHANCE])))


class End(Step, frozen=True):
    def run(self, game: Game[Any]) -> None:
        game.end("all", "over")


class Short(Rulebook):
    """A short game: vote, first, once, shuffle, end."""

    name, players, events = "short", range(3, 4), (Said,)
    questions: ClassVar[Mapping[str, tuple[str, ...]]] = {
        **dict.fromkeys(("vote", "first", "once"), ("aye", "nay")),
        "shuffle": ("a", "b", "c"),
    }
    flows: ClassVar[Mapping[str, tuple[Step, ...]]] = {
        "whole": (OPENING, Say("hello"), Vote(), First(), Once(), Shuffle(), End()),
    }
    hooks: ClassVar[tuple[Hook, ...]] = (OPENING, VOTED, VOLUME, LEFT)
    explanations: ClassVar[Mapping[str, str]] = dict.fromkeys("xyz", "Like the others.")

    def board(self, ruleset: Ruleset) -> Board:
        return Board(ruleset.players)

    def deal(self, ruleset: Ruleset, draws: Draws) -> Deal:
        return Deal(draws.shuffled(("x", "y", "z")), 0)

    def begin(self, game: Game[Any]) -> None:
        game.flow("whole")

    def ended(self, game: Game[Any]) -> None:
        game.emit(Said("after the end"))


class LoudNoted(Event, frozen=True):
    note: Public[str]
    value: Public[int]

    def apply(self, board: Board) -> None:
        notes(board, "loud")[self.note] = self.value


class Loud(ToyChapter):
    """Speaks twice in the opening. At any time seat 1 may leave, cut the vote short, or forbid an answer."""

    name, notes, events = "loud", ("out", "strict"), (LoudNoted,)
    offered: ClassVar[Mapping[str, tuple[str, ...]]] = {"leave": (), "cut": ("vote", "nothing"), "forbid": ()}

    def begin(self, game: Game[Any]) -> None:
        game.emit(Said("loud begins"))

    def windows(self) -> tuple[WindowHandler, ...]:
        return OPENING.handled_by(self.opening), VOTED.handled_by(lambda game, memory: None)

    def opening(self, game: Game[Any], memory: dict[str, int]) -> Step | None:
        memory["times"] = memory.get("times", 0) + 1
        return Say(f"loud {memory['times']}") if memory["times"] < 3 else None

    def policies(self) -> tuple[PolicyHandler, ...]:
        return (VOLUME.handled_by(lambda game, value, by: value + by),)

    def offers(self, game: Game[Any], seat: int) -> tuple[Offer, ...]:
        if seat != 1 or notes(game.board, "loud")["out"]:
            return ()
        return (
            Offer("leave", YesNo((True,))),
            Offer("cut", Word(("vote", "nothing"), ("vote",))),
            Offer("forbid", YesNo((True,))),
        )

    def take(self, game: Game[Any], seat: int, offer: str, answer: Any) -> None:
        if offer == "leave":
            game.emit(LoudNoted("out", 1 << seat))
            game.notify(LEFT, seat)
            game.follow(Say("left"))
        elif offer == "forbid":
            game.emit(LoudNoted("strict", 1))
        else:
            game.cut(Vote)


class Quiet(ToyChapter):
    """Speaks once in the opening, after `loud`."""

    name = "quiet"

    def windows(self) -> tuple[WindowHandler, ...]:
        return (OPENING.handled_by(self.opening, after=("loud",)),)

    def opening(self, game: Game[Any], memory: dict[str, int]) -> Step | None:
        return None if memory.setdefault("n", -1) + 1 else self.speak(memory)

    def speak(self, memory: dict[str, int]) -> Step:
        memory["n"] = 0
        return Say("quiet")

    def policies(self) -> tuple[PolicyHandler, ...]:
        return (VOLUME.handled_by(lambda game, value, by: value * by),)

    def notices(self) -> tuple[NoticeHandler, ...]:
        return (LEFT.handled_by(lambda game, seat: game.emit(Said(f"{seat} is missed"))),)


@pytest.fixture(autouse=True)
def short() -> Iterator[None]:
    book = Short()
    book.add(Quiet())
    book.add(Loud())
    with known(book):
        yield


def new(*modules: str) -> Game[Board]:
    return Game(Ruleset.of("short", 3, modules), Deal(("x", "y", "z"), 0))


def said(game: Game[Board]) -> list[str]:
    return [event.text for event in game.events if isinstance(event, Said)]


def test_a_game_runs_until_somebody_is_asked() -> None:
    game = new()
    assert said(game) == ["hello"]
    assert game.waiting == 0b111
    assert {seat: prompt.question.name for seat, prompt in game.prompts().items()} == {0: "vote", 1: "vote", 2: "vote"}
    assert [dict(game.prompts()[seat].params) for seat in range(3)] == [{"to": seat, "of": 3} for seat in range(3)]
    assert game.latest_prompt == game.prompts()[0].number == 1
    play(game, "2 vote nay\n0 vote aye\n0 vote nay\n1 vote aye")
    assert said(game)[1:] == ["0:nay 1:aye 2:nay", "counted"]
    assert game.latest_prompt == 2
    play(game, "1 first aye")
    assert said(game)[3:] == ["1:aye", "counted"], "the first choice ended it"
    play(game, "2 once aye")
    assert game.prompt(2) is None
    assert (game.answer(2), game.view(2).answer) == ("aye", "aye"), "a view shows an answer until it takes effect"
    assert refusal_of_seat(game, 2) == "already-chosen"
    play(game, "0,1 once aye")
    assert game.prompts().keys() == {CHANCE}
    assert (game.waiting, game.prompt(0)) == (0, None)
    assert game.prompts()[CHANCE].params == (("asked", CHANCE), ("of", 3))
    assert game.default(CHANCE) == Choice(4, ("a", "b"))
    with pytest.raises(ValueError, match="0 is not asked; asked here: chance shuffle"):
        play(game, "0 shuffle a,b")
    play(game, "chance shuffle b,a")
    assert said(game)[-2:] == ["b,a", "after the end"]
    assert game.result == Result("all", "over")
    assert [type(event) for event in game.events[-2:]] == [GameEnded, Said]
    assert (game.prompts(), game.waiting, game.offers(1)) == ({}, 0, ())
    with pytest.raises(Refused, match="game-over"):
        game.play(0, Choice(4, "aye"))


def refusal_of_seat(game: Game[Board], seat: int) -> str:
    refusal = game.refusal(seat, Choice(game.latest_prompt, "aye"))
    assert refusal is not None
    return refusal.code


def test_windows_ask_the_chapters_in_order_and_again_after_each_step() -> None:
    assert said(new("loud", "quiet")) == ["loud begins", "loud 1", "loud 2", "quiet", "hello"]
    assert said(new("quiet")) == ["quiet", "hello"]


def test_policies_are_asked_one_after_another() -> None:
    assert new("loud").decide(VOLUME, 3, 2) == 5
    assert new().decide(VOLUME, 3, 2) == 3
    assert new("loud", "quiet").decide(VOLUME, 3, 2) == 10, "by name, unless an order is declared"


def test_chapters_in_play_receive_notices() -> None:
    alone, both = new("loud"), new("loud", "quiet")
    for game in (alone, both):
        play(game, "1 !leave yes")
    assert said(alone)[-2:] == ["hello", "left"]
    assert said(both)[-3:] == ["hello", "1 is missed", "left"]


def test_a_question_missing_in_the_rulebook_cannot_be_asked() -> None:
    game = new()
    for ask in (
        lambda: game.after(Window("opening", "Another of the same name."), Say("x")),
        lambda: game.follow(Window("encore", "After the end.")),
        lambda: game.decide(Policy[int]("pitch", "How high it is."), 1),
        lambda: game.notify(Notice[()]("over", "It is over.")),
    ):
        with pytest.raises(KeyError):
            ask()


def test_a_prompt_is_open_to_seats_that_may_answer_or_change() -> None:
    game = new()
    play(game, "0 vote aye")
    assert seat_set(game.prompts()) == game.waiting == 0b110
    prompt = game.prompt(0)
    assert prompt is not None, "it may still be changed"
    assert (game.answer(0), game.answer(1), game.answer(SPECTATOR)) == ("aye", None, None)
    assert game.prompt(SPECTATOR) is None
    assert game.prompt(CHANCE) is None
    view = game.view(0)
    assert (view.answer, view.prompt, view.waiting) == ("aye", prompt, 0b110)
    view = game.view(1)
    assert view.answer is None
    assert view.prompt == game.prompts()[1]
    assert game.view(SPECTATOR).prompt is None


def test_a_snapshot_of_prompts_does_not_change() -> None:
    game = new()
    before = game.prompts()
    play(game, "0 vote aye")
    assert set(before) == {0, 1, 2}
    during = game.prompts()
    play(game, "1 vote aye\n2 vote aye")
    assert set(during) == {1, 2}


def test_only_awaited_seats_have_a_default() -> None:
    game = new()
    assert game.default(1) == Choice(1, "nay")
    for seat in (3, SPECTATOR, CHANCE):
        with pytest.raises(KeyError):
            game.default(seat)
    play(game, "* vote aye\n0 first nay\n0 once aye")
    assert game.default(1) == Choice(3, "nay")


def test_an_offer_interrupts_an_open_step_which_then_resumes() -> None:
    game = new("loud")
    assert [offer.name for offer in game.offers(1)] == ["leave", "cut", "forbid"]
    assert game.offers(0) == ()
    assert [offer.name for offer in game.view(1).offers] == ["leave", "cut", "forbid"]
    play(game, "0,1 vote aye")
    number = game.prompts()[2].number
    play(game, "1 !leave yes")
    assert said(game)[-1] == "left"
    assert game.prompts().keys() == {2}
    assert game.prompts()[2].number == number
    assert (game.answer(0), game.answer(1)) == ("aye", None), "a seat no longer asked has no answer"
    assert refusal_of_seat(game, 1) == "not-asked"
    play(game, "2 vote nay")
    assert said(game)[-2:] == ["0:aye 2:nay", "counted"]
    assert game.choices[2] == (1, Choice("leave", True))


def test_an_interruption_may_end_the_open_step() -> None:
    game = new("loud")
    play(game, "0,2 vote aye\n1 !leave yes")
    assert said(game)[-3:] == ["left", "0:aye 2:aye", "counted"]
    assert game.prompts()[0].question.name == "first"
    assert game.prompts().keys() == {0, 2}


def test_an_answer_no_longer_allowed_is_asked_for_again() -> None:
    game = new("loud")
    play(game, "0 vote aye\n2 vote nay\n1 !forbid yes")
    assert (game.answer(0), game.answer(2)) == (None, "nay")
    assert game.prompts().keys() == {0, 1}
    assert refusal_of(game, "0 vote aye") == "not-allowed"
    play(game, "0,1 vote nay")
    assert said(game)[-2:] == ["0:nay 1:nay 2:nay", "counted"]


def test_an_offer_is_refused_like_any_other_choice() -> None:
    game = new("loud")
    before = contract.state_of(game)
    assert refusal_of(game, "1 !cut nothing") == "not-allowed"
    for seat, choice, code in (
        (0, Choice("leave", True), "no-such-offer"),
        (1, Choice("go", True), "no-such-offer"),
        (1, Choice("leave", False), "not-allowed"),
        (SPECTATOR, Choice("leave", True), "unknown-seat"),
        (3, Choice("leave", True), "unknown-seat"),
        (1, Choice(0, "aye"), "stale"),
        (1, Choice(2, "aye"), "not-yet-asked"),
        (CHANCE, Choice(1, "aye"), "not-asked"),
    ):
        with pytest.raises(Refused) as refused:
            game.play(seat, choice)
        assert refused.value.refusal.code == code
        assert str(refused.value).startswith(f"{code}: ")
    assert contract.state_of(game) == before


def test_cut_drops_everything_above_a_step() -> None:
    game = new("loud")
    play(game, "1 !cut vote")
    assert game.prompts()[0].question.name == "first"
    assert said(game)[-1] == "hello"
    with pytest.raises(LookupError, match="no Vote2 on the stack"):
        game.clone().cut(type("Vote2", (Step,), {}, frozen=True))


def test_an_interrupted_collection_is_found() -> None:
    game = new()
    frame = game.open_ask()
    assert frame is not None
    assert isinstance(frame.step, Vote)
    game.follow(Say("x"), OPENING, Say("y"))
    assert game.stack[-2:] == [Say("y"), Say("x")], "in order, without unused windows"
    assert game.open_ask() is frame
    game.end("nobody", "stopped")
    assert game.open_ask() is None
    assert game.stack == []


def test_a_step_after_an_unused_window_runs_at_once() -> None:
    game = new()
    game.after(OPENING, Say("now"))
    assert said(game)[-1] == "now"
    loud = new("loud")
    loud.after(OPENING, Say("later"))
    assert loud.stack[-2:] == [Say("later"), OPENING]


def test_a_step_after_an_unused_window_may_ask_at_once() -> None:
    game = new()
    game.after(OPENING, Once())
    assert game.frame is game.stack[-1] is game.open_ask()
    asked = {seat: (prompt.number, prompt.question.name) for seat, prompt in game.prompts().items()}
    assert asked == dict.fromkeys(range(3), (2, "once"))
    play(game, "0 once aye\n1 once nay\n2 once nay")
    assert said(game)[-1] == "counted"
    with pytest.raises(NotImplementedError):
        Step().run(game)


def test_a_clone_in_a_window_or_collection_is_independent() -> None:
    game = new("loud")
    play(game, "0 vote aye")
    twin = game.clone()
    play(twin, "0 vote nay\n1 !leave yes\n2 vote nay")
    assert (game.answer(0), game.waiting) == ("aye", 0b110)
    assert notes(game.board, "loud")["out"] == 0
    assert isinstance(twin.board.parts["loud"], Notes)
    play(game, "1,2 vote aye")
    assert said(game)[-2:] == ["0:aye 1:aye 2:aye", "counted"]
    assert said(twin)[-2:] == ["0:nay 2:nay", "counted"]


def test_a_clone_without_history_plays_on() -> None:
    game = new()
    play(game, "0 vote aye")
    told = len(game.events)
    short = game.clone(history=False)
    assert (short.events, short.choices, short.answer(0), short.waiting) == ([], [], "aye", 0b110)
    play(game, "1,2 vote aye")
    play(short, "1,2 vote aye")
    assert (short.events, short.board) == (game.events[told:], game.board)
    for what in (lambda: short.view(0), lambda: record_of(short), lambda: short.clone().view(0)):
        with pytest.raises(ValueError, match="needs the history: clone the game with history=True"):
            what()
    assert game.clone().view(0).events == game.view(0).events


@pytest.mark.parametrize("check", contract.CHECKS)
def test_the_short_game_keeps_the_contract(check: str) -> None:
    for ruleset in rulesets("short"):
        contract.CHECKS[check](ruleset, seed=3)
