"""Entries: commands that were taken, as the log of a table keeps them."""

from typing import Final, Literal

import msgspec

from turncoat.kernel.options import Answer
from turncoat.table.commands.games import (
    AbortGame,
    ArchiveGame,
    Choose,
    GiveUp,
    Pause,
    Reopen,
    RequestPause,
    RequestResume,
    Resume,
    ReturnFromAway,
    Reveal,
    Share,
    StandIn,
    Start,
    StartDiscussion,
    TakeOverHosting,
    TimeUp,
    Unshare,
    WantToGiveUp,
    WithdrawPauseRequest,
)
from turncoat.table.commands.people import (
    CloseDevices,
    Guide,
    HandOver,
    LetBack,
    Mute,
    OpenDevice,
    Remove,
    Reply,
    RequestSeat,
    Say,
    ShowTeamDraft,
    Swap,
    WithdrawSeatRequest,
    WriteNotes,
)
from turncoat.table.commands.seats import (
    AddBot,
    AddEntropy,
    ChangeSettings,
    Command,
    Leave,
    Move,
    Open,
    Rename,
    SetUp,
    Sit,
    VacateSeat,
)

AnyCommand = (
    Open | Sit | Move | Leave | Rename | SetUp | AddBot | VacateSeat | Start | Choose | Say | Reopen | AbortGame
    | AddEntropy | HandOver | Swap | Remove | LetBack | RequestSeat | WithdrawSeatRequest | Reply | OpenDevice
    | CloseDevices | ChangeSettings | Mute | WriteNotes | ShowTeamDraft | Guide | ArchiveGame | Share | Unshare
    | Pause | Resume | RequestPause | RequestResume | WithdrawPauseRequest | StandIn | ReturnFromAway | TakeOverHosting
    | WantToGiveUp | GiveUp | StartDiscussion | TimeUp | Reveal
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


class _AskFor(Command, frozen=True, tag="AskFor"):
    """How logs of before `RequestPause`, `RequestResume` and `WithdrawPauseRequest` hold the three."""

    what: Literal["pause", "go-on"]
    yes: bool = True

    def today(self) -> AnyCommand:
        if not self.yes:
            return WithdrawPauseRequest()
        return RequestPause() if self.what == "pause" else RequestResume()


class _Stored(Entry, frozen=True):
    """An entry as any version has written it."""

    command: AnyCommand | _AskFor  # type: ignore[assignment]


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(_Stored)


def encode(entry: Entry) -> bytes:
    """The entry as it stands in the log."""
    return _ENCODER.encode(entry)


def decode(data: bytes) -> Entry:
    """The entry that stands in the log. Raises msgspec.DecodeError."""
    stored = _DECODER.decode(data)
    command: AnyCommand
    match stored.command:
        case _AskFor() as before:
            command = before.today()
        case Choose() as choice:
            command = msgspec.structs.replace(choice, answer=as_answer(choice.answer))
        case command:
            pass
    return Entry(stored.id, stored.by, command, stored.seed, stored.bots, stored.at)


def content_of(entry: Entry) -> int:
    """What was asked for, without what the server put in."""
    command = Start() if isinstance(entry.command, Start) else entry.command
    return hash(encode(Entry(entry.id, entry.by, command)))
