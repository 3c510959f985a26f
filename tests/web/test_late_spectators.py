"""Whatever happens meanwhile, who sees a game late is told what they would have been told without it."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.support.asking import answers_to
from tests.support.open_page import without_time
from tests.support.running import RESISTANCE, RunningRoom
from turncoat.kernel.refusals import Refused
from turncoat.kernel.seats import Seat
from turncoat.table import commands as c
from turncoat.table.runtime.room import Room
from turncoat.table.values.settings import TableSettings
from turncoat.web.http.identity import Visitor
from turncoat.web.table.open_page import OpenPage

pytestmark = pytest.mark.anyio
HOUR = 3600
FREE = 4
"""A seat on which a bot plays from the start."""
LATE = TableSettings(spectators_behind=HOUR, spectators_talk=True)
ASKING, TURNED_DOWN = "zoe", "iga"
"""People who watch: one has asked for a bot's seat, one has withdrawn that; others have done nothing yet."""
GOT_UP, JUST_GOT_UP = "ewa", "piotr"
"""People who watch and know a card: everybody has seen the one get up, and nobody the other yet."""


def viewer_of(room: Room, person: str) -> OpenPage:
    return OpenPage(room.room_for(person), Visitor(person, "Guest"), "en", "http://table", "")


def told(viewer: OpenPage) -> list[object]:
    """What a page shows, and what would wake it."""
    return [*without_time(viewer.load()).splitlines(), viewer.page_key()]


async def settings(running: RunningRoom, changed: TableSettings) -> None:
    await running.do("ola", c.ChangeSettings(changed))


async def lock(running: RunningRoom) -> None:
    await settings(running, TableSettings(spectators_behind=HOUR, spectators_talk=True, locked=True))


async def close_to_newcomers(running: RunningRoom) -> None:
    await settings(running, TableSettings(spectators_behind=HOUR, spectators_talk=True, newcomers=False))


async def answer(running: RunningRoom, *, yes: bool) -> None:
    for number, one in list(running.room.table.membership.requests.items()):
        if one.person == ("adam" if yes else ASKING):
            await running.do("ola", c.AnswerSeatRequest(number, yes))


async def turn_down(running: RunningRoom) -> None:
    await answer(running, yes=False)


async def let_somebody_in(running: RunningRoom) -> None:
    await let_in(running, FREE)


async def let_somebody_on_the_seat_of_another(running: RunningRoom) -> None:
    await let_in(running, 2)


async def let_in(running: RunningRoom, seat: Seat) -> None:
    await running.do("adam", c.RequestSeat("Adam", seat))
    await answer(running, yes=True)
    assert running.room.table.seats[seat].name == "Adam"


async def rename(running: RunningRoom) -> None:
    await running.do("jan", c.Rename("Zoe"))


async def remove(running: RunningRoom) -> None:
    await running.do("ola", c.Remove(1))


async def hand_over_hosting(running: RunningRoom) -> None:
    await running.do("ola", c.HandOver(1))


async def go(running: RunningRoom) -> None:
    await running.disconnect("jan")
    await running.wait(5)
    assert "jan" not in running.room.presence.shown


async def leave(running: RunningRoom) -> None:
    await running.do("jan", c.Leave())


async def pause(running: RunningRoom) -> None:
    await running.do("ola", c.Pause())


async def end(running: RunningRoom) -> None:
    await running.do("ola", c.GiveUp())


async def back_to_the_set_up(running: RunningRoom) -> None:
    await end(running)
    await running.do("ola", c.Reopen())


async def play_another(running: RunningRoom) -> None:
    await back_to_the_set_up(running)
    await running.do("ola", c.SetUp(c.GameSetup("hail-hydra", 5)))
    await running.do("ola", c.Start())


HAPPENS: tuple[Callable[[RunningRoom], Awaitable[None]], ...] = (
    lock,
    close_to_newcomers,
    turn_down,
    let_somebody_in,
    let_somebody_on_the_seat_of_another,
    rename,
    remove,
    hand_over_hosting,
    go,
    leave,
    pause,
    end,
    back_to_the_set_up,
    play_another,
)


