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
from turncoat.table.finished import Finished
from turncoat.table.settings import TableSettings

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
        "newer-table": N_(
            "This table was used with a newer version of the server, which understands more than this one."
        ),
        "not-confirmed": N_("That cannot be taken back: tick that you want it, and confirm."),
        "incomplete": N_("Something is still missing; please choose and confirm again."),
        "unknown-token": N_("That token is for no seat at this table."),
        "no-such-game": N_("Nothing is kept of that game."),
        "not-played": N_("Only who played that game can do that."),
        "shared-already": N_("There is a link for that game already."),
        "not-shared": N_("There is no link for that game."),
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
    """In logs of before luck was for one deal alone. Nothing is committed to yet, so none is given here any more."""


class Sit(Command, frozen=True):
    """Sit down: at that seat, or at the first that is free. `luck` goes into the next deal."""

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


class Arrange(Command, frozen=True):
    """Say how the table is run (host). May be changed in the middle of a game."""

    settings: TableSettings


class Start(Command, frozen=True):
    """Deal the cards (host). `rules` is the version that the game is bound to; the server fills it in.

    So it does with `holds`: whether the table is held open before a reveal that nobody triggers.
    """

    rules: str = ""
    holds: bool = False
    forgotten: bool = False
    """Nothing is kept of this game: its cards and choices were taken out of the log."""
    luck_once: bool = False
    """Only luck that was thrown in since the deal before counts (not in logs of before that was so)."""


class Choose(Command, frozen=True):
    """A choice in the game of that number; the seat is the person's own."""

    game: int
    seat: Seat
    to: int | str
    answer: Answer


class Say(Command, frozen=True):
    """Say something to all at the table, or in the channel that the rules give to the seat and some others.

    With a quick phrase its key alone is kept, and the seat that it speaks of. Who watches says under which name.
    """

    text: str
    channel: Literal["table", "channel", "gallery"] = "table"
    phrase: str = ""
    about: Seat | None = None
    name: str = ""


class Private(Command, frozen=True):
    """What concerns the person alone, and nobody else learns of: `own.py` checks and takes it."""


class Mute(Private, frozen=True):
    """Not to hear that voice any more, or to hear it again."""

    voice: int
    on: bool = True


class Consider(Private, frozen=True):
    """Whether the others may see whom the person considers as a leader."""

    openly: bool


class Guide(Private, frozen=True):
    """Explain the game as it goes, or do not; and what has been explained already."""

    on: bool | None = None
    heard: tuple[str, ...] = ()


class Note(msgspec.Struct, frozen=True):
    """What somebody notes about a seat: a mark of few, and some words."""

    mark: str = ""
    text: str = ""


class Jot(Private, frozen=True):
    """Note something about seats, or in general; what is not named stays."""

    seats: dict[Seat, Note] = {}
    text: str | None = None


class Reopen(Command, frozen=True):
    """Back to the set-up with the same people, after a game (host)."""


class Drop(Command, frozen=True):
    """The server ends a game that cannot go on, with a notice."""

    reason: str


class AboutCourse(Command, frozen=True):
    """What `course.py` checks and takes."""


class Pause(AboutCourse, frozen=True):
    """Stop the game for a while (host): nobody chooses anything, bots and clocks rest; talk goes on."""


class Resume(AboutCourse, frozen=True):
    """Go on after a pause (host)."""


class AskFor(AboutCourse, frozen=True):
    """Ask for a pause, or in one to go on; or no longer (who sits there and is not the host).

    It is granted by the host's `Pause` or `Resume`, or by itself when more than half of the people ask.
    """

    what: Literal["pause", "go-on"]
    yes: bool = True


class StandIn(AboutCourse, frozen=True):
    """Let a bot play for who is away (host, or the server after a time). The person keeps the seat."""

    seat: Seat


class Back(AboutCourse, frozen=True):
    """The person is back, and plays himself again; the server says so when his page is open."""

    seat: Seat


