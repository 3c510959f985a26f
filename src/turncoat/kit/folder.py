"""Output folder of a kit, written completely or not at all, and never over anything."""

import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

from turncoat.kernel.words import N_, composed
from turncoat.kit.errors import FolderError

_NOT_EMPTY: Final = N_("{folder} is not empty, and a kit overwrites nothing: name a new or an empty folder")
_CANNOT_WRITE: Final = N_("cannot write {folder}: {why}")


def check_folder(folder: Path) -> None:
    """Raise FolderError unless the folder is empty or does not exist."""
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise FolderError(composed(_NOT_EMPTY, folder=str(folder)))
    except OSError as error:
        raise FolderError(composed(_CANNOT_WRITE, folder=str(folder), why=error.strerror or "?")) from None


def write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write the files to a temporary sibling folder, and rename it atomically. Raises FolderError."""
    check_folder(folder)
    beside: Path | None = None
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        beside = Path(mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
        for name, content in files.items():
            path = beside / name
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(content)
        beside.chmod(0o755)
        with suppress(FileNotFoundError):
            folder.rmdir()
        beside.rename(folder)
    except OSError as error:
        raise FolderError(composed(_CANNOT_WRITE, folder=str(folder), why=error.strerror or "?")) from None
    finally:
        if beside is not None and beside.exists():
            shutil.rmtree(beside)
