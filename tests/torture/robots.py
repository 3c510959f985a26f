"""Programs that play while servers are tortured, and compare the announcements with the stored data."""

import asyncio
import json
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Sequence
from random import Random
from typing import Any, Final

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

import turncoat.games  # noqa: F401 - registers the games whose rules check the records
from tests.support.programs import Message, pick
from turncoat.kernel.records import check as check_record
from turncoat.table.values.avatars import AVATARS

LIMIT: Final = 120.0
"""Timeout in seconds, after which a table counts as stuck, or a server as unable to start."""
AGAIN: Final = 0.15
"""Probability that a command is repeated after it was taken."""
GAMES: Final[tuple[tuple[Message, int], ...]] = (
    ({"game": "resistance", "players": 5}, 5),
    ({"game": "resistance", "players": 7, "modules": ["plot-thickens", "hunter"]}, 3),
    ({"game": "winter-soldier", "players": 6, "modules": ["scarlet-witch"]}, 3),
    ({"game": "hail-hydra", "players": 5}, 2),
)
"""Games, with the number of programs that play each. Bots have the other seats."""
NOT_KEPT: Final = "not-kept"
"""Code of the refusal of a command that could not be stored."""
NO_SERVER: Final = (502, 503, 504)
"""Statuses of a balancer that reaches no server, and of a server whose tables are elsewhere."""
Log = dict[str, list[Message]]
"""Entries of every table, in order."""


Told = tuple[list[str], "dict[Robot, list[str]]"]
"""Tables that were opened, and the acknowledged ids of each program."""


class Broken(AssertionError):
    """Raised when a server has announced something false."""


class Torture:
    """The programs, their tables, and everything announced to them. Subclasses add the faults of servers."""

    limit: float = LIMIT
    """Maximum seconds that a program may wait for its table."""
    ends_within: float = LIMIT
    """Seconds within which the current games end once no other begins."""
    rest: float = 0.01
    """Seconds until a program reconnects."""
    troubles: frozenset[str] = frozenset()
    """Codes of refusals after which a program retries. Nothing else may be refused by them."""
    think: float = 0.0
    """Maximum seconds for which a program thinks before it answers."""

    def __init__(self, seed: int, tell: Callable[[str], None]) -> None:
        self.tell = tell
        self.random = Random(seed)
        self.ending = False
        """True if no other game is begun."""
        self.robots: list[Robot] = []
        self.opened: list[str] = []
        """Tables whose opening was acknowledged."""
        self.resent = 0

    async def url_for(self, code: str = "") -> str:
        """Return the address of a running server for that table, or for a new one."""
        raise NotImplementedError

    async def connect(self, robot: "Robot") -> ClientConnection:
        """Connect a program to its table."""
        url = await self.url_for(robot.table)
        return await connect(address(url, robot.table), max_size=None, compression=None, open_timeout=LIMIT)

    async def sit_down(self, games: Sequence[tuple[Message, int]] = GAMES) -> None:
        """Open the tables, and seat the programs."""
        for setup, programs in games:
            async with httpx.AsyncClient(base_url=await self.url_for(), timeout=LIMIT) as client:
                answer = await client.post("/api/v1/tables", json={"name": "Robot 0", **setup})
            welcome = answer.raise_for_status().json()
            code = welcome["table"]
            self.opened.append(code)
            self.robots.append(Robot(self, code, welcome["token"], is_host=True))
            for number in range(1, programs):
                self.robots.append(Robot(self, code, await self._join(code, f"Robot {number}")))

    async def _join(self, code: str, name: str) -> str:
        """Take a seat at a table, on whichever server. Return the seat's token."""
        while True:
            try:
                async with connect(address(await self.url_for(code), code), max_size=None) as line:
                    await line.send(json.dumps({"type": "hello", "protocol": 1, "name": name}))
                    answer = json.loads(await line.recv())
            except (OSError, WebSocketException, EOFError, TimeoutError):
                continue
            if answer["type"] == "welcome":
                token: str = answer["token"]
                return token
            if answer.get("code") not in self.troubles:
                raise Broken(f"{code}: {name} cannot sit down: {answer}")

    async def open_tables(self) -> None:
        """Open one table after another, where nobody plays, until cancelled."""
        async with httpx.AsyncClient(timeout=LIMIT) as client:
            while True:
                url = await self.url_for()
                try:
                    answer = await to_its_end(client.post(f"{url}/api/v1/tables", json={"name": "Opener"}))
                except httpx.TransportError:
                    await asyncio.sleep(0.01)
                    continue
                if answer.status_code in NO_SERVER:
                    await asyncio.sleep(0.1)
                    continue
                if answer.is_success or answer.json()["code"] != NOT_KEPT:
                    self.opened.append(answer.raise_for_status().json()["table"])
                await asyncio.sleep(0.3)

    async def finish(self, playing: "Sequence[asyncio.Task[None]]") -> None:
        """Let the current games end. `playing` are the tasks of the hosts."""
        self.ending = True
        await asyncio.wait(playing, timeout=self.ends_within)
        if stuck := [robot.table for robot in self.robots if robot.is_host and not robot.done]:
            raise Broken(f"tables are stuck: {stuck}")

    # Stored data

    def told(self) -> "Told":
        """Return everything announced so far."""
        return list(self.opened), {robot: list(robot.taken) for robot in self.robots}

    def look(self, log: Log, told: "Told") -> None:
        """Compare the stored data with everything announced before they were read."""
        opened, taken = told
        for code in opened:
            if code not in log:
                raise Broken(f"{code} was opened, and is not there")
        for code, entries in log.items():
            counts = Counter((entry["by"], entry["id"]) for entry in entries if entry["id"])
            if twice := [id for (_, id), count in counts.items() if count > 1]:
                raise Broken(f"{code}: {twice} stand in the log more than once")
        for robot, ids in taken.items():
            robot.look(Counter(entry["id"] for entry in log[robot.table] if entry["id"]), ids)

    def look_at_records(self, log: Log) -> None:
        """Check that every game that was played keeps to the rules, and ended as announced."""
        for robot in self.robots:
            over = {
                entry["command"]["game"]: entry["command"]["summary"]["record"]
                for entry in log[robot.table]
                if entry["command"]["do"] == "ArchiveGame"
            }
            for game, result in robot.results.items():
                played = check_record(over[game])
                if played.result is None or (played.result.winner, played.result.reason) != result:
                    raise Broken(f"{robot.table}: game {game} ended otherwise than was told")

    @property
    def taken(self) -> int:
        """Number of acknowledged commands of the programs."""
        return sum(len(robot.taken) for robot in self.robots)

    @property
    def games(self) -> int:
        """Number of finished games."""
        return sum(len(robot.results) for robot in self.robots if robot.is_host)


