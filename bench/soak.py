"""`python -m bench.soak`: many tables for a long time, to check that the server's memory stays flat.

Programs sit on every seat and choose at random, each after a pause. A table that has played some games is left, and
another is opened: so games, tables and connections come and go, as on a server that runs for weeks. The exit status is
1 when memory has grown by more than the limit from the second third of the time to the last, when anything went wrong,
or when no game ended.
"""

import argparse
import asyncio
import json
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import mean
from typing import Final

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from bench import machine
from turncoat.bots.draws import pick
from turncoat.kernel.rulebooks import default_game, rulebook
from turncoat.web.programs import protocol as p

GAMES: Final = 2
"""Number of games that a table plays before another takes its place."""
FIRST_GAME_SECONDS: Final = 60.0
"""Maximum extension of the run in seconds while no game has ended yet, since a busy machine plays slowly."""
LATE: Final = frozenset({"stale", "already-chosen", "not-asked"})
"""Harmless refusals: another choice came first."""
SAMPLES: Final = 90
"""Number of memory measurements."""
_SERVE: Final = """
import sys
from pathlib import Path
from turncoat.table.runtime import unloading
from turncoat.web.http.limits import RateLimits
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.web.serve import run
# Tables that were left go out of memory soon, so that the time is long enough to see it.
unloading.IDLE, unloading.INTERVAL = float(sys.argv[2]), float(sys.argv[2]) / 4
often, many = "1000000000/minute", 1_000_000
lines = {"connections": many, "connections_each": many, "connections_from": many}
run(ServerSettings(Path(sys.argv[1]), port=0, hold=0.05, scenes=0),
    rates=RateLimits(tables=often, commands=often, joins_from=often, stored_bytes=often, **lines))
"""
_decode = msgspec.json.Decoder(p.AnyToProgram).decode


class Soak:
    """Programs at tables of one server."""

    def __init__(self, url: str, pause: float) -> None:
        self.url, self.pause = url, pause
        self.moves = self.games = self.tables = 0
        self.faults: Counter[str] = Counter()

    async def play_on(self) -> None:
        """Play at one table after another, forever."""
        async with httpx.AsyncClient(base_url=self.url, timeout=60) as client:
            while True:
                try:
                    await self._play_at_table(client)
                except (OSError, ConnectionClosed, httpx.HTTPError, msgspec.DecodeError) as error:
                    self.faults[f"{type(error).__name__}: {error}"] += 1
                    await asyncio.sleep(1)

    async def _play_at_table(self, client: httpx.AsyncClient) -> None:
        players = rulebook(default_game()).players[0]
        welcome = (await client.post("/api/v1/tables", json={"name": "Robot 0"})).json()
        self.tables += 1
        url = f"{self.url.replace('http', 'ws')}/api/v1/tables/{welcome['table']}"
        hellos = [{"token": welcome["token"]}, *({"name": f"Robot {seat}"} for seat in range(1, players))]
        lines = [await connect(url, ping_interval=None, max_size=None) for _ in hellos]
        try:
            for line, hello in zip(lines, hellos, strict=True):
                await line.send(json.dumps({"type": "hello", "protocol": 1, **hello}))
                assert isinstance(_decode(await line.recv()), p.WelcomeMessage)
            await lines[0].send('{"type": "start"}')
            await asyncio.gather(*(self._sit(line, line is lines[0]) for line in lines))
        finally:
            for line in lines:
                with suppress(ConnectionClosed):
                    await line.close()

    async def _sit(self, line: ClientConnection, is_host: bool) -> None:
        """Answer every question until the table has played its games."""
        answered, over = (0, 0), 0
        async for text in line:
            message = _decode(text)
            if (isinstance(message, p.RefusedMessage) and message.code not in LATE) or isinstance(
                message, p.ErrorMessage
            ):
                self.faults[message.code] += 1
            if not isinstance(message, p.UpdateMessage):
                continue
            if message.result is not None and message.game > over:
                over = message.game
                self.games += is_host
                if over == GAMES:
                    return
                if is_host:
                    await line.send('{"type": "start"}')
            prompt = message.prompt
            if prompt is None or message.answer is not None or answered == (message.game, prompt.number):
                continue
            answered = message.game, prompt.number
            await asyncio.sleep(random.expovariate(1 / self.pause))
            answer = pick(prompt.option, random.Random())
            self.moves += 1
            await line.send(msgspec.json.encode({"type": "choose", "to": prompt.number, "answer": answer}).decode())


@contextmanager
def _server(idle: float) -> Iterator[tuple[str, int]]:
    with (
        tempfile.TemporaryDirectory(prefix="turncoat-soak-") as folder,
        (Path(folder) / "server.log").open("wb") as log,
    ):
        process = subprocess.Popen(
            [sys.executable, "-c", _SERVE, folder, str(idle)], stdout=subprocess.PIPE, stderr=log, text=True
        )
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found, "the server did not start"
            yield found[0], process.pid
        finally:
            process.terminate()
            process.wait(20)


def megabytes(pid: int) -> float:
    """Return the resident memory of a process."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1000


async def _measure(soak: Soak, pid: int, tables: int, seconds: float) -> list[float]:
    """Sample the memory at regular intervals."""
    playing = [asyncio.create_task(soak.play_on()) for _ in range(tables)]
    samples, began = [], time.monotonic()
    while (passed := time.monotonic() - began) < seconds or (not soak.games and passed < seconds + FIRST_GAME_SECONDS):
        await asyncio.sleep(seconds / SAMPLES)
        samples.append(megabytes(pid))
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return samples


def main() -> int:
    """Soak, print one line of JSON and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.soak", description="Check that memory stays flat over a long time."
    )
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=1800.0)
    parser.add_argument("--pause", type=float, default=1.0, help="mean seconds before a choice")
    parser.add_argument("--growth", type=float, default=10.0, metavar="MB", help="allowed growth of memory")
    wanted = parser.parse_args()
    load = machine.facts()["load"]
    with _server(idle=wanted.seconds / 30) as (url, pid):
        soak = Soak(url, wanted.pause)
        samples = asyncio.run(_measure(soak, pid, wanted.tables, wanted.seconds))
    third = len(samples) // 3
    growth = mean(samples[-third:]) - mean(samples[third : 2 * third])
    figures = {
        "tables_at_once": wanted.tables,
        "seconds": wanted.seconds,
        "pause": wanted.pause,
        "load": load,
        "tables": soak.tables,
        "games": soak.games,
        "moves": soak.moves,
        "faults": dict(soak.faults),
        "first_mb": samples[0],
        "last_mb": samples[-1],
        "most_mb": max(samples),
        "growth_mb": round(growth, 1),
    }
    print(json.dumps(figures))
    return int(growth > wanted.growth or bool(soak.faults) or not soak.games)


if __name__ == "__main__":
    sys.exit(main())
