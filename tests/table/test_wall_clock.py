"""A wrong system clock loses nothing, and no game is affected."""

import asyncio
from pathlib import Path

import pytest

from tests.support.running import RESISTANCE, SLOW, RunningRoom
from turncoat.table import commands as c
from turncoat.table.runtime.room_clock import ASLEEP, TICK, LoopTime
from turncoat.table.runtime.room_registry import RoomRegistry
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.table.state.history import DAY
from turncoat.table.store.protocols import CLOCK_JUMP, CLOCK_TRUSTED_AFTER
from turncoat.table.store.sqlite import SqliteStore

pytestmark = pytest.mark.anyio
NOW = 1_750_000_000
WRONG_YEAR = NOW + 70 * 365 * DAY


class Wall:
    """A system clock that a test can set."""

    def __init__(self, at: int = NOW) -> None:
        self.at = at

    def __call__(self) -> float:
        return self.at


async def server(data: Path, wall: Wall) -> RoomRegistry:
    """Start a server, with the first sweep that it makes."""
    registry = RoomRegistry(ServerSettings(data, bot_pause=SLOW, now=wall))
    await registry.retention.sweep()
    return registry


async def codes(registry: RoomRegistry) -> list[str]:
    return await registry.store.tables_of("ola")


async def opened(data: Path, wall: Wall) -> str:
    registry = await server(data, wall)
    room = await registry.open("ola", "Ola", RESISTANCE)
    await registry.close()
    return room.table.code


async def test_a_server_with_a_wrong_year_forgets_nothing(tmp_path: Path) -> None:
    wall = Wall()
    code = await opened(tmp_path, wall)
    wall.at = WRONG_YEAR
    for _ in range(2):
        registry = await server(tmp_path, wall)
        assert await codes(registry) == [code]
        wall.at += CLOCK_TRUSTED_AFTER - 60 * 60
        await registry.close()
        wall.at -= CLOCK_TRUSTED_AFTER - 60 * 60
    wall.at = NOW + 3600
    registry = await server(tmp_path, wall)
    assert await codes(registry) == [code]
    await registry.close()


async def test_the_wall_clock_is_trusted_after_running_for_a_day(tmp_path: Path) -> None:
    """As when nobody has played for two years, and then the server runs on two evenings."""
    wall = Wall()
    await opened(tmp_path, wall)
    wall.at += 2 * 365 * DAY
    registry = await server(tmp_path, wall)
    assert len(await codes(registry)) == 1
    await registry.close()
    wall.at += 6 * DAY
    registry = await server(tmp_path, wall)
    assert await codes(registry) == []
    await registry.close()


async def test_a_clock_that_jumps_at_runtime_is_not_trusted(tmp_path: Path) -> None:
    wall = Wall()
    registry = await server(tmp_path, wall)
    await registry.open("ola", "Ola", RESISTANCE)
    for jump in (WRONG_YEAR, WRONG_YEAR + 2 * CLOCK_JUMP, 0, WRONG_YEAR):
        wall.at = jump
        await registry.retention.sweep()
        assert len(await codes(registry)) == 1
    wall.at = NOW + CLOCK_TRUSTED_AFTER
    await registry.retention.sweep()
    assert len(await codes(registry)) == 1
    await registry.close()


async def test_games_played_with_a_late_clock_survive_its_correction(
    tmp_path: Path,
) -> None:
    wall = Wall()
    await opened(tmp_path, wall)
    wall.at = 0
    registry = await server(tmp_path, wall)
    room = await registry.open("ola", "Ola", RESISTANCE)
    assert room.table.last_at == NOW
    await registry.close()
    wall.at = NOW + 3600
    registry = await server(tmp_path, wall)
    assert len(await codes(registry)) == 2
    await registry.close()


async def test_setting_the_clock_back_does_not_affect_a_game(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE, decision_time=60)
    wall = Wall()
    assert isinstance(running.registry.store, SqliteStore)
    running.registry.store._now = wall
    for jump in (0, WRONG_YEAR, -100, NOW):
        wall.at = jump
        left = running.left()
        await running.wait(5)
        assert left is not None
        assert running.left() == pytest.approx(left - 5)
    await running.ballots()
    again = await running.restart()
    assert again.room.table.version == running.room.table.version
    assert again.session.waiting == running.session.waiting
    await again.registry.close()


# Sleep


class Loop:
    """Fake event loop with a clock and scheduled calls."""

    def __init__(self) -> None:
        self.at = 100.0
        self.calls: list[tuple[float, object]] = []

    def time(self) -> float:
        return self.at

    def call_later(self, seconds: float, call: object) -> None:
        self.calls.append((self.at + seconds, call))

    def call_at(self, when: float, call: object) -> None:
        self.calls.append((when, call))

    def pass_by(self, seconds: float) -> None:
        """Let time pass, and make the calls that are due."""
        end = self.at + seconds
        while self.calls and min(when for when, _ in self.calls) <= end:
            due = min(self.calls, key=lambda call: call[0])
            self.calls.remove(due)
            self.at = max(self.at, due[0])
            due[1]()  # type: ignore[operator]
        self.at = end

    def sleep(self, seconds: float) -> None:
        """Let time pass without any call, as for a stopped process."""
        self.at += seconds


async def test_time_in_which_the_server_slept_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    loop, rang = Loop(), []
    monkeypatch.setattr(asyncio, "get_running_loop", lambda: loop)
    time = LoopTime()
    began = time.now()
    time.call_at(began + 60, lambda: rang.append(time.now() - began))
    loop.pass_by(20)
    assert time.now() - began == pytest.approx(20)
    loop.sleep(3600)
    assert time.now() - began == pytest.approx(20, abs=TICK)
    loop.pass_by(1)  # an alarm due before the sleep rings at once
    assert rang == [pytest.approx(20, abs=2 * TICK)]
    time.call_at(began + 60, lambda: rang.append(time.now() - began))  # a caller that was woken too early sets it again
    loop.pass_by(60)
    assert rang[1:] == [pytest.approx(60)]
    before = time.now()
    loop.sleep(ASLEEP / 2)
    loop.pass_by(1)
    assert time.now() - before == pytest.approx(ASLEEP / 2 + 1), "a short pause counts"


async def test_after_a_sleep_people_still_have_time_to_choose(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a sleep of the server, the alarm of a clock rings too early and is set again."""
    running = await RunningRoom(tmp_path).begin(RESISTANCE, decision_time=30)
    turn = running.session.turn
    await running.wait(20)
    for _, _, alarm in running.time._calls:  # as after waking up: due by the loop's time, but not by the server's
        if alarm.call is not None:
            alarm.call()
    assert (running.session.turn, running.left()) == (turn, 10)
    await running.wait(9)
    assert running.session.turn == turn
    await running.wait(2)
    assert running.session.turn > turn
    await running.do("ola", c.AddEntropy("goes on"))
    await running.registry.close()
