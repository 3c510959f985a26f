"""Damage to the write-ahead log of a database whose server was killed.

SQLite reads the log up to the first frame with a wrong checksum, and silently ignores the rest. That is right if the
machine lost power during the last commit. But if more was committed after that frame, the log is damaged, and writes
that were acknowledged would silently be lost.
"""

import shutil
import struct
import sys
from array import array
from hashlib import sha256
from pathlib import Path
from typing import Final

from turncoat.kernel.words import N_, composed
from turncoat.table.store.errors import StoreError
from turncoat.table.store.private_files import make_private, sync
from turncoat.table.store.protocols import Damage

_DAMAGED: Final = N_(
    "the write-ahead log of {path} is damaged, and the latest changes would be lost; start the server once: it "
    "sets these files aside and continues with what it can read"
)

HEADER: Final = struct.Struct(">8I")
"""Magic, format, page size, checkpoint, two salts, two checksums."""
FRAME: Final = struct.Struct(">6I")
"""Page, database size after a commit (else 0), two salts, two checksums. The page follows."""
MAGIC: Final = 0x377F0682
"""The last bit gives the byte order of the checksum."""


def log_of(database: Path) -> Path:
    """Return the path of a database's write-ahead log."""
    return database.with_name(f"{database.name}-wal")


def set_aside_damaged(database: Path) -> Damage | None:
    """Copy a database whose write-ahead log is damaged, before SQLite drops the unreadable part. Raises OSError."""
    log = log_of(database)
    if not (lost := lost_commits(log)):
        return None
    # The name depends on the content: a server that cannot start may be restarted many times.
    mark = sha256(log.read_bytes()).hexdigest()[:8]
    aside = database.with_name(f"damaged-{mark}-{database.name}")
    for file, copy in ((log, log_of(aside)), (database, aside)):
        if not copy.exists():
            new = copy.with_name(f"{copy.name}.new")
            make_private(new)
            shutil.copyfile(file, new)
            sync(new)
            new.replace(copy)
    return Damage(lost, aside)


def check_log(database: Path) -> None:
    """Raise StoreError if the write-ahead log of a database is damaged. Nobody else may be using it."""
    try:
        lost = lost_commits(log_of(database))
    except OSError:
        return  # whoever reads the database reports it
    if lost:
        raise StoreError(composed(_DAMAGED, path=str(database)))


def lost_commits(log: Path) -> int:
    """Return the number of commits in a write-ahead log that SQLite will ignore because of earlier damage.

    The first of them may never have been confirmed. Nobody else may be using the database. Raises OSError.
    """
    try:
        data = log.read_bytes()
    except FileNotFoundError:
        return 0
    if len(data) < HEADER.size + FRAME.size:
        return 0
    magic, _, page, _, *salts, one, two = HEADER.unpack_from(data)
    is_big = bool(magic & 1)
    sums = _summed(data[: HEADER.size - 8], is_big, (0, 0))
    is_whole = magic & ~1 == MAGIC and sums == (one, two)
    if not is_whole:  # nothing will be read, so all frames with the same salts are ignored
        page = _page_size(log)
        salts = list(FRAME.unpack_from(data, HEADER.size)[2:4])
    lost = 0
    for start in range(HEADER.size, len(data) - FRAME.size - page + 1, FRAME.size + page):
        _, size, *found, one, two = FRAME.unpack_from(data, start)
        if found == salts and not is_whole:
            lost += bool(size)
        elif found != salts or not is_whole:
            is_whole = False  # the end of the written part, unless more of it follows
        else:
            sums = _summed(data[start : start + 8], is_big, sums)
            sums = _summed(data[start + FRAME.size : start + FRAME.size + page], is_big, sums)
            is_whole = sums == (one, two)
    return lost


def _page_size(log: Path) -> int:
    """Return the page size from the database itself, where 1 stands for 64 KiB."""
    with log.with_name(log.name.removesuffix("-wal")).open("rb") as file:
        size = int.from_bytes(file.read(18)[16:], "big")
    return 1 << 16 if size == 1 else max(size, 512)


def _summed(data: bytes, is_big: bool, sums: tuple[int, int]) -> tuple[int, int]:
    """Return the running checksum of the log's format, which continues from frame to frame."""
    words = array("I", data)
    if is_big != (sys.byteorder == "big"):
        words.byteswap()
    one, two = sums
    numbers = iter(words)
    for number in numbers:
        one = (one + number + two) & 0xFFFFFFFF
        two = (two + next(numbers) + one) & 0xFFFFFFFF
    return one, two
