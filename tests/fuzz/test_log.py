"""Data in the store: an entry is read or is of another version, and a log gives a table or is left alone."""

import asyncio
import json
from functools import cache
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import turncoat.games  # noqa: F401 - registers the games
from tests.support.all_commands import every_table
from tests.support.damage import damaged_bytes, json_values
from tests.support.rows import rows
from turncoat.kernel.refusals import Refused
from turncoat.table import commands as c
from turncoat.table.rebuilding import CannotApply, Loss, rebuild
from turncoat.table.runtime.room_registry import RoomRegistry
from turncoat.table.runtime.server_settings import ServerSettings


@cache
def logs() -> list[list[bytes]]:
    """Return the logs of tables with every command, and of one with few."""
    return [*(at.log for at in every_table()), every_table()[0].log[:40]]


@cache
def entries() -> list[bytes]:
    """Return an entry of each command."""
    return list({json.loads(entry)["command"]["do"]: entry for log in logs() for entry in log}.values())


def read(data: bytes) -> c.Entry | None:
    """Return the entry, or None if it is of another version."""
    try:
        return c.decode(data)
    except msgspec.DecodeError:
        return None


@given(st.deferred(lambda: damaged_bytes(entries())))
def test_any_log_entry_is_read_or_belongs_to_another_version(data: bytes) -> None:
    entry = read(data)
    if entry is not None:
        assert c.decode(c.encode(entry)) == entry


@pytest.mark.parametrize("data", [b"\xff", b'{"id": "\xff"}', b'{"id":' + b"[" * 5000, b"", b"null", b"9" * 5000])
def test_an_invalid_log_entry_counts_as_another_version(data: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        c.decode(data)


@st.composite
def damaged_logs(draw: st.DrawFn) -> list[bytes]:
    """Draw a log with changed values, or with entries missing, repeated or misplaced."""
    log = [*draw(st.sampled_from([log for log in logs() if len(log) < 120]))]
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(log) - 1))
        row = json.loads(log[at])
        parts = [part for part in (row, row.get("command")) if part and isinstance(part, dict)]
        if not parts:
            continue
        part = draw(st.sampled_from(parts))
        part[draw(st.sampled_from(sorted(part)))] = draw(json_values | st.sampled_from([-1, 99, "ola", [], True]))
        match draw(st.integers(0, 4)):
            case 0:
                log[at : at + 1] = []
            case 1:
                log.insert(draw(st.integers(0, len(log))), log[at])
            case _:
                log[at] = json.dumps(row).encode()
        if not log:
            break
    return log


@settings(max_examples=settings().max_examples // 2)
@given(damaged_logs())
def test_any_log_makes_a_table_or_cannot_be_applied(log: list[bytes]) -> None:
    if all(map(read, log)):
        try:
            table, lost = rebuild(log)
        except CannotApply:
            return
        assert lost in get_args(Loss)
        assert table.version >= 0


def test_a_damaged_entry_affects_only_its_table(tmp_path: Path) -> None:
    async def run() -> None:
        registry = RoomRegistry(ServerSettings(tmp_path, bot_pause=600))
        good, bad = await registry.open("ola", "Ola"), await registry.open("ola", "Ola")
        entry = b'{"id":"","by":"ola","command":{"do":"Rename","name":"\xff"}}'
        await registry.store.append(bad.log.lease, bad.entries, rows(entry))
        for room in (good, bad):
            registry.unload(room)
        assert (await registry.find(good.table.code)).table.names[0] == "Ola"
        with pytest.raises(Refused, match="unreadable-table"):
            await registry.find(bad.table.code)
        await registry.close()

    asyncio.run(run())
