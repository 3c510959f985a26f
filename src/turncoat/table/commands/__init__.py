"""Commands: what people ask of a table, as the log keeps them; `turncoat.table.handlers` says what each does.

The handler checks a command, the store keeps it, then it takes effect. Elsewhere this package is `c`, and a command
`c.Sit`.
"""

from turncoat.table.commands.chat import Say
from turncoat.table.commands.command import CHANCE_PERSON, SERVER, Command
from turncoat.table.commands.entries import IN_GAME, AnyCommand, Entry, as_answer, content_of, decode, encode
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
from turncoat.table.commands.games import AbortGame, Choose, Reopen, Reveal, Start, TimeUp
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
from turncoat.table.commands.personal import Guide, Mute, PersonalCommand, ShowTeamDraft, WriteNotes
from turncoat.table.commands.seats import (
    AddBot,
    AddEntropy,
    ChangeSettings,
    ChooseAvatar,
    Leave,
    Move,
    Open,
    Rename,
    SetUp,
    Sit,
    Swap,
    VacateSeat,
)
from turncoat.table.values.game_setup import GameSetup
from turncoat.table.values.notes import Note

__all__ = [
    "CHANCE_PERSON",
    "IN_GAME",
    "SERVER",
    "AbortGame",
    "AddBot",
    "AddEntropy",
    "AnyCommand",
    "ArchiveGame",
    "ChangeSettings",
    "Choose",
    "ChooseAvatar",
    "CloseDevices",
    "Command",
    "Entry",
    "GameSetup",
    "GiveUp",
    "Guide",
    "HandOver",
    "Leave",
    "LetBack",
    "Move",
    "Mute",
    "Note",
    "Open",
    "OpenDevice",
    "Pause",
    "PersonalCommand",
    "Remove",
    "Rename",
    "Reopen",
    "Reply",
    "RequestPause",
    "RequestResume",
    "RequestSeat",
    "Resume",
    "ReturnFromAway",
    "Reveal",
    "Say",
    "SetUp",
    "Share",
    "ShowTeamDraft",
    "Sit",
    "StandIn",
    "Start",
    "StartDiscussion",
    "Swap",
    "TakeOverHosting",
    "TimeUp",
    "Unshare",
    "VacateSeat",
    "WantToGiveUp",
    "WithdrawPauseRequest",
    "WithdrawSeatRequest",
    "WriteNotes",
    "as_answer",
    "content_of",
    "decode",
    "encode",
]
