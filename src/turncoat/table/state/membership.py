"""Who belongs to a table beyond its seats: people who were removed or ask for a seat, and the devices that show a seat.

All of it is part of the table and comes out of its log.
"""

from collections import deque
from collections.abc import Sequence
from typing import Final

import msgspec

from turncoat.kernel.seats import Seat
from turncoat.table.values.occupants import Occupant

MOST_SEAT_CHANGES: Final = 40
"""A table remembers so many arrivals and departures, so that a page that was away can catch up."""


class SeatRequest(msgspec.Struct, frozen=True):
    """A person who wants to play for a bot in the middle of a game."""

    number: int
    person: str
    name: str
    seat: Seat


class SeatChange(msgspec.Struct, frozen=True):
    """A person who has sat down between games, or left; `version` is the table's by then."""

    version: int
    person: str
    name: str
    came: bool


class ReplacedBot(msgspec.Struct, frozen=True):
    """A seat whose bot has failed, by its name, and the bot that plays on; `version` is the table's by then."""

    version: int
    name: str
    bot: str


class RemovedPerson(msgspec.Struct, frozen=True):
    """A person who may not look on or sit down any more, and the name that they had."""

    number: int
    person: str
    name: str


class KnownSeat(msgspec.Struct, frozen=True):
    """A seat whose cards a person has seen, in the game of that number."""

    game: int
    seat: Seat
    bot: str = ""
    """The name of the bot that took the seat when they got up in that game; empty while they have not."""


class Membership:
    """What a table knows about people beyond who sits where. The persons' ids in it are shown to nobody."""

    def __init__(self) -> None:
        self.removed: dict[int, RemovedPerson] = {}
        self.requests: dict[int, SeatRequest] = {}
        self.last_known: dict[str, KnownSeat] = {}
        """Whose cards each person has seen last. Spectators who see the table late may be in that game still."""
        self.turned_down: set[str] = set()
        """People who need not ask again in this game."""
        self.devices: dict[str, set[str]] = {}
        """The seat links with which each person has opened their seat on other devices."""
        self.used_links: set[str] = set()
        self.names: dict[str, str] = {}
        """How each person was called here last."""
        self.avatars: dict[str, str] = {}
        """The face that each person chose here last."""
        self.seat_changes: deque[SeatChange] = deque(maxlen=MOST_SEAT_CHANGES)
        """The last arrivals and departures, for those who sit there to hear."""
        self.replaced_bots: deque[ReplacedBot] = deque(maxlen=MOST_SEAT_CHANGES)
        """The last bots in whose place others play, for those who sit there to hear."""
        self.changes = 0
        """Counts the commands about people. Spectators who see the table late see their own request at once."""
        self._count = 0
        self._game = 0

    # Questions

    @property
    def knows(self) -> dict[str, Seat]:
        """Whose cards each person has seen in this game: they may play that seat again, and no other."""
        return {person: one.seat for person, one in self.last_known.items() if one.game == self._game}

    def known_since(self, person: str, game: int) -> KnownSeat | None:
        """The seat whose cards the person has seen in that game or a later one."""
        known = self.last_known.get(person)
        return known if known is not None and known.game >= game else None

    def is_removed(self, person: str) -> bool:
        """Whether the host has removed the person."""
        return any(one.person == person for one in self.removed.values())

    def request_of(self, person: str) -> SeatRequest | None:
        """The person's request that has not been answered."""
        return next((one for one in self.requests.values() if one.person == person), None)

    def is_open_on(self, person: str, link: str) -> bool:
        """Whether the person's seat is open on the device that came by this link."""
        return link in self.devices.get(person, ())

    def news(self, since: int, but: str) -> tuple[list[str], list[str]]:
        """The names of those who came since that version of the table, and of those who left, `but` for one person.

        A person who did both is where they were, and is not named.
        """
        first: dict[str, SeatChange] = {}
        last: dict[str, SeatChange] = {}
        for one in self.seat_changes:
            if one.version > since:
                first.setdefault(one.person, one)
                last[one.person] = one
        net = [one for person, one in last.items() if first[person].came == one.came and person != but]
        return [one.name for one in net if one.came], [one.name for one in net if not one.came]

    # What happens by commands

    def remove(self, person: str, name: str) -> None:
        """The host sends the person away."""
        self.changes += 1
        self._count += 1
        self.removed[self._count] = RemovedPerson(self._count, person, name)
        self._drop_request(person)

    def let_back(self, number: int) -> None:
        """Let a person who was removed look on and sit down again."""
        self.changes += 1
        del self.removed[number]

    def request(self, person: str, name: str, seat: Seat) -> None:
        """The person asks for that seat."""
        self.changes += 1
        self._count += 1
        self.requests[self._count] = SeatRequest(self._count, person, name, seat)

    def withdraw_request(self, person: str) -> None:
        """The person asks no longer."""
        self.changes += 1
        self._drop_request(person)

    def answer(self, number: int, *, yes: bool) -> None:
        """The host answers a request."""
        self.changes += 1
        request = self.requests.pop(number)
        if not yes:
            self.turned_down.add(request.person)

    def open_device(self, person: str, link: str) -> None:
        """The person's seat is open on the device that came by this link."""
        self.changes += 1
        self.used_links.add(link)
        self.devices.setdefault(person, set()).add(link)

    def close_devices(self, person: str, link: str = "") -> None:
        """The person's seat is closed on the device that came by this link; without one, on all."""
        self.changes += 1
        if link:
            self.devices.get(person, set()).discard(link)
        else:
            self.devices.pop(person, None)

    # What happens at the table otherwise

    def begin_game(self, game: int, seats: Sequence[Occupant]) -> None:
        """A game begins: everybody who sits sees their own cards."""
        self.requests, self.turned_down, self._game = {}, set(), game
        self.last_known |= {one.person: KnownSeat(game, seat) for seat, one in enumerate(seats) if one.person}

    def sit(self, person: str, name: str, seat: Seat, *, running: bool) -> None:
        """The person sits down, in a game or between two."""
        self.names[person] = name
        self._drop_request(person)
        if running:
            self.requests = {number: one for number, one in self.requests.items() if one.seat != seat}
            self.last_known[person] = KnownSeat(self._game, seat)

    def leave(self, person: str, seat: Seat, bot: str, *, running: bool) -> None:
        """The person gets up or is taken off the seat, in a game for a bot of that name.

        Their other devices have nothing to show any more.
        """
        self.devices.pop(person, None)
        if running:
            self.last_known[person] = KnownSeat(self._game, seat, bot)

    def _drop_request(self, person: str) -> None:
        self.requests = {number: one for number, one in self.requests.items() if one.person != person}
