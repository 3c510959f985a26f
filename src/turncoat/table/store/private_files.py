"""Private files that are durable once written."""

import os
from pathlib import Path


def make_private(path: Path) -> None:
    """Create an empty private file, replacing any other: it will hold every secret of every game."""
    path.unlink(missing_ok=True)
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def write_private(path: Path, content: bytes) -> None:
    """Write a private file atomically, and sync it to the disk."""
    new = path.with_name(f"{path.name}.new")
    make_private(new)
    new.write_bytes(content)
    sync(new)
    new.replace(path)


def sync(path: Path) -> None:
    """Wait until the file, or the list of files in a folder, is on the disk."""
    if os.name == "nt" and path.is_dir():
        return  # it needs none there, and cannot open a folder
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
