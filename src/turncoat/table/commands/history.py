"""Commands about the finished games of a table."""

from turncoat.table.commands.command import Command
from turncoat.table.values.summaries import GameSummary
from turncoat.table.values.talk_counts import TalkCounts


class ArchiveGame(Command, frozen=True):
    """Store the summary of a finished game (server). `EndGame` is stored before it."""

    game: int
    summary: GameSummary | None = None


class EndGame(Command, frozen=True):
    """Note that the game of that number is finished (server). This stays when the game is deleted."""

    game: int
    version: int = 0
    """Version of the table at that time, since deleted choices have counted towards it."""


class ForgetGames(Command, frozen=True):
    """Delete the games up to this number, with their messages and notes (server).

    Their entries are deleted from the store in the same transaction. The counts that later games need are here.
    """

    last: int
    version: int = 0
    """Version of the table at that time. The server fills it in, like the next field."""
    talk: TalkCounts = TalkCounts()


class ShareGame(Command, frozen=True):
    """Let anybody with the link of this token watch a finished game (its players)."""

    game: int
    token: str
    tells_result: bool = False
    """True if the link's preview and its picture name the winner."""


class UnshareGame(Command, frozen=True):
    """Withdraw that link (its maker, or the host)."""

    game: int
