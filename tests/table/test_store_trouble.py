"""Failures of the store: the requester is told, nothing has changed, and no table waits forever."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.support.running import HYDRA, RESISTANCE, RunningRoom, settled
from turncoat.kernel.refusals import Refusal, Refused
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.seats import seats_in
from turncoat.table import commands as c
from turncoat.table.runtime.table_log import RETRY_AFTER
from turncoat.table.store.errors import StoreFailure
from turncoat.table.store.protocols import StoredEntry, TableLease

pytestmark = pytest.mark.anyio
NOT_KEPT = Refusal("not-kept")


class FullDisk:
    """Disk that makes a server's store refuse certain entries until there is space again."""

    def __init__(self, running: RunningRoom, refuses: Callable[[c.Entry], bool] = lambda entry: True) -> None:
        self.store = running.registry.store
        self.refuses = refuses
        self.refused: list[c.Entry] = []
        self._append = self.store.append
        self.store.append = self.append  # type: ignore[method-assign]

    async def append(self, lease: TableLease, number: int, entries: Sequence[StoredEntry], **beside: Any) -> None:
        failed = [entry for entry in (c.decode(one.entry) for one in entries) if self.refuses(entry)]
        self.refused += failed
        if failed:
            raise StoreFailure("SQLITE_FULL")
        await self._append(lease, number, entries, **beside)

    def has_room(self) -> None:
        self.store.append = self._append  # type: ignore[method-assign]


def is_chance(entry: c.Entry) -> bool:
    return entry.by == c.CHANCE_PERSON


def is_archive(entry: c.Entry) -> bool:
    return isinstance(entry.command, c.ArchiveGame)


def choices_of(running: RunningRoom) -> list[object]:
    return list(running.session._game.choices)


async def until(running: RunningRoom, ended: Callable[[], bool]) -> None:
    """Let everybody choose like the clock, one after another, until the condition holds."""
    for _ in range(2000):
        if ended():
            return
        if running.session.is_held:
            await running.wait(running.hold)
            continue
        await running.default(next(iter(seats_in(running.session.waiting))))
    raise AssertionError("it never comes to that")


async def test_a_choice_that_was_not_kept_is_reported_and_may_be_repeated(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE)
    disk = FullDisk(running)
    leader = running.session.waiting.bit_length() - 1
    choice = running.session.default(leader)
    command = c.Choose(1, leader, choice.to, choice.answer)
    person, version = running.room.table.seats[leader].person, running.room.table.version
    with pytest.raises(Refused) as refused:
        await running.room.submit(person, command, "7")
    assert refused.value.refusal == NOT_KEPT
    assert (running.room.table.version, running.session.waiting) == (version, 1 << leader)
    disk.has_room()
    await running.room.submit(person, command, "7")
    assert running.session.waiting != 1 << leader
    again = await running.restart()
    assert again.room.table.version == running.room.table.version
    await again.registry.close()


async def test_tables_cannot_be_opened_or_deleted_on_a_full_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE)
    disk = FullDisk(running)
    with pytest.raises(Refused) as refused:
        await running.registry.open("eve", "Eve")
    assert refused.value.refusal == NOT_KEPT

    async def fails(code: str) -> None:
        raise StoreFailure("SQLITE_FULL")

    with monkeypatch.context() as patch:
        patch.setattr(running.registry.store, "delete", fails)
        with pytest.raises(Refused) as refused:
            await running.registry.retention.delete(running.room, "ola")
    assert refused.value.refusal == NOT_KEPT
    disk.has_room()
    assert await running.registry.find(running.room.table.code) is running.room
    await until(running, lambda: running.session.result is not None)
    await running.registry.close()


@pytest.mark.usefixtures("known_deal")
async def test_a_choice_counts_even_if_the_draw_after_it_cannot_be_kept(tmp_path: Path) -> None:
    """The author must not be told that nothing has changed, and undrawn cards would hold up the table."""
    running = await RunningRoom(tmp_path).begin(HYDRA)
    disk = FullDisk(running, is_chance)
    await until(running, lambda: bool(disk.refused))  # nobody is refused
    assert running.session.chance() is not None
    disk.has_room()
    await running.wait(RETRY_AFTER)
    assert running.session.chance() is None
    again = await running.restart()
    assert choices_of(again) == choices_of(running)
    await until(again, lambda: again.session.result is not None)
    await again.registry.close()


