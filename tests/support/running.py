"""A test server with a fake clock and tables where nobody is in a hurry."""

import asyncio
import heapq
from collections.abc import Callable
from pathlib import Path

import msgspec

import turncoat.games  # noqa: F401
from turncoat.kernel.seats import Seat
from turncoat.table import commands as c
from turncoat.table.runtime.presence import LISTED_FOR
from turncoat.table.runtime.room import Room
from turncoat.table.runtime.room_registry import RoomRegistry
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.table.state.game_session import GameSession
from turncoat.table.values.settings import TableSettings

SLOW = 600
"""A bot pause in seconds that outlasts the test."""
BEGAN = 1_750_000_000.0
"""Wall-clock time at which the fake clock starts, in seconds since 1970."""
PEOPLE = ("ola", "jan", "ewa", "piotr", "zofia", "adam", "iga")


class Alarm:
    """A scheduled call that can be canceled."""

    def __init__(self, call: Callable[[], None]) -> None:
        self.call: Callable[[], None] | None = call

    def cancel(self) -> None:
        self.call = None


class FakeTime:
    """A clock that stands still until a test moves it."""

    def __init__(self) -> None:
        self.seconds = 1000.0
        self._calls: list[tuple[float, int, Alarm]] = []
        self._count = 0

    def now(self) -> float:
        return self.seconds

    def call_at(self, when: float, call: Callable[[], None]) -> Alarm:
        self._count += 1
        alarm = Alarm(call)
        heapq.heappush(self._calls, (when, self._count, alarm))
        return alarm

    async def pass_by(self, seconds: float, registry: RoomRegistry) -> None:
        """Advance the clock by this many seconds, making each call that falls due, in order."""
        end = self.seconds + seconds
        while self._calls and self._calls[0][0] <= end:
            when, _, alarm = heapq.heappop(self._calls)
            self.seconds = max(self.seconds, when)
            if alarm.call is not None:
                alarm.call()
                await settled(registry)
        self.seconds = end


async def settled(registry: RoomRegistry) -> None:
    """Wait until the server has no tasks under way."""
    while registry.clock_runner._tasks or registry._tasks:
        await asyncio.gather(*registry.clock_runner._tasks, *registry._tasks, return_exceptions=True)
        await asyncio.sleep(0)


class RunningRoom:
    """A server with one table, a fake clock, and people whose pages are open or not."""

    def __init__(self, data: Path, bot_pause: float = SLOW, hold: float = 3.0, began: float = BEGAN) -> None:
        self.data, self.bot_pause, self.hold, self.began = data, bot_pause, hold, began
        self.time = FakeTime()
        settings = ServerSettings(data, bot_pause=bot_pause, hold=hold, now=self.wall_time)
        self.registry = RoomRegistry(settings, time=self.time)
        self.pages: dict[str, Callable[[], None]] = {}
        self.room: Room

    async def begin(
        self, game_setup: c.GameSetup, people: int | None = None, circle: str = "", **settings: int | str
    ) -> "RunningRoom":
        """Seat people, change the table settings as the host, and deal."""
        self.room = await self.registry.open(PEOPLE[0], PEOPLE[0].title(), game_setup, circle=circle)
        for person in PEOPLE[1 : game_setup.players if people is None else people]:
            await self.do(person, c.Sit(person.title()))
        for person in PEOPLE[: game_setup.players if people is None else people]:
            await self.connect(person)
        await self.wait(LISTED_FOR)  # from now on, everybody counts as present
        await self.do("ola", c.ChangeSettings(msgspec.convert(settings, TableSettings)))
        await self.do("ola", c.Start())
        return self

    def wall_time(self) -> float:
        """Return the time of the server's wall clock, in seconds since 1970."""
        return self.began + self.time.seconds

    @property
    def session(self) -> GameSession:
        assert self.room.table.session is not None
        return self.room.table.session

    async def do(self, by: str, command: c.Command) -> None:
        await self.room.submit(by, command)

    async def connect(self, person: str) -> None:
        """Open the page as this person."""
        self.pages[person] = lambda: None
        self.room.connect(person, self.pages[person])
        await settled(self.registry)

    async def disconnect(self, person: str) -> None:
        """Close the person's page, or cut their network."""
        self.room.disconnect(person, self.pages.pop(person))
        await settled(self.registry)

    async def wait(self, seconds: float) -> None:
        await self.time.pass_by(seconds, self.registry)

    async def default(self, seat: Seat) -> None:
        """Make the default choice as the person on the seat."""
        choice = self.session.default(seat)
        person = self.room.table.seats[seat].person
        await self.do(person, c.Choose(self.session.number, seat, choice.to, choice.answer))

    async def ballots(self) -> None:
        """Name a team as the leader, which opens the vote."""
        await self.default(self.session.waiting.bit_length() - 1)

    async def restart(self, later: float = 0.0) -> "RunningRoom":
        """Restart the server this many seconds later, with no page open."""
        other = await self.restart_unvisited(later)
        other.room = await other.registry.find(self.room.table.code)
        return other

    async def restart_unvisited(self, later: float = 0.0) -> "RunningRoom":
        """Restart the server without loading the table there."""
        await self.registry.close()
        other = RunningRoom(self.data, self.bot_pause, self.hold, self.began)
        other.time.seconds = self.time.seconds + later
        return other

    def left(self) -> float | None:
        """Return the seconds left on the open question's clock, or None without one."""
        return self.room.clock.left() if self.room.clock.running is not None else None


RESISTANCE = c.GameSetup("resistance", 5)
SOLDIER = c.GameSetup("winter-soldier", 7)
HYDRA = c.GameSetup("hail-hydra", 5)
