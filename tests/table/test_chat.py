"""The chat of a table: who may say what, what is kept, and that it counts as no change of the table."""

import asyncio
from pathlib import Path

import msgspec
import pytest

from tests.games.winter_soldier.play import SEVEN, table, won
from tests.table.running import RunningRoom
from turncoat.bots.deducer import Deducer
from turncoat.bots.remarks import OPINIONS, Remark
from turncoat.kernel.refusals import Refused
from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.seats import is_in
from turncoat.table import commands as c
from turncoat.table.runtime.room import Room
from turncoat.table.runtime.room_registry import RoomRegistry
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.table.state.chat import KEPT, LONGEST_TEXT, ChatMessage, clean_text, in_channel, remarks
from turncoat.table.values.phrases import BOT_PHRASES, PHRASES, REASONS, phrases_of, text_of
from turncoat.table.values.settings import TableSettings
from turncoat.testing.walks import play
from turncoat.web.http.identity import Visitor
from turncoat.web.table.menu import menu_part
from turncoat.web.table.page_parts import ViewerContext

pytestmark = pytest.mark.anyio
STAGES = ((False, False), (True, False), (True, True))
PEOPLE = tuple(f"person-{seat}" for seat in range(7))


async def open_table(data: Path) -> tuple[RoomRegistry, Room]:
    """Seven people at a table of Winter Soldier, whose game has begun."""
    registry = RoomRegistry(ServerSettings(data, bot_pause=60))
    room = await registry.open(PEOPLE[0], "Name 0", c.GameSetup("winter-soldier", 7))
    for person in PEOPLE[1:]:
        await room.submit(person, c.Sit(f"Name {person[-1]}"))
    await room.submit(PEOPLE[0], c.Start())
    return registry, room


def script(room: Room, *, come_out: bool = False, text: str = "") -> None:
    """The game of the table is this one from now on: HYDRA are the seats 4, 5 and 6."""
    game = table(SEVEN)
    if come_out:
        won(game)
        play(game, "0 last-guess 5")
    play(game, text)
    assert room.table.session is not None
    room.table.session._game = game
    room.table.session._views = {}


async def refused(room: Room, by: str, say: c.Say | c.Mute) -> str:
    before = len(room.table.chat.table.lines), len(room.table.chat.channel.lines), room.entries
    with pytest.raises(Refused) as caught:
        await room.submit(by, say)
    assert before == (len(room.table.chat.table.lines), len(room.table.chat.channel.lines), room.entries)
    return caught.value.refusal.code


async def test_what_is_said_is_kept_and_changes_nothing_of_the_game(tmp_path: Path) -> None:
    registry, room = await open_table(tmp_path)
    version, woken = room.table.version, asyncio.Event()
    room.watchers.add(woken.set)
    await room.submit(PEOPLE[3], c.Say("  I trust\u202e\nnobody. "), "id-1")
    await room.submit(PEOPLE[3], c.Say("  I trust\u202e\nnobody. "), "id-1")
    await room.submit(PEOPLE[0], c.Say("Nor do I."), "id-1")
    assert woken.is_set()
    said = [(line.number, line.name, line.text) for line in room.table.chat.table.lines]
    assert said == [(1, "Name 3", "I trust nobody."), (2, "Name 0", "Nor do I.")]
    assert room.table.version == version
    await registry.close()

    again = RoomRegistry(ServerSettings(tmp_path, bot_pause=60))
    loaded = await again.find(room.table.code)
    assert loaded.table.chat.table.lines == room.table.chat.table.lines
    assert loaded.table.running
    await again.close()


async def test_only_the_last_lines_are_kept(tmp_path: Path) -> None:
    registry, room = await open_table(tmp_path)
    for number in range(KEPT + 3):
        await room.submit(PEOPLE[0], c.Say(str(number)))
    assert [line.text for line in room.table.chat.table.lines] == [str(number) for number in range(3, KEPT + 3)]
    await registry.close()


async def test_messages_are_refused_with_a_reason(tmp_path: Path) -> None:
    registry, room = await open_table(tmp_path)
    assert await refused(room, "somebody", c.Say("Hello")) == "not-seated"
    assert await refused(room, PEOPLE[0], c.Say(" \u202e\u200b\n")) == "talk-empty"
    assert await refused(room, PEOPLE[0], c.Say("x" * (LONGEST_TEXT + 1))) == "talk-too-long"
    assert clean_text("x" * LONGEST_TEXT) == "x" * LONGEST_TEXT
    assert await refused(room, PEOPLE[5], c.Say("Psst", "channel")) == "talk-no-channel"
    await registry.close()