@pytest.mark.usefixtures("known_deal")
async def test_the_next_choice_triggers_the_retry(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(HYDRA)
    disk = FullDisk(running, is_chance)
    await until(running, lambda: bool(disk.refused))
    with pytest.raises(Refused) as refused:
        await running.do("ola", c.AddEntropy("clover"))  # it could be stored, but the missing entry comes first
    assert refused.value.refusal == NOT_KEPT
    disk.has_room()
    await running.do("ola", c.AddEntropy("clover"))
    assert running.session.chance() is None
    await running.registry.close()


@pytest.mark.usefixtures("known_deal")
async def test_all_are_notified_of_late_events_even_after_a_refusal(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(HYDRA)
    disk = FullDisk(running, is_chance)
    await until(running, lambda: bool(disk.refused))
    disk.has_room()
    woken: list[int] = []
    running.room.watchers.add(lambda: woken.append(running.room.table.version), "jan")
    with pytest.raises(Refused, match="not-host"):
        await running.do("jan", c.Pause())
    assert running.session.chance() is None
    assert woken == [running.room.table.version]
    await running.registry.close()


@pytest.mark.usefixtures("known_deal")
async def test_a_restart_before_the_retry_completes_the_log(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(HYDRA)
    disk = FullDisk(running, is_chance)
    await until(running, lambda: bool(disk.refused))
    again = await running.restart()
    assert again.session.chance() is None
    assert len(choices_of(again)) > len(choices_of(running))
    await again.registry.close()


async def test_a_finished_game_is_archived_after_the_trouble(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE)
    disk = FullDisk(running, is_archive)
    await until(running, lambda: running.session.result is not None)
    assert not running.room.table.history.summaries
    disk.has_room()
    await running.wait(RETRY_AFTER)
    assert list(running.room.table.history.summaries) == [1]
    later = running.room.table.next_to_forget(365)
    assert await running.registry.store.due(later) == ([running.room.table.code], [])
    await running.registry.close()


async def test_a_killed_servers_missing_plan_to_forget_is_made_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE)

    async def never(code: str, due: int) -> None:
        return

    monkeypatch.setattr(running.registry.store, "plan", never)
    await until(running, lambda: running.session.result is not None)
    again = await running.restart()
    later = again.room.table.next_to_forget(365)
    assert await again.registry.store.due(later) == ([again.room.table.code], [])
    await again.registry.close()


async def test_a_table_whose_end_cannot_be_logged_loads_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules have changed, and the end of the game has to be logged."""
    running = await RunningRoom(tmp_path).begin(RESISTANCE)
    await running.registry.close()
    monkeypatch.setattr(type(rulebook("resistance")), "version", "0.0")
    again = RunningRoom(tmp_path)
    disk = FullDisk(again)
    for _ in range(2):
        with pytest.raises(StoreFailure):
            await again.registry.find(running.room.table.code)
    disk.has_room()
    room = await again.registry.find(running.room.table.code)
    assert (room.table.session, room.table.notice) == (None, "rules-changed")
    await again.registry.close()


async def test_an_error_in_the_rules_is_logged_after_the_trouble(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE)
    disk = FullDisk(running, lambda entry: isinstance(entry.command, c.AbortGame))
    leader = running.session.waiting.bit_length() - 1

    def breaks(seat: int, choice: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(running.session, "take", breaks)
    await running.default(leader)
    assert running.room.table.session is None
    disk.has_room()
    await running.wait(RETRY_AFTER)
    assert running.room.table.notice == "rules-broke"
    await running.registry.close()


async def test_clocks_continue_after_the_trouble(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE, decision_time=30)
    disk = FullDisk(running)
    before = running.session.turn
    await running.wait(100)
    assert running.session.turn == before
    assert 2 < len(disk.refused) < 60, "it is retried, but not continuously"
    disk.has_room()
    await running.wait(RETRY_AFTER)
    assert running.session.turn > before
    await settled(running.registry)
    await running.registry.close()
