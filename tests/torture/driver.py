"""Kills a server at random moments while programs play at its tables, and looks whether anybody was told too much.

`python -m tests.torture.driver --kills 200` takes some minutes; a test makes some kills each time. What is checked:

- What a program was told to be taken stands in the log, once; what was refused does not stand there.
- A command that was sent again under its id is taken once, also when the server was killed before it could answer.
- What a seat has seen it sees again, and nothing before it has changed.
- Every table that was opened is there, no table is stuck, and every game that was played keeps to the rules.
"""

import argparse
import asyncio
import json
import shutil
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

import turncoat.games  # noqa: F401 - records are checked by their rules
from tests.compatibility.programs import Message, pick
from tests.web.serving import SERVE, Server
from turncoat.kernel.records import check as check_record
from turncoat.table.erasing import log_of_all

LIMIT: Final = 120.0
"""Seconds after which what does not happen does not happen any more: a table is stuck, a server does not start."""
LIVES: Final = 1.2
"""Seconds that a server lives at most."""
AGAIN: Final = 0.15
"""How often a command that was taken is sent once more."""
GAMES: Final[tuple[tuple[Message, int], ...]] = (
    ({"game": "resistance", "players": 5}, 5),
    ({"game": "resistance", "players": 7, "modules": ["plot-thickens", "hunter"]}, 3),
    ({"game": "winter-soldier", "players": 6, "modules": ["scarlet-witch"]}, 3),
    ({"game": "hail-hydra", "players": 5}, 2),
)
"""What is played, and by how many programs; bots have the other seats."""


class Broken(AssertionError):
    """The server has told somebody something that is not so."""


