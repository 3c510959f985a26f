"""What the application needs of a store, in three protocols: the logs of the tables, the directory, and who owns which
table.

In a store that several processes share, each table belongs to one of them at a time. A process has one lease, which a
heartbeat renews, and which holds for all its tables. Whatever it writes to a table names the epoch since which it owns
the table, so that what a former owner still writes is not kept.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

import msgspec


class TableLease(msgspec.Struct, frozen=True):
    """A table that this process owns, and since which change of owner."""

    code: str
    epoch: int = 0
    is_taken_over: bool = False
    """Whether its owner was gone."""


class Damage(msgspec.Struct, frozen=True):
    """What a store has lost that was kept: noticed when it was opened."""

    commits: int
    """How many commits, at least."""
    set_aside: Path
    """Where a copy of the store is as it was found."""


class StoredEntry(msgspec.Struct, frozen=True):
    """An entry of a log, and what the store has to know of it to forget it."""

    entry: bytes
    game: int = 0
    """The game with which it is forgotten, by its number; 0: it stays as long as the table."""
    slot: str = ""
    """Where it takes the place of the entry that was there before, in the same table; empty for nowhere."""


class LogStore(Protocol):
    """The logs of the tables. Entries are bytes to it; numbers count from 0 within a table.

    Nothing is ever changed in a log: what must be forgotten is deleted by its game or its slot, and its number stays
    empty.

    Every method here, and of the other two protocols, raises StoreFailure when it cannot do what it is asked. What
    writes to a table raises two kinds of it, too: NotOwner and Uncertain.
    """

    async def open(self, code: str, entries: Sequence[StoredEntry], *, person: str = "") -> TableLease:
        """Keep the first entries of a new table, which is ours from then on. Raises CodeTaken."""
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
        """Keep the entries, the first under this number; returns when they are safe.

        With them, in one transaction: `person` sits at the table from now on; the token `link` leads to the game of
        the first entry, and the token `unlink` leads nowhere any more; nothing stays of the games up to the number
        `forget`, neither entries nor links.
        """

    async def load(self, code: str) -> list[bytes]:
        """The entries of a table in order; none when there is no such table."""
        raise NotImplementedError

    async def delete(self, lease: TableLease) -> None:
        """Keep nothing of a table."""

    async def clean(self) -> None:
        """Leave no byte in any file of what was deleted; without this that is done within a while."""


class Directory(Protocol):
    """What is known of all tables together: who sits where, where links lead, what is due, and what time it is."""

    async def count(self) -> int:
        """How many tables are kept."""
        raise NotImplementedError

    async def lengths(self, codes: Sequence[str]) -> dict[str, int]:
        """How many entries the logs of these tables have had, as far as there are such tables: the next number."""
        raise NotImplementedError

    async def tables_of(self, person: str) -> list[str]:
        """The codes of the tables where the person has sat down; tables where something happened last come first."""
        raise NotImplementedError

    async def code_of_link(self, token: str) -> str:
        """The table that a link leads to; empty when it leads nowhere."""
        raise NotImplementedError

    async def plan(self, lease: TableLease, due: int) -> None:
        """Something of the table is to be forgotten at that time, in seconds since 1970; 0 is never."""

    async def due(self, now: int, untouched: int = 0) -> tuple[list[str], list[str]]:
        """The tables that have something to forget by `now`, and those to which nothing was added since `untouched`."""
        raise NotImplementedError

    def clock(self) -> float:
        """What the store's clock says now, right or wrong, in seconds since 1970."""
        raise NotImplementedError

    def time(self) -> float:
        """The time that things are kept with: the clock's, and never before what it said once.

        What a clock that was set back seems to have written years ago would be forgotten when it is right again.
        """
        raise NotImplementedError

    async def believes(self, now: int) -> bool:
        """Whether this may be the time, as far as it matters for forgetting.

        A clock that has jumped by more than `CLOCK_JUMP` is not believed until it has gone on from there for
        `CLOCK_TRUSTED_AFTER`: when a machine starts with a wrong year, nothing is
        forgotten because of it.
        """
        raise NotImplementedError

    async def add_counts(self, period: int, counts: Mapping[str, int]) -> dict[str, int]:
        """Add counts to those of all servers in this period; what all have counted together for these keys.

        `period` is when it ends, in seconds since 1970. Counts of periods that are over are forgotten.
        """
        raise NotImplementedError

    async def check(self) -> None:
        """Write something that changes nothing, to see whether anything can be kept."""

    def has_room(self) -> bool:
        """Whether there seems to be room for more, as far as that is known at once; only `check` is sure."""
        raise NotImplementedError


class Ownership(Protocol):
    """Which process owns which table. A store that one process has for itself always gives it what it asks for."""

    is_shared: bool
    """Whether other processes may use the same store."""

    def has_lease(self) -> bool:
        """Whether this process may still tell what happens at its tables: nobody else can have taken them."""
        raise NotImplementedError

    async def take(self, code: str) -> TableLease | None:
        """Own the table from now on; None when there is no such table. Raises OwnedElsewhere.

        A table that this process owns already it owns anew: what it wrote before and is not kept yet never will be.
        """
        raise NotImplementedError

    async def release(self, leases: Sequence[TableLease]) -> None:
        """Own these tables no longer, so that whoever is asked next can take them."""

    async def ask_for(self, code: str, people: Sequence[str] = ()) -> None:
        """Ask the owner to release the table for these people. It is told, too, since when this process is there.

        Of many people it hears in several batches, one after the other.
        """

    def listen(
        self,
        lost: Callable[[], None],
        asked: Callable[[str, float, Sequence[str]], None],
        reconnected: Callable[[bool], None],
    ) -> None:
        """Call `lost` when others may own the tables; `asked` with the code of one that another process wants, the
        seconds for which that process has been there, and the people who want it there; and `reconnected` when it may
        be another database, which has not everything that was kept, with whether that was a standby before."""


class Store(LogStore, Directory, Ownership, Protocol):
    """All of it."""

    damage: Damage | None

    async def prepare(self, key: bytes, *, resets_key: bool = False) -> None:
        """See that the store can be used. Raises StoreError, also where there are tables of
        another key.

        `key` is what the server signs with: all servers of one store need the same, from one start to the next. With
        `resets_key` it is this one from now on.
        """

    async def start(self) -> None:
        """Begin what goes on in the background, in the event loop that it belongs to. The store was prepared."""

    async def close(self) -> None:
        """Finish what was begun, and own nothing any more."""


CLOCK_JUMP = 31 * 24 * 60 * 60
"""Seconds by which the clock may differ from what it said last without being doubted."""
CLOCK_TRUSTED_AFTER = 24 * 60 * 60
"""Seconds for which a clock that has jumped must go on before it is believed."""
TOUCH_INTERVAL = 60 * 60
"""Seconds for which a table counts as touched, so that not every entry updates the time."""


def judged(believed: int, doubted: int, now: int) -> tuple[int, int]:
    """What to keep of a clock that says `now`: the latest time that it is believed to have said, and since when it is
    doubted (0: it is not)."""
    if not believed or abs(now - believed) <= CLOCK_JUMP:
        return max(now, believed), 0
    if not doubted or not 0 <= now - doubted <= CLOCK_JUMP:
        return believed, now
    if now - doubted >= CLOCK_TRUSTED_AFTER:
        return now, 0
    return believed, doubted