async def to_its_end(asking: Coroutine[Any, Any, httpx.Response]) -> httpx.Response:
    """Return the answer to a request, which is not cancelled halfway, as that would leave a socket open."""
    task = asyncio.ensure_future(asking)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait({task}, timeout=LIMIT)
        if not task.cancelled():
            task.exception()
        raise


def address(url: str, code: str) -> str:
    """Return the address where programs connect to a table."""
    return f"{url.replace('http', 'ws')}/api/v1/tables/{code}"


class Robot:
    """A program that reconnects, repeats unanswered commands, and remembers everything announced to it."""

    def __init__(
        self, torture: Torture, table: str, token: str, *, is_host: bool = False, is_quiet: bool = False
    ) -> None:
        self.torture, self.table, self.token, self.is_host = torture, table, token, is_host
        self.is_quiet = is_quiet
        """True if it only sits there."""
        self.random = Random(f"{torture.random.random()}")
        self.seat: int | None = None
        self.taken: dict[str, Message] = {}
        """Acknowledged commands, by id."""
        self.refused: set[str] = set()
        self.results: dict[int, tuple[str, str]] = {}
        self.done = False
        self.line: ClientConnection | None = None
        self._is_welcome = False
        """True if the server has welcomed it on this connection."""
        self.waits: list[float] = []
        """Waiting times in seconds, for each time that it was not served at once."""
        self._waits_since: float | None = None
        self._sent: Message | None = None
        """Command that was sent and not answered yet."""
        self._sent_at = 0.0
        self._was_resent = False
        self._game = 0
        self._events: list[Any] = []
        self._known: list[Any] = []
        """Events that it had seen before the connection broke."""
        self._update: Message | None = None
        self._avatar = ""
        self._number = 0
        self._deals: dict[str, int] = {}
        """Game that each start begins when it is taken."""
        self._dealt = 0
        """Number of the last game begun, whose updates may be still to come."""

    @property
    def _is_over(self) -> bool:
        return self._update is not None and self._update["result"] is not None and self._dealt <= self._game

    @property
    def waits_since(self) -> float | None:
        """Time since which it has been waiting for something, or None if it wants nothing."""
        return self._waits_since if self._waits_since is not None or self._sent is None else self._sent_at

    def wait(self, since: float | None = None) -> None:
        """Note that it is not served, because its connection is lost or the server cannot carry out the command."""
        if self._waits_since is None:
            self._waits_since = since or (self._sent_at if self._sent is not None else time.monotonic())

    async def run(self) -> None:
        """Play until no other game is begun."""
        while not self.done:
            try:
                self.line = await self.torture.connect(self)
                try:
                    await self._play(self.line)
                finally:
                    await self._close()
            except (OSError, WebSocketException, EOFError, TimeoutError):
                pass
            if not self.done:
                self.wait()
                await asyncio.sleep(self.torture.rest)

    async def _close(self) -> None:
        """Close the connection unless it was left open."""
        line, self.line = self.line, None
        if line is not None:
            await line.close()

    def leave(self) -> tuple[ClientConnection | None, Message | None]:
        """Release the connection without closing it. Return it with a message that may not be answered any more."""
        if not self._is_welcome:  # the table may not exist there, so any outcome is right
            return None, None
        line, self.line = self.line, None
        if not self.is_quiet:
            return line, self.taken[next(reversed(self.taken))] if self.taken else None
        self._number += 1
        avatar = next(one for one in AVATARS if one != self._avatar)
        return line, {"type": "choose-avatar", "avatar": avatar, "id": f"robot-{self.seat}-{self._number}"}

    async def _play(self, line: ClientConnection) -> None:
        self._known, self._events, self._update, self._is_welcome = self._events, [], None, False
        await line.send(json.dumps({"type": "hello", "protocol": 1, "token": self.token}))
        if self._sent is not None:
            await self._send_again(line)
        async for text in line:
            if not self._hear(json.loads(text)):
                self.wait()
                await asyncio.sleep(self.torture.rest)
                if self._sent is not None:
                    await self._send_again(line)
                    continue
            if self.is_host and self.torture.ending and self._sent is None and self._is_over:
                self.done = True
                return
            if self._sent is None and (message := self._next()) is not None:
                await asyncio.sleep(self.random.uniform(0.0, self.torture.think))
                self._sent, self._sent_at, self._was_resent = message, time.monotonic(), False
                await line.send(json.dumps(message))

    async def _send_again(self, line: ClientConnection) -> None:
        self.torture.resent += 1
        self._was_resent = True
        await line.send(json.dumps(self._sent))

    def _hear(self, message: Message) -> bool:
        """Record the message. Return whether the program has been served."""
        match message["type"]:
            case "welcome":
                self._seat_is(message["seat"])
                self._is_welcome = True
                if self._sent is None:
                    self._note_served()
            case "seats" if self.seat is not None:
                self._avatar = message["seats"][self.seat]["avatar"]
            case "game-started":
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
            case "accepted":
                self._answered(message["id"], taken=True)
            case "refused" if message["code"] in self.torture.troubles:
                return self._not_done(message["id"], message["code"])
            case "refused":
                self._answered(message["id"], taken=False)
            case "error" if message["code"] in self.torture.troubles:
                return False
            case "error":
                raise Broken(f"{self.table}: {message}")
        return True

    def _note_served(self) -> None:
        if self._waits_since is not None:
            self.waits.append(time.monotonic() - self._waits_since)
            self._waits_since = None

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
        self._note_served()
        if taken:
            self.taken[id] = sent
            self._dealt = max(self._dealt, self._deals.get(id, 0))
        elif id in self.taken:
            raise Broken(f"{self.table}: {id} was taken, and is refused when it is sent again")
        else:
            self.refused.add(id)

    def _not_done(self, id: str, code: str) -> bool:
        """Handle a refusal by a server in trouble.

        The command may be stored even so if the table moves, or if it was sent before.
        """
        if self._sent is None or self._sent["id"] != id:
            raise Broken(f"{self.table}: an answer to {id}, which was not sent")
        if code == NOT_KEPT and not self._was_resent and id not in self.taken:
            self._sent = None
            self.refused.add(id)
        return False

    def _next(self) -> Message | None:
        """Return the next message: an answer, an offer, the start of a game, or a repeated command."""
        if self.is_quiet or self.seat is None:
            return None
        if self.taken and self.random.random() < AGAIN:
            self.torture.resent += 1
            return self.taken[next(reversed(self.taken))]
        self._number += 1
        id, state = f"robot-{self.seat}-{self._number}", self._update
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

    def look(self, log: Counter[str], taken: Iterable[str]) -> None:
        """Compare the acknowledged ids with those in the log."""
        mine = {id: count for id, count in log.items() if id.startswith(f"robot-{self.seat}-")}
        for id in taken:
            if mine.get(id, 0) != 1:
                raise Broken(f"{self.table}: {id} was taken, and stands in the log {mine.get(id, 0)} times")
        for id, count in mine.items():
            if count > 1 or id in self.refused:
                raise Broken(f"{self.table}: {id} stands in the log {count} times, refused: {id in self.refused}")
