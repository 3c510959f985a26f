"""People who play on one device, a phone that is passed round: who of them is waited for, and what the phone may show.

While nobody has the phone, its page is that of a spectator who sees the table without delay. All of this module is made
of what the whole table sees, so nothing on that page depends on a card.
"""

from typing import Final

import msgspec

from turncoat.kernel.seats import Seat, is_in, seat_set
from turncoat.kernel.words import N_
from turncoat.table.runtime.room import Room
from turncoat.web.http.identity import Visitor
from turncoat.web.table.page_parts import ViewerContext

_ALL_LOOK: Final = N_("Each looks at their card alone, one after another.")
HELD: Final = N_("Last chance to speak up.")
TALK: Final = N_("Talk it over.")


class PhonePerson(msgspec.Struct, frozen=True):
    """Person who plays on the phone."""

    seat: Seat
    name: str
    avatar: str
    is_awaited: bool = False


class Phone(msgspec.Struct, frozen=True):
    """A phone that nobody has now, with the people to whom it can be handed."""

    path: str
    """Address to which the number of a seat is added."""
    people: tuple[PhonePerson, ...]

    @property
    def awaited(self) -> tuple[PhonePerson, ...]:
        """People whom the table waits for."""
        return tuple(one for one in self.people if one.is_awaited)

    @property
    def others(self) -> tuple[PhonePerson, ...]:
        """People who may look at their cards."""
        return tuple(one for one in self.people if not one.is_awaited)


class Holder(msgspec.Struct, frozen=True):
    """Person who has the phone now."""

    name: str
    avatar: str
    path: str


def seats_on(room: Room, device: str) -> tuple[Seat, ...]:
    """Return the seats of the people who play on that device, in seat order."""
    seats = room.table.seats
    return tuple(seat for seat, one in enumerate(seats) if one.kind == "person" and one.device == device)


def awaited_on(room: Room, device: str) -> tuple[Seat, ...]:
    """Return the seats on that device that the table waits for, except those that are open on another device, too."""
    table, session, scenes = room.table, room.table.session, room.scenes
    here = [seat for seat in seats_on(room, device) if not table.membership.devices.get(table.seats[seat].person)]
    if session is None or session.result is not None:
        return ()
    if scenes.dealing:
        return tuple(seat for seat in here if table.seats[seat].person in scenes.players - scenes.ready)
    waiting = session.view().waiting
    return tuple(seat for seat in here if is_in(seat, waiting) and table.seats[seat].is_played_by_person)


def next_on(room: Room, device: str, after: Seat) -> Seat | None:
    """Return the next seat on that device that the table waits for, in seat order after this one."""
    awaited = [seat for seat in awaited_on(room, device) if seat != after]
    return next((seat for seat in awaited if seat > after), awaited[0] if awaited else None)


def asks(room: Room) -> tuple[object, ...]:
    """Return what the table asks now. If it changes, everybody looks at the table before somebody gets the phone."""
    session = room.table.session
    return (room.table.games, bool(room.scenes.dealing), session.question if session is not None else 0)


def phone_of(at: ViewerContext) -> Phone:
    """Return the phone that the viewers look at together."""
    device, table = at.visitor.own_id, at.table
    awaited = awaited_on(at.room, device)
    people = (
        PhonePerson(seat, table.seats[seat].name, table.seats[seat].avatar_on(seat), seat in awaited)
        for seat in seats_on(at.room, device)
    )
    return Phone(f"/t/{table.code}/pass/", tuple(people))


def holder_of(at: ViewerContext) -> Holder | None:
    """Return the person who has the phone, or None if the viewer's device is not passed round."""
    if not at.visitor.passed or at.table_seat is None:
        return None
    occupant = at.table.seats[at.table_seat]
    return Holder(occupant.name, occupant.avatar_on(at.table_seat), f"/t/{at.table.code}/pass")


def said_to_all(at: ViewerContext) -> str:
    """Return the sentence on what the table waits for, without the names that stand below it."""
    session = at.session
    assert session is not None
    if at.room.scenes.dealing:
        return at.say(_ALL_LOOK)
    if session.is_held:
        return at.say(HELD)
    waiting = session.view().waiting
    others = waiting & ~seat_set(awaited_on(at.room, at.visitor.browser))
    if waiting and not others:
        return at.say(TALK)
    return f"{at.teller.waiting(others)} {at.say(TALK)}"


def shows_seat_of(live: Room, visitor: Visitor) -> bool:
    """Return whether the visitor's browser may still show what it was opened for."""
    table, passing = live.table, live.passing
    if visitor.device:
        return table.membership.is_open_on(visitor.id, visitor.device)
    if visitor.passed:
        return passing.is_open(table, visitor.browser, visitor.id, visitor.passed)
    if visitor.covered:
        return passing.is_covered(table, visitor.browser)
    return not passing.is_passed(table, visitor.id)
