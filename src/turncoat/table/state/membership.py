"""Who belongs to a table beyond its seats: who was sent away, who asks to be let in, on which devices a seat is open.

All of it is part of the table and comes out of its log.
"""

from collections import deque
from typing import TYPE_CHECKING, Final

import msgspec

from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.seats import Seat
from turncoat.kernel.words import N_
from turncoat.table import commands as c
from turncoat.table.values.names import check_free, clean_name
from turncoat.table.values.occupants import Occupant

if TYPE_CHECKING:
    from turncoat.table.state.table import Table

MOST_SEAT_CHANGES: Final = 40
"""So many arrivals and departures a table remembers, for a page that was away to catch up with."""
MOST_REQUESTS: Final = 12
"""So many may wait at a table for an answer of its host."""

describe(
    {
        "not-a-person": N_("Nobody sits there who could do that."),
        "own-seat": N_("That is your own seat; please get up if you want to leave."),
        "removed": N_("The host has removed you from this table; only the host can let you in again."),
        "locked": N_("The host has locked this table: nobody new may sit down."),
        "no-newcomers": N_(
            "At this table nobody takes a seat in the middle of a game; you can watch until it is over."
        ),
        "no-bot-there": N_("No bot plays that seat, so nobody can take it over."),
        "knows-another-seat": N_(
            "You had another seat in this game and know what it knows; you can go back to that one."
        ),
        "seat-gone": N_("Somebody else plays your seat now; you can watch until the next game."),
        "turned-down": N_("The host has turned you down for this game; you can watch until the next one."),
        "asked-already": N_("You have asked already; please wait for the host."),
        "too-many-requests": N_("Many people are asking already; please try again when the host has answered."),
        "no-request": N_("Nobody asks for that any more."),
        "no-spectators": N_("The host of this table wants nobody to look on; only who has a seat sees it."),
        "link-used": N_("That link was used already; please make a new one on the device where the seat is open."),
    }
)


class Request(msgspec.Struct, frozen=True):
    """Somebody who wants to play for a bot in the middle of a game."""

    number: int
    person: str
    name: str
    seat: Seat


class SeatChange(msgspec.Struct, frozen=True):
    """Somebody who has sat down between games, or left; `version` is the table's by then."""

    version: int
    person: str
    name: str
    came: bool


class Removed(msgspec.Struct, frozen=True):
    """Somebody who may not sit down any more, under the name that he had."""

    number: int
    person: str
    name: str


