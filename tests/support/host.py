"""A table with its log, as a room keeps it."""

import pytest

import turncoat.games  # noqa: F401
from tests.support.taking import check, take
from turncoat.kernel.refusals import Refused
from turncoat.table import commands as c
from turncoat.table.state.table import Table

SEED = "ab" * 32


class Host:
    """A table with its log, as a room keeps it."""

    def __init__(self, players: int = 5) -> None:
        self.table = Table()
        self.log: list[bytes] = []
        self.do("ola", c.Open("BCDF", "Ola", c.GameSetup("resistance", players)), SEED)

    def do(self, by: str, command: c.Command, seed: str = SEED) -> None:
        self.log += take(self.table, c.Entry("", by, command), seed)

    def start(self) -> None:
        self.do("ola", c.Start(), SEED)

    def play_defaults(self, choices: int) -> None:
        for _ in range(choices):
            session = self.table.session
            assert session is not None
            seat = (session.waiting & -session.waiting).bit_length() - 1
            choice = session.default(seat)
            occupant = self.table.seats[seat]
            self.do(occupant.person or c.SERVER, c.Choose(session.number, seat, choice.to, choice.answer))

    def refused(self, by: str, command: c.Command) -> str:
        """Check that the command is refused and changes nothing, and return the refusal's code."""
        version, seats = self.table.version, list(self.table.seats)
        with pytest.raises(Refused) as refused:
            check(self.table, by, command)
        assert (self.table.version, self.table.seats) == (version, seats)
        return refused.value.refusal.code


def three() -> Host:
    """Return Ola's table, where Jan and Eve sit too."""
    host = Host()
    host.do("jan", c.Sit("Jan"))
    host.do("eve", c.Sit("Eve"))
    return host
