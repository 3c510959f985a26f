"""The commands `turncoat backup` and `turncoat restore`."""

from pathlib import Path
from typing import Final

import typer

from turncoat.cli.arguments import translator_of
from turncoat.cli.errors import CommandError
from turncoat.kernel.records import error_message
from turncoat.kernel.words import N_
from turncoat.table.store import backup
from turncoat.table.store.backup import BackupError
from turncoat.table.store.data_directory import default_data
from turncoat.table.store.errors import StoreError
from turncoat.telling import filled

_BACKED_UP: Final = N_("{file}: {count} table backed up", "{file}: {count} tables backed up")
_RESTORED: Final = N_("{path}: {count} table restored", "{path}: {count} tables restored")
_SET_ASIDE: Final = N_("The previous tables are in {path}. Delete it when you no longer need it.")


def back_up(file: Path, data: Path | None, *, replace: bool, language: str = "") -> None:
    """Write everything that a server stores to one file. The server may be running."""
    say = translator_of(language)
    try:
        made = backup.back_up(data or default_data(), file, replace=replace)
    except BackupError as error:
        raise CommandError(error_message(error)) from None
    typer.echo(filled(say, _BACKED_UP, file=str(file), count=made.tables))


def restore(file: Path, data: Path | None, *, replace: bool, language: str = "") -> None:
    """Restore the data from a backup."""
    say, folder = translator_of(language), data or default_data()
    try:
        found = backup.restore(file, folder, replace=replace)
    except (BackupError, StoreError) as error:
        raise CommandError(error_message(error)) from None
    typer.echo(filled(say, _RESTORED, path=str(folder), count=found.tables))
    if found.set_aside is not None:
        typer.echo(say(_SET_ASIDE).format(path=found.set_aside))
