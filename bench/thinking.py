"""Thinking time of bots by kind of choice and side, and the delay that a table of bots causes for others.

    python -m bench.thinking [--bots easy,normal,hard] [--players 5 7 10] [--with MODULE ...] [--games 10] [--json]
    python -m bench.thinking --beside [--seconds 30]

Without `--beside`, games of each bot alone are played, and the processor time of each answer is measured in
milliseconds. Everything runs in one thread of one process, and the tables take turns, so that a busy moment affects all
alike. The figures for each bot, player count and kind of choice are the median and the 95th percentile for either side,
and the ratio of a traitor's median to a loyal seat's. Where that is not about 1, thinking time gives away the side. The
worst comes first.

With `--beside`, a person moves at one table of a server while nine bots play game after game without pause at another.
This is compared with an otherwise empty server, and between levels of bots.
"""

import argparse
import asyncio
import gc
import json
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Final, NamedTuple

import turncoat.games  # noqa: F401 - makes the games known
from turncoat.bots.bot import Bot
from turncoat.extensions import find_bot
from turncoat.kernel.chapters import Deal
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.steps import Choice, Prompt
from turncoat.missions import MissionRun, TeamNamed, TeamVoted
from turncoat.simulation.playing import play_numbered, traitors_of
from turncoat.table import commands as c
from turncoat.table.runtime.room import Room
from turncoat.table.runtime.room_registry import RoomRegistry
from turncoat.table.runtime.server_settings import ServerSettings

BETWEEN = 0.05
"""Seconds between two moves of the person."""
KINDS: Final = {TeamNamed.__name__: "team", TeamVoted.__name__: "ballot", MissionRun.__name__: "card"}
"""Kind of an answer by the act of its question. All others are `other`."""
ALL: Final = "all"
SIDES: Final = ("loyal", "traitor")
LEAST: Final = 20
"""Minimum number of answers of a side for a figure."""


class Thought(NamedTuple):
    """An answer with its thinking time."""

    bot: str
    players: int
    kind: str
    is_traitor: bool
    milliseconds: float


class Row(NamedTuple):
    """The answers of a kind: the median and the 95th percentile in milliseconds, by side."""

    bot: str
    players: int
    kind: str
    answers: tuple[int, int]
    """Numbers of answers of loyal seats and of traitors."""
    medians: tuple[float, float]
    slow: tuple[float, float]
    ratio: float
    """Ratio of a traitor's median thinking time to a loyal seat's."""

    @property
    def badness(self) -> float:
        """Factor by which the ratio differs from 1, in either direction."""
        return max(self.ratio, 1 / self.ratio)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.thinking", description="Measure how long bots think.")
    parser.add_argument("--bots", default="easy,normal,hard", help="the bots (default easy,normal,hard)")
    parser.add_argument("--players", type=int, nargs="+", default=[5, 7, 10])
    parser.add_argument("--with", dest="modules", action="append", default=[], metavar="MODULE", help="may be repeated")
    parser.add_argument("--games", type=int, default=10, help="of each bot with each number of players (default 10)")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    parser.add_argument("--beside", action="store_true", help="measure moves beside a table of bots instead")
    parser.add_argument("--seconds", type=float, default=30.0, help="of moves beside other tables (default 30)")
    wanted = parser.parse_args()
    if not wanted.beside:
        rulesets = [Ruleset.of("resistance", players, tuple(wanted.modules)) for players in wanted.players]
        rows = rows_of(thoughts(wanted.bots.split(","), rulesets, wanted.games))
        print(json.dumps([row._asdict() for row in rows]) if wanted.json else "\n".join(table(rows)))
        return
    for beside in ("", "normal", "hard"):
        times = asyncio.run(moves_beside(beside, wanted.seconds))
        middle, slow = 1000 * part(times, 0.5), 1000 * part(times, 0.99)
        who = f"nine of {beside} at another table" if beside else "nobody else"
        print(f"{len(times)} moves with {who}: median {middle:.2f} ms, p99 {slow:.2f} ms")


def thoughts(names: Sequence[str], rulesets: Sequence[Ruleset], games: int) -> list[Thought]:
    """Measure every answer in so many games of each bot at each table, which take turns.

    Bots have the deadline that they would have at a table.
    """
    found: list[Thought] = []
    for number in range(-1, games):  # the first game only fills the caches
        for ruleset in rulesets:
            for name in names:
                some = list(_thoughts(name, ruleset, max(number, 0)))
                found += some if number >= 0 else []
    return found


def _thoughts(name: str, ruleset: Ruleset, number: int) -> Iterator[Thought]:
    times: list[tuple[int, str, float]] = []
    kind = timed(find_bot(name), times)

    def seat_bots(deal: Deal) -> list[type[Bot]]:
        return [kind] * ruleset.players

    gc.collect()
    gc.disable()
    try:
        game = play_numbered(ruleset, seat_bots, "thinking", number)
    finally:
        gc.enable()
    traitors = traitors_of(game)
    for seat, act, seconds in times:
        yield Thought(name, ruleset.players, KINDS.get(act, "other"), bool(traitors >> seat & 1), 1000 * seconds)


