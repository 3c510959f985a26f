"""Bots at tables of a server think in a separate process, and the server survives its failures."""

import asyncio
import errno
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

from tests.plugins.bots import BotThreads
from turncoat.bots import Bot, for_people
from turncoat.extensions import ExtensionFile
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset
from turncoat.table import commands as c
from turncoat.table import server_log
from turncoat.table.runtime import bot_process, room_registry
from turncoat.table.runtime.bot_process import NICENESS, BotProcess, BotUpdate, run
from turncoat.table.runtime.room import Room
from turncoat.table.runtime.room_registry import RoomRegistry
from turncoat.table.runtime.server_settings import ServerSettings

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(900), pytest.mark.usefixtures("bots_in_a_process")]
LONG = 300
"""Seconds that the process may take to start on a busy machine."""


@pytest.fixture(autouse=True)
def _short_thoughts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_registry, "BOT_BUDGET", 0.01)


async def until(room: Room, is_so: Callable[[], bool]) -> None:
    """Wait until the condition holds after a change at the table."""
    changed = asyncio.Event()
    room.watchers.add(changed.set)
    while not is_so():
        changed.clear()
        await asyncio.wait_for(changed.wait(), LONG)
    room.watchers.discard(changed.set)


async def think(process: BotProcess, bot: str) -> None:
    """Let a bot propose the first team."""
    ruleset = Ruleset.of("resistance", 5)
    game: Game[Any] = Game(ruleset, ruleset.deal(b"any"))
    ((seat, prompt),) = game.prompts().items()
    thought = process.think(("ABCD", 1, seat, bot), ruleset, b"any", "", "", lambda is_new: BotUpdate(()), prompt)
    answer, is_illegal = await asyncio.wrap_future(thought)
    assert prompt.option.refusal(answer) is None
    assert not is_illegal


async def thinkers(tmp_path: Path, bot: str = "hard", limit: float = LONG) -> tuple[RoomRegistry, Room]:
    """Open a table where bots play alone."""
    registry = RoomRegistry(ServerSettings(tmp_path, bot_pause=0, bot_limit=limit))
    room = await registry.open("ola", "Ola")
    await room.submit("ola", c.SetUp(room.table.game_setup, bot))
    assert registry.bot_runner.process.pid is None
    await room.submit("ola", c.Start())
    await room.submit("ola", c.Leave())
    return registry, room


@pytest.mark.parametrize("bot", [bot.name for bot in for_people()])
async def test_every_bot_thinks_in_the_bot_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bot: str) -> None:
    def nowhere(*_: object) -> None:
        raise AssertionError("a bot was made in the server's process")

    monkeypatch.setattr(Bot, "__init__", nowhere)
    registry, room = await thinkers(tmp_path, bot)
    await until(room, lambda: not room.table.running)
    assert not room.table.membership.replaced_bots
    await registry.close()


async def test_the_bot_process_starts_and_ends_with_the_server_at_low_priority(tmp_path: Path) -> None:
    registry = RoomRegistry(ServerSettings(tmp_path))
    await registry.start()
    process = registry.bot_runner.process
    await asyncio.wrap_future(process.begin())
    pid = process.pid
    assert pid is not None
    assert os.getpriority(os.PRIO_PROCESS, pid) == min(19, os.getpriority(os.PRIO_PROCESS, 0) + NICENESS)
    await registry.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


