"""Commands about the games of a table that are over."""

from turncoat.table.commands.command import Command
from turncoat.table.values.summaries import GameSummary


class ArchiveGame(Command, frozen=True):
    """The game of that number is over, and this is what the table keeps of it; nothing when it is forgotten (server).

    Number 0 is no game: the log was rewritten, because games were forgotten.
    """

    game: int
    summary: GameSummary | None = None
    version: int = 0
    """The version of the table by then: entries that were taken out of the log had counted."""


class ShareGame(Command, frozen=True):
    """Let anybody who has the link of this token watch a game that is over (its players)."""

    game: int
    token: str
    tells_result: bool = False
    """Whether the preview of the link and its picture say who won."""


class UnshareGame(Command, frozen=True):
    """Withdraw that link (its maker, or the host)."""

    game: int
