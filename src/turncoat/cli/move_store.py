"""The command `turncoat move-store`."""

import asyncio
from pathlib import Path
from typing import Final

import typer

from turncoat.cli.arguments import translator_of
from turncoat.cli.errors import CommandError
from turncoat.kernel.records import error_message
from turncoat.kernel.words import N_
from turncoat.table.store.errors import StoreError
from turncoat.telling import filled

_MOVED: Final = N_("{count} table moved and compared", "{count} tables moved and compared")
_NO_DRIVER: Final = N_("this needs another package; in a clone of Turncoat, run: pip install '.[postgres]'")


def move(source: str, target: str, key: Path | None, *, language: str = "") -> None:
    """Move everything from one store to another."""
    say = translator_of(language)
    try:
        from turncoat.table.store.moving import move_store  # requires an extra
    except ModuleNotFoundError:
        raise CommandError(_NO_DRIVER) from None
    try:
        moved = asyncio.run(move_store(source, target, key))
    except StoreError as error:
        raise CommandError(error_message(error)) from None
    typer.echo(filled(say, _MOVED, count=moved.tables))
