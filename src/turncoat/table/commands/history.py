"""Commands about the games of a table that are over."""

from turncoat.table.commands.command import Command
from turncoat.table.values.summaries import GameSummary
from turncoat.table.values.talk_counts import TalkCounts


class ArchiveGame(Command, frozen=True):
    """Keep this of the game of that number, which is over (server). `EndGame` is stored before it."""

    game: int
    summary: GameSummary | None = None


class EndGame(Command, frozen=True):
    """Note that the game of that number came to its end (server): this stays when the game is forgotten."""

    game: int
    version: int = 0
    """The version of the table by then: choices that are forgotten had counted."""


class ForgetGames(Command, frozen=True):
    """Forget the games up to this number, and what was said and noted in them (server).

    The entries of these games are deleted from the store when this is stored. What counts for later ones is here.
    """

    last: int
    version: int = 0
    """The version of the table by then. The server fills it in, and the next."""
    talk: TalkCounts = TalkCounts()


class ShareGame(Command, frozen=True):
    """Let anybody who has the link of this token watch a game that is over (its players)."""

    game: int
    token: str
    tells_result: bool = False
    """Whether the preview of the link and its picture say who won."""


class UnshareGame(Command, frozen=True):
    """Withdraw that link (its maker, or the host)."""

    game: int
