"""Files of earlier versions come to the tables of today step by step, and a step that fails leaves them usable."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from turncoat.table.store import sqlite_schema as schema
from turncoat.table.store.errors import NewerFormat, StoreError
from turncoat.table.store.protocols import TableLease
from turncoat.table.store.sqlite import SqliteStore, open_database
from turncoat.table.store.sqlite_schema import STEPS, Step, format_of, migrate

NEXT: Step = ("ALTER TABLE tables ADD COLUMN title TEXT NOT NULL DEFAULT ''", "UPDATE tables SET title = lower(code)")
"""What an invented next version wants."""


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """A store of the first format, with two tables in it."""
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3", isolation_level=None)) as opened:
        migrate(opened, STEPS[:1])
        opened.executemany("INSERT INTO tables (code, touched) VALUES (?, 1)", [("BCDF",), ("GHJK",)])
        yield opened


def tables_of(connection: sqlite3.Connection) -> dict[str, str]:
    """The tables of a database and how they were made, without the blanks."""
    found = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    return {name: "".join(sql.replace("IF NOT EXISTS ", "").split()) for name, sql in found}


def contents(connection: sqlite3.Connection) -> list[tuple[object, ...]]:
    """Everything that is in a database."""
    rows: list[tuple[object, ...]] = [(format_of(connection),)]
    for name in sorted(tables_of(connection)):
        rows += sorted((name, *row) for row in connection.execute(f"SELECT * FROM {name}"))
    return rows


def test_an_old_file_and_a_new_one_end_up_with_the_same_tables(connection: sqlite3.Connection) -> None:
    before = contents(connection)[1:]
    migrate(connection)
    assert format_of(connection) == len(STEPS)
    assert set(before) <= set(contents(connection)[1:])
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as new:
        migrate(new)
        assert tables_of(new) == tables_of(connection)
    once = contents(connection)
    migrate(connection)
    assert contents(connection) == once, "what was done is not done again"


def test_the_step_of_a_next_version_is_taken_on_the_store_of_the_first(connection: sqlite3.Connection) -> None:
    migrate(connection, (*STEPS, NEXT))
    assert format_of(connection) == len(STEPS) + 1
    found = connection.execute("SELECT code, title FROM tables").fetchall()
    assert found
    assert all(title == code.lower() for code, title in found)


@pytest.mark.parametrize("known", range(1, len(STEPS) + 1))
def test_a_step_that_fails_leaves_the_file_to_the_version_before(connection: sqlite3.Connection, known: int) -> None:
    migrate(connection, STEPS[:known])
    before = contents(connection)
    broken = (*NEXT, "INSERT INTO nowhere VALUES (1)")
    with pytest.raises(sqlite3.OperationalError, match="nowhere"):
        migrate(connection, (*STEPS[:known], broken))
    assert contents(connection) == before
    migrate(connection, STEPS[:known])
    assert contents(connection) == before


def test_a_disk_that_is_full_in_the_middle_of_a_step_leaves_the_file_as_it_was(connection: sqlite3.Connection) -> None:
    migrate(connection)
    before = contents(connection)
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count={pages + 2}")
    large = ("CREATE TABLE more (text)", "INSERT INTO more VALUES (zeroblob(1000000))")
    with pytest.raises(sqlite3.OperationalError, match="full"):
        migrate(connection, (*STEPS, large))
    assert contents(connection) == before


def test_steps_that_are_not_known_are_an_error_before_anything_is_done(connection: sqlite3.Connection) -> None:
    migrate(connection, (*STEPS, NEXT))
    before = contents(connection)
    with pytest.raises(NewerFormat):
        migrate(connection)
    assert contents(connection) == before


@pytest.mark.anyio
async def test_a_server_that_was_upgraded_reads_the_tables_and_the_old_one_says_that_it_cannot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tables.sqlite3"
    store = SqliteStore(path)
    await store.append(TableLease("BCDF"), 0, [b"one"])
    await store.close()
    monkeypatch.setattr(schema.migrate, "__defaults__", ((*STEPS, NEXT),))
    store = SqliteStore(path)
    assert await store.load("BCDF") == [b"one"]
    await store.append(TableLease("BCDF"), 1, [b"two"])
    await store.close()
    monkeypatch.undo()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="a newer version of Turncoat"):
        open_database(path)
    assert path.read_bytes() == before