async def test_the_bot_process_loads_extension_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Like the chapters of `turncoat serve --chapter`."""
    code = b"from turncoat import bots\n@bots.register\nclass Mine(bots.RandomBot):\n    name = 'mine'\n"
    monkeypatch.setattr(bot_process, "loaded_files", lambda: (ExtensionFile("bots", "mine.py", code),))
    process = BotProcess(1.0, LONG)
    await think(process, "mine")
    process.close()


@pytest.mark.parametrize("hangs", [False, True])
async def test_a_dead_or_hanging_bot_process_does_not_stop_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hangs: bool
) -> None:
    said: list[tuple[str, dict[str, object]]] = []
    monkeypatch.setattr(server_log, "warning", lambda event, **facts: said.append((event, facts)))
    begun = BotProcess._begun
    struck: list[int | None] = []

    def strike(process: BotProcess) -> Connection:
        """Kill or stop the process while a thought is on its way: nobody would notice it otherwise."""
        pipe = begun(process)
        if not struck and is_under_way():
            struck.append(process.pid)
            assert process.pid is not None
            os.kill(process.pid, signal.SIGSTOP if hangs else signal.SIGKILL)
        return pipe

    def is_under_way() -> bool:
        session = room.table.session
        return session is not None and len(session._game.choices) > 3

    registry, room = await thinkers(tmp_path, limit=10 if hangs else LONG)
    monkeypatch.setattr(BotProcess, "_begun", strike)
    await until(room, lambda: bool(room.table.membership.replaced_bots))
    await until(room, lambda: not room.table.running)
    kinds = {facts["kind"] for event, facts in said if event == "a bot was replaced"}
    assert kinds == {"too slow" if hangs else "BotProcessDied"}
    assert {occupant.bot for occupant in room.table.seats} <= {"sensible", "hard"}
    await registry.close()


async def test_an_idle_bot_process_that_dies_is_logged_and_replaced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said: list[str] = []
    monkeypatch.setattr(server_log, "warning", lambda event, **facts: said.append(event))
    process = BotProcess(1.0, LONG)
    await think(process, "random")
    first, there = process.pid, process._process
    assert first is not None
    assert there is not None
    os.kill(first, signal.SIGKILL)
    there.join()
    assert not said
    await think(process, "random")
    assert process.pid != first
    assert said == ["the bots' process ended while no bot was thinking"]
    process.close()


async def test_all_bots_of_a_game_share_a_secret_seed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    monkeypatch.setattr(bot_process, "CONTEXT", BotThreads)
    monkeypatch.setattr(Bot, "share", lambda bot, seed: made.append(seed))
    registry, room = await thinkers(tmp_path, "easy")
    await until(room, lambda: not room.table.running)
    assert len(made) == 5
    (shared,) = set(made)
    assert len(shared) == 64
    assert shared not in room.table.session.bot_seeds  # type: ignore[union-attr]
    await registry.close()


async def test_bots_think_even_if_the_priority_cannot_be_lowered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Like the systemd service, whose filter forbids the system call `nice`."""

    def forbidden(step: int) -> int:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "nice", forbidden, raising=False)
    monkeypatch.setattr(signal, "signal", lambda *given: None)
    here, there = multiprocessing.Pipe()

    def leave() -> None:
        """Wait until the process is ready, and ask nothing."""
        here.recv()
        here.close()

    asked = threading.Thread(target=leave)
    asked.start()
    run(there, ())  # ends when the pipe is closed
    asked.join()


async def test_a_slow_start_of_the_process_replaces_no_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limit, begun = 3.0, BotProcess._begun

    def slowly(process: BotProcess) -> Connection:
        if not process.is_there:
            time.sleep(limit + 0.5)
        return begun(process)

    monkeypatch.setattr(BotProcess, "_begun", slowly)
    registry, room = await thinkers(tmp_path, limit=limit)
    session = room.table.session
    assert session is not None
    await until(room, lambda: len(session._game.choices) > 3)
    assert not room.table.membership.replaced_bots
    await registry.close()


async def test_only_the_type_of_a_bots_exception_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[tuple[str, dict[str, object]]] = []
    monkeypatch.setattr(server_log, "warning", lambda event, **facts: said.append((event, facts)))
    registry, room = await thinkers(tmp_path)
    session = room.table.session
    assert session is not None
    runner = registry.bot_runner
    monkeypatch.setattr(runner.process, "_known", set(runner._bots))  # the server believes that the process has them
    await until(room, lambda: not room.table.running)
    replaced = {facts["kind"] for event, facts in said if event == "a bot was replaced"}
    assert replaced == {"KeyError"}
    await registry.close()
