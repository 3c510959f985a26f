"""Chat on the page over HTTP: public to read, except for the members' channel, and always plain text."""

import json
import re
from itertools import product
from pathlib import Path

import httpx
import msgspec
import pytest

from tests.support.guests import Guest, a_table
from tests.support.offline_room import Watching, room
from tests.support.open_page import unpacked, without_time
from tests.support.scripted_tables import script
from tests.support.taking import take
from turncoat.bots.wordings import reason_keys
from turncoat.games.winter_soldier.board import Board
from turncoat.kernel.chapters import Deal
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR
from turncoat.table import commands as c
from turncoat.table.runtime.room import Room
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.table.state.chat import ChatMessage
from turncoat.table.values.settings import TableSettings
from turncoat.web.app import create_app
from turncoat.web.http.languages import languages, translator
from turncoat.web.table.chat import chat_part
from turncoat.web.table.open_page import OpenPage
from turncoat.web.table.sealed import own_size
from turncoat.web.updates.viewer import Outcome

pytestmark = pytest.mark.anyio
SECRET = "Seat one looks like him"


async def test_everybody_reads_the_chat_as_plain_text(tmp_path: Path) -> None:
    async with a_table(tmp_path) as (at, guests):
        text = "<script>alert(1)</script>&amp;</q>"
        answer = await guests[2].post(do="say", channel="table", text=text)
        assert (answer.status_code, answer.url.path) == (200, guests[2].path)
        for guest in guests:
            page = await guest.look()
            assert "<script>alert" not in page
            said = r"<b><bdi>Name 2</bdi>:</b> <q><bdi>&lt;script&gt;alert\(1\)&lt;/script&gt;&amp;amp;&lt;/q&gt;</bdi>"
            assert re.search(said, page)
        watching = await guests[7].look()
        assert 'name="text"' not in watching
        assert "Sit down at the table to talk here." in watching
        refused = await guests[7].post(do="say", channel="table", text="Boo")
        assert (refused.status_code, refused.headers["Turncoat-Refusal"]) == (422, "not-seated")
        answered = unpacked((await guests[3].post(script=True, do="say", text="Then you", command="say-0")).text)
        assert "Then you" in answered["parts"]["chat-log"]
        assert 'value="say-1"' in answered["parts"]["chat-form"]  # an empty input for the next message
        assert len(at.table.chat.table.lines) == 2


@pytest.mark.clause("WIN-OUT-1")
async def test_an_eliminated_player_is_told_why_they_cannot_chat(tmp_path: Path) -> None:
    async with a_table(tmp_path) as (at, guests):
        script(at, text="0 !accuse 5")
        for seat in range(7):
            assert ('name="text"' in await guests[seat].look()) == (seat not in (0, 5))
        refused = await guests[5].post(do="say", channel="table", text="But I")
        assert (refused.status_code, refused.headers["Turncoat-Refusal"]) == (422, "talk-silent")
        assert "You are out of the game" in refused.text
        assert "But I" not in await guests[1].look()


@pytest.mark.clause("WIN-END-3")
async def test_only_members_read_the_channel(tmp_path: Path) -> None:
    async with a_table(tmp_path) as (at, guests):
        early = await guests[5].post(do="say", channel="channel", text=SECRET)
        assert early.headers["Turncoat-Refusal"] == "talk-no-channel"
        script(at, come_out=True)
        at.tell()
        viewers = [Watching(at, seat).viewer for seat in range(7)]
        for viewer, occupant in zip(viewers, at.table.seats, strict=True):
            viewer.visitor = type(viewer.visitor)(occupant.person, occupant.name)
        viewers.append(Watching(at, SPECTATOR).viewer)
        for viewer in viewers:
            viewer.answer(Outcome())  # delivers everything up to this point
        before = [viewer.answer(Outcome()) for viewer in viewers]
        others_before = [without_time(await guests[seat].look()) for seat in (0, 1, 2, 3, 7)]
        assert (await guests[5].post(do="say", channel="channel", text=SECRET)).status_code == 200
        for seat, guest in enumerate(guests):
            page = await guest.look()
            assert (SECRET in page) == (seat in (4, 5, 6))
            assert ("Only Name 4, Name 5 and Name 6 can read this." in page) == (seat in (4, 5, 6))
        assert [without_time(await guests[seat].look()) for seat in (0, 1, 2, 3, 7)] == others_before
        for seat, viewer in enumerate(viewers):
            # Nobody else is sent anything, and their pages would render as before.
            update = viewer.update()
            assert (update is None) == (seat not in (4, 5, 6))
            update = update or viewer.answer(Outcome())
            assert (SECRET.encode() in update) == (seat in (4, 5, 6))
            assert ("“" + SECRET).encode() in update or seat not in (4, 5, 6)
            is_same = json.loads(update) | {"now": 0} == json.loads(before[seat]) | {"now": 0}
            assert is_same or seat in (4, 5, 6)
        for seat in (1, 7):
            refused = await guests[seat].post(do="say", channel="channel", text="I listen")
            assert refused.status_code == 422
        script(at, come_out=True, text="4 name-fury 1")
        for guest in guests:
            assert SECRET not in await guest.look()


