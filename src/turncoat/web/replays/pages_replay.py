"""A game that is over, to be watched again; the door to it that tells nothing; and the games of a table's evening."""

import msgspec

from turncoat.web.board.model import PublicPart, RoleCard, Side
from turncoat.web.http.pages_choice import Choice
from turncoat.web.http.pages_site import Site


class Asked(msgspec.Struct, frozen=True):
    """What somebody was asked in a moment, and what he chose."""

    name: str
    sentence: str
    chose: tuple[str, ...] = ()
    """More than one when he changed his choice before the last was in."""


class MomentLine(msgspec.Struct, frozen=True):
    """A moment in the list of what happened: its sentences, and the address that shows it."""

    number: int
    texts: tuple[str, ...]
    url: str = ""


class ReplayPart(msgspec.Struct, frozen=True):
    """One moment of a game, as it was seen from one side."""

    moment: int
    last: int
    label: str
    """Which moment of how many, in words."""
    public: PublicPart
    news: tuple[str, ...]
    """What happened in this moment."""
    asked: tuple[Asked, ...] = ()
    card: RoleCard | None = None
    name: str = ""
    """Whose card it is."""
    course: tuple[MomentLine, ...] = ()
    """What had happened by then, the newest first."""


class ReplayPage(msgspec.Struct, frozen=True):
    """A game that is over, to be watched."""

    site: Site
    title: str
    about: str
    part: ReplayPart
    sides: tuple[Choice, ...]
    """From where it may be seen."""
    action: str
    record: str = ""
    """The record itself, where the server keeps none; then the forms are posted."""
    back_url: str = ""
    back: str = ""
    record_url: str = ""


class DoorPage(msgspec.Struct, frozen=True):
    """What a link to a game shows first: nothing of how it came out."""

    site: Site
    game: str
    about: str
    names: tuple[str, ...]
    date: str
    start_url: str
    end_url: str
    date_at: str = ""
    """The same for programs."""


class RecordPage(msgspec.Struct, frozen=True):
    """Where a record can be handed in to be watched."""

    site: Site
    text: str = ""
    problem: str = ""
    most: int = 0


class GameLine(msgspec.Struct, frozen=True):
    """A game of the evening."""

    number: int
    game: str
    about: str
    ended: str
    winner: str
    side: Side
    names: tuple[str, ...]
    length: str = ""
    watch_url: str = ""
    record_url: str = ""
    """Empty for who did not sit at this table."""
    link: str = ""
    """The address that shows it to others, when there is one and the viewer may know it."""
    may_share: bool = False
    may_unshare: bool = False
    ended_at: str = ""
    """When it ended, for programs."""


class SideRow(msgspec.Struct, frozen=True):
    """How often a side of a game has won."""

    game: str
    word: str
    side: Side
    wins: int
    games: int


class PersonRow(msgspec.Struct, frozen=True):
    """What somebody has played and won."""

    name: str
    games: int
    wins: int
    sides: tuple[str, ...]
    """As which side, a line each."""
    votes: str = ""
    left: int = 0
    """Games that he left, or took over from somebody: they count for nobody."""


class EveningPart(msgspec.Struct, frozen=True):
    """The statistics of some games."""

    games: tuple[GameLine, ...]
    sides: tuple[SideRow, ...]
    people: tuple[PersonRow, ...]
    bots: tuple[PersonRow, ...]
    facts: tuple[str, ...]
    has_votes: bool = False
    has_left: bool = False


class EveningPage(msgspec.Struct, frozen=True):
    """A table's evening."""

    site: Site
    code: str
    title: str
    part: EveningPart
    post_to: str
    back_url: str
    kept: str
    """For how long finished games are kept."""
    other_url: str = ""
    other: str = ""
    """The way to all games, or back to this evening's."""
    problem: str = ""
