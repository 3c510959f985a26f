"""When a table must next be loaded, although nobody asks for it: the earliest time that a part of its room needs."""

from turncoat.table.store.protocols import Store, TableLease


class WakePlan:
    """The times that the parts of one room need, of which the store has the earliest."""

    def __init__(self) -> None:
        self._needed: dict[str, int] = {}
        self._stored: int | None = None
        """Time in the store, or None if it is not known here."""

    async def need(self, store: Store, lease: TableLease, part: str, at: int) -> None:
        """Let the table be loaded at the time that this part needs, in seconds since 1970 (0: never again).

        Raises StoreFailure.
        """
        self._needed[part] = at
        earliest = min(filter(None, self._needed.values()), default=0)
        if earliest != self._stored:
            await store.wake(lease, earliest)
            self._stored = earliest
