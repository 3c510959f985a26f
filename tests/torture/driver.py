"""Kills a server at random moments while programs play at its tables, and checks everything that it has announced.

`python -m tests.torture.driver --kills 200` takes some minutes; a test makes a few kills each time. The checks:

- A command that was acknowledged to a program is in the log exactly once, and a refused one is not.
- A command that was repeated under its id is taken once, even if the server was killed before it could answer.
- A seat sees everything that it has seen before, unchanged.
- Every table that was opened exists, no table is stuck, and every game that was played keeps to the rules.
"""

import argparse
import asyncio
import json
import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

from tests.support.serving import SERVE, Server
from tests.torture.robots import Broken, Log, Torture
from turncoat.table.store.sqlite_erasing import log_of_all

LIVES: Final = 1.2
"""Maximum lifetime of a server, in seconds."""


class OneServer(Torture):
    """A succession of servers on one data directory."""

    def __init__(
        self, folder: Path, seed: int, code: str = SERVE, tell: Callable[[str], None] = lambda line: None
    ) -> None:
        super().__init__(seed, tell)
        self.data = folder / "data"
        self.copy = folder / "copy"
        self.code = code
        self.url = ""
        self.is_up = asyncio.Event()
        self.kills = 0
        self._server: Server

    async def url_for(self, code: str = "") -> str:
        await self.is_up.wait()
        return self.url

    async def run(self, kills: int) -> None:
        """Play, kill and check, this many times. Raises an ExceptionGroup of Broken and other errors."""
        try:
            await self._start()
            await self.sit_down()
            await self._play(kills)
            await asyncio.to_thread(self._server.stop)
            log = self._log()
            self.look(log, self.told())
            self.look_at_records(log)
        finally:
            if self._server.process.returncode is None:
                await asyncio.to_thread(self._server.kill)

    async def _play(self, kills: int) -> None:
        async with asyncio.TaskGroup() as group:
            playing = {robot: group.create_task(robot.run()) for robot in self.robots}
            opening = group.create_task(self.open_tables())
            for _ in range(kills):
                await asyncio.sleep(self.random.uniform(0.05, LIVES))
                self.is_up.clear()
                await asyncio.to_thread(self._server.kill)
                self.kills += 1
                self.look(await asyncio.to_thread(self._log), self.told())
                self.tell(f"{self.kills} kills, {self.taken} commands taken, {self.games} games")
                await self._start_in_vain()
                await self._start()
            opening.cancel()
            await self.finish([task for robot, task in playing.items() if robot.is_host])
            for task in playing.values():
                task.cancel()

    async def _start(self) -> None:
        self._server = await asyncio.to_thread(Server, self.data, code=self.code)
        self.url = self._server.url
        self.is_up.set()

    async def _start_in_vain(self) -> None:
        """Now and then kill a server before it is up."""
        if self.random.random() < 0.15:
            command = ("-c", self.code, str(self.data), "0", "0")
            to = asyncio.subprocess.DEVNULL
            server = await asyncio.create_subprocess_exec(sys.executable, *command, stdout=to, stderr=to)
            await asyncio.sleep(self.random.uniform(0.0, 1.5))
            server.kill()
            await server.wait()
            self.kills += 1

    # Data on the disk

    def _log(self) -> Log:
        """Return the entries of every table from a copy of the store, while no server runs."""
        shutil.rmtree(self.copy, ignore_errors=True)
        shutil.copytree(self.data, self.copy)
        log: Log = {}
        with closing(sqlite3.connect(self.copy / "tables.sqlite3")) as connection:
            select = f"SELECT code, number, entry FROM {log_of_all(connection)} ORDER BY code, number"
            for code, number, entry in connection.execute(select):
                entries = log.setdefault(code, [])
                if number != len(entries):
                    raise Broken(f"{code}: entry {len(entries)} is missing")
                entries.append(json.loads(entry))
        return log


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        torture = OneServer(Path(folder), arguments.seed, tell=lambda line: print(line, end="\r", flush=True))
        asyncio.run(torture.run(arguments.kills))
    took = time.monotonic() - began
    print(
        f"{torture.kills} kills in {took:.0f} s: {torture.taken} commands taken, {torture.resent} sent again,"
        f" {torture.games} games and {len(torture.opened)} tables; none lost, none twice, none stuck"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
