"""Bots' replies to people: which bot answers, when and how often, and that a restart changes nothing."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from tests.support.worlds import REAL_BOTS, SameBot, World, person
from turncoat import bots
from turncoat.kernel.chapters import Deal
from turncoat.kernel.refusals import Refusal, Refused
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat, is_in
from turncoat.kernel.steps import Choice
from turncoat.table import commands as c
from turncoat.table.runtime.bot_timing import BotTiming
from turncoat.table.state.chat import ChatMessage
from turncoat.table.state.conversation import LONGEST_TYPING
from turncoat.table.values.settings import TableSettings

RULESET = Ruleset.of("resistance", 5)
DEAL = Deal(("resistance", "spy", "resistance", "spy", "resistance"), 0)
Make = Callable[..., World]


@pytest.fixture(autouse=True)
def _real_bots(worlds: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "find", REAL_BOTS)
    monkeypatch.setattr(SameBot, "thought", 0.0)
    monkeypatch.setattr(bots.Bot, "talkative", 0.0)  # nobody speaks unprompted


def talking(make: Make, people: int = 1, settings: TableSettings | None = None) -> World:
    """Start a game with bots on all other seats that speak only when spoken to. A person leads first."""
    world = make(RULESET, DEAL)
    world.open(people, settings or TableSettings(bots_talk=True))
    world.submit(person(0), c.Start())
    return world


def name(world: World, seat: Seat) -> str:
    return world.room.table.seats[seat].name


def answers(world: World) -> list[ChatMessage]:
    """Return the messages of bots."""
    return [line for line in world.room.table.chat.table.lines if line.seat is not None and is_bot(world, line.seat)]


def is_bot(world: World, seat: Seat) -> bool:
    return world.room.table.seats[seat].kind == "bot"


def until_answered(world: World, most: float = 30.0) -> float:
    """Let time pass until the next answer, and return the seconds that it took."""
    before, waited = len(answers(world)), 0.0
    while len(answers(world)) == before:
        assert waited < most, "nobody answers"
        world.pass_by(0.1)
        waited += 0.1
    return waited


@pytest.mark.parametrize(
    ("text", "phrases"),
    [
        ("{bot}, why that vote?", {"no-vote-yet"}),
        ("{bot}, dlaczego taki skład?", {"no-team-yet"}),
        ("{bot}, kogo podejrzewasz?", {"no-suspect"}),
        ("{bot} is a spy", {"deny"}),
        ("ufam {bot}", {"glad"}),
        ("Hello {bot}", {"hello"}),
        ("{bot}, what's for dinner?", {"not-understood"}),
        ("{bot}, co na obiad?", {"not-understood"}),
    ],
)
def test_a_bot_addressed_by_name_answers_after_typing(worlds: Make, text: str, phrases: set[str]) -> None:
    world = talking(worlds)
    world.submit(person(0), c.Say(text.format(bot=name(world, 2))))
    world.pass_by(0.1)
    assert list(world.room.typing.seats) == [2]
    waited = until_answered(world) + 0.1
    assert 2.0 <= waited <= 6.2
    assert not world.room.typing.seats
    (answer,) = answers(world)
    assert answer.seat == 2
    assert answer.phrase in phrases
    world.pass_by(60)
    assert len(answers(world)) == 1


def test_everybody_sees_who_is_typing(worlds: Make) -> None:
    world = talking(worlds, people=2)
    world.submit(person(0), c.Say(f"{name(world, 2)}?"))
    world.pass_by(0.1)
    for viewer in (0, 1):
        page = b"".join(message.get("body", b"") for message in world.get("/t/CODE", viewer)).decode()
        assert f"{name(world, 2)} is typing" in page
    world.pass_by(LONGEST_TYPING + 1)
    page = b"".join(message.get("body", b"") for message in world.get("/t/CODE", 0)).decode()
    assert "is typing" not in page


def test_a_bot_whose_message_would_be_refused_does_not_type(worlds: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    world = talking(worlds)

    async def refuse(*_: object) -> None:
        raise Refused(Refusal("talk-silent"))

    world.submit(person(0), c.Say(f"{name(world, 2)}?"))
    world.pass_by(0.1)
    monkeypatch.setattr(world.room, "submit", refuse)
    pages = []
    for _ in range(2):
        pages.append(b"".join(message.get("body", b"") for message in world.get("/t/CODE", 0)).decode())
        world.pass_by(LONGEST_TYPING + 1)
    assert ["is typing" in page for page in pages] == [True, False]
    assert answers(world) == []


def test_one_bot_answers_a_question_to_all(worlds: Make) -> None:
    world = talking(worlds)
    world.submit(person(0), c.Say("Who do you suspect?"))
    world.pass_by(30)
    assert len(answers(world)) == 1


def test_no_bot_answers_a_message_to_nobody(worlds: Make) -> None:
    world = talking(worlds, people=2)
    for text in ("I will vote no", "Shall we take a break?", f"{name(world, 1)}, why that vote?"):
        world.submit(person(0), c.Say(text))
        world.pass_by(10)
    assert answers(world) == []


def test_a_bot_answers_a_phrase_about_it(worlds: Make) -> None:
    world = talking(worlds)
    for bot, phrase in ((1, "suspect"), (2, "trust"), (3, "what-think"), (4, "why-ballot")):
        world.submit(person(0), c.Say("", phrase=phrase, about=bot))
    world.pass_by(30)
    said = {line.seat: line.phrase for line in answers(world)}
    assert said == {1: "deny", 2: "glad", 3: "no-suspect", 4: "no-vote-yet"}


def test_a_bot_answers_at_most_every_twenty_seconds(worlds: Make) -> None:
    world = talking(worlds, people=2)
    moments: list[float] = []
    for second in range(150):
        world.submit(person(second % 2), c.Say(f"{name(world, 3)}, who do you suspect?"))
        before = len(answers(world))
        world.pass_by(1.0)
        moments += [world.loop.time()] * (len(answers(world)) - before)
    gaps = [after - before for before, after in pairwise(moments)]
    assert len(gaps) >= 4, "it continues to answer"
    assert min(gaps) >= 19.0, "checked once a second"


def test_bots_ignore_muted_people_and_spectators(worlds: Make) -> None:
    world = talking(worlds, people=2, settings=TableSettings(bots_talk=True, spectators_talk=True))
    bot = name(world, 3)
    world.submit("watcher", c.Say(f"{bot}, who do you suspect?", "spectators", name="Zoe"))
    world.pass_by(10)
    assert answers(world) == []
    world.submit(person(0), c.Say(f"{bot}, who do you suspect?"))
    world.pass_by(30)
    assert len(answers(world)) == 1
    table = world.room.table
    world.submit(person(0), c.Mute(table.voice_of_bot(3)))  # bots don't answer a person who has muted them
    world.submit(person(0), c.Say(f"{bot}, who do you trust?"))
    world.pass_by(30)
    assert len(answers(world)) == 1
    world.submit(person(1), c.Say(f"{bot}, who do you trust?"))
    world.pass_by(30)
    assert len(answers(world)) == 2
    world.submit(person(0), c.Mute(table.chat.voice_of(person(1))))  # everybody else has muted them
    world.submit(person(1), c.Say(f"{bot}, are you a spy?"))
    world.submit(person(1), c.Say("", phrase="suspect", about=4))
    heard = len(table.chat.conversation.remarks)
    world.pass_by(30)
    assert len(answers(world)) == 2
    assert len(table.chat.conversation.remarks) == heard


def test_silent_bots_do_not_type(worlds: Make) -> None:
    world = talking(worlds, settings=TableSettings())
    world.submit(person(0), c.Say(f"{name(world, 3)}, who do you suspect?"))
    world.pass_by(1)
    assert world.room.typing.seats == ()
    world.pass_by(30)
    assert answers(world) == []


@pytest.mark.parametrize("moved_after", [0.5, 1.9, 10.0])
def test_after_a_restart_bots_say_the_same_and_nothing_twice(worlds: Make, moved_after: float) -> None:
    said: list[list[tuple[object, ...]]] = []
    for moves in (False, True):
        world = talking(worlds)
        play_on(world)
        before = len(answers(world))
        world.submit(person(0), c.Say(f"{name(world, 3)}, who do you trust?"))
        world.pass_by(moved_after)
        if moves:
            world.move()
        world.pass_by(25)
        world.submit(person(0), c.Say(f"{name(world, 3)}, why?"))
        world.pass_by(25)
        new = answers(world)[before:]
        said.append([(line.phrase, line.about, line.reason, line.mission, line.wording) for line in new])
    assert len(said[0]) == 2
    assert said[0] == said[1]


def play_on(world: World) -> None:
    """Make the person's default choices until a mission is over and everybody is waiting for the person alone."""
    for _ in range(60):
        world.pass_by(12.0)  # bots have chosen and commented by then
        session = world.session
        if session.waiting == 1 and session.view().board.results:
            return
        if is_in(0, session.waiting):
            choose(world, session.default(0))
    raise AssertionError("no mission was run")


