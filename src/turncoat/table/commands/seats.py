"""Commands about the table itself: who sits where, under which name, what is played and how the table is run."""

import msgspec

from turncoat.kernel.seats import Seat
from turncoat.table.commands.command import Command
from turncoat.table.values.game_setup import GameSetup
from turncoat.table.values.settings import TableSettings


class Open(Command, frozen=True):
    """Open a table and sit down at its first seat as its host."""

    code: str
    name: str
    game_setup: GameSetup = msgspec.field(name="wish")
    entropy: str = msgspec.field(default="", name="luck")
    """Only in older logs, where it counted for every deal. Now nobody gives any here: nothing is committed to yet."""
    settings: TableSettings = TableSettings()
    """How the table is run at first. Older logs have none: their tables began with what each setting is by default."""
    bot: str = ""
    """Which bots fill the empty seats at first. Older logs have none: those bots were sensible."""


class Sit(Command, frozen=True):
    """Sit down: at that seat, or at the first that is free. `entropy` goes into the next deal."""

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


class Leave(Command, frozen=True):
    """Get up. In the middle of a game a bot takes over."""


class VacateSeat(Command, frozen=True, tag="Clear"):
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


class SetUp(Command, frozen=True):
    """Choose what is played, and which bots fill the empty seats (host)."""

    game_setup: GameSetup = msgspec.field(name="wish")
    bot: str = ""
    changes_seated: bool = False
    """Whether the bots that sit here already become such ones too. By older logs they stayed what they were."""


class AddBot(Command, frozen=True):
    """Put a bot on an empty seat (host)."""

    seat: Seat
    bot: str


class ReplaceBot(Command, frozen=True):
    """Another bot plays on for one that has failed: `bot` is the one from now on (server)."""

    game: int
    seat: Seat
    bot: str


class ReplaceFormerBots(Command, frozen=True):
    """Bots of an earlier version are gone: others play in their place, by the names of both (server)."""

    bots: dict[str, str]


class ChangeSettings(Command, frozen=True, tag="Arrange"):
    """Say how the table is run (host). May be done in the middle of a game."""

    settings: TableSettings
