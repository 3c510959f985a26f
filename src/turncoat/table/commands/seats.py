"""Commands about the table itself: who sits where, under which name, what is played and how the table is run."""

import msgspec

from turncoat.kernel.seats import Seat
from turncoat.table.commands.command import Command, SeatingCommand
from turncoat.table.values.channels import Channel
from turncoat.table.values.game_setup import GameSetup
from turncoat.table.values.masking import Span
from turncoat.table.values.settings import TableSettings


class Open(SeatingCommand, frozen=True):
    """Open a table and sit down at its first seat as its host."""

    code: str
    name: str
    game_setup: GameSetup = msgspec.field(name="wish")
    settings: TableSettings = TableSettings()
    """How the table is run at first."""
    bot: str = ""
    """Which bots fill the empty seats at first."""


class Sit(SeatingCommand, frozen=True):
    """Sit down: at that seat, or at the first that is free, which the server fills in.

    `entropy` goes into the next deal.
    """

    name: str
    seat: Seat | None = None
    entropy: str = msgspec.field(default="", name="luck")


class ChangeSeat(Command, frozen=True, tag="Move"):
    """Change to another seat before a game."""

    seat: Seat


class Swap(Command, frozen=True):
    """Let the people on two seats change places before a game (host)."""

    one: Seat
    other: Seat


class Leave(SeatingCommand, frozen=True):
    """Get up. In the middle of a game a bot takes over."""


class VacateSeat(SeatingCommand, frozen=True, tag="Clear"):
    """Take a bot or a person off a seat (host). In the middle of a game a bot takes over."""

    seat: Seat


class Rename(Command, frozen=True):
    """Take another name."""

    name: str


class ChooseAvatar(Command, frozen=True):
    """Take another face, before a game."""

    avatar: str


class AddEntropy(Command, frozen=True, tag="AddLuck"):
    """Add an open text to the next deal; an empty one takes back whatever the person has added."""

    entropy: str = msgspec.field(name="luck")


class CommitEntropy(Command, frozen=True):
    """Commit to a text for the next deal by its hash, to be revealed when the deal has begun.

    `commitment` is what the server has committed to for that deal: it is a part of what was hashed.
    """

    hash: str
    commitment: str


class SetUp(SeatingCommand, frozen=True):
    """Choose what is played, and which bots fill the empty seats (host)."""

    game_setup: GameSetup = msgspec.field(name="wish")
    bot: str = ""
    changes_seated: bool = False
    """Whether the bots that sit here already become such ones too."""


class AddBot(SeatingCommand, frozen=True):
    """Put a bot on an empty seat (host)."""

    seat: Seat
    bot: str


class ReplaceBot(Command, frozen=True):
    """Another bot plays on for one that has failed: `bot` is the one from now on (server)."""

    game: int
    seat: Seat
    bot: str


class ChangeSettings(SeatingCommand, frozen=True, tag="Arrange"):
    """Say how the table is run (host). May be done in the middle of a game."""

    settings: TableSettings
    hidden: dict[Channel, dict[int, tuple[Span, ...]]] = msgspec.field(default_factory=dict)
    """The parts of earlier messages that are hidden from now on, by message number. The server fills them in."""
