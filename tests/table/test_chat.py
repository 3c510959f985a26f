"""The chat of a table: permissions, retention, and its independence of the table's version."""

import asyncio
from pathlib import Path

import msgspec
import pytest

from tests.support.running import RunningRoom
from tests.support.scripted_tables import PEOPLE, open_table, script
from turncoat.bots.levels import Normal
from turncoat.bots.remarks import Remark
from turncoat.bots.wordings import phrase_keys, reason_keys
from turncoat.kernel.refusals import Refused
from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.seats import is_in
from turncoat.table import commands as c
from turncoat.table.runtime.room import Room
from turncoat.table.runtime.room_registry import RoomRegistry
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.table.state.chat import LONGEST_TEXT, MAX_MESSAGES, ChatMessage, clean_text, in_channel
from turncoat.table.values.phrases import PHRASES, phrases_of, text_of
from turncoat.table.values.reactions import REACTIONS, THROWN, thrown_by
from turncoat.table.values.settings import TableSettings
from turncoat.web.http.identity import Visitor
from turncoat.web.table.chat import chat_part
from turncoat.web.table.menu import menu_part
from turncoat.web.table.page_parts import ViewerContext

pytestmark = pytest.mark.anyio
STAGES = ((False, False), (True, False), (True, True))


async def refused(room: Room, by: str, say: c.Say | c.Mute | c.React) -> str:
    before = len(room.table.chat.table.lines), len(room.table.chat.channel.lines), room.entries
    with pytest.raises(Refused) as caught:
        await room.submit(by, say)
    assert before == (len(room.table.chat.table.lines), len(room.table.chat.channel.lines), room.entries)
    return caught.value.refusal.code


async def test_chat_is_kept_and_does_not_affect_the_game(tmp_path: Path) -> None:
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


def reactions(room: Room, number: int) -> list[tuple[str, str]]:
    """Return the reactions to the message, with the names of their authors."""
    message = room.table.chat.table.message(number)
    assert message is not None
    return [(room.table.chat.voices[voice], key) for voice, key in message.reactions]


async def test_repeating_a_reaction_removes_it(tmp_path: Path) -> None:
    registry, room = await open_table(tmp_path)
    await room.submit(PEOPLE[3], c.Say("I trust nobody."))
    version, applied, woken = room.table.version, room.table.applied, asyncio.Event()
    room.watchers.add(woken.set)
    await room.submit(PEOPLE[1], c.React(1, "laugh"), "id-1")
    await room.submit(PEOPLE[1], c.React(1, "laugh"), "id-1")  # the same command, sent twice
    await room.submit(PEOPLE[2], c.React(1, "laugh"))
    assert woken.is_set()
    assert reactions(room, 1) == [("Name 1", "laugh"), ("Name 2", "laugh")]
    await room.submit(PEOPLE[1], c.React(1, "heart"))
    assert reactions(room, 1) == [("Name 2", "laugh"), ("Name 1", "heart")]
    await room.submit(PEOPLE[2], c.React(1, "laugh"))
    assert reactions(room, 1) == [("Name 1", "heart")]
    assert (room.table.version, room.table.applied) == (version, applied + 4)
    await registry.close()

    again = RoomRegistry(ServerSettings(tmp_path, bot_pause=60))
    loaded = await again.find(room.table.code)
    assert reactions(loaded, 1) == [("Name 1", "heart")]
    assert loaded.table.chat.of_games == room.table.chat.of_games
    await again.close()


async def test_a_reaction_thrown_at_a_seat_is_a_message_that_bots_do_not_hear(tmp_path: Path) -> None:
    registry, room = await open_table(tmp_path)
    assert await refused(room, PEOPLE[1], c.Say("", phrase="throw-laugh")) == "talk-of-whom"
    assert await refused(room, PEOPLE[1], c.Say("", phrase="throw-stone", about=2)) == "talk-no-phrase"
    assert {thrown_by(phrase) for phrase in THROWN} == REACTIONS.keys()
    for phrase in THROWN:
        await room.submit(PEOPLE[1], c.Say("", phrase=phrase, about=2))
    lines = chat_part(room.table, str).lines
    assert [(line.thrown, line.thrown_at) for line in lines] == [(key, 2) for key in REACTIONS]
    assert not room.table.chat.conversation.remarks
    await registry.close()


