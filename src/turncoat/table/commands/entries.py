"""Entries: commands that were taken, as the log of a table keeps them."""

from typing import Final, Literal

import msgspec

from turncoat.kernel.options import Answer
from turncoat.table.commands.chat import Say
from turncoat.table.commands.command import Command
from turncoat.table.commands.game_control import (
    GiveUp,
    Pause,
    RequestPause,
    RequestResume,
    Resume,
    ReturnFromAway,
    StandIn,
    StartDiscussion,
    TakeOverHosting,
    WantToGiveUp,
    WithdrawPauseRequest,
)
from turncoat.table.commands.games import (
    AbortGame,
    BeginDeal,
    CallOffDeal,
    Choose,
    GiveStandingAnswers,
    Reopen,
    Reveal,
    RevealEntropy,
    StandingAnswer,
    Start,
    TimeUp,
)
from turncoat.table.commands.history import ArchiveGame, Share, Unshare
from turncoat.table.commands.membership import (
    CloseDevices,
    HandOver,
    LetBack,
    OpenDevice,
    Remove,
    Reply,
    RequestSeat,
    WithdrawSeatRequest,
)
from turncoat.table.commands.personal import Guide, Mute, ShowTeamDraft, WriteNotes
from turncoat.table.commands.seats import (
    AddBot,
    AddEntropy,
    ChangeSettings,
    ChooseAvatar,
    CommitEntropy,
    Leave,
    Move,
    Open,
    Rename,
    ReplaceBot,
    ReplaceFormerBots,
    SetUp,
    Sit,
    Swap,
    VacateSeat,
)

AnyCommand = (
    Open | Sit | Move | Swap | Leave | VacateSeat | Rename | ChooseAvatar | AddEntropy | CommitEntropy
    | SetUp | AddBot | ReplaceBot | ReplaceFormerBots | ChangeSettings
    | Start | BeginDeal | RevealEntropy | CallOffDeal | Choose | StandingAnswer | GiveStandingAnswers
    | TimeUp | Reveal | Reopen | AbortGame
    | Pause | Resume | RequestPause | RequestResume | WithdrawPauseRequest | StandIn | ReturnFromAway | TakeOverHosting
    | WantToGiveUp | GiveUp | StartDiscussion
    | HandOver | Remove | LetBack | RequestSeat | WithdrawSeatRequest | Reply | OpenDevice | CloseDevices
    | Say | Mute | ShowTeamDraft | Guide | WriteNotes
    | ArchiveGame | Share | Unshare
)  # fmt: skip
"""Every command, in lines for the modules of this package."""
IN_GAME: Final = (Choose, StandingAnswer, GiveStandingAnswers, TimeUp, Reveal)
"""The rules of a game have to take these: when they no longer do, the game cannot go on."""


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
    """An answer as the kernel wants it: JSON has made its tuples lists.

    >>> as_answer([["a", "b"], 3])
    (('a', 'b'), 3)
    """
    return tuple(map(as_answer, value)) if isinstance(value, list | tuple) else value


class _AskFor(Command, frozen=True, tag="AskFor"):
    """How older logs hold `RequestPause`, `RequestResume` and `WithdrawPauseRequest`."""

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
    try:
        stored = _DECODER.decode(data)
    except (UnicodeError, RecursionError) as error:
        raise msgspec.DecodeError(str(error)) from None
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
    """A number for what was asked, without what the server filled in: where the person sat when they asked."""
    command = entry.command
    if isinstance(command, Start | BeginDeal):
        command = Start()
    elif isinstance(command, Choose):
        command = msgspec.structs.replace(command, seat=0)
    return hash(encode(Entry(entry.id, entry.by, command)))
