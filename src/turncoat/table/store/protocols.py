"""The store's interface to the application, in four protocols: table logs, directory, ownership, and documents.

In a store shared by several processes, each table belongs to one of them at a time. A process has a single lease, which
a heartbeat renews, and which covers all its tables. Each write to a table names the epoch since which the process has
owned it, so that late writes of a former owner are rejected.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, Protocol

import msgspec


class TableLease(msgspec.Struct, frozen=True):
    """A table that this process owns, and the epoch of its ownership."""

    code: str
    epoch: int = 0
    is_taken_over: bool = False
    """True if the former owner was gone."""


class Damage(msgspec.Struct, frozen=True):
    """Committed data that a store has lost, as noticed when it was opened."""

    commits: int
    """Number of lost commits, at least."""
    set_aside: Path
    """Path of a copy of the store as it was found."""


class StoredEntry(msgspec.Struct, frozen=True):
    """An entry of a log, with everything that the store needs to delete it."""

    entry: bytes
    game: int = 0
    """Number of the game with which the entry is deleted, or 0 if it stays as long as the table."""
    slot: str = ""
    """Slot in which the entry replaces the previous one of the same table, or empty for none."""


class Document(msgspec.Struct, frozen=True):
    """A value stored outside the logs, with its version, which counts from 1."""

    name: str
    version: int
    value: bytes


class LogStore(Protocol):
    """The logs of the tables. Entries are opaque bytes, numbered from 0 within a table.

    A log is never changed: entries to be forgotten are deleted by game or slot, and their numbers stay unused.

    Every method of the four protocols raises StoreFailure if it cannot do its work. Writes to a table also raise two
    subclasses of it, NotOwner and Uncertain.
    """

    async def open(self, code: str, entries: Sequence[StoredEntry], *, person: str = "") -> TableLease:
        """Store the first entries of a new table, and own it. Raises CodeTaken."""
        raise NotImplementedError

    async def append(
        self,
        lease: TableLease,
        number: int,
        entries: Sequence[StoredEntry],
        *,
        person: str = "",
        link: str = "",
        unlink: str = "",
        forget: int = 0,
    ) -> None:
        """Store the entries, the first of them under this number, and return once they are durable.

        The same transaction adds `person` to the table's people, lets the token `link` lead to the game of the first
        entry, invalidates the token `unlink`, and deletes the entries and links of the games up to the number `forget`.
        """

    async def load(self, code: str) -> list[bytes]:
        """Return the entries of a table in order, or none if there is no such table."""
        raise NotImplementedError

    async def delete(self, lease: TableLease) -> None:
        """Delete a table."""

    async def clean(self) -> None:
        """Erase deleted data from all files. Without a call, that happens within a while."""


class Directory(Protocol):
    """Facts about all tables together: their people, links, due dates and waking times, and the time."""

    async def count(self) -> int:
        """Return the number of tables."""
        raise NotImplementedError

    async def lengths(self, codes: Sequence[str]) -> dict[str, int]:
        """Return the next entry number of each of these tables that exists."""
        raise NotImplementedError

    async def tables_of(self, person: str) -> list[str]:
        """Return the codes of the tables where the person has sat down, the most recently used first."""
        raise NotImplementedError

    async def code_of_link(self, token: str) -> str:
        """Return the code of the table that a link leads to, or empty if there is none."""
        raise NotImplementedError

    async def plan(self, lease: TableLease, due: int) -> None:
        """Set the time of the table's next deletion, in seconds since 1970, or 0 for never."""

    async def due(self, now: int, untouched: int = 0) -> tuple[list[str], list[str]]:
        """Return the tables with a deletion due by `now`, and those without a new entry since `untouched`."""
        raise NotImplementedError

    async def wake(self, lease: TableLease, at: int) -> None:
        """Set the time when the table must next be loaded, in seconds since 1970, or 0 for never."""

    async def waking(self, now: int) -> list[str]:
        """Return the tables that must be loaded by `now`, the longest overdue first."""
        raise NotImplementedError

    def clock(self) -> float:
        """Return the store's clock, right or wrong, in seconds since 1970."""
        raise NotImplementedError

    def time(self) -> float:
        """Return the time for timestamps: that of the clock, but never earlier than a time that it once gave.

        An entry dated years back by a wrong clock would be deleted once the clock is right again.
        """
        raise NotImplementedError

    async def believes(self, now: int) -> bool:
        """Return whether the time is plausible enough to delete anything by it.

        After a jump by more than `CLOCK_JUMP`, a clock is trusted again once it has run on from there for
        `CLOCK_TRUSTED_AFTER`: a machine that starts with a wrong year must not delete anything.
        """
        raise NotImplementedError

    async def add_counts(self, period: int, counts: Mapping[str, int]) -> dict[str, int]:
        """Add counts to those of all servers in this period, and return the totals for these keys.

        `period` is its end, in seconds since 1970. Counts of past periods are deleted.
        """
        raise NotImplementedError

    async def check(self) -> None:
        """Make a write that changes nothing, to see whether the store works."""

    def has_room(self) -> bool:
        """Return whether there seems to be space for more. This is a quick guess: only `check` is certain."""
        raise NotImplementedError


