"""Choice of the store: the server's own file in the data directory, or a database shared with others."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from turncoat.kernel.words import N_, composed
from turncoat.table.store.data_directory import TABLES
from turncoat.table.store.errors import StoreError
from turncoat.table.store.protocols import Store
from turncoat.table.store.sqlite import SqliteStore

SCHEMES: Final = ("postgresql://", "postgres://")
_NO_ADDRESS: Final = N_("a shared store must be given as postgresql://USER:PASSWORD@HOST/DATABASE")
_NO_DRIVER: Final = N_("a shared store needs another package; in a clone of Turncoat, run: pip install '.[postgres]'")


def is_address(text: str) -> bool:
    """Return whether the text is the address of a database, as opposed to the path of a data directory."""
    return text.startswith(SCHEMES)


def open_store(address: str, data: Path, now: Callable[[], float] = time.time) -> Store:
    """Open the database at that address, or with an empty one the file in the data directory. Raises StoreError."""
    if not address:
        return SqliteStore(data / TABLES, now)
    if not is_address(address):
        raise StoreError(composed(_NO_ADDRESS))
    try:
        from turncoat.table.store.postgres import PostgresStore  # an extra
    except ModuleNotFoundError:
        raise StoreError(composed(_NO_DRIVER)) from None
    return PostgresStore(address)