async def test_chat_keeps_all_seats_pages_the_same_size() -> None:
    ruleset = Ruleset.of("winter-soldier", 7)
    roles = ("captain-america", "nick-fury", *["shield-agent"] * 2, "winter-soldier", *["hydra-agent"] * 2)
    game: Game[Board] = Game(ruleset, Deal(roles, 0))
    at = room(ruleset, game.deal)
    watching = [Watching(at, seat) for seat in range(7)]
    for number in range(120):
        take(at.table, c.Entry("", f"person-{number % 7}", c.Say('"<&' * 100)))
        if number == 9:  # by then everybody has spoken, so the menu lists everybody and reveals nothing
            for one in watching:
                one.viewer.answer(Outcome())
        if number in (
            16,
            51,
            114,
        ):  # everybody has spoken equally often, so all get a new form, which reveals nothing either
            assert {one.own_part() for one in watching} == {own_size(at.table.names, 0, with_aid=False).in_full}
            assert len({len(one.viewer.answer(Outcome())) for one in watching[1:]}) == 1  # the host's menu differs


async def test_the_chat_says_which_messages_are_from_before_the_game() -> None:
    ruleset = Ruleset.of("resistance", 5)
    at = room(ruleset, ruleset.deal(b"talk"))
    take(at.table, c.Entry("", "person-3", c.Say("Well played!")))
    assert chat_part(at.table, str).earlier == 0
    at.table.chat.begin_game()
    assert chat_part(at.table, str).earlier == chat_part(at.table, str).lines[-1].number == 1
    take(at.table, c.Entry("", "person-3", c.Say("Good luck!")))
    assert chat_part(at.table, str).earlier == 1


async def test_a_message_is_announced_once_with_its_author() -> None:
    ruleset = Ruleset.of("resistance", 5)
    at = room(ruleset, ruleset.deal(b"talk"))
    viewer: OpenPage = Watching(at, 0).viewer
    viewer.answer(Outcome())
    take(at.table, c.Entry("", "person-3", c.Say("{name} Mission 1 succeeds.")))
    assert "Person 3: “{name} Mission 1 succeeds.”".encode() in viewer.answer(Outcome())
    assert "“".encode() not in viewer.answer(Outcome())


def five_at_a_table() -> tuple[Room, list[Watching]]:
    ruleset = Ruleset.of("resistance", 5)
    at = room(ruleset, ruleset.deal(b"talk"))
    return at, [Watching(at, seat) for seat in (*range(5), SPECTATOR)]


async def test_a_muted_person_is_silenced_without_anybody_else_noticing() -> None:
    at, watching = five_at_a_table()
    take(at.table, c.Entry("", "person-3", c.Say("Before")))
    take(at.table, c.Entry("", "person-2", c.Say("Another voice")))
    for one in watching:
        one.viewer.answer(Outcome())
    before = [one.got() for one in watching]
    take(at.table, c.Entry("", "person-0", c.Mute(1)))
    after = [one.got() for one in watching]
    assert before[1:] == after[1:]
    assert after[0] != before[0]
    assert "Before" not in watching[0].page()
    assert "Another voice" in watching[0].page()
    take(at.table, c.Entry("", "person-3", c.Say("", phrase="trust", about=0)))
    updates = [one.viewer.answer(Outcome()).decode() for one in watching]
    assert ["I trust Person 0." in update for update in updates] == [False, True, True, True, True, True]
    assert len({len(update) for seat, update in enumerate(updates[:5]) if seat not in (0, 3)}) == 1
    take(at.table, c.Entry("", "person-0", c.Mute(1, False)))
    assert "Before" in watching[0].page()