@pytest.mark.clause("WIN-OUT-1")
async def test_people_who_are_out_do_not_talk(tmp_path: Path) -> None:
    registry, room = await open_table(tmp_path)
    script(room, text="0 !accuse 5")
    assert [await refused(room, PEOPLE[seat], c.Say("But I")) for seat in (0, 5)] == ["talk-silent"] * 2
    await room.submit(PEOPLE[1], c.Say("Farewell."))
    assert [line.text for line in room.table.chat.table.lines] == ["Farewell."]
    await registry.close()


@pytest.mark.clause("WIN-END-3")
async def test_hydra_talks_among_itself_when_it_has_come_out_and_not_before(tmp_path: Path) -> None:
    registry, room = await open_table(tmp_path)
    script(room)
    assert not any(in_channel(room.table.session, seat) for seat in range(7))
    assert await refused(room, PEOPLE[4], c.Say("Psst", "channel")) == "talk-no-channel"
    script(room, come_out=True)
    assert [seat for seat in range(7) if in_channel(room.table.session, seat)] == [4, 5, 6]
    await room.submit(PEOPLE[5], c.Say("It is seat 1.", "channel"))
    assert await refused(room, PEOPLE[1], c.Say("I listen", "channel")) == "talk-no-channel"
    assert [line.text for line in room.table.chat.channel.lines] == ["It is seat 1."]
    assert not room.table.chat.table.lines
    script(room, come_out=True, text="4 name-fury 1")
    assert await refused(room, PEOPLE[5], c.Say("Well done", "channel")) == "talk-no-channel"
    await room.submit(PEOPLE[0], c.Start())
    assert not room.table.chat.channel.lines
    await registry.close()


async def test_a_quick_phrase_is_kept_by_its_key(tmp_path: Path) -> None:
    registry, room = await open_table(tmp_path)
    await room.submit(PEOPLE[2], c.Say("", phrase="trust", about=4))
    await room.submit(PEOPLE[2], c.Say("what else is sent is not kept", phrase="why-team"))
    kept = [(line.name, line.text, line.phrase, line.about) for line in room.table.chat.table.lines]
    assert kept == [("Name 2", "", "trust", "Name 4"), ("Name 2", "", "why-team", "")]
    for phrase in ("no-such", *BOT_PHRASES):
        assert await refused(room, PEOPLE[2], c.Say("", phrase=phrase, about=4)) == "talk-no-phrase"
    assert await refused(room, PEOPLE[2], c.Say("", phrase="hello", about=99)) == "talk-of-whom"
    for about in (None, 7, -1):
        assert await refused(room, PEOPLE[2], c.Say("", phrase="trust", about=about)) == "talk-of-whom"
    await registry.close()


async def test_a_muted_voice_stays_muted_after_a_restart(tmp_path: Path) -> None:
    registry, room = await open_table(tmp_path)
    assert await refused(room, PEOPLE[1], c.Mute(1)) == "talk-no-voice"
    await room.submit(PEOPLE[2], c.Say("Me!"))
    version = room.table.version
    await room.submit(PEOPLE[1], c.Mute(1))
    assert room.table.version == version
    await registry.close()

    again = RoomRegistry(ServerSettings(tmp_path, bot_pause=60))
    loaded = await again.find(room.table.code)
    assert [loaded.table.personal(person).muted_voices for person in PEOPLE[:3]] == [frozenset(), {1}, frozenset()]
    await loaded.submit(PEOPLE[1], c.Mute(1, False))
    assert not loaded.table.personal(PEOPLE[1]).muted_voices
    await again.close()


async def test_spectators_talk_among_themselves_when_the_host_lets_them(tmp_path: Path) -> None:
    registry, room = await open_table(tmp_path)
    boo = c.Say("Boo", "gallery", name="Zoe")
    assert await refused(room, "watcher", boo) == "not-seated"
    await room.submit(PEOPLE[0], c.ChangeSettings(TableSettings(spectators_talk=True)))
    await room.submit("watcher", boo)
    assert [(line.name, line.text) for line in room.table.chat.spectator_chat.lines] == [("Zoe", "Boo")]
    assert not room.table.chat.table.lines
    assert await refused(room, "watcher", c.Say("Boo")) == "not-seated"
    assert await refused(room, PEOPLE[1], boo) == "seated-already"
    for name, code in (
        ("Name 1", "name-taken"),
        ("Narrator", "name-reserved"),
        ("", "name-empty"),
    ):
        assert await refused(room, "another", c.Say("Boo", "gallery", name=name)) == code
    assert await refused(room, "another", boo) == "name-taken"
    # A person who gets up in the middle of a game has seen a card.
    await room.submit(PEOPLE[6], c.Leave())
    assert await refused(room, PEOPLE[6], c.Say("Psst", "gallery", name="Name 6")) == "talk-knows-a-card"
    await room.submit(PEOPLE[0], c.Remove(5))
    assert await refused(room, PEOPLE[5], c.Say("Psst", "gallery", name="Name 5")) == "removed"
    await registry.close()