def choose(world: World, choice: Choice) -> None:
    world.submit(person(0), c.Choose(1, 0, choice.to, choice.answer))


def test_an_event_interrupts_a_typing_bot(worlds: Make) -> None:
    world = talking(worlds)
    choose(world, world.session.default(0))  # the team
    world.pass_by(30)  # all bots have voted
    assert world.session.waiting == 1
    world.submit(person(0), c.Say(f"{name(world, 3)}, why that vote?"))
    world.pass_by(1.0)
    assert world.room.typing.seats == (3,)
    number = world.room.table.chat.table.count
    choose(world, world.session.default(0))
    length = BotTiming(2.25, 1, 5).typing(world.room.table.code, 1, number, 3)
    waited = until_answered(world)
    assert waited == pytest.approx(length, abs=0.25), "it types again"
    assert answers(world)[0].phrase != "no-vote-yet", "it answers from the current state"


def test_a_bot_asked_something_else_types_on_without_a_break(worlds: Make) -> None:
    """A person's question goes before another bot's accusation."""
    world = talking(worlds)
    world.submit(c.SERVER, c.Say("", phrase="suspect", about=3, seat=2))
    world.pass_by(1.9)
    world.submit(person(0), c.Say(f"Hello {name(world, 3)}"))
    world.pass_by(0.05)
    length = BotTiming(2.25, 1, 5).typing(world.room.table.code, 1, world.room.table.chat.table.count, 3)
    for _ in range(int((length - 0.1) / 0.1)):
        assert world.room.typing.seats == (3,)
        world.pass_by(0.1)
    world.pass_by(0.2)
    assert world.room.typing.seats == ()
    assert [(line.seat, line.phrase) for line in answers(world)] == [(2, "suspect"), (3, "hello")]