async def with_people_who_got_up(data: Path) -> RunningRoom:
    running = await RunningRoom(data).begin(RESISTANCE, people=4)
    await running.do(GOT_UP, c.Leave())
    await settings(running, LATE)
    await running.do(JUST_GOT_UP, c.Leave())
    return running


@pytest.mark.parametrize("happens", HAPPENS)
async def test_a_late_spectator_is_told_nothing_of_what_happens_meanwhile(
    tmp_path: Path, happens: Callable[[RunningRoom], Awaitable[None]]
) -> None:
    running = await with_people_who_got_up(tmp_path)
    room = running.room
    for person in (ASKING, TURNED_DOWN):
        await running.do(person, c.RequestSeat(person.title(), FREE))
    await running.do(TURNED_DOWN, c.WithdrawSeatRequest())
    viewers = {person: viewer_of(room, person) for person in (ASKING, TURNED_DOWN, "eve", GOT_UP, JUST_GOT_UP)}
    before = {person: told(viewer) for person, viewer in viewers.items()}
    assert "You have asked to play for the bot" in str(before[ASKING]), "their own request they know"
    assert "Take my seat back" in str(before[GOT_UP])
    await happens(running)
    for person, viewer in viewers.items():
        assert told(viewer) == before[person]
        assert told(viewer_of(room, person)) == before[person], "a page that is loaded only now"
    await running.registry.close()


async def answers_of(running: RunningRoom, person: str) -> list[str]:
    """What somebody is told who asks for everything that is open to spectators, and for what is not."""
    return await answers_to(running.room, person)


@pytest.mark.parametrize("happens", [one for one in HAPPENS if one is not hand_over_hosting])
async def test_what_a_late_spectator_asks_for_is_answered_as_if_nothing_had_happened(
    tmp_path: Path, happens: Callable[[RunningRoom], Awaitable[None]]
) -> None:
    running = await RunningRoom(tmp_path / "one").begin(RESISTANCE, people=2)
    await settings(running, LATE)
    other = await RunningRoom(tmp_path / "other").begin(RESISTANCE, people=2)
    await settings(other, LATE)
    for room in (running, other):
        await room.do(ASKING, c.RequestSeat("Iga", 3))
    await happens(other)
    for person in (ASKING, "eve"):
        assert await answers_of(other, person) == await answers_of(running, person)
    await running.registry.close()
    await other.registry.close()


@pytest.mark.parametrize("happens", HAPPENS)
@pytest.mark.parametrize("person", [GOT_UP, JUST_GOT_UP])
async def test_who_knows_a_card_is_told_nothing_of_what_happens_meanwhile_when_they_ask(
    tmp_path: Path, person: str, happens: Callable[[RunningRoom], Awaitable[None]]
) -> None:
    running = await with_people_who_got_up(tmp_path)
    asked = (
        c.RequestSeat("Iga", 0),
        c.RequestSeat("Iga", FREE),
        c.Sit("Iga", FREE),
        c.Sit(""),
        c.Say("Hello", channel="spectators", name="Iga"),
    )
    before = [await refusal_of(running, person, command) for command in asked]
    assert before == ["knows-another-seat"] * 3 + ["name-empty", "talk-knows-a-card"]
    await happens(running)
    assert [await refusal_of(running, person, command) for command in asked] == before
    # Whoever gets their seat sees the live table. Whoever does not get it is not told why.
    assert await refusal_of(running, person, c.Sit("Iga")) in ("", "game-running")
    await running.registry.close()


async def test_who_got_up_from_a_game_that_nobody_sees_yet_is_not_told_of_the_next(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE, people=4, spectators_behind=HOUR)
    await running.do(GOT_UP, c.Leave())
    viewer = viewer_of(running.room, GOT_UP)
    before = told(viewer)
    await play_another(running)
    assert told(viewer) == before
    assert await refusal_of(running, GOT_UP, c.RequestSeat("Ewa", FREE)) == "knows-another-seat"
    await running.registry.close()


