"""The data directory of a server: its files, and the lock by which one process at a time uses it."""

import os
import sys
from pathlib import Path
from typing import Final

from turncoat.kernel.words import N_, composed
from turncoat.table.store.errors import StoreError

TABLES: Final = "tables.sqlite3"
"""The file with the logs of all tables."""
LOCK: Final = "server.lock"
"""The file that stands for the whole directory: whoever has locked it may use the others."""

_IN_USE: Final = N_(
    "another server is running with the data directory {path}; please stop it, or choose another with --data"
)
_NOT_WRITABLE: Final = N_(
    "cannot write in the data directory {path}: {why}; free some space, allow writing there, or "
    "choose another with --data"
)


def default_data() -> Path:
    """Where tables are kept by default: the place that the system has for such files."""
    if sys.platform == "win32":
        home = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        home = str(Path.home() / "Library" / "Application Support")
    else:
        home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(home) / "turncoat"


def not_writable(path: Path, error: Exception) -> StoreError:
    """What to tell whoever runs the server when a file of that directory cannot be made or written."""
    why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return StoreError(composed(_NOT_WRITABLE, path=str(path), why=why))


class DirectoryLock:
    """Holds a data directory for this process. The system gives it back when the process ends, however it ends."""

    def __init__(self, path: Path) -> None:
        """Take the directory, which is made when it is not there. Raises StoreError."""
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
        """Let others have the directory. The file stays: who removes a lock file may remove the next one's lock."""
        os.close(self._file)


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