class TakeOverHosting(AboutCourse, frozen=True):
    """Become the host of a table whose host has been away for long (anybody who sits there)."""


class WantToGiveUp(AboutCourse, frozen=True):
    """Say that one wants to give the game up, or no longer. When more than half of the people do, it is over."""

    yes: bool = True


class GiveUp(AboutCourse, frozen=True):
    """End the game with a notice (host). Nobody's cards are shown."""


class TalkFor(AboutCourse, frozen=True):
    """Open a discussion of so many seconds, which everybody sees counted down (host); 0 ends one."""

    seconds: int


class TimeUp(AboutCourse, frozen=True):
    """The time for the open question is up: who has not chosen gets the rules' default (the server alone)."""

    game: int
    question: int


class Reveal(AboutCourse, frozen=True):
    """The table was held open long enough after the last answer: it is taken now (the server alone)."""

    game: int
    question: int


class AddLuck(Command, frozen=True):
    """Throw a text of one's own into the next deal; an empty one takes it back."""

    luck: str


class AboutPeople(Command, frozen=True):
    """What `people.py` checks and takes."""


class HandOver(AboutPeople, frozen=True):
    """Make the person on that seat the host (host)."""

    seat: Seat


class Swap(AboutPeople, frozen=True):
    """Let who sits on two seats change places before a game (host)."""

    one: Seat
    other: Seat


class Remove(AboutPeople, frozen=True):
    """Send somebody away, who may not sit down again until he is let back (host). In mid-game a bot takes over."""

    seat: Seat


class LetBack(AboutPeople, frozen=True):
    """Let somebody who was removed sit down again (host)."""

    number: int


class Ask(AboutPeople, frozen=True):
    """Ask the host to play for the bot on that seat, in the middle of a game."""

    name: str
    seat: Seat


class Withdraw(AboutPeople, frozen=True):
    """Ask no longer."""


class Reply(AboutPeople, frozen=True):
    """The host's answer to who asked; the new player learns what the seat knows."""

    number: int
    yes: bool


class OpenDevice(AboutPeople, frozen=True):
    """Open one's seat on another device too, by a link that is good for once."""

    link: str


class CloseDevices(AboutPeople, frozen=True):
    """Shut one's seat on the device that came by this link, or on all that came by one."""

    link: str = ""


class AboutGames(Command, frozen=True):
    """What `archive.py` checks and takes."""


class Over(AboutGames, frozen=True):
    """The game of that number is over, and this is what the table keeps of it; nothing when it was to be forgotten.

    Game 0 is none: games were forgotten then.
    """

    game: int
    finished: Finished | None = None
    version: int = 0
    """The version of the table by then, which entries that were taken out of the log made."""


class Share(AboutGames, frozen=True):
    """Let whoever has the link of this token watch a game that is over (who played it)."""

    game: int
    token: str


class Unshare(AboutGames, frozen=True):
    """Let that link show nothing any more (who made it, or the host)."""

    game: int


AnyCommand = (
    Open | Sit | Move | Leave | Rename | SetUp | AddBot | Clear | Start | Choose | Say | Reopen | Drop | AddLuck
    | HandOver | Swap | Remove | LetBack | Ask | Withdraw | Reply | OpenDevice | CloseDevices
    | Arrange | Mute | Jot | Consider | Guide | Over | Share | Unshare
    | Pause | Resume | AskFor | StandIn | Back | TakeOverHosting | WantToGiveUp | GiveUp | TalkFor | TimeUp | Reveal
)  # fmt: skip


IN_GAME: Final = (Choose, TimeUp, Reveal)
"""What the rules of a game have to take: when they do not any more, the game cannot go on."""


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A command that was taken: who gave it under which id, and the fresh seed that the server drew for it."""

    id: str
    by: str
    command: AnyCommand
    seed: str = ""
    bots: tuple[str, ...] = ()
    """At a start: the seed of each seat's bot."""
    at: float = 0.0
    """When it was taken, in seconds since 1970."""


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
