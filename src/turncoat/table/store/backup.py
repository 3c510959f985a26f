"""Backups of everything that a server stores, made while it runs and restored while none does.

A backup is a database like the server's own, with an extra table for the key that signs people's cookies. Without the
key, nobody would get their seat back.
"""

import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

import msgspec

from turncoat.kernel.records import error_message
from turncoat.kernel.words import N_, composed
from turncoat.table.store.data_directory import TABLES, DirectoryLock
from turncoat.table.store.errors import StoreError
from turncoat.table.store.private_files import make_private, sync, write_private
from turncoat.table.store.server_key import KEY_FILE, key_digest, key_of
from turncoat.table.store.sqlite import is_damage
from turncoat.table.store.sqlite_erasing import log_of_all
from turncoat.table.store.sqlite_schema import FORMAT, format_of, noted_key
from turncoat.table.store.write_ahead_log import check_log, log_of

_FILES: Final = "CREATE TABLE backup_files (name TEXT PRIMARY KEY, content BLOB NOT NULL)"
_NO_TABLES: Final = N_("there are no tables in {path}; give the server's data directory with --data")
_IS_THERE: Final = N_("{path} already exists; choose another name, or add --replace to overwrite it")
_TABLES_THERE: Final = N_(
    "{path} already has tables; add --replace to replace them with the backup (they are set aside)"
)
_UNREADABLE: Final = N_("cannot read {path}: {why}")
_NOTHING_BESIDE: Final = N_(
    "cannot read {path}: SQLite has to write next to it, and cannot ({why}); copy the folder to a writable place, "
    "and give that copy"
)
_UNWRITABLE: Final = N_("cannot write {path}: {why}")
_DAMAGED: Final = N_("{path} is damaged: {why}")
_NO_KEY: Final = N_(
    "{path} is missing or is not the key of these tables; restoring a backup without it would cost all players "
    "their seats; put the right file back, or, if it is lost, start with a new key: turncoat reset-key --data "
    "{folder}"
)
_NO_BACKUP: Final = N_("{path} is not a Turncoat backup")
_OTHER_FORMAT: Final = N_(
    "{path} was written by another version of Turncoat (format {found}; this one reads {known}); please use that "
    "version"
)


class BackupError(Exception):
    """Raised when nothing was backed up or restored. The message is one line that suggests a remedy."""


class BackedUp(msgspec.Struct, frozen=True):
    """Content of a backup."""

    tables: int
    entries: int
    set_aside: Path | None = None
    """Path of the tables that the backup has replaced."""


def back_up(data: Path, file: Path, *, replace: bool = False) -> BackedUp:
    """Write a snapshot of the data directory to the file. Raises BackupError.

    A server may keep running there meanwhile.
    """
    if file.exists() and not replace:
        raise BackupError(composed(_IS_THERE, path=str(file)))
    if not (data / TABLES).exists():
        raise BackupError(composed(_NO_TABLES, path=str(data)))
    new = file.with_name(f"{file.name}.new")
    with _reporting(new, _UNWRITABLE):
        make_private(new)
    try:
        _check_log(data)
        with _reporting(data / TABLES, _UNREADABLE):
            _copy(data / TABLES, new)
        with _reporting(new, _UNWRITABLE), closing(sqlite3.connect(new, isolation_level=None)) as connection:
            backed_up = _check_content(new, connection)
            with _reporting(data / KEY_FILE, _UNREADABLE):
                key, noted = key_of(data), noted_key(connection)
            if noted != key_digest(key.secret):
                raise BackupError(composed(_NO_KEY, path=str(key.path), folder=str(data)))
            connection.execute(_FILES)
            connection.execute("INSERT INTO backup_files VALUES (?, ?)", (KEY_FILE, key.secret))
        with _reporting(file, _UNWRITABLE):
            sync(new)
            new.replace(file)
            sync(file.parent)
    finally:
        new.unlink(missing_ok=True)
    return backed_up


def restore(file: Path, data: Path, *, replace: bool = False) -> BackedUp:
    """Restore a backup into the data directory, where no server may be running. Raises BackupError, StoreError.

    Existing tables are set aside, not deleted. If this is interrupted, either the old or the new tables are there.
    """
    if not file.is_file():
        raise BackupError(composed(_UNREADABLE, path=str(file), why=os.strerror(2)))
    with (
        _reporting(file, _UNREADABLE),
        closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as backup,
    ):
        backed_up = _check_content(file, backup)
    lock = DirectoryLock(data)
    new = data / f"{TABLES}.new"
    try:
        is_kept = any(path.exists() for path in (data / TABLES, log_of(data / TABLES)))
        if is_kept and not replace:
            raise BackupError(composed(_TABLES_THERE, path=str(data)))
        with _reporting(data, _UNWRITABLE):
            make_private(new)
            _copy(file, new)
            others = _extract_files(new)
            sync(new)
            aside = _set_aside(data, others) if is_kept else None
            for name, content in others.items():
                write_private(data / name, content)
            new.replace(data / TABLES)
            sync(data)
    finally:
        new.unlink(missing_ok=True)
        lock.release()
    return msgspec.structs.replace(backed_up, set_aside=aside)


