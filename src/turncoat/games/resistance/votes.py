"""Voting statistics of a game, counted from public events."""

from collections.abc import Iterable

from turncoat.games.resistance import events as happened
from turncoat.kernel.boards import Votes
from turncoat.kernel.events import Event
from turncoat.kernel.seats import seats_in


def votes_of(events: Iterable[Event], players: int) -> Votes:
    """Count the teams put to the vote and the ballots of each seat. All are zero before the first vote."""
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
