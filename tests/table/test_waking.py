"""Watchers of a table are notified of changes at once, and only once of simultaneous ones."""

import asyncio
from pathlib import Path

import pytest

from tests.support.running import PEOPLE, RESISTANCE, RunningRoom
from turncoat.kernel.refusals import Refused
from turncoat.table import commands as c
from turncoat.table.runtime import watchers

pytestmark = pytest.mark.anyio


class Watcher:
    """Notes the number of ballots at each notification."""

    def __init__(self, running: RunningRoom) -> None:
        self.running, self.told = running, list[int]()
        running.room.connect("zofia", self.note)
        self.told.clear()

    def note(self) -> None:
        self.told.append(5 - self.running.session.waiting.bit_count())


async def at_the_vote(data: Path) -> tuple[RunningRoom, Watcher]:
    """Play until everybody is asked for a ballot."""
    running = await RunningRoom(data).begin(RESISTANCE)
    await running.ballots()
    return running, Watcher(running)


async def test_watchers_are_notified_at_once_of_a_single_change(tmp_path: Path) -> None:
    running, watcher = await at_the_vote(tmp_path)
    await running.default(0)
    await running.default(3)
    assert watcher.told == [1, 2]
    await running.registry.close()


async def test_watchers_are_notified_once_of_simultaneous_changes(tmp_path: Path) -> None:
    running, watcher = await at_the_vote(tmp_path)
    await asyncio.gather(*map(running.default, range(4)))
    assert watcher.told == [4]
    await running.registry.close()


async def test_simultaneous_choices_are_notified_after_the_last(tmp_path: Path) -> None:
    """The answer to each choice therefore waits for the others."""
    running, _ = await at_the_vote(tmp_path)
    found: list[bool] = []

    async def choose(seat: int) -> None:
        await running.default(seat)
        found.append(running.room.watchers.has_pending_updates)

    await asyncio.gather(*map(choose, range(4)))
    assert found == [True, True, True, False]
    await running.registry.close()


async def test_watchers_are_notified_even_if_the_last_command_is_refused(tmp_path: Path) -> None:
    running, watcher = await at_the_vote(tmp_path)
    answers = await asyncio.gather(running.default(0), running.do(PEOPLE[1], c.Start()), return_exceptions=True)
    assert isinstance(answers[1], Refused)
    assert watcher.told == [1]
    await running.registry.close()


async def test_a_stream_of_commands_does_not_delay_notifications_for_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    running, watcher = await at_the_vote(tmp_path)
    monkeypatch.setattr(watchers, "MAX_NOTIFY_DELAY", 0.0)
    await asyncio.gather(*map(running.default, range(4)))
    assert watcher.told == [1, 2, 3, 4]
    await running.registry.close()