async def test_masked_words_are_not_kept(tmp_path: Path) -> None:
    registry, room = await open_table(tmp_path)
    await room.submit(PEOPLE[1], c.Say("Darn early"))
    await room.submit(PEOPLE[0], c.ChangeSettings(TableSettings(masked_words="darn, gosh")))
    await room.submit(PEOPLE[1], c.Say("DÄRN it, g.o.s.h!"), "id")
    await room.submit(PEOPLE[1], c.Say("DÄRN it, g.o.s.h!"), "id")
    assert [line.text for line in room.table.chat.table.lines] == ["**** early", "**** it, *******!"]
    for by, command in ((PEOPLE[1], c.Rename("Da rn D.A.R.N")), (PEOPLE[1], c.Rename("darn"))):
        with pytest.raises(Refused, match="name-masked"):
            await room.submit(by, command)
    code = room.table.code
    await registry.close()
    again = RoomRegistry(ServerSettings(tmp_path, bot_pause=60))
    loaded = await again.find(code)
    assert loaded.table.chat.table.lines == room.table.chat.table.lines
    kept = b"".join(await again.store.load(code)).decode().casefold()
    assert "därn" not in kept
    assert "g.o.s.h" not in kept
    await again.close()


async def test_a_text_that_is_too_long_is_refused_before_it_is_masked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[int] = []

    def mask(text: str, words: frozenset[str]) -> str:
        looked.append(len(text))
        return text

    monkeypatch.setattr("turncoat.table.runtime.command_pipeline.mask", mask)
    registry, room = await open_table(tmp_path)
    await room.submit(PEOPLE[0], c.ChangeSettings(TableSettings(masked_words="darn")))
    assert await refused(room, PEOPLE[1], c.Say("a " * 30_000)) == "talk-too-long"
    assert await refused(room, PEOPLE[1], c.Say("\u200b" * 60_000)) == "talk-empty"
    await room.submit(PEOPLE[1], c.Say("Well" + "\u200b" * 60_000))
    assert looked == [4]
    await registry.close()


async def test_a_spectator_has_a_voice_of_their_own_and_the_menu_lists_the_voices_that_can_be_read(
    tmp_path: Path,
) -> None:
    registry, room = await open_table(tmp_path)
    await room.submit(PEOPLE[0], c.ChangeSettings(TableSettings(spectators_talk=True)))
    await room.submit(PEOPLE[1], c.Say("Hello"))
    for number in range(KEPT + 20):
        await room.submit(f"guest-{number}", c.Say("Boo", "gallery", name=f"Guest {number}"))
    chat = room.table.chat
    guests = [chat.voice_of(f"guest-{number}", "gallery") for number in range(3)]
    assert (chat.voice_of(PEOPLE[1]), guests) == (1, [2, 4, 6])
    await room.submit(PEOPLE[2], c.Mute(2))
    listed = menu_part(ViewerContext(room, Visitor(PEOPLE[2]), "en", "")).chat.voices
    assert len(listed) == KEPT + 2  # the lines there are, who spoke at the table, and who is muted
    assert [voice.muted for voice in listed].count(True) == 1
    await registry.close()


def test_every_phrase_that_is_offered_exists() -> None:
    offered = {key for game in BOOKS for begun, over in STAGES for key in phrases_of(game, begun=begun, over=over)}
    assert offered == {*PHRASES, *(key for book in BOOKS.values() for key in book.phrases)}
    assert phrases_of("hail-hydra", begun=True, over=False) == (
        *("lay-high", "guard-city", "use-ability", "not-me", "one-moment"),
        *("trust", "suspect", "sure", "knock-out", "what-think"),
    )
    assert text_of("no-such-phrase") == ""
    for key in {*offered, *BOT_PHRASES}:
        assert text_of(key)
        assert "{" not in text_of(key).replace("{seat}", "")


async def bots_talking(data: Path, settings: TableSettings) -> list[ChatMessage]:
    """What is said at a table where a person plays with talkative bots, each choice as the clock would have it."""
    running = RunningRoom(data, 0)
    registry = running.registry
    try:
        room = running.room = await registry.open("ola", "Ola", c.GameSetup("resistance", 5))
        for seat in range(1, 5):
            await room.submit("ola", c.AddBot(seat, "hard"))
        await room.submit("ola", c.ChangeSettings(settings))
        await room.submit("ola", c.Start())
        async with asyncio.timeout(60):
            while running.session.result is None:
                if is_in(0, running.session.waiting):
                    await running.default(0)
                await asyncio.sleep(0.002)
        return list(room.table.chat.table.lines)
    finally:
        await registry.close()


