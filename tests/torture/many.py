"""Tortures many servers that share one PostgreSQL database, while programs play at their tables.

`python -m tests.torture.many --seconds 60` takes just over a minute; a test runs for a few seconds each time. The
faults are named by `--faults`, and chosen at random if there are several:

- `kill`: a server is killed and restarted at once, every three seconds.
- `stop`: a server is stopped for ten seconds, as when its machine sleeps, and then continues.
- `cut`: a server is cut off from the database for six seconds.
- `lose`: connections break before the database's answer arrives, within commits.
- `restart`: the database dies and restarts.
- `drop`: some programs lose their connections and come back. If they may reach any server, their table moves.
- `roll`: one server after another is stopped and restarted, as for an upgrade.

The checks, in addition to those of `tests.torture.driver` for one server:

- No log has a hole, and every table's row has the length of its log.
- Nobody waits too long for a table that another server takes over. The waiting times are printed at the end.
- A server that was stopped for longer than its lease sends its old connections nothing but goodbye, and stores nothing
  that only reaches it then.
"""

import argparse
import asyncio
import contextlib
import json
import os
import re
import signal
import sys
import tempfile
import time
import zlib
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import asyncpg
import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.plugins.postgres import Postgres, running_postgres
from tests.support.cut_line import CutLine
from tests.support.programs import Message
from tests.support.serving import SERVE, Server
from tests.torture.robots import GAMES, LIMIT, NOT_KEPT, Broken, Log, Robot, Told, Torture, address

WAIT: Final = 20.0
"""Maximum seconds that a program may wait for its table. Five are promised, but the machine may be busy."""
KILL_EVERY: Final = 3.0
CUT_FOR: Final = 6.0
STOP_FOR: Final = 10.0
LOSE_FOR: Final = 3.0
REST_AFTER_RESTART: Final = 6.0
REST_AFTER_START: Final = 3.0
"""Seconds from a server's first answer until the next one is stopped, like the delay of an orchestrator."""
DROP_EVERY: Final = 3.0
HEALTH_INTERVAL: Final = 0.5
HEALTH_TIMEOUT: Final = 2.0
"""Seconds after which a server without a successful health check is sent no more clients."""
GOODBYE: Final = 15.0
"""Seconds in which a resumed server must have closed its old connections."""
STOPPABLE: Final = """
import asyncio, os, signal
def stop(*what):
    asyncio.get_running_loop().call_soon_threadsafe(os.kill, os.getpid(), signal.SIGSTOP)
signal.signal(signal.SIGUSR1, stop)
"""
"""Code of a server that stops itself on a signal, between two steps, so that no message is cut in half.

The rest of a message begun before the stop would be correct, but could not be distinguished from an error.
"""
SUSPICIOUS: Final = re.compile(r"broken|Traceback|never retrieved|never awaited")
"""Text that must not occur in a server's log."""


class TorturedServer:
    """One of the servers: a succession of processes, each with the same connection to the database."""

    def __init__(self, number: int, folder: Path, code: str, line: CutLine, port: int = 0) -> None:
        """`port` is the port of all its processes. 0 takes a free one each time."""
        self.number = number
        self.line = line
        self.port = port
        self.is_up = False
        """True if people are sent to it."""
        self.url = ""
        self.log = folder / f"server-{number}.log"
        self.counts: Counter[str] = Counter()
        """Moved tables, by kind of move, as counted by past processes."""
        self._data = folder / "data"  # with the same key
        self._code = STOPPABLE + code
        self._server: Server | None = None

    async def start(self) -> None:
        def start() -> Server:
            with self.log.open("a", encoding="utf-8") as log:
                return Server(self._data, port=self.port, code=self._code, store=self.line.url, errors=log)

        self._server = await asyncio.to_thread(start)
        self.url, self.is_up = self._server.url, True

    async def kill(self) -> None:
        if self._server is not None:
            self.url, self.is_up = "", False
            server, self._server = self._server, None
            await asyncio.to_thread(server.kill)

    async def stop(self) -> None:
        """Stop it like Ctrl+C."""
        if self._server is not None:
            await self.count()
            self.url, self.is_up = "", False
            await asyncio.to_thread(self._server.stop)
            self._server = None

    async def freeze(self) -> None:
        """Stop it so that it can resume later."""
        assert self._server is not None
        process = self._server.process
        process.send_signal(signal.SIGUSR1)
        await asyncio.to_thread(os.waitid, os.P_PID, process.pid, os.WSTOPPED | os.WNOWAIT)

    def go_on(self) -> None:
        assert self._server is not None
        self._server.process.send_signal(signal.SIGCONT)

    async def count(self) -> None:
        """Add the counts of this process, which will not be asked again."""
        with contextlib.suppress(httpx.HTTPError):
            async with httpx.AsyncClient(timeout=2.0) as client:
                text = (await client.get(f"{self.url}/metrics")).text
            for change, count in re.findall(r'^turncoat_ownership_total{change="([a-z-]+)"} ([0-9.]+)', text, re.M):
                self.counts[change] += int(float(count))

    async def watch(self) -> None:
        """Check its health like a balancer, until cancelled."""
        async with httpx.AsyncClient(timeout=HEALTH_TIMEOUT) as client:
            while True:
                await asyncio.sleep(HEALTH_INTERVAL)
                if url := self.url:
                    try:
                        is_up = (await client.get(f"{url}/healthz")).status_code == 200
                    except httpx.HTTPError:
                        is_up = False
                    if url == self.url:
                        self.is_up = is_up