async def test_reactions_are_refused_with_a_reason(tmp_path: Path) -> None:
    registry, room = await open_table(tmp_path)
    for number in range(MAX_MESSAGES + 1):
        await room.submit(PEOPLE[0], c.Say(str(number)))
    for message in (0, 1, MAX_MESSAGES + 2, -1):
        assert await refused(room, PEOPLE[1], c.React(message, "laugh")) == "talk-no-message"
    for reaction in ("", "angry"):
        assert await refused(room, PEOPLE[1], c.React(2, reaction)) == "talk-no-reaction"
    assert await refused(room, "somebody", c.React(2, "laugh")) == "not-seated"
    script(room, text="0 !accuse 5")
    assert await refused(room, PEOPLE[5], c.React(2, "laugh")) == "talk-silent"
    for reaction in REACTIONS:
        await room.submit(PEOPLE[1], c.React(2, reaction))
    room.table.chat.forget(1)
    assert await refused(room, PEOPLE[1], c.React(2, "laugh")) == "talk-no-message"
    await registry.close()


async def test_a_person_who_only_reacts_can_be_muted(tmp_path: Path) -> None:
    registry, room = await open_table(tmp_path)
    await room.submit(PEOPLE[3], c.Say("I trust nobody."))
    await room.submit(PEOPLE[1], c.React(1, "laugh"))
    voice = room.table.chat.voice_of(PEOPLE[1])
    assert voice in room.table.chat.recent_voices
    await room.submit(PEOPLE[2], c.Mute(voice))
    seen = [
        [one.label for one in line.reactions]
        for muted_voices in (frozenset[int](), room.table.personal(PEOPLE[2]).muted_voices)
        for line in chat_part(room.table, str, muted_voices).lines
    ]
    assert seen == [["Funny: Name 1"], []]
    await registry.close()


async def test_a_message_stores_its_position_as_a_public_count(tmp_path: Path) -> None:
    """Private and spectators' messages do not count, and the sender cannot set the position."""
    registry = RoomRegistry(ServerSettings(tmp_path, bot_pause=60))
    room = await registry.open(PEOPLE[0], "Name 0", c.GameSetup("winter-soldier", 7))
    for person in PEOPLE[1:]:
        await room.submit(person, c.Sit(f"Name {person[-1]}"))
    await room.submit(PEOPLE[0], c.ChangeSettings(TableSettings(spectators_talk=True)))
    await room.submit(PEOPLE[0], c.Say("Before", after_events=5))
    await room.submit(PEOPLE[0], c.Start())
    script(room, come_out=True)
    session = room.table.session
    assert session is not None
    public = len(session.view().events)
    assert public < len(session._game.events)  # some of it was secret
    await room.submit(PEOPLE[0], c.Say("During", after_events=5), "id")
    await room.submit(PEOPLE[0], c.Say("During", after_events=5), "id")
    await room.submit(PEOPLE[5], c.Say("Psst", "channel", after_events=5))
    await room.submit("watcher", c.Say("Boo", "spectators", name="Zoe", after_events=5))
    log = [c.decode(entry).command for entry in await registry.store.load(room.table.code)]
    counts = [(one.text, one.after_events) for one in log if isinstance(one, c.Say)]
    assert counts == [("Before", None), ("During", public), ("Psst", None), ("Boo", None)]
    assert {game: [line.text for line in lines] for game, lines in room.table.chat.of_games.items()} == {1: ["During"]}
    await registry.close()


async def test_only_the_latest_messages_are_kept(tmp_path: Path) -> None:
    registry, room = await open_table(tmp_path)
    for number in range(MAX_MESSAGES + 3):
        await room.submit(PEOPLE[0], c.Say(str(number)))
    assert [line.text for line in room.table.chat.table.lines] == [str(number) for number in range(3, MAX_MESSAGES + 3)]
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
async def test_eliminated_players_cannot_talk(tmp_path: Path) -> None:
    registry, room = await open_table(tmp_path)
    script(room, text="0 !accuse 5")
    assert [await refused(room, PEOPLE[seat], c.Say("But I")) for seat in (0, 5)] == ["talk-silent"] * 2
    await room.submit(PEOPLE[1], c.Say("Farewell."))
    assert [line.text for line in room.table.chat.table.lines] == ["Farewell."]
    await registry.close()


