"""Talk at a table: who may say what, what is kept, and that it counts as no change of the table."""

import asyncio
from pathlib import Path

import pytest

from tests.games.winter_soldier.play import SEVEN, table, won
from turncoat.kernel.refusals import Refused
from turncoat.table import commands as c
from turncoat.table.runtime.bots import Pace
from turncoat.table.runtime.room_registry import Hall, Seated, Settings
from turncoat.table.state.chat import KEPT, LONGEST_TEXT, clean_text, in_channel
from turncoat.table.values.phrases import IN_PLAY, PHRASES, phrases_of
from turncoat.table.values.settings import TableSettings
from turncoat.testing.walks import play
from turncoat.web.http.identity import Visitor
from turncoat.web.table.menu import menu_part

pytestmark = pytest.mark.anyio
STAGES = ((False, False), (True, False), (True, True))
PEOPLE = tuple(f"person-{seat}" for seat in range(7))


async def open_hall(data: Path) -> tuple[Hall, Seated]:
    """Seven people at a table of Winter Soldier, whose game has begun."""
    hall = Hall(Settings(data, Pace(60, 60)))
    seated = await hall.open(PEOPLE[0], "Name 0", c.Wish("winter-soldier", 7))
    for person in PEOPLE[1:]:
        await hall.do(seated, person, c.Sit(f"Name {person[-1]}"))
    await hall.do(seated, PEOPLE[0], c.Start())
    return hall, seated


def script(seated: Seated, *, come_out: bool = False, text: str = "") -> None:
    """The game of the table is this one from now on: HYDRA are the seats 4, 5 and 6."""
    game = table(SEVEN)
    if come_out:
        won(game)
        play(game, "0 last-guess 5")
    play(game, text)
    assert seated.table.play is not None
    seated.table.play._game = game
    seated.table.play._views = {}


async def refused(hall: Hall, seated: Seated, by: str, say: c.Say | c.Mute) -> str:
    before = len(seated.table.talks.table.lines), len(seated.table.talks.channel.lines), seated.entries
    with pytest.raises(Refused) as caught:
        await hall.do(seated, by, say)
    assert before == (len(seated.table.talks.table.lines), len(seated.table.talks.channel.lines), seated.entries)
    return caught.value.refusal.code


async def test_what_is_said_is_kept_and_changes_nothing_of_the_game(tmp_path: Path) -> None:
    hall, seated = await open_hall(tmp_path)
    version, woken = seated.table.version, asyncio.Event()
    seated.watchers.add(woken.set)
    await hall.do(seated, PEOPLE[3], c.Say("  I trust\u202e\nnobody. "), "id-1")
    await hall.do(seated, PEOPLE[3], c.Say("  I trust\u202e\nnobody. "), "id-1")
    await hall.do(seated, PEOPLE[0], c.Say("Nor do I."), "id-1")
    assert woken.is_set()
    said = [(line.number, line.name, line.text) for line in seated.table.talks.table.lines]
    assert said == [(1, "Name 3", "I trust nobody."), (2, "Name 0", "Nor do I.")]
    assert seated.table.version == version
    await hall.close()

    again = Hall(Settings(tmp_path, Pace(60, 60)))
    loaded = await again.find(seated.table.code)
    assert loaded.table.talks.table.lines == seated.table.talks.table.lines
    assert loaded.table.running
    await again.close()


async def test_only_the_last_lines_are_kept(tmp_path: Path) -> None:
    hall, seated = await open_hall(tmp_path)
    for number in range(KEPT + 3):
        await hall.do(seated, PEOPLE[0], c.Say(str(number)))
    assert [line.text for line in seated.table.talks.table.lines] == [str(number) for number in range(3, KEPT + 3)]
    await hall.close()


async def test_talk_is_refused_kindly(tmp_path: Path) -> None:
    hall, seated = await open_hall(tmp_path)
    assert await refused(hall, seated, "somebody", c.Say("Hello")) == "not-seated"
    assert await refused(hall, seated, PEOPLE[0], c.Say(" \u202e\u200b\n")) == "talk-empty"
    assert await refused(hall, seated, PEOPLE[0], c.Say("x" * (LONGEST_TEXT + 1))) == "talk-too-long"
    assert clean_text("x" * LONGEST_TEXT) == "x" * LONGEST_TEXT
    assert await refused(hall, seated, PEOPLE[5], c.Say("Psst", "channel")) == "talk-no-channel"
    await hall.close()


