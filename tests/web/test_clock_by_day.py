"""The clock of a table that is played by day, as pages, shared screens and programs receive it."""

import re
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import msgspec
import pytest

from tests.support.guests import a_table
from tests.support.looking import Looking
from tests.support.running import PEOPLE, RESISTANCE, RunningRoom
from turncoat.table.values.settings import NEW_TABLE
from turncoat.web.http.languages import renderer
from turncoat.web.programs.protocol import ClockMessage
from turncoat.web.programs.socket import ProgramConnection
from turncoat.web.screen.shared_screen import screen_page

pytestmark = pytest.mark.anyio
FRIDAY = datetime(2026, 12, 4, 10, tzinfo=ZoneInfo("Europe/Warsaw")).timestamp()
UNTIL = 'Until <time datetime="2026-12-04T17:00:00+00:00" data-local="weekday">Friday 18:00 (Europe/Warsaw)</time>'


async def by_day(data: Path) -> RunningRoom:
    """Begin a game on a Friday at ten."""
    running = RunningRoom(data, began=FRIDAY - 1001)
    return await running.begin(RESISTANCE, day_hours=8, time_zone="Europe/Warsaw", stand_in_after=2)


def text_of(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", "", html).split())


async def test_pages_say_until_when_without_a_countdown(tmp_path: Path) -> None:
    running = await by_day(tmp_path)
    for person in ("jan", "eve"):
        page = Looking(running, person)
        html = page.html()
        assert UNTIL in html
        assert "data-ends" not in html
        page.update()
        await running.wait(1000)
        assert page.update() == {}, "nothing counts down"
    await running.registry.close()


async def test_the_shared_screen_says_until_when(tmp_path: Path) -> None:
    running = await by_day(tmp_path)
    html = renderer("en").part(
        "screen/screen", screen_page(running.room, running.room.table.code, "en", "http://table")
    )
    assert UNTIL in html
    assert "data-ends" not in html
    await running.registry.close()


async def test_a_program_is_told_until_when(tmp_path: Path) -> None:
    running = await by_day(tmp_path)
    line = ProgramConnection.__new__(ProgramConnection)
    line.clock = None, None, ""
    until = int(FRIDAY) + 8 * 60 * 60
    (told,) = line._clock(running.room)
    assert isinstance(told, ClockMessage)
    assert (told.kind, told.until, told.left) == ("decision", until, pytest.approx(8 * 60 * 60, abs=1))
    await running.registry.close()


async def test_nobody_is_missed_before_their_time_is_up(tmp_path: Path) -> None:
    running = await by_day(tmp_path)
    for person in PEOPLE[1:5]:
        await running.disconnect(person)
    await running.wait(60 * 60)
    assert "is away" not in Looking(running, "ola").html()
    assert "Become the host" not in Looking(running, "jan").html()
    await running.wait(7 * 60 * 60)
    late = [seat for seat in range(1, 5) if running.room.table.control.timed_out >> seat & 1]
    assert text_of(Looking(running, "ola").html()).count("is away.") == len(late)
    await running.registry.close()


async def test_the_host_chooses_to_play_by_day(tmp_path: Path) -> None:
    async with a_table(tmp_path) as (at, guests):
        assert 'name="day_hours"' not in await guests[1].look()
        assert "nights_off" not in await guests[0].look()
        page = (await guests[0].post(do="change-settings", day_hours="24", time_zone="Europe/Warsaw")).text
        assert at.table.settings == msgspec.structs.replace(NEW_TABLE, day_hours=24, time_zone="Europe/Warsaw")
        assert '<option value="24" selected>By day, 24 hours for each choice</option>' in page
        assert 'name="decision_time"' not in page
        assert 'name="stand_in_after"' not in page
        refused = await guests[0].post(do="change-settings", time_zone="Europe/Nowhere")
        assert refused.headers["Turncoat-Refusal"] == "time-zone"
        await guests[0].post(do="change-settings", day_hours="0")
        assert 'name="decision_time"' in await guests[0].look()
        assert not at.table.settings.is_by_day
