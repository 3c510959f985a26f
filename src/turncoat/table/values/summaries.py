"""A game that is over, as its table keeps it: who played, how it came out, and its record."""

from collections.abc import Sequence

import msgspec

from turncoat.games.resistance import events as happened
from turncoat.kernel.events import Event
from turncoat.kernel.seats import Seat, seats_in
from turncoat.table.values.occupants import Occupant


class Votes(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a game was voted: the teams put to the vote, those that went, and each seat's ballots."""

    teams: int = 0
    approved: int = 0
    ballots: tuple[int, ...] = ()
    """How many ballots each seat cast."""
    approvals: tuple[int, ...] = ()
    """How many of them approved."""


class GameSummary(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game of a table that is over. Times are seconds since 1970, 0 when nobody knows them."""

    number: int
    game: str
    players: int
    modules: tuple[str, ...]
    winner: str
    reason: str
    dealt: tuple[Occupant, ...]
    """Who got the cards."""
    occupants: tuple[Occupant, ...] = msgspec.field(name="sitters")
    """Who played to the end."""
    sides: tuple[str, ...]
    """The side (a word) that each seat had in the end; empty where the rules never tell."""
    record: str
    votes: Votes = Votes()
    begun: int = 0
    ended: int = 0

    @property
    def names(self) -> tuple[str, ...]:
        """The names of those who played to the end, in seat order."""
        return tuple(occupant.name for occupant in self.occupants)

    def seat_of(self, person: str) -> Seat | None:
        """The seat that the person played to the end."""
        return next((seat for seat, one in enumerate(self.occupants) if person and one.person == person), None)

    def was_played_by(self, person: str) -> bool:
        """Whether the person had a seat in it, at the deal or at the end."""
        return bool(person) and any(one.person == person for one in (*self.dealt, *self.occupants))


def votes_of(events: Sequence[Event], players: int) -> Votes:
    """The votes of a game, from what everybody saw; all zero in a game without teams to vote on."""
    ballots, approvals = [0] * players, [0] * players
    teams = approved = 0
    for event in events:
        match event:
            case happened.BallotsRevealed():
                for seat in seats_in(event.approvals | event.rejections):
                    ballots[seat] += 1
                for seat in seats_in(event.approvals):
                    approvals[seat] += 1
            case happened.TeamApproved():
                teams, approved = teams + 1, approved + 1
            case happened.TeamRejected():
                teams += 1
    return Votes(teams, approved, tuple(ballots), tuple(approvals)) if teams else Votes()
