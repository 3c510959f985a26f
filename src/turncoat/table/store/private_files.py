"""Files that are nobody else's, and that are on the disk when they are said to be written."""

import os
from pathlib import Path


def make_private(path: Path) -> None:
    """Make the file anew, empty, and nobody else's: it will hold every secret of every game."""
    path.unlink(missing_ok=True)
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def write_private(path: Path, content: bytes) -> None:
    """Write a file that is nobody else's; it is there when it is whole, and on the disk."""
    new = path.with_name(f"{path.name}.new")
    make_private(new)
    new.write_bytes(content)
    sync(new)
    new.replace(path)


def sync(path: Path) -> None:
    """Wait until the file, or what a folder says of its files, is on the disk."""
    if os.name == "nt" and path.is_dir():
        return  # it needs none there, and cannot open a folder
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