async def test_chat_never_looks_like_an_announcement() -> None:
    at, watching = five_at_a_table()
    take(at.table, c.Entry("", "person-3", c.Say("Person 1 is a spy. Mission 1 succeeds.")))
    take(at.table, c.Entry("", "person-3", c.Say("", phrase="suspect", about=1)))
    page = watching[0].page()
    for text in ("Person 1 is a spy. Mission 1 succeeds.", "Person 1 looks like a traitor."):
        # Under a name, as a quotation, in the chat area, and nowhere else.
        assert page.count(text) == 1
        assert f"<b><bdi>Person 3</bdi>:</b> <q><bdi>{text}</bdi></q>" in page
        assert page.index('id="side-talk"') < page.index('id="chat-log"') < page.index(text) < page.index('id="votes"')
    watching[0].viewer.answer(Outcome())
    take(at.table, c.Entry("", "person-3", c.Say("It is your turn.")))
    spoken = [
        say["text"]
        for say in unpacked(watching[0].viewer.answer(Outcome()))["announcements"]
        if say["id"].startswith("s")
    ]
    assert spoken == ["Person 3: “It is your turn.”"]


async def test_people_can_chat_before_the_game(tmp_path: Path) -> None:
    app = create_app(ServerSettings(tmp_path, bot_pause=60))
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://table", follow_redirects=True) as client:
        host = Guest(client)
        host.path = (await host.post("/new", name="Ola")).url.path
        assert "Hello, everybody!" in await host.look()
        await host.post(do="phrase", phrase="hello", command="say-0")
        await host.post(do="say", text="Who <i>else</i>?", command="say-1")
        page = await host.look()
        assert "<b><bdi>Ola</bdi>:</b> <q><bdi>Hello, everybody!</bdi></q>" in page
        assert "<q><bdi>Who &lt;i&gt;else&lt;/i&gt;?</bdi></q>" in page
        refused = await host.post(do="rename", name="The Narrator")
        assert refused.headers["Turncoat-Refusal"] == "name-reserved"
    await app.state.context.registry.close()


async def test_spectators_messages_are_marked_and_kept_apart() -> None:
    at, watching = five_at_a_table()
    take(at.table, c.Entry("", "person-0", c.ChangeSettings(TableSettings(spectators_talk=True))))
    for one in watching:
        one.viewer.answer(Outcome())
    take(at.table, c.Entry("", "somebody", c.Say("It is Person 2!", "spectators", name="Zoe")))
    for one in watching:
        page = one.page()
        assert "<b><bdi>Zoe</bdi> <small>(watching)</small>:</b> <q><bdi>It is Person 2!</bdi></q>" in page
        assert ('id="chat-form-spectators-name"' in page) == (one.seat == SPECTATOR)
        update = unpacked(one.viewer.answer(Outcome()))
        assert [say["text"] for say in update["announcements"] if say["id"] == "g1"] == [
            "Zoe, watching: “It is Person 2!”"
        ]
    take(at.table, c.Entry("", "person-0", c.ChangeSettings(TableSettings())))
    assert "It is Person 2!" not in watching[0].page()


def test_a_phrase_appears_in_the_readers_language() -> None:
    at, _ = five_at_a_table()
    take(at.table, c.Entry("", "person-3", c.Say("", phrase="trust", about=1)))
    shown = {code: [line.text for line in chat_part(at.table, translator(code)).lines] for code in ("en", "pl")}
    assert shown == {"en": ["I trust Person 1."], "pl": [translator("pl")("I trust {seat}.").format(seat="Person 1")]}
    assert "pl" not in {language.code for language in languages()} or shown["pl"] != shown["en"]


def test_a_bots_reason_appears_in_the_readers_language() -> None:
    at, _ = five_at_a_table()
    message = ChatMessage(0, "Dune", "", phrase="trust", about="Ada", mission=2, reason_count=3, others=("Bo", "Cy"))
    for key, wording in product(sorted(reason_keys(), key=lambda key: key == "on-clean"), range(2)):
        at.table.chat.say("house 3", "table", msgspec.structs.replace(message, reason=key, wording=wording))
    shown = {code: [line.text for line in chat_part(at.table, translator(code)).lines] for code in ("en", "pl")}
    assert shown["en"][-2] == "I trust Ada. They were on mission 2, and it succeeded."
    assert all("{" not in text for text in (*shown["en"], *shown["pl"]))
    assert "pl" not in {language.code for language in languages()} or not set(shown["pl"]) & set(shown["en"])


@pytest.mark.parametrize("answer", ["0", "1"])
async def test_the_host_switches_bot_talk_in_the_menu(tmp_path: Path, answer: str) -> None:
    async with a_table(tmp_path) as (_, guests):
        await guests[0].post(do="change-settings", bots_talk=answer)
        boxes = re.findall(r'<input type="checkbox" id="bots-talk"[^>]*>', await guests[0].look())
        assert len(boxes) == 1
        assert (" checked" in boxes[0]) == (answer == "1")
        assert 'id="bots-talk"' not in await guests[1].look()
