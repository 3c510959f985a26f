"""Unprompted remarks of bots: frequent enough, by every bot, about recent events, and with answers by the accused."""

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

import pytest

from tests.support.worlds import REAL_BOTS, SameBot, World, person
from turncoat import bots
from turncoat.bots.characters import CHARACTERS
from turncoat.bots.remarks import OPINIONS
from turncoat.kernel.events import Event
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import is_in
from turncoat.kernel.steps import Choice
from turncoat.table import commands as c
from turncoat.table.state.chat import ChatMessage
from turncoat.table.values.settings import TableSettings
from turncoat.web.board.chat_lines import words_of

Make = Callable[..., World]
DEAL = Ruleset.deal
GAMES = 6
NAMED, SHOWN = "team", "vote"
SAID_OF = {
    **dict.fromkeys(("fears-team", "fears-leader", "likes-team", "with-me", "without-me", "my-team", "on-team"), NAMED),
    **dict.fromkeys(("for-team", "against-team", "against-leader"), SHOWN),
    **dict.fromkeys(("beside-fail", "not-my-fail"), "mission"),
}
"""Events that these phrases refer to."""
ANSWERS = {"deny", "rather", "in-return", "exposed", "said-all"}


@pytest.fixture(autouse=True)
def _real_bots(worlds: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "find", REAL_BOTS)
    monkeypatch.setattr(SameBot, "thought", 0.05)


class Played(NamedTuple):
    """A finished game."""

    lines: list[ChatMessage]
    events: list[Event]
    names: list[str]
    """Names of the bots."""
    moments: list[tuple[float, int]]
    """Moment and number of each message, polled once per second."""


def solo_game(make: Make, ruleset: Ruleset, number: int) -> Played:
    """Play a game of one person with bots of every character, who votes unhurriedly for every second team."""
    world = make(ruleset, DEAL(ruleset, b"solo %d" % number))
    world.open(1, TableSettings(bots_talk=True, talk_breaks=True, bots_characters=True))
    world.submit(person(0), c.Start())
    world.add("page", 0, "page")
    moments: list[tuple[float, int]] = []
    for second in range(1, 1500):
        world.get_ready(person(0))
        world.pass_by(1.0)
        count = world.room.table.chat.table.count
        moments += [(world.loop.time(), number) for number in range(len(moments), count)]
        if world.session.result is not None:
            break
        if second % 14 == 0:
            go_on(world, second // 14)
    assert world.session.result is not None
    table = world.room.table
    names = [seat.name for seat in table.seats if seat.kind == "bot"]
    return Played(list(table.chat.table.lines), list(world.session.view().events), names, moments)


def go_on(world: World, turn: int) -> None:
    """Make the person's choice if asked, and end the talk."""
    session = world.session
    if is_in(0, session.waiting):
        prompt, choice = session.view(0).prompt, session.default(0)
        if prompt is not None and prompt.question.name == "cast-ballot":
            ballot = Choice(prompt.number, "approve" if turn % 2 else "reject")
            choice = ballot if session.refusal(0, ballot) is None else choice
        world.submit(person(0), c.Choose(1, 0, choice.to, choice.answer))

    async def end_talk() -> None:
        world.room.end_talk(person(0))

    world.run(end_talk())


def games(make: Make, game: str = "resistance", players: int = 5, count: int = GAMES) -> list[Played]:
    return [solo_game(make, Ruleset.of(game, players), number) for number in range(count)]


def test_a_lone_player_hears_every_bot_and_several_remarks_per_vote(worlds: Make) -> None:
    said: Counter[str] = Counter()
    votes = 0
    for played in games(worlds):
        of_game = Counter(line.name for line in played.lines)
        assert len(of_game) >= len(played.names) - 1
        said += of_game
        votes += sum(type(event).__name__ == "BallotsRevealed" for event in played.events)
    assert 1.5 * votes <= said.total() <= 5 * votes
    assert len(said) == len(CHARACTERS)
    assert max(said.values()) < 4 * min(said.values()), said


@pytest.mark.parametrize(("game", "players"), [("resistance", 5), ("winter-soldier", 8), ("hail-hydra", 5)])
def test_an_accused_bot_answers(worlds: Make, game: str, players: int) -> None:
    accused, answered = 0, 0
    for played in games(worlds, game, players, 3):
        over = played.moments[-1][0] if played.moments else 0.0
        for at, line in enumerate(played.lines):
            if line.phrase not in OPINIONS or OPINIONS[line.phrase].opinion != "suspect":
                continue
            if line.about not in played.names or over - played.moments[at][0] < 15:
                continue
            accused += 1
            answered += any(one.name == line.about and one.phrase in ANSWERS for one in played.lines[at + 1 : at + 7])
    assert accused >= 4
    assert answered >= 0.9 * accused


def test_a_remark_is_dropped_once_the_table_has_moved_on(worlds: Make) -> None:
    seen: Counter[str] = Counter()
    for played in games(worlds):
        for line in played.lines:
            of = SAID_OF.get(line.phrase)
            if of is not None and line.after_events is not None:
                last = [
                    event.scene or NAMED for event in played.events[: line.after_events] if event.scene or named(event)
                ]
                assert last[-1] == of, line.phrase
                seen[of] += 1
    assert len(seen) == 3


def named(event: Event) -> bool:
    return type(event).opens_talk and not event.scene


def test_no_bot_sentence_repeats_at_a_table(worlds: Make) -> None:
    for played in games(worlds, players=7):
        texts = [words_of(line, str) for line in played.lines]
        frames = [(line.phrase, line.wording) for line in played.lines]
        assert len(texts) == len(set(texts))
        assert len(frames) == len(set(frames))


def test_bots_answer_people_before_accusing_bots(worlds: Make) -> None:
    """A bot that has answered another bot, or is about to, still answers a person."""
    ruleset = Ruleset.of("resistance", 5)
    world = worlds(ruleset, DEAL(ruleset, b"two ask"))
    world.open(1, TableSettings(bots_talk=True))
    world.submit(person(0), c.Start())
    chat, name = world.room.table.chat.table, world.room.table.seats[3].name

    def phrases() -> list[str]:
        return [line.phrase for line in chat.lines if line.name == name]

    for phrase in ("doubt", "suspect"):
        world.submit(c.SERVER, c.Say("", phrase=phrase, about=3, seat=2))
        world.pass_by(8.0)
    assert phrases() == ["deny", "deny"]
    world.submit(c.SERVER, c.Say("", phrase="doubt", about=3, seat=2))
    world.submit(person(0), c.Say(f"Hello {name}"))
    world.pass_by(8.0)
    assert phrases() == ["deny", "deny", "hello"]
