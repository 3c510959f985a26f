"""An attack on tables through the balancer: somebody without a seat who knows the code requests the table under other
spellings of it, once a second, while others play and a clock runs.

`python -m tests.torture.spellings --seconds 60` prints the times for which players could not play, the number of moves
of tables, and the real duration of a clock of 15 seconds.
"""

import argparse
import asyncio
import contextlib
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Coroutine, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus, WebSocketException

from tests.plugins.caddy import find_caddy
from tests.plugins.postgres import running_postgres
from tests.support.programs import Message
from tests.support.spellings import spellings
from tests.torture.behind_caddy import BehindCaddy
from tests.torture.pages import OK, Page
from tests.torture.robots import Broken, Log, Told

CLOCK: Final = 15
"""Seconds on the clock."""
EVERY: Final = 1.0
"""Seconds between two requests for a table."""
TABLES: Final = (({"game": "resistance", "players": 5}, 4),)
"""Games, with the number of programs that play each. Somebody with a page sits there, too."""
SOCKETS: Final = ("/api/v1/tables/{code}", "/t/{code}/updates", "/t/{code}/screen/updates")


class Sleeper(Page):
    """A person whose page is open and who never chooses, so that the clock does."""

    async def _choose(self) -> None:
        pass

    async def open(self) -> None:
        """Open a table with a clock, and deal."""
        self._path = "/"
        await self._look()
        answer = await self._post("/new", {"name": self.name})
        self._path = answer.url.path
        self.table = self._path.rpartition("/")[2]
        await self._look()
        for fields in ({"do": "change-settings", "decision_time": CLOCK, "talk_breaks": "0"}, {"do": "start"}):
            if (answer := await self._post(self._path, fields)).status_code != OK:
                raise Broken(f"{self.table}: {fields} is answered {answer.status_code}")


class Spelled(BehindCaddy):
    """Servers behind a Caddy, and the attack."""

    def __init__(self, folder: Path, *given: Any, **options: Any) -> None:
        super().__init__(folder, *given, **options)
        self.limit = self.ends_within = 100.0  # measured, not judged
        self.answers: Counter[str] = Counter()
        """Answers to the attacker."""
        self.times_up: list[float] = []
        """Times at which the clock had chosen."""
        self.ended = 0.0
        """Time of the last look at the servers."""
        self._sleeper: Sleeper

    async def sit_down(self, games: Sequence[tuple[Message, int]] = ()) -> None:
        await super().sit_down(games)
        self._sleeper = Sleeper(self._caddy.url, "", "Sleeper", "sleeper")
        await self._sleeper.open()
        self.times_up.append(time.monotonic())

    def others(self) -> Sequence[Coroutine[Any, Any, None]]:
        tables = {robot.table for robot in self.robots} | {self._sleeper.table}
        return [*super().others(), self._sleeper.run(), *(self._knock(table) for table in tables)]

    async def _knock(self, table: str) -> None:
        """Request the table again and again, each time at another address."""
        while True:
            path = self.random.choice(SOCKETS).replace("{code}", self.random.choice([*spellings(table).values()]))
            self.answers[await self._ask(path)] += 1
            await asyncio.sleep(EVERY)

    async def _ask(self, path: str) -> str:
        url = f"ws{self._caddy.url.removeprefix('http')}{path}"
        try:
            async with connect(url, max_size=None, open_timeout=5.0) as line:
                with contextlib.suppress(WebSocketException):  # it may have been refused already
                    await line.send(json.dumps({"type": "hello", "protocol": 1}))
                async with asyncio.timeout(3.0):
                    told: Message = json.loads(await line.recv())
                return str(told.get("code", told.get("type", "page")))
        except InvalidStatus as refused:
            return str(refused.response.status_code)
        except (OSError, WebSocketException, TimeoutError):
            return "hung up"

    def look(self, log: Log, told: Told) -> None:
        super().look(log, told)
        up = sum(entry["command"]["do"] == "TimeUp" for entry in log[self._sleeper.table])
        self.ended = time.monotonic()
        self.times_up += [self.ended] * (up - len(self.times_up) + 1)

    @property
    def clocks(self) -> list[float]:
        """Durations of the clock, including the time since it last ran out, in seconds.

        They are up to a second too long, since the clock is polled.
        """
        return [after - before for before, after in pairwise((*self.times_up, self.ended))]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    arguments = parser.parse_args()
    caddy = find_caddy()
    assert caddy is not None, "no Caddy"
    with running_postgres() as postgres, tempfile.TemporaryDirectory() as folder:
        torture = Spelled(
            Path(folder),
            postgres,
            arguments.seed,
            caddy=caddy,
            servers=arguments.servers,
            games=TABLES,
            tell=lambda line: print(line, end="\r", flush=True),
        )
        began = time.monotonic()
        asyncio.run(torture.run(arguments.seconds, ()))
    print(report(torture, time.monotonic() - began))
    return 0


def report(torture: Spelled, took: float) -> str:
    waits, ran_out = torture.waits or [0.0], len(torture.times_up) - 1
    players = len([robot for robot in torture.robots if not robot.is_quiet])
    return (
        f"programs waited {max(waits):.1f} s at worst, {sum(waits) / players / took:.0%} of their time;"
        f" pages {max(torture.waits_of_pages or [0.0]):.1f} s at worst"
        f"\na clock of {CLOCK} s took {max(torture.clocks):.1f} s at worst, and ran out {ran_out} times in {took:.0f} s"
        f"\n{torture.taken} commands taken, {torture.games} games; tables: {dict(torture.counts)}"
        f"\nthe attacker was answered {dict(torture.answers)}"
    )


if __name__ == "__main__":
    sys.exit(main())