class Membership:
    """What a table knows of people beyond who sits where. The persons' ids in it are shown to nobody."""

    def __init__(self) -> None:
        self.removed: dict[int, Removed] = {}
        self.requests: dict[int, Request] = {}
        self.knows: dict[str, Seat] = {}
        """Whose cards each person has seen in this game: he may play that seat again, and no other."""
        self.turned_down: set[str] = set()
        """Who need not ask again in this game."""
        self.devices: dict[str, set[str]] = {}
        """The seat links with which each person has opened his seat on other devices."""
        self.used_links: set[str] = set()
        self.names: dict[str, str] = {}
        """How each person was called here last."""
        self.seat_changes: deque[SeatChange] = deque(maxlen=MOST_SEAT_CHANGES)
        """Who has come and gone last, for who sits there to hear."""
        self.changes = 0
        """Counts the commands about people, for who sees the table late and himself at once."""
        self._count = 0

    # Questions

    def is_removed(self, person: str) -> bool:
        """Whether the host has removed the person."""
        return any(one.person == person for one in self.removed.values())

    def request_of(self, person: str) -> Request | None:
        """What the person has asked for and not been answered."""
        return next((one for one in self.requests.values() if one.person == person), None)

    def own_seat(self, table: "Table", person: str) -> Seat | None:
        """The seat that the person got up from in the game under way, while only a bot plays it."""
        seat = self.knows.get(person)
        free = seat is not None and table.running and table.seats[seat].kind == "bot"
        return seat if free and not self.is_removed(person) else None

    def is_open_on(self, person: str, link: str) -> bool:
        """Whether the person's seat is open on the device that came by this link."""
        return link in self.devices.get(person, ())

    def news(self, since: int, but: str) -> tuple[list[str], list[str]]:
        """The names of who has come since that version of the table, and of who has left, `but` for one person.

        Who did both is where he was.
        """
        first: dict[str, SeatChange] = {}
        last: dict[str, SeatChange] = {}
        for one in self.seat_changes:
            if one.version > since:
                first.setdefault(one.person, one)
                last[one.person] = one
        net = [one for person, one in last.items() if first[person].came == one.came and person != but]
        return [one.name for one in net if one.came], [one.name for one in net if not one.came]

    # Checking: raises Refused, changes nothing

    def check(self, table: "Table", by: str, command: c.MembershipCommand) -> None:
        """Raise Refused when the command is not to be taken from this person."""
        match command:
            case c.RequestSeat():
                self._check_ask(table, by, command)
            case c.WithdrawSeatRequest():
                _refuse(self.request_of(by) is None, "no-request")
            case c.OpenDevice():
                _refuse(table.seat_of(by) is None, "not-seated")
                _refuse(command.link in self.used_links, "link-used")
            case c.CloseDevices():
                _refuse(table.seat_of(by) is None, "not-seated")
            case _:
                self._check_host(table, by, command)

    def _check_host(self, table: "Table", by: str, command: c.MembershipCommand) -> None:
        _refuse(by != table.host, "not-host")
        match command:
            case c.HandOver():
                _refuse(table.occupant(command.seat).kind != "person", "not-a-person")
            case c.Swap():
                _refuse(table.running, "game-running")
                for seat in (command.one, command.other):
                    table.occupant(seat)
            case c.Remove():
                _refuse(table.occupant(command.seat).kind != "person", "not-a-person")
                _refuse(table.seat_of(by) == command.seat, "own-seat")
            case c.LetBack():
                _refuse(command.number not in self.removed, "no-request")
            case c.Reply():
                request = self.requests.get(command.number)
                if request is None:
                    raise Refused(Refusal("no-request"))
                if command.yes:
                    _refuse(table.occupant(request.seat).kind != "bot", "no-bot-there")
                    check_free(request.name, table.other_names(request.seat))
            case _:
                raise AssertionError(f"{type(command).__name__} is not about people")

    def _check_ask(self, table: "Table", by: str, command: c.RequestSeat) -> None:
        _refuse(not table.running, "no-game")
        _refuse(table.seat_of(by) is not None, "seated-already")
        _refuse(self.is_removed(by), "removed")
        _refuse(table.settings.locked, "locked")
        _refuse(not table.settings.newcomers, "no-newcomers")
        _refuse(by in self.turned_down, "turned-down")
        _refuse(self.request_of(by) is not None, "asked-already")
        _refuse(self.knows.get(by, command.seat) != command.seat, "knows-another-seat")
        _refuse(table.occupant(command.seat).kind != "bot", "no-bot-there")
        _refuse(len(self.requests) >= MOST_REQUESTS, "too-many-requests")
        table.check_name(command.name, command.seat)

    def check_return(self, table: "Table", by: str, seat: Seat | None) -> Seat:
        """The seat to which the person comes back in the middle of a game. Raises Refused."""
        own = self.knows.get(by)
        if own is None:
            raise Refused(Refusal("game-running"))
        _refuse(seat is not None and seat != own, "knows-another-seat")
        _refuse(table.seats[own].kind != "bot", "seat-gone")
        return own

    # Applying

    def apply(self, table: "Table", by: str, command: c.MembershipCommand) -> None:
        """Take a command that was checked."""
        self.changes += 1
        match command:
            case c.HandOver():
                table.host = table.seats[command.seat].person
            case c.Swap():
                seats = table.seats
                seats[command.one], seats[command.other] = seats[command.other], seats[command.one]
            case c.Remove():
                occupant = table.seats[command.seat]
                self._count += 1
                self.removed[self._count] = Removed(self._count, occupant.person, occupant.name)
                table.vacate(command.seat)
            case c.LetBack():
                del self.removed[command.number]
            case c.RequestSeat():
                self._count += 1
                self.requests[self._count] = Request(self._count, by, clean_name(command.name), command.seat)
            case c.WithdrawSeatRequest():
                self._forget(by)
            case c.Reply():
                request = self.requests.pop(command.number)
                if command.yes:
                    table.sit(request.seat, request.person, request.name)
                else:
                    self.turned_down.add(request.person)
            case c.OpenDevice():
                self.used_links.add(command.link)
                self.devices.setdefault(by, set()).add(command.link)
            case c.CloseDevices():
                if command.link:
                    self.devices.get(by, set()).discard(command.link)
                else:
                    self.devices.pop(by, None)

    def _forget(self, person: str) -> None:
        self.requests = {number: one for number, one in self.requests.items() if one.person != person}

    # What happens at the table otherwise

    def dealt(self, seats: list[Occupant]) -> None:
        """A game begins: whoever sits sees his own cards."""
        self.requests, self.turned_down = {}, set()
        self.knows = {occupant.person: seat for seat, occupant in enumerate(seats) if occupant.person}

    def sat(self, person: str, name: str, seat: Seat, running: bool) -> None:
        """Somebody sat down."""
        self.names[person] = name
        self._forget(person)
        if running:
            self.requests = {number: one for number, one in self.requests.items() if one.seat != seat}
            self.knows[person] = seat

    def left(self, person: str) -> None:
        """Somebody got up, by himself or not; his other devices have nothing to show any more."""
        self.devices.pop(person, None)


def _refuse(when: bool, code: str) -> None:
    if when:
        raise Refused(Refusal(code))