def test_bots_do_not_answer_after_the_game(worlds: Make) -> None:
    world = talking(worlds)
    world.submit(person(0), c.Say(f"{name(world, 3)}, who do you suspect?"))
    world.pass_by(1.0)
    world.submit(person(0), c.GiveUp())
    world.pass_by(30)
    assert answers(world) == []
    assert world.room.typing.seats == ()


def test_bots_talk_during_a_talk_break_and_choose_after_it(worlds: Make) -> None:
    world = in_a_talk_break(worlds)
    turn, said = world.session.turn, len(answers(world))
    world.submit(person(0), c.Say(f"{name(world, 2)}, whom do you trust?"))
    assert until_answered(world) <= LONGEST_TYPING + 0.2
    world.pass_by(60)
    assert len(answers(world)) > said
    assert world.session.turn == turn, "bots wait with their choices"


def in_a_talk_break(worlds: Make) -> World:
    """Reach a talk break of a lone person: a team is proposed, and all the bots have yet to vote."""
    world = talking(worlds, settings=TableSettings(bots_talk=True, talk_breaks=True))
    world.add("page", 0, "page")
    world.get_ready(person(0))
    world.pass_by(1)
    choice = world.session.default(0)
    world.submit(person(0), c.Choose(1, 0, choice.to, choice.answer))
    world.pass_by(10)
    assert world.talks()
    return world
