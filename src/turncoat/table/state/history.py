"""The games of a table that are over: what is kept of each, the links that show one, and when each is forgotten.

All of it is part of the table and comes out of its log.
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
    """A link that shows a game to anybody who has it, and the person who made it."""

    token: str
    by: str
    tells_result: bool = False
    """Whether the preview of the link and its picture say who won."""


class History:
    """What a table keeps of its games that are over."""

    def __init__(self) -> None:
        self.summaries: dict[int, GameSummary] = {}
        """By number, the oldest first."""
        self.shared: dict[int, ShareLink] = {}
        self.times: dict[int, int] = {}
        """When each game began of which no end is kept: it is under way, or was given up."""
        self.in_forgotten = False
        """Whether the log, as far as it has been read, is in a game of which nothing is kept, or nothing is played."""

    # Questions

    def game(self, number: int) -> GameSummary:
        """What is kept of that game. Raises Refused."""
        summary = self.summaries.get(number)
        if summary is None:
            raise Refused(Refusal("no-such-game"))
        return summary

    def game_of_link(self, token: str) -> GameSummary | None:
        """The game that the link shows."""
        return next((self.summaries[game] for game, shared in self.shared.items() if shared.token == token), None)

    def tells_result(self, game: int) -> bool:
        """Whether whoever shared the game wants its preview to say who won."""
        return game in self.shared and self.shared[game].tells_result

    def next_to_forget(self, days: int, running: int) -> int:
        """When the next game is to be forgotten, if games are kept for that many days (0: forever); 0 when none is.

        `running` is the number of the game under way, 0 if none is.
        """
        ends = self._ends(running)
        return min(ends.values()) + days * DAY if days and ends else 0

    def last_to_forget(self, days: int, running: int, now: int) -> int:
        """The number of the last game that is to be forgotten by now; 0 when none is."""
        ends = self._ends(running)
        return max((number for number, at in ends.items() if days and at + days * DAY <= now), default=0)

    def _ends(self, running: int) -> dict[int, int]:
        """When each game ended that can be forgotten."""
        ends = {number: one.ended for number, one in self.summaries.items()}
        return ends | {number: at for number, at in self.times.items() if number != running}

    # What happens

    def begin_game(self, number: int, at: float) -> None:
        """The cards are dealt for the game of that number."""
        self.times[number] = int(at)

    def keep(self, summary: GameSummary) -> None:
        """Keep this of a game that is over."""
        self.summaries[summary.number] = summary
        self.times.pop(summary.number, None)

    def share(self, number: int, link: ShareLink) -> None:
        """The link shows the game from now on."""
        self.shared[number] = link

    def unshare(self, number: int) -> None:
        """No link shows the game any more."""
        del self.shared[number]

    def forget(self, last: int) -> None:
        """Keep nothing of the games up to this number."""
        for kept in (self.summaries, self.shared, self.times):
            for number in [number for number in kept if number <= last]:
                del kept[number]