@pytest.mark.clause("WIN-END-3")
async def test_hydra_has_a_channel_only_after_coming_out(tmp_path: Path) -> None:
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


async def test_a_quick_phrase_is_stored_as_its_key(tmp_path: Path) -> None:
    registry, room = await open_table(tmp_path)
    await room.submit(PEOPLE[2], c.Say("", phrase="trust", about=4))
    await room.submit(PEOPLE[2], c.Say("what else is sent is not kept", phrase="why-team"))
    kept = [(line.name, line.text, line.phrase, line.about) for line in room.table.chat.table.lines]
    assert kept == [("Name 2", "", "trust", "Name 4"), ("Name 2", "", "why-team", "")]
    for phrase in ("no-such", *phrase_keys() - PHRASES.keys()):
        assert await refused(room, PEOPLE[2], c.Say("", phrase=phrase, about=4)) == "talk-no-phrase"
    assert await refused(room, PEOPLE[2], c.Say("", phrase="hello", about=99)) == "talk-of-whom"
    for about in (None, 7, -1):
        assert await refused(room, PEOPLE[2], c.Say("", phrase="trust", about=about)) == "talk-of-whom"
    await registry.close()


async def test_muted_people_stay_muted_after_a_restart(tmp_path: Path) -> None:
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


async def test_spectators_may_talk_if_the_host_allows_it(tmp_path: Path) -> None:
    registry, room = await open_table(tmp_path)
    boo = c.Say("Boo", "spectators", name="Zoe")
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
        assert await refused(room, "another", c.Say("Boo", "spectators", name=name)) == code
    assert await refused(room, "another", boo) == "name-taken"
    # A person who leaves the seat during a game has seen a card.
    await room.submit(PEOPLE[6], c.Leave())
    assert await refused(room, PEOPLE[6], c.Say("Psst", "spectators", name="Name 6")) == "talk-knows-a-card"
    await room.submit(PEOPLE[0], c.Remove(5))
    assert await refused(room, PEOPLE[5], c.Say("Psst", "spectators", name="Name 5")) == "removed"
    await registry.close()


async def test_masked_words_are_not_stored(tmp_path: Path) -> None:
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


async def test_an_overlong_message_is_refused_before_masking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []

    def mask(text: str, words: frozenset[str]) -> str:
        looked.append(len(text))
        return text

    monkeypatch.setattr("turncoat.table.handlers.chat.mask", mask)
    registry, room = await open_table(tmp_path)
    await room.submit(PEOPLE[0], c.ChangeSettings(TableSettings(masked_words="darn")))
    assert await refused(room, PEOPLE[1], c.Say("a " * 30_000)) == "talk-too-long"
    assert await refused(room, PEOPLE[1], c.Say("\u200b" * 60_000)) == "talk-empty"
    await room.submit(PEOPLE[1], c.Say("Well" + "\u200b" * 60_000))
    assert looked == [4]
    await registry.close()


async def test_the_mute_menu_lists_everybody_whose_messages_are_readable(
    tmp_path: Path,
) -> None:
    registry, room = await open_table(tmp_path)
    await room.submit(PEOPLE[0], c.ChangeSettings(TableSettings(spectators_talk=True)))
    await room.submit(PEOPLE[1], c.Say("Hello"))
    for number in range(MAX_MESSAGES + 20):
        await room.submit(f"guest-{number}", c.Say("Boo", "spectators", name=f"Guest {number}"))
    chat = room.table.chat
    guests = [chat.voice_of(f"guest-{number}", "spectators") for number in range(3)]
    assert (chat.voice_of(PEOPLE[1]), guests) == (1, [2, 4, 6])
    await room.submit(PEOPLE[2], c.Mute(2))
    listed = menu_part(ViewerContext(room, Visitor(PEOPLE[2]), "en", "")).chat.voices
    assert len(listed) == MAX_MESSAGES + 2  # the stored messages, the player who spoke, and the muted voice
    assert [voice.muted for voice in listed].count(True) == 1
    await registry.close()


