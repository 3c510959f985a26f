"""Requests for a pause, or for its end: they are granted by the host or by a majority of the people."""

from pathlib import Path

import pytest

from tests.support.running import PEOPLE, RESISTANCE, RunningRoom
from turncoat.kernel.refusals import Refused
from turncoat.table import commands as c

pytestmark = pytest.mark.anyio


async def test_the_host_grants_a_requested_pause(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE)
    table, control = running.room.table, running.room.table.control
    for by, code in (("eve", "not-seated"), ("ola", "host-pauses")):
        with pytest.raises(Refused, match=code):
            await running.do(by, c.RequestPause())
    with pytest.raises(Refused, match="not-paused"):
        await running.do("jan", c.RequestResume())
    with pytest.raises(Refused, match="not-voted"):
        await running.do("jan", c.WithdrawPauseRequest())
    version = table.version
    await running.do("jan", c.RequestPause())
    assert (control.who_asks(table.seats), control.paused_by, table.version) == (0b10, "", version + 1)
    with pytest.raises(Refused, match="voted-already"):
        await running.do("jan", c.RequestPause())
    await running.do("jan", c.WithdrawPauseRequest())
    assert control.who_asks(table.seats) == 0
    await running.do("jan", c.RequestPause())
    await running.do("ola", c.Pause())
    assert (control.paused_by, control.who_asks(table.seats)) == ("Ola", 0)
    with pytest.raises(Refused, match="paused-already"):
        await running.do("ewa", c.RequestPause())
    await running.do("ola", c.Resume())
    assert (control.paused_by, control.who_asks(table.seats)) == ("", 0)
    await running.registry.close()


async def test_more_than_half_can_pause_and_resume_without_the_host(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE, decision_time=60)
    table, control = running.room.table, running.room.table.control
    await running.wait(20)
    for person in ("jan", "ewa"):
        await running.do(person, c.RequestPause())
    assert control.paused_by == ""
    again = await running.restart()
    table, control = again.room.table, again.room.table.control
    assert control.who_asks(table.seats) == 0b110
    for person in PEOPLE[:5]:
        await again.connect(person)
    await again.do("zofia", c.RequestPause())
    assert (control.paused_by, control.paused_by_many) == ("Jan, Ewa, Zofia", True)
    await again.wait(10_000)
    assert again.left() == 60
    for person in ("piotr", "ewa", "jan"):
        assert control.paused_by
        await again.do(person, c.RequestResume())
    assert (control.paused_by, control.who_asks(table.seats)) == ("", 0)
    await again.do("ola", c.GiveUp())
    with pytest.raises(Refused, match="no-game"):
        await again.do("jan", c.RequestPause())
    await again.registry.close()


async def test_people_with_a_stand_in_do_not_count_toward_a_pause(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE)
    for person in ("jan", "ewa"):
        await running.do(person, c.RequestPause())
    for seat, person in ((3, "piotr"), (4, "zofia")):
        assert running.room.table.control.paused_by == ""
        await running.disconnect(person)
        await running.do("ola", c.StandIn(seat))
    assert running.room.table.control.paused_by == "Jan, Ewa"
    await running.registry.close()


async def test_a_pause_ends_if_nobody_is_left_to_end_it(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE, people=2)
    await running.do("ola", c.Pause())
    await running.do("ola", c.Leave())
    assert running.room.table.control.paused_by == "Ola"  # Jan is the host now
    await running.do("jan", c.Leave())
    assert running.room.table.control.paused_by == ""  # the bots continue
    again = await running.restart()
    assert again.room.table.control.paused_by == ""
    await again.registry.close()
