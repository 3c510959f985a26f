"""Control of a game outside its rules: pauses, discussions, giving up.

Time left and presence exist only in a running server (`runtime/clocks.py`). This is the part from the log.
"""

from collections.abc import Sequence

from turncoat.kernel.seats import NOBODY, SeatSet, is_in, seat_set
from turncoat.table.values.occupants import Occupant, seats_of_people


class GameControl:
    """Control of a table's game outside its rules. Everything is public except the persons' ids."""

    def __init__(self) -> None:
        self.paused_by = ""
        """Name of the person who paused the game, or names if a majority did."""
        self.paused_by_many = False
        self.asking: set[str] = set()
        """People who ask for a pause or, during a pause, to resume."""
        self.votes: set[str] = set()
        """People who want to give the game up."""
        self.discussion_time = 0
        """Seconds of the latest discussion."""
        self.discussion_since = 0.0
        """Time at which it was opened, in seconds since 1970."""
        self.discussions = 0
        """Number of discussions so far, which is the number of the latest."""
        self.times_up = 0
        """Number of times that time was up in this game."""
        self.timed_out: SeatSet = NOBODY
        """Seats for which the rules' default was chosen last, until a person makes a choice that all can notice."""
        self.timed_out_by = 0
        """Number of the latest question at that time."""

    def needed(self, seats: Sequence[Occupant]) -> int:
        """Return the number of people who can decide without the host: a majority of those who play themselves."""
        return len(_players(seats)) // 2 + 1

    def in_favour(self, seats: Sequence[Occupant]) -> int:
        """Return the number of them who want to give the game up."""
        return len(self.votes.intersection(_players(seats))) if self.votes else 0

    def who_asks(self, seats: Sequence[Occupant]) -> SeatSet:
        """Return the seats of those who ask for a pause or, during a pause, to resume."""
        if not self.asking:
            return NOBODY
        asking = seat_set(seat for seat, occupant in enumerate(seats) if occupant.person in self.asking)
        return asking & seats_of_people(seats)

    def pause(self, by: str, *, by_many: bool = False) -> None:
        """Pause the game in the name of these people, and clear the requests."""
        self.paused_by, self.paused_by_many, self.asking = by, by_many, set()

    def resume(self) -> None:
        """Resume the game, and clear the requests."""
        self.pause("")

    def vote_to_give_up(self, person: str, *, yes: bool) -> None:
        """Set or withdraw the person's vote to give the game up."""
        (self.votes.add if yes else self.votes.discard)(person)

    def start_discussion(self, seconds: int, since: float) -> None:
        """Open a discussion. One of 0 seconds ends the last."""
        self.discussions += 1
        self.discussion_time, self.discussion_since = seconds, since

    def begin_game(self) -> None:
        """Reset everything for a new game, or after one that ended early."""
        self.resume()
        self.votes, self.discussion_time = set(), 0
        self.timed_out, self.times_up = NOBODY, 0

    def time_is_up(self, seats: SeatSet, question: int) -> None:
        """Note that the rules' default was chosen for these seats. `question` is the latest."""
        self.times_up += 1
        self.timed_out, self.timed_out_by = seats, question

    def still_timed_out(self, question: int) -> SeatSet:
        """Return the seats whose time has just run out: until the next question is over. `question` is the latest."""
        return self.timed_out if question <= self.timed_out_by + 1 else NOBODY


def _players(seats: Sequence[Occupant]) -> list[str]:
    here = seats_of_people(seats)
    return [occupant.person for seat, occupant in enumerate(seats) if is_in(seat, here)]
