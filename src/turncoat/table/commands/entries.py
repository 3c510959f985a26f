"""Entries: commands that were taken, as the log of a table keeps them."""

from typing import Final

import msgspec

from turncoat.kernel.options import Answer
from turncoat.table.commands.games import (
    AskFor,
    Back,
    Choose,
    Drop,
    GiveUp,
    Over,
    Pause,
    Reopen,
    Resume,
    Reveal,
    Share,
    StandIn,
    Start,
    TakeOverHosting,
    TalkFor,
    TimeUp,
    Unshare,
    WantToGiveUp,
)
from turncoat.table.commands.people import (
    Ask,
    CloseDevices,
    Consider,
    Guide,
    HandOver,
    Jot,
    LetBack,
    Mute,
    OpenDevice,
    Remove,
    Reply,
    Say,
    Swap,
    Withdraw,
)
from turncoat.table.commands.seats import AddBot, AddLuck, Arrange, Clear, Leave, Move, Open, Rename, SetUp, Sit

AnyCommand = (
    Open | Sit | Move | Leave | Rename | SetUp | AddBot | Clear | Start | Choose | Say | Reopen | Drop | AddLuck
    | HandOver | Swap | Remove | LetBack | Ask | Withdraw | Reply | OpenDevice | CloseDevices
    | Arrange | Mute | Jot | Consider | Guide | Over | Share | Unshare
    | Pause | Resume | AskFor | StandIn | Back | TakeOverHosting | WantToGiveUp | GiveUp | TalkFor | TimeUp | Reveal
)  # fmt: skip


IN_GAME: Final = (Choose, TimeUp, Reveal)
"""What the rules of a game have to take: when they do not any more, the game cannot go on."""


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A command that was taken: who gave it under which id, and the fresh seed that the server drew for it."""

    id: str
    by: str
    command: AnyCommand
    seed: str = ""
    bots: tuple[str, ...] = ()
    """At a start: the seed of each seat's bot."""
    at: float = 0.0
    """When it was taken, in seconds since 1970."""


def as_answer(value: object) -> Answer:
    """An answer as the kernel wants it: what JSON made lists of is tuples.

    >>> as_answer([["a", "b"], 3])
    (('a', 'b'), 3)
    """
    return tuple(map(as_answer, value)) if isinstance(value, list | tuple) else value


_ENCODER = msgspec.json.Encoder()


_DECODER = msgspec.json.Decoder(Entry)


def encode(entry: Entry) -> bytes:
    """The entry as it stands in the log."""
    return _ENCODER.encode(entry)


def decode(data: bytes) -> Entry:
    """The entry that stands in the log. Raises msgspec.DecodeError."""
    entry = _DECODER.decode(data)
    if isinstance(entry.command, Choose):
        return msgspec.structs.replace(
            entry, command=msgspec.structs.replace(entry.command, answer=as_answer(entry.command.answer))
        )
    return entry


def content_of(entry: Entry) -> int:
    """What was asked for, without what the server put in."""
    command = Start() if isinstance(entry.command, Start) else entry.command
    return hash(encode(Entry(entry.id, entry.by, command)))
