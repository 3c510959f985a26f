"""The data directory of a server: its files, and the lock that gives it to one process at a time."""

import os
import sys
from pathlib import Path
from typing import Final

from turncoat.kernel.words import N_, composed
from turncoat.table.store.errors import StoreError

TABLES: Final = "tables.sqlite3"
"""Name of the file with the logs of all tables."""
LOCK: Final = "server.lock"
"""Name of the lock file. Its owner may use all other files of the directory."""

_IN_USE: Final = N_(
    "another server is using the data directory {path}; please stop it, or choose another directory with --data"
)
_NOT_WRITABLE: Final = N_(
    "cannot write in the data directory {path}: {why}; free some space, allow writing there, or "
    "choose another with --data"
)


def default_data() -> Path:
    """Return the default data directory, in the system's place for application data."""
    if sys.platform == "win32":
        home = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        home = str(Path.home() / "Library" / "Application Support")
    else:
        home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(home) / "turncoat"


def not_writable(path: Path, error: Exception) -> StoreError:
    """Return the error that reports a file of that directory that cannot be created or written."""
    why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return StoreError(composed(_NOT_WRITABLE, path=str(path), why=why))


class DirectoryLock:
    """Lock on a data directory. The system releases it when the process ends, however it ends."""

    def __init__(self, path: Path) -> None:
        """Lock the directory, and create it if necessary. Raises StoreError."""
        try:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._file = os.open(path / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise not_writable(path, error) from None
        try:
            _lock(self._file)
        except OSError as error:
            os.close(self._file)
            if isinstance(error, BlockingIOError | PermissionError):
                raise StoreError(composed(_IN_USE, path=str(path))) from None
            raise not_writable(path, error) from None  # a file system without locks

    def release(self) -> None:
        """Release the directory. The file stays, since removing it could break the lock of the next owner."""
        os.close(self._file)


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
