"""How long bots think about one thing, and whether a table of bots holds up the others.

    python -m bench.thinking [--bot hard] [--players 5 7 10] [--games 10] [--seconds 30]

First: games of the bot alone, and the time of each answer, with the share of the budget that the slowest one in twenty
takes. Then: a person's moves at one table of a server, while at another nine bots play game after game without pause;
beside it the same with nobody else on the server, and with as many bots of another level.
"""

import argparse
import asyncio
import tempfile
from pathlib import Path
from time import perf_counter

import turncoat.games  # noqa: F401 - makes the games known
from turncoat import bots
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.steps import Prompt
from turncoat.lab import baselines
from turncoat.lab.simulation import play_numbered, seating
from turncoat.table import commands as c
from turncoat.table.runtime.room import Room
from turncoat.table.runtime.room_registry import RoomRegistry
from turncoat.table.runtime.server_settings import ServerSettings

BETWEEN = 0.05
"""Seconds between two moves of the person."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.thinking", description="Measure how long bots think.")
    parser.add_argument("--bot", default="hard", help="the bot (default hard)")
    parser.add_argument("--players", type=int, nargs="+", default=[5, 7, 10])
    parser.add_argument("--games", type=int, default=10, help="for each number of players (default 10)")
    parser.add_argument("--seconds", type=float, default=30.0, help="of moves beside other tables (default 30)")
    wanted = parser.parse_args()
    budget = baselines.find(wanted.bot).milliseconds
    for players in wanted.players:
        times = thinking_times(wanted.bot, players, wanted.games)
        middle, slow = 1000 * part(times, 0.5), 1000 * part(times, 0.95)
        print(
            f"{wanted.bot}, {players} players: {len(times)} answers, median {middle:.1f} ms, p95 {slow:.1f} ms", end=""
        )
        print(f" ({slow / budget:.2f} of its budget)" if budget else "")
    for beside in ("", "normal", "hard"):
        times = asyncio.run(moves_beside(beside, wanted.seconds))
        middle, slow = 1000 * part(times, 0.5), 1000 * part(times, 0.99)
        who = f"nine of {beside} at another table" if beside else "nobody else"
        print(f"{len(times)} moves with {who}: median {middle:.2f} ms, p99 {slow:.2f} ms")


def thinking_times(bot: str, players: int, games: int) -> list[float]:
    """The time of each answer in seconds, in games of these bots alone, with the clock on them as at a table."""
    times: list[float] = []
    kind = baselines.find(bot)

    class Timed(kind):  # type: ignore[misc, valid-type]
        name = f"{bot}-timed"

        def choose(self, prompt: Prompt) -> object:
            began = perf_counter()
            self.deadline = began + self.milliseconds / 1000 if self.milliseconds else None
            answer = super().choose(prompt)
            times.append(perf_counter() - began)
            return answer

    bots.register(Timed)
    ruleset = Ruleset.of("resistance", players)
    for number in range(games):
        play_numbered(ruleset, seating(ruleset, (Timed.name,)), "thinking", number)
    del bots.BOTS[Timed.name]
    return times


async def moves_beside(bot: str, seconds: float) -> list[float]:
    """The time of each move of a person, from command to answer, while nine bots play at another table."""
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
    """Nine bots and a person who answers at once, game after game."""
    room = await registry.open("jan", "Jan", c.GameSetup("resistance", 10))
    await room.submit("jan", c.SetUp(room.table.game_setup, bot))
    while True:
        await room.submit("jan", c.Start())
        await _person_plays(room)


async def _person_plays(room: Room) -> None:
    """The person chooses what the clock would choose, until the game is over."""
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
    """The time than which this share is not longer."""
    return sorted(times)[min(len(times) - 1, int(share * len(times)))]


if __name__ == "__main__":
    main()