class Torture:
    """One server after another on one data directory, and all who play there."""

    def __init__(
        self, folder: Path, seed: int, code: str = SERVE, tell: Callable[[str], None] = lambda line: None
    ) -> None:
        self.tell = tell
        self.data = folder / "data"
        self.copy = folder / "copy"
        self.code = code
        self.random = Random(seed)
        self.url = ""
        self.is_up = asyncio.Event()
        self.ending = False
        """Whether no other game is begun."""
        self.robots: list[Robot] = []
        self.opened: list[str] = []
        """The tables that somebody was told of."""
        self.resent = 0
        self.kills = 0
        self._server: Server

    async def run(self, kills: int) -> None:
        """Play, kill, look; so many times. Raises an ExceptionGroup of Broken and what else there was."""
        try:
            await self._start()
            await self._sit_down()
            await self._play(kills)
            await asyncio.to_thread(self._server.stop)
            self.look()
            self._look_at_records()
        finally:
            if self._server.process.returncode is None:
                await asyncio.to_thread(self._server.kill)

    async def _play(self, kills: int) -> None:
        async with asyncio.TaskGroup() as group:
            playing = {robot: group.create_task(robot.run()) for robot in self.robots}
            opening = group.create_task(self._open_tables())
            for _ in range(kills):
                await asyncio.sleep(self.random.uniform(0.05, LIVES))
                self.is_up.clear()
                await asyncio.to_thread(self._server.kill)
                self.kills += 1
                await asyncio.to_thread(self.look)
                self.tell(f"{self.kills} kills, {self.taken} commands taken, {self.games} games")
                await self._start_in_vain()
                await self._start()
            self.ending = True
            opening.cancel()
            hosts = [task for robot, task in playing.items() if robot.is_host]
            await asyncio.wait(hosts, timeout=LIMIT)
            if stuck := [robot.table for robot in self.robots if robot.is_host and not robot.done]:
                raise Broken(f"tables are stuck: {stuck}")
            for task in playing.values():
                task.cancel()

    async def _start(self) -> None:
        self._server = await asyncio.to_thread(Server, self.data, code=self.code)
        self.url = self._server.url
        self.is_up.set()

    async def _start_in_vain(self) -> None:
        """Now and then a server is killed before it is up."""
        if self.random.random() < 0.15:
            command = ("-c", self.code, str(self.data), "0", "0")
            to = asyncio.subprocess.DEVNULL
            server = await asyncio.create_subprocess_exec(sys.executable, *command, stdout=to, stderr=to)
            await asyncio.sleep(self.random.uniform(0.0, 1.5))
            server.kill()
            await server.wait()
            self.kills += 1

    async def _sit_down(self) -> None:
        async with httpx.AsyncClient(base_url=self.url, timeout=LIMIT) as client:
            for setup, programs in GAMES:
                answer = await client.post("/api/v1/tables", json={"name": "Robot 0", **setup})
                welcome = answer.raise_for_status().json()
                self.opened.append(welcome["table"])
                self.robots.append(Robot(self, welcome["table"], welcome["token"], is_host=True))
                for number in range(1, programs):
                    async with connect(self.address(welcome["table"]), max_size=None) as line:
                        await line.send(json.dumps({"type": "hello", "protocol": 1, "name": f"Robot {number}"}))
                        sits = json.loads(await line.recv())
                    self.robots.append(Robot(self, welcome["table"], sits["token"]))

    async def _open_tables(self) -> None:
        async with httpx.AsyncClient(timeout=LIMIT) as client:
            while True:
                await self.is_up.wait()
                try:
                    answer = await client.post(f"{self.url}/api/v1/tables", json={"name": "Opener"})
                except httpx.TransportError:
                    await asyncio.sleep(0.01)
                else:
                    self.opened.append(answer.raise_for_status().json()["table"])
                    await asyncio.sleep(0.3)

    def address(self, code: str) -> str:
        return f"{self.url.replace('http', 'ws')}/api/v1/tables/{code}"

    # What is on the disk

    def _log(self) -> dict[str, list[Message]]:
        """The entries of every table, read from a copy, as they are on the disk while no server runs."""
        shutil.rmtree(self.copy, ignore_errors=True)
        shutil.copytree(self.data, self.copy)
        log: dict[str, list[Message]] = {}
        with closing(sqlite3.connect(self.copy / "tables.sqlite3")) as connection:
            select = f"SELECT code, number, entry FROM {log_of_all(connection)} ORDER BY code, number"
            for code, number, entry in connection.execute(select):
                entries = log.setdefault(code, [])
                if number != len(entries):
                    raise Broken(f"{code}: entry {len(entries)} is missing")
                entries.append(json.loads(entry))
        return log

    def look(self) -> None:
        """Compare what is on the disk with what everybody was told. No server is running."""
        log = self._log()
        for code in self.opened:
            if code not in log:
                raise Broken(f"{code} was opened, and is not there")
        for robot in self.robots:
            robot.look(Counter(entry["id"] for entry in log[robot.table] if entry["id"]))

    def _look_at_records(self) -> None:
        log = self._log()
        for robot in self.robots:
            over = {
                entry["command"]["game"]: entry["command"]["finished"]["record"]
                for entry in log[robot.table]
                if entry["command"]["do"] == "Over"
            }
            for game, result in robot.results.items():
                played = check_record(over[game])
                if played.result is None or (played.result.winner, played.result.reason) != result:
                    raise Broken(f"{robot.table}: game {game} ended otherwise than was told")

    @property
    def taken(self) -> int:
        """How many commands the programs were told to be taken."""
        return sum(len(robot.taken) for robot in self.robots)

    @property
    def games(self) -> int:
        """How many games came to their end."""
        return sum(len(robot.results) for robot in self.robots if robot.is_host)