@contextmanager
def _reporting(path: Path, message: str) -> Iterator[None]:
    """Turn errors of files and of SQLite into a BackupError that names the file."""
    try:
        yield
    except sqlite3.Error as error:
        why = str(error)
        if is_damage(error):
            message = _DAMAGED
        elif message == _UNREADABLE and (reason := _why_nothing_beside(path)):
            message, why = _NOTHING_BESIDE, reason
        raise BackupError(composed(message, path=str(path), why=why)) from None
    except OSError as error:
        why = error.strerror or str(error)
        raise BackupError(composed(message, path=str(path), why=why)) from None


def _why_nothing_beside(path: Path) -> str:
    """Return why the system cannot create a file in the same folder, or empty text. SQLite gives no reason."""
    try:
        with TemporaryFile(dir=path.parent):
            return ""
    except OSError as error:
        return error.strerror or str(error)


def _check_log(data: Path) -> None:
    """Check the write-ahead log if no server is running, since reading the tables would drop a damaged part of it.

    Raises BackupError.
    """
    try:
        lock = DirectoryLock(data)
    except StoreError:
        return  # a server is running, which has checked it; or nothing can be written here
    try:
        check_log(data / TABLES)
    except StoreError as error:
        raise BackupError(error_message(error)) from None
    finally:
        lock.release()


def _copy(database: Path, to: Path) -> None:
    """Copy a snapshot of a database, without its deleted data. Others may write to it meanwhile."""
    uri = f"{database.resolve().as_uri()}?mode=rw"
    with closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as connection:
        connection.execute("VACUUM INTO ?", (str(to),))


def _check_content(path: Path, connection: sqlite3.Connection) -> BackedUp:
    """Return the content of a Turncoat database. Raises BackupError if it is damaged, or no such database."""
    found = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if found != "ok":
        raise BackupError(composed(_DAMAGED, path=str(path), why=" ".join(found.split())))
    there = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not {"log", "people", "tables", "links"} <= there:
        raise BackupError(composed(_NO_BACKUP, path=str(path)))
    if (version := format_of(connection)) != FORMAT:
        raise BackupError(composed(_OTHER_FORMAT, path=str(path), found=str(version), known=str(FORMAT)))
    log = log_of_all(connection)
    tables, entries = connection.execute(f"SELECT count(DISTINCT code), count(*) FROM {log}").fetchone()  # noqa: S608
    entries += connection.execute("SELECT count(*) FROM latest").fetchone()[0]
    return BackedUp(tables, entries)


def _extract_files(database: Path) -> dict[str, bytes]:
    """Move the files out of a copied backup, without a trace: a server's database does not hold its key."""
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'backup_files'").fetchone():
            return {}  # a copied database of a stopped server
        others = dict(connection.execute("SELECT name, content FROM backup_files"))
        connection.execute("PRAGMA secure_delete=ON")
        connection.execute("DROP TABLE backup_files")
        connection.execute("VACUUM")
    return {name: content for name, content in others.items() if name == Path(name).name}


def _set_aside(data: Path, others: dict[str, bytes]) -> Path:
    """Link the files that the backup replaces to second names. Until then they have both."""
    now = time.strftime("%Y%m%d-%H%M%S")
    marks = (f"{now}-{number}" if number else now for number in count())
    mark = next(mark for mark in marks if not any(data.glob(f"replaced-{mark}-*")))
    old, aside = data / TABLES, data / f"replaced-{mark}-{TABLES}"
    try:
        with closing(sqlite3.connect(old)) as connection:
            connection.execute("PRAGMA journal_mode=DELETE")  # merges the write-ahead log into the file
    except sqlite3.Error as error:
        if not is_damage(error):
            raise
    for ending in ("-wal", "-shm"):  # of a damaged file
        with suppress(FileNotFoundError):
            old.with_name(old.name + ending).replace(aside.with_name(aside.name + ending))
    if old.exists():
        _link_or_copy(old, aside)
    for name, content in others.items():
        if (data / name).exists() and (data / name).read_bytes() != content:
            _link_or_copy(data / name, data / f"replaced-{mark}-{name}")
    return aside


def _link_or_copy(file: Path, other: Path) -> None:
    """Give the file a second name."""
    try:
        os.link(file, other)
    except OSError:  # not every file system can
        shutil.copy2(file, other)
