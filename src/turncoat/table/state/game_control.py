"""The course of a game at a table: paused, left to a bot by who is away, given up; and who may see to that.

What only runs (how much time is left, who has a page open) is `clock.py`'s; here is what the log keeps.
"""

from typing import TYPE_CHECKING, Final

import msgspec

from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.seats import NOBODY, Seat, SeatSet, is_in, seat_set, seats_in
from turncoat.kernel.words import N_
from turncoat.table import commands as c

if TYPE_CHECKING:
    from turncoat.table.state.table import Table

LONGEST_TALK: Final = 3600
"""Seconds."""

describe(
    {
        "paused": N_("The game is paused; what you have chosen so far is kept."),
        "paused-already": N_("The game is paused already."),
        "not-paused": N_("The game is not paused."),
        "host-pauses": N_("You are the host: there is no need to ask, the game can be paused with one tap."),
        "not-away": N_("That person is here; a bot plays only for who is away."),
        "bot-plays": N_("A bot plays for that person already."),
        "no-stand-in": N_("No bot plays for that person."),
        "host-is-here": N_("The host was here a moment ago; please wait a little."),
        "host-already": N_("You are the host already."),
        "voted-already": N_("You have said so already."),
        "not-voted": N_("You have not asked for that."),
        "time-not-up": N_("There is time left for that."),
        "abandoned": N_("The game was given up. Nobody's cards are shown."),
    }
)