def timed(kind: type[Bot], times: list[tuple[int, str, float]]) -> type[Bot]:
    """Return a subclass of the bot that records the seat, the act and the processor time in seconds of each choice."""

    class Timed(kind):  # type: ignore[misc, valid-type]
        def act(self, prompt: Prompt) -> Choice:
            self.deadline = perf_counter() + self.milliseconds / 1000 if self.milliseconds else None
            began = process_time()
            choice: Choice = super().act(prompt)
            seconds = process_time() - began
            times.append((self.seat, prompt.question.act, seconds))
            return choice

    return Timed


def rows_of(found: Sequence[Thought]) -> list[Row]:
    """Return the figures of each bot, table and kind of choice, the worst ratio first."""
    by_row: dict[tuple[str, int, str], tuple[list[float], list[float]]] = {}
    for one in found:
        for kind in (one.kind, ALL):
            by_row.setdefault((one.bot, one.players, kind), ([], []))[one.is_traitor].append(one.milliseconds)
    rows = [
        Row(
            *key,
            (len(sides[0]), len(sides[1])),
            (median(sides[0]), median(sides[1])),
            (part(sides[0], 0.95), part(sides[1], 0.95)),
            median(sides[1]) / median(sides[0]),
        )
        for key, sides in by_row.items()
        if min(map(len, sides)) >= LEAST
    ]
    return sorted(rows, key=lambda row: -row.badness)


def table(rows: Sequence[Row]) -> Iterator[str]:
    """Yield the figures as Markdown."""
    yield "| bot | players | choice | loyal: median, p95 ms | traitors: median, p95 ms | ratio | answers |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for row in rows:
        of_side = [f"{middle:.2f}, {slow:.2f}" for middle, slow in zip(row.medians, row.slow, strict=True)]
        cells = (row.bot, row.players, row.kind, *of_side, f"{row.ratio:.2f}", sum(row.answers))
        yield f"| {' | '.join(map(str, cells))} |"
    for name in dict.fromkeys(row.bot for row in rows):
        some = [row for row in rows if row.bot == name]
        slowest = max(some, key=lambda row: max(row.slow))
        yield f"\n{name}: p95 at worst {max(slowest.slow):.1f} ms ({slowest.kind}, {slowest.players} players)"


async def moves_beside(bot: str, seconds: float) -> list[float]:
    """Return the time of each move of a person, from command to answer, while nine bots play at another table.

    Without `bot`, the server has no other table.
    """
    with tempfile.TemporaryDirectory() as data:
        registry = RoomRegistry(ServerSettings(Path(data), bot_pause=0))
        room = await registry.open("ola", "Ola", c.GameSetup("resistance", 5))
        for number in range(1, 5):
            await room.submit(f"person{number}", c.Sit(f"Person {number}"))
        other = asyncio.ensure_future(_bots_play(registry, bot)) if bot else None
        times: list[float] = []
        ends = perf_counter() + seconds
        while perf_counter() < ends:
            if not room.table.running:
                await room.submit("ola", c.Start())
            session = room.table.session
            assert session is not None
            seat = session.waiting.bit_length() - 1
            choice = session.default(seat)
            command = c.Choose(session.number, seat, choice.to, choice.answer)
            began = perf_counter()
            await room.submit(room.table.seats[seat].person, command)
            times.append(perf_counter() - began)
            await asyncio.sleep(BETWEEN)
        if other is not None:
            other.cancel()
        await registry.close()
        return times


async def _bots_play(registry: RoomRegistry, bot: str) -> None:
    """Play game after game with nine bots and a person who answers at once."""
    room = await registry.open("jan", "Jan", c.GameSetup("resistance", 10))
    await room.submit("jan", c.SetUp(room.table.game_setup, bot))
    while True:
        await room.submit("jan", c.Start())
        await _person_plays(room)


async def _person_plays(room: Room) -> None:
    """Let the person choose what the clock would choose, until the game is over."""
    changed = asyncio.Event()
    room.watchers.add(changed.set)
    while room.table.running:
        changed.clear()
        session, seat = room.table.session, room.table.seat_of("jan")
        assert session is not None
        assert seat is not None
        if session.waiting >> seat & 1:
            choice = session.default(seat)
            await room.submit("jan", c.Choose(session.number, seat, choice.to, choice.answer))
        else:
            await changed.wait()
    room.watchers.discard(changed.set)


def part(times: list[float], share: float) -> float:
    """Return the time that this share of all times does not exceed."""
    return sorted(times)[min(len(times) - 1, int(share * len(times)))]


if __name__ == "__main__":
    main()
