"""How a game goes on beside its rules: paused, discussed, given up.

Time left and presence exist only while the server runs (`runtime/clocks.py`); here is what comes out of the log.
"""

from collections.abc import Sequence

from turncoat.kernel.seats import NOBODY, SeatSet, is_in, seat_set
from turncoat.table.values.occupants import Occupant, seats_of_people


class GameControl:
    """How the game at a table goes on, beside its rules. Everything here may be known to all but the persons' ids."""

    def __init__(self) -> None:
        self.paused_by = ""
        """The name of the person who has paused the game, or the names when more than half of the people did."""
        self.paused_by_many = False
        self.asking: set[str] = set()
        """The persons who ask for a pause; in a pause, those who ask to go on."""
        self.votes: set[str] = set()
        """The persons who want to give the game up."""
        self.discussion_time = 0
        """Seconds of the discussion that the host has opened."""
        self.discussion_since = 0.0
        """When that was, in seconds since 1970."""
        self.discussions = 0
        """How many discussions were opened: the number of the latest."""
        self.times_up = 0
        """How often in this game time was up."""
        self.timed_out: SeatSet = NOBODY
        """The seats for which the rules' default was chosen last, until a person chooses and all can notice it."""
        self.timed_out_by = 0
        """The number of the latest question by then."""

    def needed(self, seats: Sequence[Occupant]) -> int:
        """How many people it takes to decide without the host: more than half of those who play themselves."""
        return len(_players(seats)) // 2 + 1

    def in_favour(self, seats: Sequence[Occupant]) -> int:
        """How many of them want to give the game up."""
        return len(self.votes.intersection(_players(seats)))

    def who_asks(self, seats: Sequence[Occupant]) -> SeatSet:
        """The seats of those who ask for a pause, or in a pause to go on."""
        asking = seat_set(seat for seat, occupant in enumerate(seats) if occupant.person in self.asking)
        return asking & seats_of_people(seats)

    def pause(self, by: str, *, by_many: bool = False) -> None:
        """The game is paused by the people of that name. Those who asked for it have what they want."""
        self.paused_by, self.paused_by_many, self.asking = by, by_many, set()

    def resume(self) -> None:
        """The game goes on. Those who asked for it have what they want."""
        self.pause("")

    def vote_to_give_up(self, person: str, *, yes: bool) -> None:
        """The person wants to give the game up, or no longer."""
        (self.votes.add if yes else self.votes.discard)(person)

    def start_discussion(self, seconds: int, since: float) -> None:
        """The host opens a discussion; one of 0 seconds ends the last."""
        self.discussions += 1
        self.discussion_time, self.discussion_since = seconds, since

    def begin_game(self) -> None:
        """A game begins, or is over before its time."""
        self.resume()
        self.votes, self.discussion_time = set(), 0
        self.timed_out, self.times_up = NOBODY, 0

    def time_is_up(self, seats: SeatSet, question: int) -> None:
        """The rules' default was chosen for these seats, when the latest question had that number."""
        self.times_up += 1
        self.timed_out, self.timed_out_by = seats, question

    def still_timed_out(self, question: int) -> SeatSet:
        """The seats for which time was up just now: until the next question is over. `question` is the latest."""
        return self.timed_out if question <= self.timed_out_by + 1 else NOBODY


def _players(seats: Sequence[Occupant]) -> list[str]:
    here = seats_of_people(seats)
    return [occupant.person for seat, occupant in enumerate(seats) if is_in(seat, here)]