def test_every_offered_phrase_exists() -> None:
    offered = {key for game in BOOKS for begun, over in STAGES for key in phrases_of(game, begun=begun, over=over)}
    assert offered == {*PHRASES, *(key for book in BOOKS.values() for key in book.phrases)}
    assert phrases_of("hail-hydra", begun=True, over=False) == (
        *("lay-high", "guard-city", "use-ability", "not-me", "one-moment"),
        *("trust", "suspect", "sure", "knock-out", "what-think", *THROWN),
    )
    assert text_of("no-such-phrase") == ""
    for key in offered:
        assert text_of(key)
        assert "{" not in text_of(key).replace("{seat}", "")


async def bots_talking(data: Path, settings: TableSettings) -> list[ChatMessage]:
    """Return the messages at a table of one person and talkative bots, where each choice is the clock's."""
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


async def test_bots_comment_with_reasons_after_a_mission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Normal, "talkative", 1.0)
    lines = await bots_talking(tmp_path, TableSettings(bots_talk=True))
    assert lines
    assert {line.phrase for line in lines} <= phrase_keys()
    assert all(line.about != line.name != "Ola" for line in lines)
    reasons = {line.reason for line in lines} - {""}
    assert reasons
    assert reasons <= reason_keys()
    assert len({line.voice for line in lines}) == len({line.name for line in lines})  # each can be muted separately


async def test_the_host_can_silence_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Normal, "talkative", 1.0)
    assert await bots_talking(tmp_path, TableSettings()) == []


async def test_bots_hear_only_phrases_that_everybody_hears(tmp_path: Path) -> None:
    registry, room = await open_table(tmp_path)
    chat = room.table.chat
    await room.submit(PEOPLE[0], c.ChangeSettings(TableSettings(spectators_talk=True)))
    script(room, come_out=True)
    await room.submit(PEOPLE[2], c.Say("", phrase="trust", about=4))
    await room.submit(PEOPLE[5], c.Say("", phrase="suspect", about=1, channel="channel"))
    await room.submit("watcher", c.Say("", phrase="suspect", about=1, channel="spectators", name="Zoe"))
    await room.submit(PEOPLE[2], c.Say("Seat 4 looks like a traitor."))
    await room.submit(PEOPLE[2], c.Say("", phrase="what-think", about=4))
    await room.submit(PEOPLE[3], c.Say("", phrase="sure", about=6))
    heard = [(one.seat, one.remark) for one in chat.conversation.remarks]
    assert heard == [(2, Remark("trust", 4)), (3, Remark("sure", 6))]
    chat.forget(1)
    assert not chat.conversation.remarks
    await registry.close()


@pytest.mark.parametrize("talk", [True, False])
async def test_bots_hear_phrases_only_if_bots_may_talk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, talk: bool
) -> None:
    told: list[tuple[int, tuple[int, Remark]]] = []

    def hear(bot: Normal, said: tuple[tuple[int, Remark], ...]) -> None:
        told.extend((bot.seat, one) for one in said)

    monkeypatch.setattr(Normal, "hear", hear)
    running = RunningRoom(tmp_path, 0)
    room = running.room = await running.registry.open("ola", "Ola", c.GameSetup("resistance", 5))
    for seat in range(1, 5):
        await room.submit("ola", c.AddBot(seat, "normal"))
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


async def test_people_cannot_speak_for_bots(tmp_path: Path) -> None:
    registry = RoomRegistry(ServerSettings(tmp_path, bot_pause=600))
    room = await registry.open("ola", "Ola", c.GameSetup("resistance", 5))
    await room.submit("ola", c.AddBot(2, "hard"))
    say = c.Say("", phrase="trust", about=1, seat=2, reason="on-clean", mission=1)
    assert await refused(room, "ola", say) == "talk-bots-only"
    assert await refused(room, "ola", c.Say("", phrase="trust", about=1, reason="on-clean")) == "talk-bots-only"
    changed = msgspec.structs.replace
    assert room.table.settings.bots_talk  # the default of a new table
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
