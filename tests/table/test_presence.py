"""Presence: the public list, its rate of change, and notifications to many watchers."""

import asyncio
from itertools import pairwise
from pathlib import Path

import pytest

from tests.support.running import RunningRoom
from turncoat.kernel.refusals import Refused
from turncoat.table import commands as c
from turncoat.table.runtime.presence import DISCONNECT_GRACE, LISTED_FOR
from turncoat.table.runtime.watchers import WOKEN_AT_ONCE
from turncoat.table.values.game_setup import GameSetup

pytestmark = pytest.mark.anyio
RESISTANCE = GameSetup("resistance", 5)


async def quiet(tmp_path: Path) -> RunningRoom:
    """Begin a game at whose table nobody has come or gone for a while."""
    running = await RunningRoom(tmp_path).begin(RESISTANCE)
    await running.wait(LISTED_FOR)
    return running


async def test_a_single_arrival_is_shown_at_once(tmp_path: Path) -> None:
    running = await quiet(tmp_path)
    told: list[float] = []
    running.room.watchers.add(lambda: told.append(running.time.seconds))
    await running.connect("eve")
    assert told == [running.time.seconds]
    assert running.room.watching == 1
    await running.registry.close()


async def test_arrivals_and_departures_are_sent_once_a_second(tmp_path: Path) -> None:
    running = await quiet(tmp_path)
    began, told = running.time.seconds, list[float]()
    running.room.connect("jan", lambda: told.append(running.time.seconds - began))
    for number in range(100):
        await running.connect(f"guest {number}")
        await running.wait(0.05)
        if number % 2:
            await running.disconnect(f"guest {number}")
    await running.wait(10)
    assert all(later - earlier >= LISTED_FOR - 1e-6 for earlier, later in pairwise(told)), told
    assert 5 <= len(told) <= 9
    assert running.room.watching == 50
    await running.registry.close()


async def test_a_person_who_returns_quickly_is_not_shown_as_gone(tmp_path: Path) -> None:
    running = await quiet(tmp_path)
    await running.disconnect("ewa")
    await running.wait(DISCONNECT_GRACE - 0.1)
    await running.connect("eve")  # now the list does not change for a second
    await running.wait(0.5)
    assert running.room.is_listed_here("ewa")
    await running.connect("ewa")
    listed = running.room.presence.listed
    await running.wait(10)
    assert running.room.presence.listed == listed
    await running.registry.close()


async def test_an_acting_person_is_not_shown_as_gone(tmp_path: Path) -> None:
    running = await quiet(tmp_path)
    await running.disconnect("ewa")
    await running.wait(DISCONNECT_GRACE)
    assert not running.room.is_listed_here("ewa")
    await running.connect("ewa")
    assert not running.room.is_listed_here("ewa"), "her departure was shown just now"
    listed = running.room.presence.listed
    # An act that others cannot notice must not reveal itself here either.
    await running.do("ewa", c.WriteNotes({}, "Jan is a spy."))
    assert (running.room.is_listed_here("ewa"), running.room.presence.listed) == (False, listed)
    await running.do("ewa", c.Rename("Ewa II"))
    assert running.room.is_listed_here("ewa")
    await running.wait(LISTED_FOR)
    assert running.room.is_listed_here("ewa")
    await running.registry.close()


async def test_players_are_notified_first_and_spectators_in_batches(tmp_path: Path) -> None:
    running = await quiet(tmp_path)
    room, heard = running.room, list[str]()
    for number in range(3 * WOKEN_AT_ONCE):
        room.connect(f"guest {number}", lambda: heard.append("guest"))
    room.connect("jan", lambda: heard.append("jan"))
    for _ in range(10):
        await asyncio.sleep(0)
    heard.clear()
    room.tell()
    assert heard == ["jan", *["guest"] * WOKEN_AT_ONCE]
    await asyncio.sleep(0)  # other work gets a turn
    assert len(heard) < 1 + 3 * WOKEN_AT_ONCE
    room.tell()
    for _ in range(10):
        await asyncio.sleep(0)
    # Those not woken yet are woken once for both.
    assert sorted(heard) == ["guest"] * (len(heard) - 2) + ["jan"] * 2
    assert 3 * WOKEN_AT_ONCE < len(heard) - 2 < 6 * WOKEN_AT_ONCE
    await running.registry.close()


async def test_a_departed_spectator_is_not_notified(tmp_path: Path) -> None:
    running = await quiet(tmp_path)
    room, heard = running.room, list[int]()
    watchers = [lambda number=number: heard.append(number) for number in range(3 * WOKEN_AT_ONCE)]
    for number, watcher in enumerate(watchers):
        room.connect(f"guest {number}", watcher)
    for _ in range(10):
        await asyncio.sleep(0)
    heard.clear()
    room.tell()
    gone = next(number for number in range(len(watchers)) if number not in heard)
    room.disconnect(f"guest {gone}", watchers[gone])
    for _ in range(10):
        await asyncio.sleep(0)
    assert sorted(heard) == [number for number in range(len(watchers)) if number != gone]
    await running.registry.close()


async def test_the_number_of_spectators_is_limited_but_players_always_get_in(tmp_path: Path) -> None:
    running = await quiet(tmp_path)
    most = running.registry.settings.spectators
    for number in range(most):
        running.room.check_spectators()
        await running.connect(f"guest {number}")
    with pytest.raises(Refused, match="too-many-spectators"):
        running.room.check_spectators()
    assert running.registry.metrics.refusals["too-many-spectators"] == 1
    await running.disconnect("guest 7")
    running.room.check_spectators()
    await running.registry.close()
