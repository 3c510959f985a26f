"""What a handler is, and what many checks ask."""

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
"""Who gives a command: any person, whoever sits at the table, its host, or the server itself."""

describe(
    {
        "not-host": N_("Only the host can do that."),
        "not-seated": N_("Only people who sit at the table can do that; please sit down first."),
        "seated-already": N_("You sit at this table already."),
        "seat-taken": N_("That seat is taken; please choose an empty one."),
        "game-running": N_("A game is being played; please wait until it is over."),
        "no-game": N_("No game is being played at this table."),
        "past-game": N_("That game is over; a new one has started."),
        "removed": N_("The host has removed you from this table; only the host can let you back in."),
        "locked": N_("The host has locked this table: nobody new can sit down."),
        "dealing": N_("The cards are being dealt; please wait a few seconds."),
        "paused": N_("The game is paused; your choices so far are kept."),
    },
    is_public=True,
)
describe(
    {
        "not-a-person": N_("Nobody in that seat can do that."),
    }
)


class Handler(msgspec.Struct, Generic[C], frozen=True):
    """One command of a table: when it is accepted, and what it does."""

    command: type[C]
    accept: Callable[[Table, c.Entry, C], "Accepted"]
    """Returns the command as it is stored: with what was typed cleaned, and with all that the server decides. None
    where that is how it was asked; several where part of it is forgotten with a game and the rest is not. Raises
    Refused when it is not to be taken from this person; changes nothing."""
    effect: Callable[[Table, c.Entry, C], bool | None]
    """Takes a command that was accepted. Returns False when nobody else can notice it.

    It does what the log says, and neither cleans nor checks nor decides anything: all that may change with a version,
    or with the tables of Unicode. Only a choice in a game is checked again, by the rules that the log names.
    """
    by: tuple[Giver, ...]
    """Who may give it; from nobody else is it accepted."""
    blocked_during_deal: bool = False
    """Whether it cannot be given once a deal has begun: by then it is fixed who sits where, what is played, and what
    people have added."""
    game: "Callable[[Table, C], int]" = lambda table, command: 0
    """Returns the game with which it is forgotten, by its number; 0: it stays as long as the table."""
    is_dated: bool = True
    """Whether it says when it was taken. What stays of a forgotten game does not: the entry stored with it says it."""


def refuse_if(condition: bool, code: str) -> None:
    """Raise Refused with this code when the condition holds."""
    if condition:
        raise Refused(Refusal(code))


def as_asked(table: Table, entry: c.Entry, command: c.Command) -> None:
    """Accept the command as it was asked."""


def check_giver(table: Table, by: str, givers: tuple[Giver, ...]) -> None:
    """Raise Refused when the person is none of those who may give a command."""
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
    """Return the game under way, or the next one."""
    return table.games if table.running else table.games + 1


def own_seat(table: Table, person: str) -> Seat:
    """Where the person sits. Raises Refused when they do not sit here."""
    seat = table.seat_of(person)
    if seat is None:
        raise Refused(Refusal("not-seated"))
    return seat


def accepted_name(table: Table, text: str, seat: Seat | None) -> str:
    """Return the name as it is shown. Raises Refused when nobody may have it on that seat, or as a spectator."""
    name = clean_name(text)
    check_free(name, table.names if seat is None else table.other_names(seat))
    refuse_if(masker(table.settings.masked_words)(name) != name, "name-masked")
    return name
