"""What an earlier version of the server has left behind, as text, and how to put a server of today on it.

A store is kept as lines of JSON: first how the database was made, then a line for each row. Nothing here knows what the
rows mean, but for the fields that hold a time: those are moved, so that the store seems to be an hour old.
"""

import json
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from tests.support.serving import Address, Person, Server

FIXTURES: Final = Path(__file__).parent / "version-0.1.0"
DATABASE: Final = "tables.sqlite3"
KEY: Final = "secret.key"
AGE: Final = 60 * 60
"""Seconds for which a store that is put back has not been touched: all that is shown late is shown by then."""
_TIMES: Final = {
    "tables": ("touched", "due"),
    "clock": ("believed",),
    "entry": ("at",),
    "finished": ("begun", "ended"),
}


def dumped(data: Path) -> str:
    """The store in that data directory, which no server may be using."""
    with closing(sqlite3.connect(data / DATABASE)) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        found = connection.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")
        rows: list[dict[str, Any]] = [
            {"written": int(time.time()), "user_version": version, "schema": [sql for (sql,) in found]}
        ]
        orders = {"tables": "rowid", "people": "code, person", "links": "token", "clock": "rowid"}
        known = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        for table, order in ((table, order) for table, order in orders.items() if table in known):
            cursor = connection.execute(f"SELECT * FROM {table} ORDER BY {order}")
            columns = [column[0] for column in cursor.description]
            rows += [{"in": table, **dict(zip(columns, row, strict=True))} for row in cursor]
        for code, number, entry in connection.execute("SELECT code, number, entry FROM log ORDER BY code, number"):
            value = json.loads(entry)
            assert _compact(value).encode() == entry, "the text would not make the same bytes again"
            rows.append({"in": "log", "code": code, "number": number, "entry": value})
    return "".join(f"{_compact(row)}\n" for row in rows)


def put_back(text: str, data: Path, age: int = AGE) -> None:
    """Make the database again in that data directory, as if it had been written `age` seconds ago."""
    first, *rows = map(json.loads, text.splitlines())
    later = int(time.time()) - age - first["written"]
    data.mkdir(parents=True, exist_ok=True)
    (data / DATABASE).unlink(missing_ok=True)
    with closing(sqlite3.connect(data / DATABASE)) as connection, connection:
        for sql in first["schema"]:
            connection.execute(sql)
        connection.execute(f"PRAGMA user_version = {first['user_version']}")
        for row in rows:
            table = row.pop("in")
            if table == "log":
                entry = row["entry"]
                _move(entry, "entry", later)
                _move(entry["command"].get("finished") or {}, "finished", later)
                row["entry"] = _compact(entry).encode()
            _move(row, table, later)
            marks = ", ".join("?" * len(row))
            connection.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", tuple(row.values()))


def _move(values: dict[str, Any], kind: str, later: int) -> None:
    for name in _TIMES.get(kind, ()):
        if values.get(name):  # 0 says that nobody knows
            values[name] = round(values[name] + later, 1) if name == "at" else values[name] + later


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class Left:
    """Everything that was left: the store, the people with their cookies, the programs with their tokens."""

    def __init__(self, folder: Path = FIXTURES) -> None:
        self.folder = folder
        self.store = (folder / "store.jsonl").read_text(encoding="utf-8")
        known = json.loads((folder / "people.json").read_text(encoding="utf-8"))
        self.key: str = known["key"]
        self.tables: dict[str, str] = known["tables"]
        """The code of each table, by what is special about it."""
        self.cookies: dict[str, list[dict[str, str]]] = known["cookies"]
        self.tokens: dict[str, dict[str, str]] = known["tokens"]
        """By the table's name: the tokens of the programs that sit there."""
        self.links: dict[str, str] = known["links"]

    def put_back(self, data: Path) -> None:
        """Make a data directory of it."""
        put_back(self.store, data)
        (data / KEY).write_bytes(bytes.fromhex(self.key))

    def person(self, server: Server | Address, name: str, table: str = "") -> Person:
        """Somebody's browser, with the cookies that it got from the earlier version."""
        person = Person(server, name.partition("'")[0], self.tables.get(table, ""))
        for cookie in self.cookies[name]:
            person.client.cookies.set(cookie["name"], cookie["value"], path=cookie["path"])
        return person
