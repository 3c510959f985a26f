"""The server's decisions about seats: names, avatars and characters that it assigns, and the next host.

They are made when a command is accepted, and stored in the log: the next version may compare names differently, have
other avatars and bots, and draw them differently.
"""

from collections.abc import Collection, Iterable

from msgspec.structs import replace

from turncoat import bots
from turncoat.bots import characters
from turncoat.kernel.seats import Seat
from turncoat.table.state.table import BOT_NAMES, Table
from turncoat.table.values.avatars import AVATARS, BOT_AVATARS, free_avatar
from turncoat.table.values.names import skeleton
from turncoat.table.values.occupants import EMPTY, Occupant
from turncoat.table.values.settings import TableSettings


def person_for(table: Table, seat: Seat, person: str, name: str) -> Occupant:
    """Return the person as an occupant, with the avatar that they once chose here unless somebody has it."""
    taken = table.other_avatars(seat)
    chosen = table.membership.avatars.get(person, "")
    avatar = chosen if chosen and chosen not in taken else free_avatar(tuple(AVATARS), taken, person)
    return Occupant("person", name, person, avatar=avatar)


def bots_for(table: Table, seats: Iterable[Seat], bot: str) -> dict[Seat, Occupant]:
    """Return a bot of that kind for each of these seats, with names and avatars that nobody has here."""
    found: dict[Seat, Occupant] = {}
    for seat in seats:
        others = [*(one for other, one in enumerate(table.seats) if other != seat), *found.values()]
        taken = {skeleton(one.name) for one in others}
        name = next(name for name in BOT_NAMES if skeleton(name) not in taken)
        avatar = free_avatar(BOT_AVATARS, {one.avatar for one in others}, f"{table.code} {name}")
        character = _character(table, table.settings, seat, bot)
        found[seat] = Occupant("bot", name, bot=bot, character=character, avatar=avatar)
    return found


def bots_for_empty_seats(table: Table) -> dict[Seat, Occupant]:
    """Return the bots for the seats that are empty at the deal."""
    return bots_for(table, (seat for seat, one in enumerate(table.seats) if one.kind == "empty"), table.bot)


def successor_on(table: Table, seat: Seat) -> Occupant:
    """Return the successor on a vacated seat: during a game a bot, otherwise nobody."""
    return successors_on(table, (seat,))[seat]


def successors_on(table: Table, seats: Collection[Seat]) -> dict[Seat, Occupant]:
    """Return the successors on vacated seats: during a game bots, otherwise nobody."""
    return bots_for(table, seats, table.bot) if table.running else dict.fromkeys(seats, EMPTY)


def next_host(table: Table, vacated: Seat) -> str:
    """Return the next host if the host's seat is vacated: the first person who stays. Empty for no change.

    People on somebody else's device can't host: before a game, that device shows its owner's page.
    """
    if table.seats[vacated].person != table.host:
        return ""
    others = [one for seat, one in enumerate(table.seats) if seat != vacated and one.kind == "person"]
    return next((one.person for one in others if not one.held_by), "")


def successors_with_companions(table: Table, seat: Seat) -> dict[Seat, Occupant]:
    """Return the successors on a seat and on those of everybody who plays on the same person's device."""
    person = table.seats[seat].person
    seats = [other for other, one in enumerate(table.seats) if other == seat or (person and one.held_by == person)]
    return successors_on(table, seats)


def arranged(table: Table, players: int, bot: str, *, changes_seated: bool) -> dict[Seat, Occupant]:
    """Return the seats whose occupants change with this number of players, and such bots on the empty seats.

    Everybody keeps a seat. With `changes_seated`, the bots of the last kind are replaced by such ones.
    """
    seats = list(table.seats)
    if bot != table.bot:
        if changes_seated:
            seats = [replace(one, bot=bot) if one.kind == "bot" and one.bot == table.bot else one for one in seats]
        seats = [
            replace(one, character=_character(table, table.settings, seat, one.bot)) if one.kind == "bot" else one
            for seat, one in enumerate(seats)
        ]
    people = [one for one in seats[players:] if one.kind == "person"]
    seats = (seats + [EMPTY] * players)[:players]
    for kind in ("empty", "bot"):
        for seat, one in enumerate(seats):
            if people and one.kind == kind:
                seats[seat] = people.pop(0)
    before = (table.seats + [EMPTY] * players)[:players]
    return {seat: one for seat, one in enumerate(seats) if one != before[seat]}


def with_characters(table: Table, settings: TableSettings) -> dict[Seat, Occupant]:
    """Return the bots whose character changes under these settings."""
    found = {
        seat: replace(one, character=_character(table, settings, seat, one.bot))
        for seat, one in enumerate(table.seats)
        if one.kind == "bot"
    }
    return {seat: one for seat, one in found.items() if one != table.seats[seat]}


def _character(table: Table, settings: TableSettings, seat: Seat, bot: str) -> str:
    """Draw a bot's character from public facts, so that it reveals nothing of a deal."""
    kind = bots.BOTS.get(bot)
    is_given = settings.bots_characters and kind is not None and kind.has_character
    return characters.drawn(table.code, seat) if is_given else ""
