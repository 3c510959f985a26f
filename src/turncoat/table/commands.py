"""Commands: what people ask of a table, as the log keeps them.

The table checks one, the store keeps it, then it takes effect.
"""

from typing import Final, Literal

import msgspec

from turncoat.kernel.options import Answer
from turncoat.kernel.refusals import describe
from turncoat.kernel.rulesets import OptionValue
from turncoat.kernel.seats import Seat
from turncoat.kernel.words import N_

CHANCE_PERSON: Final = "chance"
"""Who the log names when cards decide."""
HOUSE: Final = "house"
"""Who the log names when the server itself acts: for a bot, or after an upgrade."""

describe(
    {
        "not-host": N_("Only the host of the table can do that."),
        "not-seated": N_("Only who sits at the table can do that; please sit down first."),
        "seated-already": N_("You sit at this table already."),
        "seat-taken": N_("Somebody sits there; please take an empty seat."),
        "table-full": N_("Every seat is taken; you can watch, or ask the host for one more seat."),
        "no-such-chair": N_("There is no such seat at this table."),
        "too-few-chairs": N_("More people sit here than that game has seats; somebody has to leave first."),
        "game-running": N_("A game is being played; please wait for its end."),
        "no-game": N_("No game is being played at this table."),
        "past-game": N_("That game is over; this one is another."),
        "ruleset": N_("That cannot be played: {why}."),
        "luck-too-long": N_("Luck is a text of at most 64 characters."),
        "rules-changed": N_(
            "The server was upgraded and plays by newer rules now; the game that was under way cannot go on."
        ),
        "rules-broke": N_("A fault in the rules has stopped the game; please deal again."),
        "no-such-table": N_("There is no table of that code."),
        "not-confirmed": N_("That cannot be taken back: tick that you want it, and confirm."),
        "incomplete": N_("Something is still missing; please choose and confirm again."),
        "unknown-token": N_("That token is for no seat at this table."),
        "unknown-bot": N_("There is no bot of that name."),
    }
)


class Command(msgspec.Struct, frozen=True, tag=True, tag_field="do"):
    """What somebody asks of a table."""


class Wish(msgspec.Struct, frozen=True):
    """What the table wants to play next."""

    game: str
    players: int
    modules: tuple[str, ...] = ()
    options: dict[str, OptionValue] = {}


class Open(Command, frozen=True):
    """Open a table and sit down at its first seat as its host."""

    code: str
    name: str
    wish: Wish
    luck: str = ""


class Sit(Command, frozen=True):
    """Sit down: at that seat, or at the first that is free. `luck` goes into the deals to come."""

    name: str
    seat: Seat | None = None
    luck: str = ""


class Move(Command, frozen=True):
    """Change places before a game."""

    seat: Seat


class Leave(Command, frozen=True):
    """Get up. In the middle of a game a bot takes over."""


class Rename(Command, frozen=True):
    """Take another name."""

    name: str


class SetUp(Command, frozen=True):
    """Choose what is played, and which bots fill the empty seats (host)."""

    wish: Wish
    bot: str = ""


class AddBot(Command, frozen=True):
    """Put a bot on an empty seat (host)."""

    seat: Seat
    bot: str


class Clear(Command, frozen=True):
    """Take a bot or a person off a seat (host). In the middle of a game a bot takes over."""

    seat: Seat


class Start(Command, frozen=True):
    """Deal the cards (host). `rules` is the version that the game is bound to; the server fills it in."""

    rules: str = ""


class Choose(Command, frozen=True):
    """A choice in the game of that number; the seat is the person's own."""

    game: int
    seat: Seat
    to: int | str
    answer: Answer


class Say(Command, frozen=True):
    """Say something to all at the table, or in the channel that the rules give to the seat and some others."""

    text: str
    channel: Literal["table", "channel"] = "table"


class Reopen(Command, frozen=True):
    """Back to the set-up with the same people, after a game (host)."""


class Drop(Command, frozen=True):
    """The server ends a game that cannot go on, with a notice."""

    reason: str


AnyCommand = Open | Sit | Move | Leave | Rename | SetUp | AddBot | Clear | Start | Choose | Say | Reopen | Drop


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A command that was taken: who gave it under which id, and the fresh seed that the server drew for it."""

    id: str
    by: str
    command: AnyCommand
    seed: str = ""
    bots: tuple[str, ...] = ()
    """At a start: the seed of each seat's bot."""


def as_answer(value: object) -> Answer:
    """An answer as the kernel wants it: what JSON made lists of is tuples.

    >>> as_answer([["a", "b"], 3])
    (('a', 'b'), 3)
    """
    return tuple(map(as_answer, value)) if isinstance(value, list | tuple) else value


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(Entry)


def encode(entry: Entry) -> bytes:
    """The entry as it stands in the log."""
    return _ENCODER.encode(entry)


def decode(data: bytes) -> Entry:
    """The entry that stands in the log. Raises msgspec.DecodeError."""
    entry = _DECODER.decode(data)
    if isinstance(entry.command, Choose):
        return msgspec.structs.replace(
            entry, command=msgspec.structs.replace(entry.command, answer=as_answer(entry.command.answer))
        )
    return entry
