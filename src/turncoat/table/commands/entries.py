"""Entries: commands that were taken, as the log of a table keeps them."""

from collections.abc import Iterator
from hashlib import blake2b
from typing import Any, Final, Union

import msgspec

from turncoat.kernel.options import Answer
from turncoat.table.commands import chat, game_control, games, history, membership, personal, seats
from turncoat.table.commands.command import Command
from turncoat.table.commands.games import Choose

_MODULES: Final = (seats, games, game_control, membership, chat, personal, history)


def _commands(kind: type[Command]) -> Iterator[type[Command]]:
    for below in kind.__subclasses__():
        yield from _commands(below)
    if not kind.__subclasses__():
        yield kind


COMMANDS: Final = tuple(_commands(Command))
"""Every command: the types in the modules of this package."""


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A command that was taken, or one of several that it was stored as: who gave it, and under which id."""

    id: str
    by: str
    command: Command
    """As it was accepted: cleaned, with all that was decided when it was taken."""
    at: float = 0.0
    """When it was taken, in seconds since 1970; 0 where the next entry says it."""
    game: int = 0
    """The game with which it is forgotten, by its number; 0: it stays as long as the table."""
    digest: str = ""
    """A digest of the command as it was asked: sent again under the same id, it is not taken again."""


def as_answer(value: object) -> Answer:
    """An answer as the kernel wants it: JSON has made its tuples lists.

    >>> as_answer([["a", "b"], 3])
    (('a', 'b'), 3)
    """
    return tuple(map(as_answer, value)) if isinstance(value, list | tuple) else value


_STORED: Any = msgspec.defstruct("_Stored", [("command", Union[(*COMMANDS,)])], bases=(Entry,), frozen=True)
_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(_STORED)


def encode(entry: Entry) -> bytes:
    """The entry as the log stores it."""
    return _ENCODER.encode(entry)


def decode(data: bytes) -> Entry:
    """Return the entry that the log stores. Raises msgspec.DecodeError for one of another version."""
    try:
        stored = _DECODER.decode(data)
    except (UnicodeError, RecursionError) as error:
        raise msgspec.DecodeError(str(error)) from None
    command: Command = stored.command
    if isinstance(command, Choose):
        command = msgspec.structs.replace(command, answer=as_answer(command.answer))
    return Entry(stored.id, stored.by, command, stored.at, stored.game, stored.digest)


def digest_of(command: Command) -> str:
    """Return a digest of what is asked, without where the person sat by then."""
    if isinstance(command, Choose):
        command = msgspec.structs.replace(command, seat=0)
    return blake2b(_ENCODER.encode(command), digest_size=8).hexdigest()
