"""The command `turncoat reset-key`: replace a key that is lost or compromised."""

import asyncio
from pathlib import Path
from typing import Final

import typer

from turncoat.cli.arguments import translator_of
from turncoat.cli.errors import CommandError
from turncoat.kernel.records import error_message
from turncoat.kernel.words import N_
from turncoat.table.store.data_directory import default_data, not_writable
from turncoat.table.store.errors import StoreError
from turncoat.table.store.opening import open_store
from turncoat.table.store.server_key import ServerKey, key_of

_ACCEPTED: Final = N_("{path} is now the key; players whose seats used another key have lost them")
_DRAWN: Final = N_("{path} has a new key; all players have lost their seats")


def reset(address: str, data: Path | None, *, language: str = "") -> None:
    """Make the tables use the key in the data directory, or a new key if there is none."""
    say, folder = translator_of(language), data or default_data()
    try:
        key = key_of(folder)
        asyncio.run(_reset(address, folder, key))
    except OSError as error:
        raise CommandError(error_message(not_writable(folder, error))) from None
    except StoreError as error:
        raise CommandError(error_message(error)) from None
    typer.echo(say(_DRAWN if key.is_new else _ACCEPTED).format(path=key.path))


async def _reset(address: str, folder: Path, key: ServerKey) -> None:
    store = open_store(address, folder)
    try:
        await store.prepare(key.secret, resets_key=True)
        key.keep()
    finally:
        await store.close()