async def test_bots_say_what_they_think_after_a_mission_and_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Deducer, "talkative", 1.0)
    lines = await bots_talking(tmp_path, TableSettings(bots_talk=True))
    assert lines
    assert {line.phrase for line in lines} <= OPINIONS.keys()
    assert all(line.reason in REASONS and line.mission and line.about != line.name != "Ola" for line in lines)
    assert len({line.voice for line in lines}) == len({line.name for line in lines})  # each can be muted alone


async def test_bots_are_silent_where_the_host_wants_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Deducer, "talkative", 1.0)
    assert await bots_talking(tmp_path, TableSettings()) == []


async def test_bots_hear_the_phrases_that_everybody_at_the_table_hears_and_nothing_else(tmp_path: Path) -> None:
    registry, room = await open_table(tmp_path)
    chat = room.table.chat
    await room.submit(PEOPLE[0], c.ChangeSettings(TableSettings(spectators_talk=True)))
    script(room, come_out=True)
    await room.submit(PEOPLE[2], c.Say("", phrase="trust", about=4))
    await room.submit(PEOPLE[5], c.Say("", phrase="suspect", about=1, channel="channel"))
    await room.submit("watcher", c.Say("", phrase="suspect", about=1, channel="gallery", name="Zoe"))
    await room.submit(PEOPLE[2], c.Say("Seat 4 looks like a traitor."))
    await room.submit(PEOPLE[2], c.Say("", phrase="what-think", about=4))
    await room.submit(PEOPLE[3], c.Say("", phrase="sure", about=6))
    assert remarks(chat, 1) == ((1, 2, Remark("trust", 4)), (4, 3, Remark("sure", 6)))
    assert remarks(chat, 2) == ()  # another game has other cards
    chat.forget(1)
    assert remarks(chat, 1) == ()
    await registry.close()


@pytest.mark.parametrize("talk", [True, False])
async def test_bots_are_told_what_was_said_where_they_talk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, talk: bool
) -> None:
    told: list[tuple[int, tuple[int, Remark]]] = []

    def hear(bot: Deducer, said: tuple[tuple[int, Remark], ...]) -> None:
        told.extend((bot.seat, one) for one in said)

    monkeypatch.setattr(Deducer, "hear", hear)
    running = RunningRoom(tmp_path, 0)
    room = running.room = await running.registry.open("ola", "Ola", c.GameSetup("resistance", 5))
    for seat in range(1, 5):
        await room.submit("ola", c.AddBot(seat, "hard"))
    await room.submit("ola", c.ChangeSettings(TableSettings(bots_talk=talk)))
    await room.submit("ola", c.Start())
    await room.submit("ola", c.Say("", phrase="suspect", about=3))
    async with asyncio.timeout(60):
        while running.session.result is None:
            if is_in(0, running.session.waiting):
                await running.default(0)
            await asyncio.sleep(0.002)
    mine = [seat for seat, said in told if said == (0, Remark("suspect", 3))]
    assert sorted(mine) == ([1, 2, 3, 4] if talk else [])  # each once
    assert bool(told) == talk
    await running.registry.close()


async def test_people_do_not_speak_for_bots(tmp_path: Path) -> None:
    registry = RoomRegistry(ServerSettings(tmp_path, bot_pause=600))
    room = await registry.open("ola", "Ola", c.GameSetup("resistance", 5))
    await room.submit("ola", c.AddBot(2, "hard"))
    say = c.Say("", phrase="trust", about=1, seat=2, reason="on-clean", mission=1)
    assert await refused(room, "ola", say) == "talk-bots-only"
    assert await refused(room, "ola", c.Say("", phrase="trust", about=1, reason="on-clean")) == "talk-bots-only"
    changed = msgspec.structs.replace
    assert room.table.settings.bots_talk  # at a new table
    for wrong in (
        changed(say, seat=None),
        changed(say, seat=0),
        changed(say, seat=9),
        changed(say, about=2),
        changed(say, reason="no such reason"),
        changed(say, phrase="", text="Free words."),
        changed(say, channel="channel"),
    ):
        assert await refused(room, c.SERVER, wrong) == "talk-bots-only"
    await room.submit(c.SERVER, say)
    line = room.table.chat.table.lines[-1]
    assert (line.name, line.about, line.reason, line.mission) == (room.table.names[2], "", "on-clean", 1)
    await room.submit("ola", c.ChangeSettings(TableSettings(bots_talk=False)))
    assert await refused(room, c.SERVER, say) == "talk-bots-silent"
    await registry.close()