@pytest.mark.parametrize("happens", [play_another, let_somebody_on_the_seat_of_another])
async def test_a_seat_that_is_gone_is_offered_until_that_is_seen(
    tmp_path: Path, happens: Callable[[RunningRoom], Awaitable[None]]
) -> None:
    running = await with_people_who_got_up(tmp_path)
    await happens(running)
    assert "Take my seat back" in viewer_of(running.room, GOT_UP).load()
    assert await refusal_of(running, GOT_UP, c.Sit("Ewa")) == "game-running"
    await settings(running, TableSettings())
    assert "Take my seat back" not in viewer_of(running.room, GOT_UP).load()
    await running.registry.close()


async def refusal_of(running: RunningRoom, person: str, command: c.Command) -> str:
    try:
        await running.do(person, command)
    except Refused as refused:
        return refused.refusal.code
    return ""


async def test_a_word_that_was_hidden_meanwhile_is_read_no_more_and_is_no_name(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE, people=2)
    await settings(running, LATE)
    await running.do("zoe", c.Say("darn it", channel="spectators", name="Zoe"))
    await running.do("iga", c.RequestSeat("Darn", FREE))
    viewer = viewer_of(running.room, "eve")
    before = viewer.load()
    viewer.update()
    assert "darn it" in before
    await settings(running, TableSettings(spectators_behind=HOUR, spectators_talk=True, masked_words="darn"))
    assert viewer.update() is not None, "their pages are told"
    assert viewer.load() != before
    assert "darn it" not in viewer.load()
    with pytest.raises(Refused, match="name-masked"):
        await answer_of(running, "iga")
    await running.registry.close()


async def answer_of(running: RunningRoom, person: str) -> None:
    request = running.room.table.membership.request_of(person)
    assert request is not None
    await running.do("ola", c.AnswerSeatRequest(request.number, True))


async def test_that_they_were_turned_down_is_told_although_they_asked_again(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE, people=2)
    await settings(running, LATE)
    await running.do(ASKING, c.RequestSeat("Zoe", FREE))
    await turn_down(running)
    await running.do(ASKING, c.WithdrawSeatRequest())
    await running.do(ASKING, c.RequestSeat("Zoe", FREE))
    assert "You have asked to play for the bot" in viewer_of(running.room, ASKING).load()
    await settings(running, TableSettings(spectators_behind=1))
    while ASKING not in running.room.room_for(ASKING).table.membership.turned_down:
        await until_told(running.room)
    page = viewer_of(running.room, ASKING).load()
    assert "You have asked to play for the bot" not in page
    assert "The host has said no" in page
    await running.registry.close()


async def test_a_request_that_came_too_late_is_none_for_the_host(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE, people=2)
    await settings(running, LATE)
    await let_somebody_in(running)
    await running.do("eve", c.RequestSeat("Ewelina", FREE))
    await running.do("iga", c.RequestSeat("Iga", 3))
    page = viewer_of(running.room, "ola").load()
    assert "Iga" in page
    assert "Ewelina" not in page, "that seat is no bot's any more"
    await lock(running)
    assert "Iga" not in viewer_of(running.room, "ola").load()
    await running.registry.close()


async def test_no_more_may_ask_late_than_at_once(tmp_path: Path) -> None:
    """However many have been answered meanwhile: that there is room again would tell of a new game."""
    running = await RunningRoom(tmp_path).begin(RESISTANCE, people=2)
    await settings(running, LATE)
    for number in range(12):
        await running.do(f"visitor {number}", c.RequestSeat(f"Visitor {number}", 3))
    await play_another(running)
    assert not running.room.table.membership.requests
    with pytest.raises(Refused, match="too-many-requests"):
        await running.do("eve", c.RequestSeat("Ewelina", 3))
    await running.registry.close()


async def test_who_of_the_players_is_here_is_seen_late(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE, people=2)
    room = running.room
    await settings(running, TableSettings(spectators_behind=1))
    await go(running)
    delayed = room.room_for("zoe")
    assert (room.is_shown_here("jan"), delayed.is_shown_here("jan")) == (False, True)
    while delayed.is_shown_here("jan"):
        await until_told(room)
    await running.registry.close()


async def until_told(room: Room) -> None:
    told = asyncio.Event()
    room.watchers.add(told.set)
    await asyncio.wait_for(told.wait(), 20)
    room.watchers.discard(told.set)
