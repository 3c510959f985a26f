"""The games of a table that are over: what is kept of each, the links that show one, and what is to be forgotten.

All of it is part of the table and comes out of its log.
"""

from typing import TYPE_CHECKING, Final

import msgspec

from turncoat.kernel.refusals import Refusal, Refused
from turncoat.table import commands as c
from turncoat.table.values.summaries import GameSummary

if TYPE_CHECKING:
    from turncoat.table.state.table import Table

DAY: Final = 24 * 60 * 60


class ShareLink(msgspec.Struct, frozen=True):
    """A link that shows a game to whoever has it, and who made it."""

    token: str
    by: str


class History:
    """What a table keeps of its games that are over."""

    def __init__(self) -> None:
        self.summaries: dict[int, GameSummary] = {}
        """By number, the oldest first."""
        self.shared: dict[int, ShareLink] = {}
        self.times: dict[int, int] = {}
        """When each game began of which no end is kept: it is under way, or was given up."""
        self.in_forgotten = False
        """Whether a game goes on, as far as the log has been read, of which nothing is kept."""

    # Questions

    def game(self, number: int) -> GameSummary:
        """What is kept of that game. Raises Refused."""
        finished = self.summaries.get(number)
        if finished is None:
            raise Refused(Refusal("no-such-game"))
        return finished

    def game_of_link(self, token: str) -> GameSummary | None:
        """The game that the link shows."""
        return next((self.summaries[game] for game, shared in self.shared.items() if shared.token == token), None)

    def ends(self, running: int) -> dict[int, int]:
        """When each game ended that can be forgotten; `running` is the number of the one under way, 0 if none is."""
        ends = {number: one.ended for number, one in self.summaries.items()}
        return ends | {number: at for number, at in self.times.items() if number != running}

    # Checking: raises Refused, changes nothing

    def check(self, table: "Table", by: str, command: c.HistoryCommand) -> None:
        """Raise Refused when the command is not to be taken from this person."""
        match command:
            case c.Share():
                _refuse(not self.game(command.game).was_played_by(by), "not-played")
                _refuse(command.game in self.shared, "shared-already")
            case c.Unshare():
                shared = self.shared.get(command.game)
                if shared is None:
                    raise Refused(Refusal("not-shared"))
                _refuse(by not in (shared.by, table.host), "not-host")
            case _:
                _refuse(by != c.SERVER, "not-host")

    # Applying

    def apply(self, table: "Table", entry: c.Entry, command: c.HistoryCommand) -> None:
        """Take a command that was checked."""
        match command:
            case c.ArchiveGame():
                self._over(table, command)
            case c.Share():
                self.shared[command.game] = ShareLink(command.token, entry.by)
            case c.Unshare():
                del self.shared[command.game]

    def begin(self, table: "Table", at: float, forgotten: bool) -> None:
        """The cards are dealt for the table's next game."""
        session = table.session
        if session is not None and session.result is not None and session.number not in self.summaries:
            # A log from before ends were kept: the next game's beginning is the nearest time that is known.
            self._keep(session.finished(self.times.get(session.number, 0), int(at)))
        self.in_forgotten = forgotten
        if not forgotten:
            self.times[table.games] = int(at)

    def _over(self, table: "Table", command: c.ArchiveGame) -> None:
        if command.game:
            self.in_forgotten = False
        table.version = max(table.version, command.version)
        if command.summary is not None:
            self._keep(command.summary)

    def _keep(self, finished: GameSummary) -> None:
        self.summaries[finished.number] = finished
        self.times.pop(finished.number, None)

    def forget(self, last: int) -> None:
        """Keep nothing of the games up to this number."""
        for kept in (self.summaries, self.shared, self.times):
            for number in [number for number in kept if number <= last]:
                del kept[number]


def _refuse(when: bool, code: str) -> None:
    if when:
        raise Refused(Refusal(code))