@pytest.mark.clause("WIN-OUT-1")
async def test_who_is_out_does_not_talk(tmp_path: Path) -> None:
    hall, seated = await open_hall(tmp_path)
    script(seated, text="0 !accuse 5")
    assert [await refused(hall, seated, PEOPLE[seat], c.Say("But I")) for seat in (0, 5)] == ["talk-silent"] * 2
    await hall.do(seated, PEOPLE[1], c.Say("Farewell."))
    assert [line.text for line in seated.table.talks.table.lines] == ["Farewell."]
    await hall.close()


@pytest.mark.clause("WIN-END-3")
async def test_hydra_talks_among_itself_when_it_has_come_out_and_not_before(tmp_path: Path) -> None:
    hall, seated = await open_hall(tmp_path)
    script(seated)
    assert not any(in_channel(seated.table.play, seat) for seat in range(7))
    assert await refused(hall, seated, PEOPLE[4], c.Say("Psst", "channel")) == "talk-no-channel"
    script(seated, come_out=True)
    assert [seat for seat in range(7) if in_channel(seated.table.play, seat)] == [4, 5, 6]
    await hall.do(seated, PEOPLE[5], c.Say("It is seat 1.", "channel"))
    assert await refused(hall, seated, PEOPLE[1], c.Say("I listen", "channel")) == "talk-no-channel"
    assert [line.text for line in seated.table.talks.channel.lines] == ["It is seat 1."]
    assert not seated.table.talks.table.lines
    script(seated, come_out=True, text="4 name-fury 1")
    assert await refused(hall, seated, PEOPLE[5], c.Say("Well done", "channel")) == "talk-no-channel"
    await hall.do(seated, PEOPLE[0], c.Start())
    assert not seated.table.talks.channel.lines
    await hall.close()


async def test_a_quick_phrase_is_kept_by_its_key(tmp_path: Path) -> None:
    hall, seated = await open_hall(tmp_path)
    await hall.do(seated, PEOPLE[2], c.Say("", phrase="trust", about=4))
    await hall.do(seated, PEOPLE[2], c.Say("what else is sent is not kept", phrase="why-team"))
    kept = [(line.name, line.text, line.phrase, line.about) for line in seated.table.talks.table.lines]
    assert kept == [("Name 2", "", "trust", "Name 4"), ("Name 2", "", "why-team", "")]
    assert await refused(hall, seated, PEOPLE[2], c.Say("", phrase="no-such")) == "talk-no-phrase"
    for about in (None, 7, -1):
        assert await refused(hall, seated, PEOPLE[2], c.Say("", phrase="trust", about=about)) == "talk-of-whom"
    await hall.close()


async def test_who_is_muted_is_not_heard_by_that_person_after_a_restart_either(tmp_path: Path) -> None:
    hall, seated = await open_hall(tmp_path)
    assert await refused(hall, seated, PEOPLE[1], c.Mute(1)) == "talk-no-voice"
    await hall.do(seated, PEOPLE[2], c.Say("Me!"))
    version = seated.table.version
    await hall.do(seated, PEOPLE[1], c.Mute(1))
    assert seated.table.version == version
    await hall.close()

    again = Hall(Settings(tmp_path, Pace(60, 60)))
    loaded = await again.find(seated.table.code)
    assert [loaded.table.own(person).unheard for person in PEOPLE[:3]] == [frozenset(), {1}, frozenset()]
    await again.do(loaded, PEOPLE[1], c.Mute(1, False))
    assert not loaded.table.own(PEOPLE[1]).unheard
    await again.close()


