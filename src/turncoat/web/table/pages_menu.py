"""The table menu: everything about a table that is not the game."""

import msgspec

from turncoat.web.http.pages_choice import Choice
from turncoat.web.table.pages_clock import MenuClock


class MenuPerson(msgspec.Struct, frozen=True):
    """Somebody at the table, and whether the viewer may manage him."""

    number: int
    name: str
    host: bool = False
    mine: bool = False
    away: bool = False
    may_manage: bool = False


class MenuSeat(msgspec.Struct, frozen=True):
    """A seat to choose from."""

    number: int
    name: str


class MenuRequest(msgspec.Struct, frozen=True):
    """Somebody who asks the host to play for a bot; `number` is the request's."""

    number: int
    name: str
    seat_name: str


class MenuRemoved(msgspec.Struct, frozen=True):
    """Somebody whom the host has removed; `number` is the removal's."""

    number: int
    name: str


class JoinPart(msgspec.Struct, frozen=True):
    """How a viewer without a seat may get one, when the table does not show its chairs."""

    visitor: str = ""
    """The name that he used last."""
    may_sit: bool = False
    returns_to: str = ""
    """The bot that plays the seat from which he got up."""
    bots: tuple[MenuSeat, ...] = ()
    """The bots for whom he may ask to play."""
    asked_for: str = ""
    """The bot for whom he has asked to play."""
    why_not: str = ""


class Voice(msgspec.Struct, frozen=True):
    """Somebody who has said something at the table, and whether the viewer hears him."""

    number: int
    name: str
    muted: bool = False


class MenuTalk(msgspec.Struct, frozen=True):
    """What the viewer may set about talk."""

    voices: tuple[Voice, ...] = ()
    show_considering: bool = True
    spectators_talk: bool = False
    masked_words: str = ""
    """For the host alone."""


class MenuAfter(msgspec.Struct, frozen=True):
    """What the table menu says of games that are over."""

    url: str = ""
    games: int = 0
    keep: tuple[Choice, ...] = ()
    """For the host: how long they are kept."""
    kept: str = ""


class MenuPart(msgspec.Struct, frozen=True):
    """What the menu shows to one viewer.

    Nothing in it depends on the cards: it is made of what everybody may know and of who looks. That is why it may have
    any size, and is sent only when it has changed.
    """

    post_to: str = ""
    code: str = ""
    join_url: str = ""
    running: bool = False
    """Whether a game is being played."""
    seated: bool = False
    is_host: bool = False
    seat: int = -1
    name: str = ""
    """The viewer's own at this table."""
    entropy: str = ""
    commitment: str = ""
    """The hash of the seed of the game under way."""
    next_commitment: str = ""
    """That of the next deal."""
    people: tuple[MenuPerson, ...] = ()
    seats: tuple[MenuSeat, ...] = ()
    """For who may let others change places: all seats, by who sits there."""
    watching: int = 0
    """How many people look on."""
    requests: tuple[MenuRequest, ...] = ()
    """For the host alone."""
    removed: tuple[MenuRemoved, ...] = ()
    """For the host alone."""
    locked: bool = False
    newcomers: bool = True
    spectators: bool = True
    behind: tuple[Choice, ...] = ()
    """How late people may look on."""
    join: JoinPart = JoinPart()
    problem: str = ""
    talk: MenuTalk = MenuTalk()
    after: MenuAfter = MenuAfter()
    bots_patience: int = 1
    guided: bool | None = None
    """Whether the game is explained to the viewer; None where there is no guide for him."""
    clock: MenuClock = MenuClock()
