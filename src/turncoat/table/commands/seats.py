"""Commands about the table itself: seats and names, the setup of the next game, and the settings."""

from turncoat.kernel.seats import Seat
from turncoat.table.commands.command import Command, SeatingCommand
from turncoat.table.values.game_setup import GameSetup
from turncoat.table.values.settings import TableSettings


class Open(SeatingCommand, frozen=True):
    """Open a table and take its first seat as its host."""

    code: str
    name: str
    game_setup: GameSetup
    settings: TableSettings = TableSettings()
    """Initial settings of the table."""
    bot: str = ""
    """Name of the bots that fill the empty seats at first."""
    circle: str = ""
    """Id of the circle to which the finished games are added, or empty."""


class Sit(SeatingCommand, frozen=True):
    """Sit down on that seat, or on the first free one, which the server fills in.

    `entropy` goes into the next deal. It is stored as `AddEntropy`.
    """

    name: str
    seat: Seat | None = None
    entropy: str = ""


class SeatCompanion(SeatingCommand, frozen=True):
    """Seat a person without a device, who plays on one's own when it is passed round.

    The server draws their id, and fills in the first free seat.
    """

    name: str
    seat: Seat | None = None


class ChangeSeat(Command, frozen=True):
    """Move to another seat before a game."""

    seat: Seat


class Swap(Command, frozen=True):
    """Swap the people on two seats before a game (host)."""

    one: Seat
    other: Seat


class Leave(SeatingCommand, frozen=True):
    """Leave one's seat. During a game a bot takes over."""


class VacateSeat(SeatingCommand, frozen=True):
    """Take a bot or a person off a seat (host, or whoever plays on the same device). During a game a bot takes over."""

    seat: Seat


class Rename(Command, frozen=True):
    """Change one's name."""

    name: str


class ChooseAvatar(Command, frozen=True):
    """Change one's avatar before a game."""

    avatar: str


class AddEntropy(Command, frozen=True):
    """Add an open text to the next deal. An empty one withdraws whatever the person has added."""

    entropy: str


class CommitEntropy(Command, frozen=True):
    """Commit to a text for the next deal by its hash, to be revealed when the deal has begun.

    `commitment` is the server's commitment for that deal. It is part of the hashed value.
    """

    hash: str
    commitment: str


class SetUp(SeatingCommand, frozen=True):
    """Choose the next game, and the bots that fill the empty seats (host)."""

    game_setup: GameSetup
    bot: str = ""
    changes_seated: bool = False
    """True if the seated bots are replaced by such ones as well."""


class AddBot(SeatingCommand, frozen=True):
    """Put a bot on an empty seat (host)."""

    seat: Seat
    bot: str


class ReplaceBot(Command, frozen=True):
    """Replace a failed bot by `bot` (server)."""

    game: int
    seat: Seat
    bot: str


class ChangeSettings(SeatingCommand, frozen=True):
    """Change the table's settings (host). This is possible during a game."""

    settings: TableSettings
