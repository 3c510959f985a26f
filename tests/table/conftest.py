"""A deal by name for tests that not every deal suits, and a check of every log that a test writes."""

from collections.abc import Iterator, Sequence

import pytest

from tests.support.refusing import check_log
from turncoat.table import commands as c
from turncoat.table.runtime import table_log
from turncoat.table.runtime.table_log import TableLog


@pytest.fixture
def known_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Hail Hydra deal for five: all are asked twice before a standing answer ends, and later a pile runs out."""
    monkeypatch.setattr(table_log, "fresh_seed", lambda: "0a" * 32)


@pytest.fixture(autouse=True)
def logs_decide_nothing() -> Iterator[None]:
    """Check that each table opened by a test can be rebuilt from its log while all decisions are refused."""
    logs: dict[str, list[bytes]] = {}
    write = TableLog._store

    async def write_and_note(log: TableLog, entries: Sequence[c.Entry]) -> None:
        await write(log, entries)
        if isinstance(entries[0].command, c.Open):
            logs[log.table.code] = []
        if log.table.code in logs and len(logs[log.table.code]) == log.entries:
            logs[log.table.code] += map(c.encode, entries)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TableLog, "_store", write_and_note)
        yield
    for log in logs.values():
        check_log(log)
