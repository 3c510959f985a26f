"""Delayed spectators learn nothing of what has happened at the table since the moment that they see."""

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
"""Spectators: one has requested a bot's seat, one has withdrawn such a request, and others have done nothing."""
GOT_UP, JUST_GOT_UP = "ewa", "piotr"
"""Spectators who know a card. The delayed view already includes the departure of the first, but not of the second."""


def viewer_of(room: Room, person: str) -> OpenPage:
    return OpenPage(room.room_for(person), Visitor(person, "Guest"), "en", "http://table", "")


def told(viewer: OpenPage) -> list[object]:
    """Return the lines of a page and the key that would make it reload."""
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
    assert "jan" not in running.room.presence.listed


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
async def test_a_delayed_spectators_page_ignores_recent_events(
    tmp_path: Path, happens: Callable[[RunningRoom], Awaitable[None]]
) -> None:
    running = await with_people_who_got_up(tmp_path)
    room = running.room
    for person in (ASKING, TURNED_DOWN):
        await running.do(person, c.RequestSeat(person.title(), FREE))
    await running.do(TURNED_DOWN, c.WithdrawSeatRequest())
    viewers = {person: viewer_of(room, person) for person in (ASKING, TURNED_DOWN, "eve", GOT_UP, JUST_GOT_UP)}
    before = {person: told(viewer) for person, viewer in viewers.items()}
    assert "You have asked to play for the bot" in str(before[ASKING]), "they know their own request"
    assert "Take my seat back" in str(before[GOT_UP])
    await happens(running)
    for person, viewer in viewers.items():
        assert told(viewer) == before[person]
        assert told(viewer_of(room, person)) == before[person], "a page loaded only now"
    await running.registry.close()


async def answers_of(running: RunningRoom, person: str) -> list[str]:
    """Return the replies to every command that spectators may or may not give."""
    return await answers_to(running.room, person)


@pytest.mark.parametrize("happens", [one for one in HAPPENS if one is not hand_over_hosting])
async def test_a_delayed_spectators_commands_are_answered_without_recent_events(
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
async def test_former_players_commands_are_answered_without_recent_events(
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
    # Whoever gets their seat sees the live table. Whoever does not is not told why.
    assert await refusal_of(running, person, c.Sit("Iga")) in ("", "game-running")
    await running.registry.close()


async def test_a_former_player_does_not_hear_of_the_next_game_early(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE, people=4, spectators_behind=HOUR)
    await running.do(GOT_UP, c.Leave())
    viewer = viewer_of(running.room, GOT_UP)
    before = told(viewer)
    await play_another(running)
    assert told(viewer) == before
    assert await refusal_of(running, GOT_UP, c.RequestSeat("Ewa", FREE)) == "knows-another-seat"
    await running.registry.close()


@pytest.mark.parametrize("happens", [play_another, let_somebody_on_the_seat_of_another])
async def test_a_taken_seat_is_offered_until_the_delay_is_over(
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


async def test_a_newly_masked_word_is_masked_at_once_and_no_longer_a_name(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE, people=2)
    await settings(running, LATE)
    await running.do("zoe", c.Say("darn it", channel="spectators", name="Zoe"))
    await running.do("iga", c.RequestSeat("Darn", FREE))
    viewer = viewer_of(running.room, "eve")
    before = viewer.load()
    viewer.update()
    assert "darn it" in before
    await settings(running, TableSettings(spectators_behind=HOUR, spectators_talk=True, masked_words="darn"))
    assert viewer.update() is not None, "their pages are notified"
    assert viewer.load() != before
    assert "darn it" not in viewer.load()
    with pytest.raises(Refused, match="name-masked"):
        await answer_of(running, "iga")
    await running.registry.close()


async def answer_of(running: RunningRoom, person: str) -> None:
    request = running.room.table.membership.request_of(person)
    assert request is not None
    await running.do("ola", c.AnswerSeatRequest(request.number, True))


async def test_a_refused_request_is_reported_despite_a_new_one(tmp_path: Path) -> None:
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


async def test_the_host_does_not_see_an_outdated_request(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE, people=2)
    await settings(running, LATE)
    await let_somebody_in(running)
    await running.do("eve", c.RequestSeat("Ewelina", FREE))
    await running.do("iga", c.RequestSeat("Iga", 3))
    page = viewer_of(running.room, "ola").load()
    assert "Iga" in page
    assert "Ewelina" not in page, "the seat no longer belongs to a bot"
    await lock(running)
    assert "Iga" not in viewer_of(running.room, "ola").load()
    await running.registry.close()


async def test_settled_requests_still_count_for_delayed_spectators(tmp_path: Path) -> None:
    """Requests settled in the meantime still count, since free room would reveal a new game."""
    running = await RunningRoom(tmp_path).begin(RESISTANCE, people=2)
    await settings(running, LATE)
    for number in range(12):
        await running.do(f"visitor {number}", c.RequestSeat(f"Visitor {number}", 3))
    await play_another(running)
    assert not running.room.table.membership.requests
    with pytest.raises(Refused, match="too-many-requests"):
        await running.do("eve", c.RequestSeat("Ewelina", 3))
    await running.registry.close()


async def test_presence_is_delayed_for_spectators(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE, people=2)
    room = running.room
    await settings(running, TableSettings(spectators_behind=1))
    await go(running)
    delayed = room.room_for("zoe")
    assert (room.is_listed_here("jan"), delayed.is_listed_here("jan")) == (False, True)
    while delayed.is_listed_here("jan"):
        await until_told(room)
    await running.registry.close()


async def until_told(room: Room) -> None:
    told = asyncio.Event()
    room.watchers.add(told.set)
    await asyncio.wait_for(told.wait(), 20)
    room.watchers.discard(told.set)