class Ownership(Protocol):
    """Ownership of tables by processes. A store of a single process grants it everything."""

    is_shared: bool
    """True if other processes may use the same store."""

    def has_lease(self) -> bool:
        """Return whether this process may still speak for its tables, because nobody else can have taken them."""
        raise NotImplementedError

    async def take(self, code: str) -> TableLease | None:
        """Take ownership of the table, or return None if there is none. Raises OwnedElsewhere.

        A table that is already owned gets a new epoch, so that earlier writes that are still pending will fail.
        """
        raise NotImplementedError

    async def release(self, leases: Sequence[TableLease]) -> None:
        """Give up ownership of these tables, so that others can take them."""

    async def ask_for(self, code: str, people: Sequence[str] = ()) -> None:
        """Ask the owner to release the table for these people. The owner also learns how long this process has been up.

        Many people are announced in several batches, one after the other.
        """

    def listen(
        self,
        lost: Callable[[], None],
        asked: Callable[[str, float, Sequence[str]], None],
        reconnected: Callable[[bool], None],
    ) -> None:
        """Register the callbacks of the store.

        `lost` is called when others may own the tables. `asked` is called with the code of a table that another process
        wants, that process's uptime in seconds, and the people who want the table there. `reconnected` is called when
        the database may be another one that lacks confirmed writes, with whether it was a standby before.
        """


class Documents(Protocol):
    """Values that belong to no table, by kind and name. Each write names the version that it replaces, so none is lost.

    Kinds and names are short texts of visible ASCII characters (`is_name`). Writing under another one raises
    ValueError, and reading finds nothing there.
    """

    async def read_document(self, kind: str, name: str) -> Document | None:
        """Return the document, or None if there is none."""
        raise NotImplementedError

    async def write_document(self, kind: str, name: str, value: bytes, *, after: int = 0, due: int = 0) -> int:
        """Store the value as the version after `after` (0: there is none yet) and return the new version.

        A sweep deletes it once its time `due`, in seconds since 1970, has come (0: never). Until then it can be read.
        Raises Conflict.
        """
        raise NotImplementedError

    async def delete_document(self, kind: str, name: str, *, after: int) -> None:
        """Delete the version `after` of the document. Raises Conflict."""

    async def documents(self, kind: str, most: int) -> list[Document]:
        """Return up to `most` documents of the kind, the last written first."""
        raise NotImplementedError

    async def drop_documents(self, now: int) -> int:
        """Delete all documents due by `now`, and return their number."""
        raise NotImplementedError


class Store(LogStore, Directory, Ownership, Documents, Protocol):
    """The whole interface."""

    damage: Damage | None

    async def prepare(self, key: bytes, *, resets_key: bool = False) -> None:
        """Check that the store can be used. Raises StoreError, also if its tables belong to another key.

        `key` is the server's signing key. All servers of a store need the same one, from one start to the next. With
        `resets_key`, this one replaces it.
        """

    async def start(self) -> None:
        """Start the background tasks in the current event loop. The store must be prepared."""

    async def close(self) -> None:
        """Finish pending work, and give up all ownership."""


CLOCK_JUMP = 31 * 24 * 60 * 60
"""Seconds by which the clock may differ from its last value without being doubted."""
CLOCK_TRUSTED_AFTER = 24 * 60 * 60
"""Seconds for which a clock must run on after a jump before it is trusted."""
TOUCH_INTERVAL = 60 * 60
"""Minimum seconds between updates of a table's last use, so that not every entry writes it."""


LONGEST_NAME: Final = 200
"""Maximum characters of a document's kind or name."""
LATEST: Final = 2**62
"""Largest version or time of a document."""
_NAME: Final = re.compile(rf"[!-~]{{1,{LONGEST_NAME}}}")


def is_name(text: str) -> bool:
    """Return whether a document's kind or name may be this text."""
    return _NAME.fullmatch(text) is not None


def check_document(kind: str, name: str, due: int) -> None:
    """Raise ValueError unless a document of this kind, name and time of deletion can be stored."""
    if not (is_name(kind) and is_name(name)):
        raise ValueError("the kind and name of a document must be short and visible ASCII")
    if not 0 <= due <= LATEST:
        raise ValueError("a document's deletion must be planned for a time after 1970, or for none")


def judged(believed: int, doubted: int, now: int) -> tuple[int, int]:
    """Return the new state of a clock that gives `now`: the latest trusted time, and the start of any doubt.

    The second is 0 if the clock is not doubted.
    """
    if not believed or abs(now - believed) <= CLOCK_JUMP:
        return max(now, believed), 0
    if not doubted or not 0 <= now - doubted <= CLOCK_JUMP:
        return believed, now
    if now - doubted >= CLOCK_TRUSTED_AFTER:
        return now, 0
    return believed, doubted
