"""Files that a command writes: looked at before long work begins, so that nothing is measured in vain."""

import os
from pathlib import Path
from typing import Final

from turncoat.cli.errors import CommandError
from turncoat.kernel.words import N_, composed

_NOT_WRITTEN: Final = N_("cannot write {file}: {why}")
_NO_FOLDER: Final = N_("cannot write {file}: there is no folder {folder}")
_FOLDER: Final = N_("cannot write {file}: it is a folder; name a file in it")
_NOT_ALLOWED: Final = N_("cannot write {file}: only its owner may write in {folder}")


def check_file(file: Path) -> None:
    """Raises CommandError when the file cannot be written, as far as that can be seen without writing."""
    folder = file.absolute().parent
    if not folder.is_dir():
        raise CommandError(composed(_NO_FOLDER, file=str(file), folder=str(folder)))
    if file.is_dir():
        raise CommandError(composed(_FOLDER, file=str(file)))
    if not os.access(file if file.exists() else folder, os.W_OK):
        raise CommandError(composed(_NOT_ALLOWED, file=str(file), folder=str(folder)))


def write_file(file: Path, text: str) -> None:
    """Write a text into the file. Raises CommandError."""
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise CommandError(composed(_NOT_WRITTEN, file=str(file), why=why)) from None
