"""The handler type, and checks that many handlers share."""

from collections.abc import Callable
from typing import Any, Generic, Literal, TypeVar

import msgspec

from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.seats import Seat
from turncoat.kernel.words import N_
from turncoat.table import commands as c
from turncoat.table.state.table import Table
from turncoat.table.values.masking import masker
from turncoat.table.values.names import check_free, clean_name

C = TypeVar("C", bound=c.Command)
Accepted = c.Command | tuple[c.Command, ...] | None
Giver = Literal["anybody", "seated", "host", "server"]
"""Author of a command: any person, anybody at the table, its host, or the server itself."""

describe(
    {
        "not-host": N_("Only the host can do that."),
        "not-seated": N_("Only people at the table can do that; please sit down first."),
        "seated-already": N_("You already have a seat at this table."),
        "seat-taken": N_("That seat is taken; please choose an empty one."),
        "game-running": N_("A game is in progress; please wait until it is over."),
        "no-game": N_("No game is in progress; the host can deal."),
        "past-game": N_("That game is over; a new one has started."),
        "removed": N_("The host has removed you from this table; only the host can let you back in."),
        "locked": N_("This table is locked; please ask the host to unlock it."),
        "dealing": N_("The cards are being dealt; please wait a few seconds."),
        "paused": N_("The game is paused; your choices so far are saved."),
    },
    is_public=True,
)
describe(
    {
        "not-a-person": N_("There is no person in that seat; please choose another."),
    }
)


class Handler(msgspec.Struct, Generic[C], frozen=True):
    """Acceptance and effect of one command of a table."""

    command: type[C]
    accept: Callable[[Table, c.Entry, C], "Accepted"]
    """Returns the command as it is stored: with typed text cleaned, and with all decisions of the server.

    None stands for the command as requested, and several commands for one whose parts are deleted at different times.
    Raises Refused if it may not be taken from this person. Changes nothing.
    """
    effect: Callable[[Table, c.Entry, C], bool | None]
    """Applies an accepted command. Returns False if nobody else can notice it.

    It follows the log, and neither cleans nor checks nor decides anything, since all of that may change with a version,
    or with Unicode's tables. Only a choice in a game is checked again, by the rules that the log names.
    """
    by: tuple[Giver, ...]
    """Authors from whom the command is accepted."""
    blocked_during_deal: bool = False
    """True if the command is refused once a deal has begun. By then seats, setup and entropy are fixed."""
    game: "Callable[[Table, C], int]" = lambda table, command: 0
    """Returns the number of the game with which the command is deleted, or 0 if it stays as long as the table."""
    is_dated: bool = True
    """True if the entry is dated. An entry that outlives a deleted game is not: the one stored with it has the time."""


def refuse_if(condition: bool, code: str) -> None:
    """Raise Refused with this code if the condition holds."""
    if condition:
        raise Refused(Refusal(code))


def as_asked(table: Table, entry: c.Entry, command: c.Command) -> None:
    """Accept the command as requested."""


def check_giver(table: Table, by: str, givers: tuple[Giver, ...]) -> None:
    """Raise Refused if the person is none of the authors of a command."""
    if by == c.SERVER:
        refuse_if("server" not in givers, "not-host")
    elif "seated" in givers:
        own_seat(table, by)
    elif "anybody" not in givers:
        refuse_if("host" not in givers or by != table.host, "not-host")


def own_game(table: Table, command: Any) -> int:
    """Return the game that the command names."""
    number: int = command.game
    return number


def next_game(table: Table, command: c.Command) -> int:
    """Return the number of the next game."""
    return table.games + 1


def game_talked_in(table: Table, command: c.Command) -> int:
    """Return the number of the current or next game."""
    return table.games if table.running else table.games + 1


def own_seat(table: Table, person: str) -> Seat:
    """Return the person's seat. Raises Refused if they have none."""
    seat = table.seat_of(person)
    if seat is None:
        raise Refused(Refusal("not-seated"))
    return seat


def accepted_name(table: Table, text: str, seat: Seat | None) -> str:
    """Return the name for display. Raises Refused if it may not be used on that seat, or by a spectator."""
    name = clean_name(text)
    check_free(name, table.names if seat is None else table.other_names(seat))
    refuse_if(masker(table.settings.masked_words)(name) != name, "name-masked")
    return name