async def test_those_who_watch_talk_apart_when_the_host_lets_them(tmp_path: Path) -> None:
    hall, seated = await open_hall(tmp_path)
    boo = c.Say("Boo", "gallery", name="Zoe")
    assert await refused(hall, seated, "watcher", boo) == "not-seated"
    await hall.do(seated, PEOPLE[0], c.Arrange(TableSettings(spectators_talk=True)))
    await hall.do(seated, "watcher", boo)
    assert [(line.name, line.text) for line in seated.table.talks.gallery.lines] == [("Zoe", "Boo")]
    assert not seated.table.talks.table.lines
    assert await refused(hall, seated, "watcher", c.Say("Boo")) == "not-seated"
    assert await refused(hall, seated, PEOPLE[1], boo) == "seated-already"
    for name, code in (
        ("Name 1", "name-taken"),
        ("Narrator", "name-reserved"),
        ("", "name-empty"),
    ):
        assert await refused(hall, seated, "another", c.Say("Boo", "gallery", name=name)) == code
    assert await refused(hall, seated, "another", boo) == "name-taken"
    # Who gets up in the middle of a game has seen a card.
    await hall.do(seated, PEOPLE[6], c.Leave())
    assert await refused(hall, seated, PEOPLE[6], c.Say("Psst", "gallery", name="Name 6")) == "talk-knows-a-card"
    await hall.do(seated, PEOPLE[0], c.Remove(5))
    assert await refused(hall, seated, PEOPLE[5], c.Say("Psst", "gallery", name="Name 5")) == "removed"
    await hall.close()


async def test_words_that_nobody_is_to_read_are_masked_and_not_kept(tmp_path: Path) -> None:
    hall, seated = await open_hall(tmp_path)
    await hall.do(seated, PEOPLE[1], c.Say("Darn early"))
    await hall.do(seated, PEOPLE[0], c.Arrange(TableSettings(masked_words="darn, gosh")))
    await hall.do(seated, PEOPLE[1], c.Say("DÄRN it, g.o.s.h!"), "id")
    await hall.do(seated, PEOPLE[1], c.Say("DÄRN it, g.o.s.h!"), "id")
    assert [line.text for line in seated.table.talks.table.lines] == ["**** early", "**** it, *******!"]
    for by, command in ((PEOPLE[1], c.Rename("Da rn D.A.R.N")), (PEOPLE[1], c.Rename("darn"))):
        with pytest.raises(Refused, match="name-masked"):
            await hall.do(seated, by, command)
    code = seated.table.code
    await hall.close()
    again = Hall(Settings(tmp_path, Pace(60, 60)))
    loaded = await again.find(code)
    assert loaded.table.talks.table.lines == seated.table.talks.table.lines
    kept = b"".join(await again.store.load(code)).decode().casefold()
    assert "därn" not in kept
    assert "g.o.s.h" not in kept
    await again.close()


async def test_nothing_is_looked_through_that_is_too_long_to_be_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[int] = []

    def mask(text: str, words: frozenset[str]) -> str:
        looked.append(len(text))
        return text

    monkeypatch.setattr("turncoat.table.runtime.room_registry.mask", mask)
    hall, seated = await open_hall(tmp_path)
    await hall.do(seated, PEOPLE[0], c.Arrange(TableSettings(masked_words="darn")))
    assert await refused(hall, seated, PEOPLE[1], c.Say("a " * 30_000)) == "talk-too-long"
    assert await refused(hall, seated, PEOPLE[1], c.Say("\u200b" * 60_000)) == "talk-empty"
    await hall.do(seated, PEOPLE[1], c.Say("Well" + "\u200b" * 60_000))
    assert looked == [4]
    await hall.close()


async def test_who_watches_has_a_voice_of_its_own_and_the_menu_lists_those_who_can_be_read(tmp_path: Path) -> None:
    hall, seated = await open_hall(tmp_path)
    await hall.do(seated, PEOPLE[0], c.Arrange(TableSettings(spectators_talk=True)))
    await hall.do(seated, PEOPLE[1], c.Say("Hello"))
    for number in range(KEPT + 20):
        await hall.do(seated, f"guest-{number}", c.Say("Boo", "gallery", name=f"Guest {number}"))
    talks = seated.table.talks
    guests = [talks.voice_of(f"guest-{number}", "gallery") for number in range(3)]
    assert (talks.voice_of(PEOPLE[1]), guests) == (1, [2, 4, 6])
    await hall.do(seated, PEOPLE[2], c.Mute(2))
    listed = menu_part(seated, Visitor(PEOPLE[2]), "", str).talk.voices
    assert len(listed) == KEPT + 2  # the lines there are, who spoke at the table, and who is muted
    assert [voice.muted for voice in listed].count(True) == 1
    await hall.close()


def test_every_phrase_that_is_offered_is_one() -> None:
    offered = {
        key
        for game in (*IN_PLAY, "another")
        for begun, over in STAGES
        for key in phrases_of(game, begun=begun, over=over)
    }
    assert offered == set(PHRASES)
    for text in PHRASES.values():
        assert "{" not in text.replace("{seat}", "")
