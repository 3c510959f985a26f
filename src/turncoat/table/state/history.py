"""The finished games of a table: their summaries, links and expiry.

All of it is part of the table and built from its log.
"""

from typing import Final

import msgspec

from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.words import N_
from turncoat.table.values.summaries import GameSummary

DAY: Final = 24 * 60 * 60

describe(
    {
        "no-such-game": N_("That game is no longer stored."),
    },
    status=404,
    is_public=True,
)


class ShareLink(msgspec.Struct, frozen=True):
    """A link that lets anybody watch a game, and the person who made it."""

    token: str
    by: str
    tells_result: bool = False
    """True if the link's preview and its picture name the winner."""


class History:
    """Finished games that a table has stored."""

    def __init__(self) -> None:
        self.summaries: dict[int, GameSummary] = {}
        """By number, oldest first."""
        self.shared: dict[int, ShareLink] = {}
        self.times: dict[int, int] = {}
        """Start of each game without a summary: the current one, or one that was given up."""
        self.in_forgotten = False
        """True if the log so far is within a game that is not stored or not played here."""

    # Queries

    def game(self, number: int) -> GameSummary:
        """Return the summary of that game. Raises Refused."""
        summary = self.summaries.get(number)
        if summary is None:
            raise Refused(Refusal("no-such-game"))
        return summary

    def game_of_link(self, token: str) -> GameSummary | None:
        """Return the game that the link leads to."""
        return next((self.summaries[game] for game, shared in self.shared.items() if shared.token == token), None)

    def tells_result(self, game: int) -> bool:
        """Return whether the preview of the game's link may name the winner."""
        return game in self.shared and self.shared[game].tells_result

    def next_to_forget(self, days: int, running: int) -> int:
        """Return the time of the next deletion if games are stored for `days` (0: forever), or 0 if none is due.

        `running` is the number of the current game, or 0.
        """
        ends = self._ends(running)
        return min(ends.values()) + days * DAY if days and ends else 0

    def last_to_forget(self, days: int, running: int, now: int) -> int:
        """Return the number of the last game whose time has come by `now`, or 0."""
        ends = self._ends(running)
        return max((number for number, at in ends.items() if days and at + days * DAY <= now), default=0)

    def _ends(self, running: int) -> dict[int, int]:
        """Return the end of each game that can be deleted."""
        ends = {number: one.ended for number, one in self.summaries.items()}
        return ends | {number: at for number, at in self.times.items() if number != running}

    # Changes

    def begin_game(self, number: int, at: float) -> None:
        """Note the start of the game of that number."""
        self.times[number] = int(at)

    def keep(self, summary: GameSummary) -> None:
        """Store the summary of a finished game."""
        self.summaries[summary.number] = summary
        self.times.pop(summary.number, None)

    def share(self, number: int, link: ShareLink) -> None:
        """Let this link lead to the game."""
        self.shared[number] = link

    def unshare(self, number: int) -> None:
        """Withdraw the game's link."""
        del self.shared[number]

    def forget(self, last: int) -> None:
        """Delete the games up to this number."""
        for kept in (self.summaries, self.shared, self.times):
            for number in [number for number in kept if number <= last]:
                del kept[number]
