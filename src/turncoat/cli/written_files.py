"""Output files of commands, checked before long computations begin."""

import os
from pathlib import Path
from typing import Final

from turncoat.cli.errors import CommandError
from turncoat.kernel.words import N_, composed

_NOT_WRITTEN: Final = N_("cannot write {file}: {why}")
_NO_FOLDER: Final = N_("cannot write {file}: there is no folder {folder}")
_FOLDER: Final = N_("cannot write {file}: it is a folder; give a file in it")
_NOT_ALLOWED: Final = N_("cannot write {file}: only its owner may write in {folder}")


def check_file(file: Path) -> None:
    """Raise CommandError if the file is certainly not writable, without writing to it."""
    folder = file.absolute().parent
    if not folder.is_dir():
        raise CommandError(composed(_NO_FOLDER, file=str(file), folder=str(folder)))
    if file.is_dir():
        raise CommandError(composed(_FOLDER, file=str(file)))
    if not os.access(file if file.exists() else folder, os.W_OK):
        raise CommandError(composed(_NOT_ALLOWED, file=str(file), folder=str(folder)))


def write_file(file: Path, text: str) -> None:
    """Write a text file. Raises CommandError."""
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise CommandError(composed(_NOT_WRITTEN, file=str(file), why=why)) from None