class Robot:
    """A program that comes back after each kill, sends again what was not answered, and remembers what it was told."""

    def __init__(self, torture: Torture, table: str, token: str, *, is_host: bool = False) -> None:
        self.torture, self.table, self.token, self.is_host = torture, table, token, is_host
        self.random = Random(f"{torture.random.random()}")
        self.seat: int | None = None
        self.taken: dict[str, Message] = {}
        """What it was told to be taken, by its id."""
        self.refused: set[str] = set()
        self.results: dict[int, tuple[str, str]] = {}
        self.done = False
        self._sent: Message | None = None
        """What was sent and not answered yet."""
        self._game = 0
        self._events: list[Any] = []
        self._known: list[Any] = []
        """The events that it had seen before the connection broke."""
        self._update: Message | None = None
        self._number = 0
        self._deals: dict[str, int] = {}
        """The game that each start begins, when it is taken."""
        self._dealt = 0
        """The last game that was begun; news of it may still come."""

    @property
    def _is_over(self) -> bool:
        return self._update is not None and self._update["result"] is not None and self._dealt <= self._game

    async def run(self) -> None:
        """Play until no other game is begun."""
        while not self.done:
            await self.torture.is_up.wait()
            try:
                async with connect(
                    self.torture.address(self.table), max_size=None, compression=None, open_timeout=LIMIT
                ) as line:
                    await self._play(line)
            except (OSError, WebSocketException, EOFError, TimeoutError):
                await asyncio.sleep(0.01)

    async def _play(self, line: ClientConnection) -> None:
        self._known, self._events, self._update = self._events, [], None
        await line.send(json.dumps({"type": "hello", "protocol": 1, "token": self.token}))
        if self._sent is not None:
            self.torture.resent += 1
            await line.send(json.dumps(self._sent))
        async for text in line:
            self._hear(json.loads(text))
            if self.is_host and self.torture.ending and self._sent is None and self._is_over:
                self.done = True
                return
            if self._sent is None and (message := self._next()) is not None:
                self._sent = message
                await line.send(json.dumps(message))

    def _hear(self, message: Message) -> None:
        match message["type"]:
            case "welcome":
                self._seat_is(message["seat"])
            case "game":
                if message["game"] < self._game:
                    raise Broken(f"{self.table}: game {self._game} was dealt, and now it is game {message['game']}")
                if message["game"] > self._game:
                    self._game, self._known = message["game"], []
                self._events = []
            case "update":
                self._events += message["events"]
                if self._events[: len(self._known)] != self._known[: len(self._events)]:
                    raise Broken(f"{self.table}: what seat {self.seat} has seen is not so any more")
                if len(self._events) < len(self._known):
                    raise Broken(f"{self.table}: seat {self.seat} has seen more than happened")
                self._update = message
                self._note_result(message["result"])
            case "taken":
                self._answered(message["id"], taken=True)
            case "refused":
                self._answered(message["id"], taken=False)
            case "error":
                raise Broken(f"{self.table}: {message}")

    def _seat_is(self, seat: int | None) -> None:
        if seat is None or self.seat not in (None, seat):
            raise Broken(f"{self.table}: a program that sat on seat {self.seat} sits on seat {seat}")
        self.seat = seat

    def _note_result(self, result: Message | None) -> None:
        if result is None:
            if self._game in self.results:
                raise Broken(f"{self.table}: game {self._game} was over, and goes on")
            return
        ended = result["winner"], result["reason"]
        if self.results.setdefault(self._game, ended) != ended:
            raise Broken(f"{self.table}: game {self._game} has ended in two ways")

    def _answered(self, id: str, *, taken: bool) -> None:
        if self._sent is None or self._sent["id"] != id:
            raise Broken(f"{self.table}: an answer to {id}, which was not sent")
        sent, self._sent = self._sent, None
        if taken:
            self.taken[id] = sent
            self._dealt = max(self._dealt, self._deals.get(id, 0))
        elif id in self.taken:
            raise Broken(f"{self.table}: {id} was taken, and is refused when it is sent again")
        else:
            self.refused.add(id)

    def _next(self) -> Message | None:
        """What to send now: an answer, an offer, the start of a game, or what was taken already once more."""
        if self.taken and self.random.random() < AGAIN:
            self.torture.resent += 1
            return self.taken[next(reversed(self.taken))]
        self._number += 1
        id, state = f"{self.seat}-{self._number}", self._update
        if self.is_host and not self.torture.ending and (state is None or state["result"] is not None):
            self._deals[id] = self._game + 1
            return {"type": "start", "id": id}
        if state is None or state["result"] is not None:
            return None
        prompt = state["prompt"]
        if prompt is not None and state["answer"] is None and state["waiting"] >> (self.seat or 0) & 1:
            answer = pick(prompt["option"], self.random)
            return {"type": "choose", "to": prompt["number"], "answer": answer, "id": id, "game": self._game}
        if state["offers"] and self.random.random() < 0.02:
            offer = self.random.choice(state["offers"])
            answer = pick(offer["option"], self.random)
            return {"type": "choose", "to": offer["name"], "answer": answer, "id": id, "game": self._game}
        return None

    def look(self, log: Counter[str]) -> None:
        """Compare what it was told with the ids that stand in the log."""
        mine = {id: count for id, count in log.items() if id.startswith(f"{self.seat}-")}
        for id in self.taken:
            if mine.get(id, 0) != 1:
                raise Broken(f"{self.table}: {id} was taken, and stands in the log {mine.get(id, 0)} times")
        for id, count in mine.items():
            if count > 1 or id in self.refused:
                raise Broken(f"{self.table}: {id} stands in the log {count} times, refused: {id in self.refused}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        torture = Torture(Path(folder), arguments.seed, tell=lambda line: print(line, end="\r", flush=True))
        asyncio.run(torture.run(arguments.kills))
    took = time.monotonic() - began
    print(
        f"{torture.kills} kills in {took:.0f} s: {torture.taken} commands taken, {torture.resent} sent again,"
        f" {torture.games} games and {len(torture.opened)} tables; none lost, none twice, none stuck"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