class LeftLine:
    """A program's connection to a server that was stopped, while the program plays on at another."""

    def __init__(self, robot: Robot, line: ClientConnection, late: Message | None) -> None:
        self.robot, self.late = robot, late
        self._line = line
        self._heard: list[tuple[float, Message]] = []
        self._listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        with contextlib.suppress(OSError, WebSocketException, EOFError):
            if self.late is not None:  # the server gets it when it resumes
                await self._line.send(json.dumps(self.late))
            async for text in self._line:
                self._heard.append((time.monotonic(), json.loads(text)))

    async def check(self, since: float) -> None:
        """Check that the connection ends, with nothing but goodbye after that time."""
        try:
            await asyncio.wait_for(self._listening, GOODBYE)
        except TimeoutError:
            await self._line.close()
            raise Broken(f"{self.robot.table}: a server without a lease does not say goodbye") from None
        for at, message in self._heard:
            if at > since and message["type"] != "error":
                raise Broken(f"{self.robot.table}: a server without a lease tells {message['type']}")

    def close(self) -> None:
        self._listening.cancel()
        self._line.transport.abort()


class Row(msgspec.Struct, frozen=True):
    """Owner, epoch and log length of a table."""

    owner: str | None
    epoch: int
    length: int


class ManyServers(Torture):
    """Servers on one database, and a balancer that sends each program to a healthy one."""

    rest = 0.05
    think = 0.03
    troubles = frozenset({"table-moves", "server-stops", NOT_KEPT})

    def __init__(
        self,
        folder: Path,
        postgres: Postgres,
        seed: int,
        *,
        servers: int = 3,
        by_code: bool = True,
        code: str = SERVE,
        games: Sequence[tuple[Message, int]] = GAMES,
        tell: Callable[[str], None] = lambda line: None,
    ) -> None:
        """With `by_code`, everybody at a table is sent to one server while that is healthy, otherwise to any."""
        super().__init__(seed, tell)
        self.limit = WAIT if by_code else LIMIT
        self.stop_for = STOP_FOR
        self.faults: Counter[str] = Counter()
        self.silences = 0
        """Number of connections to a server without a lease that were found silent."""
        self.at: dict[Robot, TorturedServer] = {}
        """Server that each program was sent to last."""
        self._folder, self._code, self._count = folder, code, servers
        self._by_code = by_code
        self._games = games
        self._postgres = postgres
        self.url = postgres.database()
        self._servers: list[TorturedServer] = []
        self._playing: dict[Robot, asyncio.Task[None]] = {}
        self._group: asyncio.TaskGroup

    # Balancer

    async def url_for(self, code: str = "") -> str:
        return (await self._server_for(code)).url

    async def _server_for(self, code: str) -> TorturedServer:
        while not (up := [server for server in self._servers if server.is_up]):  # noqa: ASYNC110 - like a browser
            await asyncio.sleep(self.rest)
        if not code or not self._by_code:
            return self.random.choice(up)
        return max(up, key=lambda server: zlib.crc32(f"{server.number} {code}".encode()))

    async def connect(self, robot: Robot) -> ClientConnection:
        server = self.at[robot] = await self._server_for(robot.table)
        return await connect(
            address(server.url, robot.table),
            max_size=None,
            compression=None,
            open_timeout=HEALTH_TIMEOUT,
            ping_interval=None,
        )

    def line(self) -> CutLine:
        """Return the connection of a server to the database."""
        return CutLine(self.url)

    def port_for(self, number: int) -> int:
        """Return the port of the server of that number, or 0 for any."""
        return 0

    @contextlib.asynccontextmanager
    async def balancing(self) -> AsyncIterator[None]:
        """Run whatever stands in front of the servers."""
        yield

    # Run

    async def run(self, seconds: float, faults: Sequence[str]) -> None:
        """Play for that many seconds under one fault after another. Raises an ExceptionGroup of all errors."""
        async with contextlib.AsyncExitStack() as stack:
            lines = [await stack.enter_async_context(self.line()) for _ in range(self._count)]
            servers = [
                TorturedServer(number, self._folder, self._code, line, self.port_for(number))
                for number, line in enumerate(lines)
            ]
            try:
                await servers[0].start()  # creates the key that the others find
                await asyncio.gather(*(server.start() for server in servers[1:]))
                self._servers = servers
                await stack.enter_async_context(self.balancing())
                await self.sit_down((*self._games, ({}, 1)))
                self.robots[-1].is_quiet, self.robots[-1].is_host = True, False
                await self._play(seconds, faults)
                await asyncio.gather(*(server.stop() for server in servers))
                self.look_at_records(await self._look())
                self._look_at_server_logs()
            finally:
                for server in servers:
                    await server.kill()

    async def _play(self, seconds: float, faults: Sequence[str]) -> None:
        async with asyncio.TaskGroup() as group:
            self._group = group
            watching = [group.create_task(server.watch()) for server in self._servers]
            watching.append(group.create_task(self._watch_waits()))
            opening = group.create_task(self.open_tables())
            watching += [group.create_task(work) for work in self.others()]
            for robot in self.robots:
                self._playing[robot] = group.create_task(robot.run())
            ends = time.monotonic() + seconds
            while time.monotonic() < ends:
                await asyncio.sleep(self.random.uniform(0.3, 1.0))
                if faults:
                    fault = self.random.choice(faults)
                    await self.do(fault)
                    self.faults[fault] += 1
                await self._look()
                self.tell(f"{sum(self.faults.values())} faults, {self.taken} commands taken, {self.games} games")
            opening.cancel()
            await self.finish([task for robot, task in self._playing.items() if robot.is_host])
            for task in (*self._playing.values(), *watching):
                task.cancel()

    def others(self) -> Sequence[Coroutine[Any, Any, None]]:
        """Return the other activities while programs play."""
        return ()

    async def _watch_waits(self) -> None:
        while True:
            await asyncio.sleep(0.2)
            now = time.monotonic()
            for robot in self.robots:
                if not robot.done and (since := robot.waits_since) is not None and now - since > self.limit:
                    raise Broken(f"{robot.table}: seat {robot.seat} has waited for {now - since:.1f} s")

    @property
    def waits(self) -> list[float]:
        """Waiting times of programs that were not served at once, in seconds."""
        return [wait for robot in self.robots for wait in robot.waits]

    @property
    def counts(self) -> Counter[str]:
        """Moved tables, by kind of move."""
        return sum((server.counts for server in self._servers), Counter())

    # Faults

    async def do(self, fault: str) -> None:
        """Cause one of `FAULTS`."""
        await FAULTS[fault](self)

    def _any_server(self) -> TorturedServer:
        return self.random.choice([server for server in self._servers if server.url])

    async def busy_server(self) -> TorturedServer:
        """Return a server where somebody plays."""
        busy = [server for robot, server in self.at.items() if server.url and not robot.done]
        return self.random.choice(busy) if busy else self._any_server()

    async def _kill(self) -> None:
        began, server = time.monotonic(), await self.busy_server()
        await server.count()
        await server.kill()
        await server.start()
        await asyncio.sleep(began + KILL_EVERY - time.monotonic())

    async def _roll(self) -> None:
        for server in self._servers:
            await server.stop()
            await server.start()
            await asyncio.sleep(REST_AFTER_START)

    async def _drop(self) -> None:
        for robot in self.random.sample(self.robots, len(self.robots) // 2):
            if robot.line is not None:
                robot.line.transport.abort()
        await asyncio.sleep(DROP_EVERY)

    async def _cut(self) -> None:
        line = self._any_server().line
        line.is_down = True
        line.cut()
        await asyncio.sleep(CUT_FOR)
        line.is_down = False

    async def _lose(self) -> None:
        ends = time.monotonic() + LOSE_FOR
        while time.monotonic() < ends:
            self._any_server().line.loses_next_answer = True
            await asyncio.sleep(self.random.uniform(0.1, 0.6))

    async def _restart(self) -> None:
        await asyncio.to_thread(self._postgres.control, "restart", "-m", "immediate")
        await asyncio.sleep(REST_AFTER_RESTART)

    async def _stop(self) -> None:
        server = await self.busy_server()
        await server.freeze()
        stopped = time.monotonic()
        tables = await self._tables()
        while server.is_up:  # noqa: ASYNC110 - the balancer notices
            await asyncio.sleep(self.rest)
        left = [line for robot in self.robots if self.at.get(robot) is server and (line := self._move(robot, stopped))]
        try:
            await asyncio.sleep(stopped + self.stop_for - time.monotonic())
            before, alive = await self._tables(), await self._alive()
            went_on = time.monotonic()
            server.go_on()
            # If nobody has wanted its tables meanwhile, the server has lost nothing.
            for line in left:
                if tables[line.robot.table].owner not in alive:
                    await line.check(went_on)
                    self.silences += 1
            await self._check_late(left, before)
        finally:
            for line in left:
                line.close()

    def _move(self, robot: Robot, since: float) -> LeftLine | None:
        """Move a program whose server does not answer, like the balancer."""
        if robot.done:
            return None
        robot.wait(since)
        line, late = robot.leave()
        self._playing[robot].cancel()
        self._playing[robot] = self._group.create_task(robot.run())
        return LeftLine(robot, line, late) if line is not None else None

    async def _check_late(self, left: Sequence[LeftLine], before: Mapping[str, Row]) -> None:
        await asyncio.sleep(0.5)
        log = await self._look()
        after = await self._tables()
        for line in left:
            code, late = line.robot.table, line.late
            if late is None or late["id"] in line.robot.taken or before[code].epoch != after[code].epoch:
                continue
            if any(entry["id"] == late["id"] for entry in log[code]):
                raise Broken(f"{code}: what a former owner wrote was kept")

    # Stored data

    async def _fetch(self, query: str) -> list[asyncpg.Record]:
        connection = await asyncpg.connect(self.url)
        try:
            return await connection.fetch(query)
        finally:
            await connection.close()

    async def _tables(self) -> dict[str, Row]:
        rows = await self._fetch("SELECT code, owner, epoch, length FROM tables")
        return {row["code"]: Row(row["owner"], row["epoch"], row["length"]) for row in rows}

    async def _alive(self) -> set[str]:
        return {row["id"] for row in await self._fetch("SELECT id FROM servers")}

    async def _look(self) -> Log:
        """Compare the stored data with everything announced before."""
        told = self.told()
        rows = await self._fetch(
            "SELECT code, length, array_agg(number ORDER BY number) AS numbers, array_agg(entry ORDER BY number) AS log"
            " FROM tables LEFT JOIN log USING (code) GROUP BY code, length"
        )
        return await asyncio.to_thread(self._compare, [dict(row) for row in rows], told)

    def _compare(self, rows: Sequence[Mapping[str, Any]], told: Told) -> Log:
        log: Log = {}
        for row in rows:
            if row["numbers"] != list(range(row["length"])):
                raise Broken(f"{row['code']}: {row['length']} entries are to be there, and these are: {row['numbers']}")
            log[row["code"]] = [json.loads(entry) for entry in row["log"]]
        self.look(log, told)
        return log

    def _look_at_server_logs(self) -> None:
        for server in self._servers:
            for line in server.log.read_text("utf-8").splitlines():
                if SUSPICIOUS.search(line):
                    raise Broken(f"server {server.number}: {line}")


FAULTS: Final[Mapping[str, Callable[[ManyServers], Awaitable[None]]]] = {
    "kill": ManyServers._kill,
    "stop": ManyServers._stop,
    "cut": ManyServers._cut,
    "lose": ManyServers._lose,
    "restart": ManyServers._restart,
    "drop": ManyServers._drop,
    "roll": ManyServers._roll,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--faults", nargs="+", choices=FAULTS, default=list(FAULTS), metavar="FAULT")
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--any-server", action="store_true", help="send programs to any server, not by their table")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--logs", type=Path, help="keep the servers' logs in this folder")
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)
    began = time.monotonic()
    with running_postgres() as postgres, tempfile.TemporaryDirectory() as folder:
        torture = ManyServers(
            arguments.logs or Path(folder),
            postgres,
            arguments.seed,
            servers=arguments.servers,
            by_code=not arguments.any_server,
            tell=lambda line: print(line, end="\r", flush=True),
        )
        asyncio.run(torture.run(arguments.seconds, arguments.faults))
    print(report(torture, time.monotonic() - began))
    return 0


def report(torture: ManyServers, took: float) -> str:
    waits = torture.waits or [0.0]
    faults = ", ".join(f"{count} {fault}" for fault, count in torture.faults.items())
    moves = ", ".join(f"{count} {change}" for change, count in torture.counts.items())
    return (
        f"waits: {max(waits):.1f} s at worst, {sum(waits) / len(waits):.1f} s on average of {len(waits)}"
        f"\n{took:.0f} s; faults: {faults}; tables: {moves}"
        f"\n{torture.taken} commands taken, {torture.resent} sent again, {torture.games} games,"
        f" {len(torture.opened)} tables, {torture.silences} lines to stopped servers silent;"
        " none lost, none twice, none stuck"
    )


if __name__ == "__main__":
    sys.exit(main())
