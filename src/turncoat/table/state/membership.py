"""Members of a table beyond its seats: removed people, requests for seats, and devices on which a seat is open.

All of it is part of the table and built from its log.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from turncoat.kernel.seats import Seat
from turncoat.table.values.occupants import Occupant

MOST_SEAT_CHANGES: Final = 40
"""Number of arrivals and departures that a table remembers for pages that have to catch up."""


class SeatRequest(msgspec.Struct, frozen=True):
    """A person's request to replace a bot during a game."""

    number: int
    person: str
    name: str
    seat: Seat


class SeatChange(msgspec.Struct, frozen=True):
    """A person's arrival or departure between games, with the table's version at the time."""

    version: int
    person: str
    name: str
    came: bool


class ReplacedBot(msgspec.Struct, frozen=True):
    """A seat whose bot has failed, by the bot's name, with its replacement and the table's version at the time."""

    version: int
    name: str
    bot: str


class RemovedPerson(msgspec.Struct, frozen=True):
    """A person who may no longer watch or sit down, and their name at the time."""

    number: int
    person: str
    name: str


class KnownSeat(msgspec.Struct, frozen=True):
    """A seat whose cards a person has seen, in the game of that number."""

    game: int
    seat: Seat
    bot: str = ""
    """Name of the bot that took over when they left the seat during that game, or empty if they have not."""


class Membership:
    """Everything that a table knows about people beyond the seats. The persons' ids are never displayed."""

    def __init__(self) -> None:
        self.removed: dict[int, RemovedPerson] = {}
        self.kept_out: frozenset[str] = frozenset()
        """People whom the host has blocked from all of their tables."""
        self.requests: dict[int, SeatRequest] = {}
        self.last_known: dict[str, KnownSeat] = {}
        """The seat whose cards each person has seen last. Spectators with a delay may still be watching that game."""
        self.turned_down: set[str] = set()
        """People whose request was turned down in this game."""
        self.devices: dict[str, set[str]] = {}
        """Seat links by which each person has opened their seat on other devices."""
        self.used_links: set[str] = set()
        self.names: dict[str, str] = {}
        """Latest name of each person at this table."""
        self.avatars: dict[str, str] = {}
        """Avatar that each person chose last at this table."""
        self.seat_changes: deque[SeatChange] = deque(maxlen=MOST_SEAT_CHANGES)
        """Recent arrivals and departures, for announcements to those at the table."""
        self.replaced_bots: deque[ReplacedBot] = deque(maxlen=MOST_SEAT_CHANGES)
        """Recently replaced bots, for announcements to those at the table."""
        self._blocker = ""
        """The host who has blocked those kept out."""
        self._count = 0
        self._game = 0

    # Queries

    @property
    def knows(self) -> dict[str, Seat]:
        """Seat whose cards each person has seen in this game. It is the only one that they may play again."""
        return {person: one.seat for person, one in self.last_known.items() if one.game == self._game}

    def known_since(self, person: str, game: int) -> KnownSeat | None:
        """Return the seat whose cards the person has seen in that game or a later one."""
        known = self.last_known.get(person)
        return known if known is not None and known.game >= game else None

    def is_removed(self, person: str) -> bool:
        """Return whether the host has removed the person, here or from all of their tables."""
        return person in self.kept_out or any(one.person == person for one in self.removed.values())

    def request_of(self, person: str) -> SeatRequest | None:
        """Return the person's open request."""
        return next((one for one in self.requests.values() if one.person == person), None)

    def is_open_on(self, person: str, link: str) -> bool:
        """Return whether the person's seat is open on the device that used this link."""
        return link in self.devices.get(person, ())

    def arrivals_and_departures(self, since: int, but: str) -> tuple[list[str], list[str]]:
        """Return the names of those who arrived since that version of the table, and of those who left.

        The person `but` is left out, as are people who did both, since they are back where they were.
        """
        first: dict[str, SeatChange] = {}
        last: dict[str, SeatChange] = {}
        for one in self.seat_changes:
            if one.version > since:
                first.setdefault(one.person, one)
                last[one.person] = one
        net = [one for person, one in last.items() if first[person].came == one.came and person != but]
        return [one.name for one in net if one.came], [one.name for one in net if not one.came]

    # Effects of commands

    def remove(self, person: str, name: str) -> None:
        """Ban the person from the table."""
        self._count += 1
        self.removed[self._count] = RemovedPerson(self._count, person, name)
        self._drop_request(person)

    def keep_out(self, people: Iterable[str], blocker: str) -> None:
        """Keep out exactly these people, whom that host has blocked.

        Those whom the same host has blocked no longer may also come back to a table from which they were removed.
        """
        before, self.kept_out = self.kept_out, frozenset(people)
        if blocker == self._blocker:
            back = before - self.kept_out
            self.removed = {number: one for number, one in self.removed.items() if one.person not in back}
        self._blocker = blocker
        for person in self.kept_out:
            self._drop_request(person)

    def let_back(self, number: int) -> None:
        """Lift the ban of that number."""
        del self.removed[number]

    def request(self, person: str, name: str, seat: Seat) -> None:
        """Add a request for that seat."""
        self._count += 1
        self.requests[self._count] = SeatRequest(self._count, person, name, seat)

    def withdraw_request(self, person: str) -> None:
        """Withdraw the person's request."""
        self._drop_request(person)

    def answer(self, number: int, *, yes: bool) -> None:
        """Close a request with the host's answer."""
        request = self.requests.pop(number)
        if not yes:
            self.turned_down.add(request.person)

    def open_device(self, person: str, link: str) -> None:
        """Open the person's seat on the device that used this link."""
        self.used_links.add(link)
        self.devices.setdefault(person, set()).add(link)

    def close_devices(self, person: str, link: str = "") -> None:
        """Close the person's seat on the device that used this link, or on all other devices."""
        if link:
            self.devices.get(person, set()).discard(link)
        else:
            self.devices.pop(person, None)

    # Other changes

    def begin_game(self, game: int, seats: Sequence[Occupant]) -> None:
        """Begin a game, in which everybody with a seat sees their own cards."""
        self.requests, self.turned_down, self._game = {}, set(), game
        self.last_known |= {one.person: KnownSeat(game, seat) for seat, one in enumerate(seats) if one.person}

    def sit(self, person: str, name: str, seat: Seat, *, running: bool) -> None:
        """Note that a person has taken a seat, during or between games."""
        self.names[person] = name
        self._drop_request(person)
        if running:
            self.requests = {number: one for number, one in self.requests.items() if one.seat != seat}
            self.last_known[person] = KnownSeat(self._game, seat)

    def leave(self, person: str, seat: Seat, bot: str, *, running: bool) -> None:
        """Note that a person has lost their seat, during a game to a bot of that name.

        Their other devices have nothing to show any more.
        """
        self.devices.pop(person, None)
        if running:
            self.last_known[person] = KnownSeat(self._game, seat, bot)

    def _drop_request(self, person: str) -> None:
        self.requests = {number: one for number, one in self.requests.items() if one.person != person}
