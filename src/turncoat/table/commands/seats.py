"""Commands about the table itself: who sits where, under which name, what is played and how it is run."""

from typing import Final

import msgspec

from turncoat.kernel.chapters import OptionValue
from turncoat.kernel.seats import Seat
from turncoat.table.values.settings import TableSettings

CHANCE_PERSON: Final = "chance"
"""Who the log names when cards decide."""


SERVER: Final = "house"
"""Who the log names when the server itself acts: for a bot, or after an upgrade."""


class Command(msgspec.Struct, frozen=True, tag=True, tag_field="do"):
    """What somebody asks of a table. Its tag and the names of its fields stand in stored logs: a rename keeps them."""


class GameSetup(msgspec.Struct, frozen=True):
    """What the table wants to play next."""

    game: str
    players: int
    modules: tuple[str, ...] = ()
    options: dict[str, OptionValue] = {}


class Open(Command, frozen=True):
    """Open a table and sit down at its first seat as its host."""

    code: str
    name: str
    game_setup: GameSetup = msgspec.field(name="wish")
    entropy: str = msgspec.field(default="", name="luck")
    """In logs of before luck was for one deal alone. Nothing is committed to yet, so none is given here any more."""


class Sit(Command, frozen=True):
    """Sit down: at that seat, or at the first that is free. `luck` goes into the next deal."""

    name: str
    seat: Seat | None = None
    entropy: str = msgspec.field(default="", name="luck")


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

    game_setup: GameSetup = msgspec.field(name="wish")
    bot: str = ""


class AddBot(Command, frozen=True):
    """Put a bot on an empty seat (host)."""

    seat: Seat
    bot: str


class VacateSeat(Command, frozen=True, tag="Clear"):
    """Take a bot or a person off a seat (host). In the middle of a game a bot takes over."""

    seat: Seat


class ChangeSettings(Command, frozen=True, tag="Arrange"):
    """Say how the table is run (host). May be changed in the middle of a game."""

    settings: TableSettings


class AddEntropy(Command, frozen=True, tag="AddLuck"):
    """Throw a text of one's own into the next deal; an empty one takes it back."""

    entropy: str = msgspec.field(name="luck")