class GameControl:
    """How the game at a table goes on, beside its rules. Everything here may be known to all but the persons' ids."""

    def __init__(self) -> None:
        self.paused_by = ""
        """The name of who has paused the game, or the names when it was more than half of the people."""
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
        """For whom the rules' default was taken last, until somebody chooses again and all can notice it."""

    def needed(self, table: "Table") -> int:
        """How many have to want something that is not the host's alone: more than half of who plays himself."""
        return len(_players(table)) // 2 + 1

    def in_favour(self, table: "Table") -> int:
        """How many of them want it."""
        return len(self.votes.intersection(_players(table)))

    def who_asks(self, table: "Table") -> SeatSet:
        """Where those sit who ask for a pause, or in a pause to go on."""
        here = seats_of_people(table)
        return here & seat_set(seat for seat, occupant in enumerate(table.seats) if occupant.person in self.asking)

    # Checking: raises Refused, changes nothing

    def check(self, table: "Table", by: str, command: c.ControlCommand) -> None:
        """Raise Refused when the command is not to be taken from this person."""
        match command:
            case c.TimeUp() | c.Reveal():
                self._check_house(table, by, command)
            case c.ReturnFromAway():
                occupant = table.occupant(command.seat)
                _refuse(by not in (c.SERVER, occupant.person), "not-seated")
                _refuse(not occupant.stand_in, "no-stand-in")
            case c.TakeOverHosting():
                _refuse(table.seat_of(by) is None, "not-seated")
                _refuse(by == table.host, "host-already")
            case c.WantToGiveUp():
                _refuse(table.seat_of(by) is None, "not-seated")
                _refuse(not table.running, "no-game")
                _refuse(command.yes and by in self.votes, "voted-already")
                _refuse(not command.yes and by not in self.votes, "not-voted")
            case c.RequestPause() | c.RequestResume() | c.WithdrawPauseRequest():
                self._check_request(table, by, command)
            case c.StandIn() if by == c.SERVER:
                self._check_stand_in(table, command.seat)
            case _:
                _refuse(by != table.host, "not-host")
                self._check_host(table, command)

    def _check_request(
        self, table: "Table", by: str, command: c.RequestPause | c.RequestResume | c.WithdrawPauseRequest
    ) -> None:
        _refuse(table.seat_of(by) is None, "not-seated")
        _refuse(not table.running, "no-game")
        _refuse(by == table.host, "host-pauses")
        match command:
            case c.RequestPause():
                _refuse(bool(self.paused_by), "paused-already")
                _refuse(by in self.asking, "voted-already")
            case c.RequestResume():
                _refuse(not self.paused_by, "not-paused")
                _refuse(by in self.asking, "voted-already")
            case c.WithdrawPauseRequest():
                _refuse(by not in self.asking, "not-voted")

    def _check_host(self, table: "Table", command: c.ControlCommand) -> None:
        _refuse(not table.running, "no-game")
        match command:
            case c.Pause():
                _refuse(bool(self.paused_by), "paused-already")
            case c.Resume():
                _refuse(not self.paused_by, "not-paused")
            case c.StandIn():
                self._check_stand_in(table, command.seat)
            case c.StartDiscussion():
                _refuse(not 0 <= command.seconds <= LONGEST_TALK, "setting")
            case c.GiveUp():
                pass
            case _:
                raise AssertionError(f"{type(command).__name__} is not about the course of a game")

    def _check_stand_in(self, table: "Table", seat: Seat) -> None:
        occupant = table.occupant(seat)
        _refuse(not table.running, "no-game")
        _refuse(occupant.kind != "person", "not-a-person")
        _refuse(occupant.stand_in, "bot-plays")

    def _check_house(self, table: "Table", by: str, command: c.TimeUp | c.Reveal) -> None:
        session = table.session
        _refuse(by != c.SERVER, "not-host")
        if session is None or session.number != command.game:
            raise Refused(Refusal("past-game"))
        _refuse(bool(self.paused_by), "paused")
        _refuse(session.question != command.question, "stale")
        _refuse(session.is_held != isinstance(command, c.Reveal), "stale")

    # Applying: an entry that was checked (or stands in the log) takes effect

    def apply(self, table: "Table", entry: c.Entry, command: c.ControlCommand) -> None:
        """Take a command that was checked. Raises Refused when the rules have changed and do not take it."""
        by = entry.by
        match command:
            case c.Pause():
                seat = table.seat_of(by)
                self._pause(table.seats[seat].name if seat is not None else "?")
            case c.Resume():
                self._pause("")
            case c.RequestPause() | c.RequestResume():
                self.asking.add(by)
            case c.WithdrawPauseRequest():
                self.asking.discard(by)
            case c.StandIn():
                _set_stand_in(table, command.seat, stand_in=True)
            case c.ReturnFromAway():
                _set_stand_in(table, command.seat, stand_in=False)
            case c.TakeOverHosting():
                table.host = by
            case c.WantToGiveUp():
                (self.votes.add if command.yes else self.votes.discard)(by)
            case c.GiveUp():
                table.end_early("abandoned")
            case c.StartDiscussion():
                self.discussions += 1
                self.discussion_time, self.discussion_since = command.seconds, entry.at
            case c.TimeUp():
                self._time_up(table)
            case c.Reveal():
                assert table.session is not None  # checked
                table.session.reveal()

    def _pause(self, by: str, *, many: bool = False) -> None:
        """The game is paused by those of that name, or goes on: whoever asked for that has it now."""
        self.paused_by, self.paused_by_many, self.asking = by, many, set()

    def _time_up(self, table: "Table") -> None:
        session = table.session
        assert session is not None  # checked
        # A clock that the rules name closes the step for all; the time for a decision is the people's alone.
        seats = session.waiting if session.clock else session.waiting & seats_of_people(table)
        self.times_up += 1
        self.timed_out = session.take_defaults(seats)

    # What happens at the table otherwise

    def dealt(self) -> None:
        """A game begins, or is over before its time."""
        self._pause("")
        self.votes, self.discussion_time = set(), 0
        self.timed_out, self.times_up = NOBODY, 0

    def chosen(self, table: "Table", by: str, seat: Seat, *, noticed: bool) -> bool:
        """Somebody has chosen, and who chooses himself is back. Whether others can notice any of that."""
        is_back = seat >= 0 and by == table.seats[seat].person and table.seats[seat].stand_in
        if is_back:
            _set_stand_in(table, seat, stand_in=False)
        if noticed and seat >= 0 and by != c.SERVER:
            self.timed_out = NOBODY
        return is_back or noticed

    def look(self, table: "Table") -> None:
        """Whether enough want a pause, or to give the game up: also when somebody who did not has got up."""
        if self.paused_by and not any(occupant.person for occupant in table.seats):
            self._pause("")  # nobody is left who could go on: the bots play it to its end, and the table is free
        asking = seats_in(self.who_asks(table)) if self.asking and table.running else ()
        if asking and len(asking) >= self.needed(table):
            self._pause(
                "" if self.paused_by else ", ".join(table.names[seat] for seat in asking), many=not self.paused_by
            )
        if self.votes and table.running and self.in_favour(table) >= self.needed(table):
            table.end_early("abandoned")


def seats_of_people(table: "Table") -> SeatSet:
    """Where people play themselves: no bot, and no bot for them."""
    return seat_set(
        seat for seat, occupant in enumerate(table.seats) if occupant.kind == "person" and not occupant.stand_in
    )


def plays_by_bot(table: "Table", seat: Seat) -> bool:
    """Whether a bot chooses for the seat now: its own, or one for a person who is away."""
    return table.seats[seat].kind == "bot" or table.seats[seat].stand_in


def _players(table: "Table") -> list[str]:
    here = seats_of_people(table)
    return [occupant.person for seat, occupant in enumerate(table.seats) if is_in(seat, here)]


def _set_stand_in(table: "Table", seat: Seat, *, stand_in: bool) -> None:
    table.seats[seat] = msgspec.structs.replace(table.seats[seat], stand_in=stand_in)


def _refuse(when: bool, code: str) -> None:
    if when:
        raise Refused(Refusal(code))
