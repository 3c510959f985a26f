"""Entries: accepted commands, as the log of a table stores them."""

from collections.abc import Iterator
from hashlib import blake2b
from typing import Any, Final, Union

import msgspec

from turncoat.kernel.options import Answer
from turncoat.table.commands import chat, game_control, games, history, meeting, membership, personal, seats
from turncoat.table.commands.command import Command
from turncoat.table.commands.games import Choose

_MODULES: Final = (seats, games, game_control, membership, chat, personal, history, meeting)


def _commands(kind: type[Command]) -> Iterator[type[Command]]:
    for below in kind.__subclasses__():
        yield from _commands(below)
    if not kind.__subclasses__():
        yield kind


COMMANDS: Final = tuple(_commands(Command))
"""All commands: the types in the modules of this package."""


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An accepted command, or one of several that it is stored as, with its author and id."""

    id: str
    by: str
    command: Command
    """The command as accepted: cleaned, with all decisions of the server."""
    at: float = 0.0
    """Time of acceptance, in seconds since 1970, or 0 if the next entry has it."""
    game: int = 0
    """Number of the game with which the entry is deleted, or 0 if it stays as long as the table."""
    digest: str = ""
    """Digest of the command as requested, so that a repetition under the same id is not taken again."""


def as_answer(value: object) -> Answer:
    """Return an answer as the kernel needs it: JSON has turned its tuples into lists.

    >>> as_answer([["a", "b"], 3])
    (('a', 'b'), 3)
    """
    return tuple(map(as_answer, value)) if isinstance(value, list | tuple) else value


_STORED: Any = msgspec.defstruct("_Stored", [("command", Union[(*COMMANDS,)])], bases=(Entry,), frozen=True)
_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(_STORED)


def encode(entry: Entry) -> bytes:
    """Return the entry in the log's format."""
    return _ENCODER.encode(entry)


def decode(data: bytes) -> Entry:
    """Return the entry decoded from the log's format. Raises msgspec.DecodeError for one of another version."""
    try:
        stored = _DECODER.decode(data)
    except (UnicodeError, RecursionError) as error:
        raise msgspec.DecodeError(str(error)) from None
    command: Command = stored.command
    if isinstance(command, Choose):
        command = msgspec.structs.replace(command, answer=as_answer(command.answer))
    return Entry(stored.id, stored.by, command, stored.at, stored.game, stored.digest)


def digest_of(command: Command) -> str:
    """Return a digest of the request that ignores the person's seat at the time."""
    if isinstance(command, Choose):
        command = msgspec.structs.replace(command, seat=0)
    return blake2b(_ENCODER.encode(command), digest_size=8).hexdigest()
