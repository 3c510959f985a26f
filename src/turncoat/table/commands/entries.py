"""Entries: commands that were taken, as the log of a table keeps them."""

from collections.abc import Iterator
from typing import Any, Final, Literal, Union

import msgspec

from turncoat.kernel.options import Answer
from turncoat.table.commands import chat, game_control, games, history, membership, personal, seats
from turncoat.table.commands.chat import Say
from turncoat.table.commands.command import Command
from turncoat.table.commands.game_control import RequestPause, RequestResume, WithdrawPauseRequest
from turncoat.table.commands.games import BeginDeal, Choose, Start

_MODULES: Final = (seats, games, game_control, membership, chat, personal, history)


def _commands(kind: type[Command]) -> Iterator[type[Command]]:
    for below in kind.__subclasses__():
        yield from _commands(below)
    if not kind.__subclasses__():
        yield kind


COMMANDS: Final = tuple(_commands(Command))
"""Every command: the types in the modules of this package."""


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A command that was taken: who gave it under which id, and the fresh seed that the server drew for it."""

    id: str
    by: str
    command: Command
    seed: str = ""
    bots: tuple[str, ...] = ()
    """At a start: the seed of each seat's bot."""
    at: float = 0.0
    """When it was taken, in seconds since 1970."""


def as_answer(value: object) -> Answer:
    """An answer as the kernel wants it: JSON has made its tuples lists.

    >>> as_answer([["a", "b"], 3])
    (('a', 'b'), 3)
    """
    return tuple(map(as_answer, value)) if isinstance(value, list | tuple) else value


class _AskFor(Command, frozen=True, tag="AskFor"):
    """How older logs hold `RequestPause`, `RequestResume` and `WithdrawPauseRequest`."""

    what: Literal["pause", "go-on"]
    yes: bool = True

    def today(self) -> Command:
        if not self.yes:
            return WithdrawPauseRequest()
        return RequestPause() if self.what == "pause" else RequestResume()


_STORED: Any = msgspec.defstruct("_Stored", [("command", Union[(*COMMANDS, _AskFor)])], bases=(Entry,), frozen=True)
"""An entry as any version has written it."""
_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(_STORED)


def encode(entry: Entry) -> bytes:
    """The entry as the log stores it."""
    return _ENCODER.encode(entry)


def decode(data: bytes) -> Entry:
    """The entry that the log stores. Raises msgspec.DecodeError."""
    try:
        stored = _DECODER.decode(data)
    except (UnicodeError, RecursionError) as error:
        raise msgspec.DecodeError(str(error)) from None
    command: Command
    match stored.command:
        case _AskFor() as before:
            command = before.today()
        case Choose() as choice:
            command = msgspec.structs.replace(choice, answer=as_answer(choice.answer))
        case command:
            pass
    return Entry(stored.id, stored.by, command, stored.seed, stored.bots, stored.at)


def content_of(entry: Entry) -> int:
    """A number for what was asked, without what the server filled in: where the person sat when they asked."""
    command = entry.command
    if isinstance(command, Start | BeginDeal):
        command = Start()
    elif isinstance(command, Choose):
        command = msgspec.structs.replace(command, seat=0)
    elif isinstance(command, Say):
        command = msgspec.structs.replace(command, after_events=None)
    return hash(encode(Entry(entry.id, entry.by, command)))
