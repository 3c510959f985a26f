"""The page of a table in play, and its end."""

import msgspec

from turncoat.web.board.model import PublicPart, Side
from turncoat.web.http.pages_site import Site
from turncoat.web.table.pages_clock import ClockPart
from turncoat.web.table.pages_menu import MenuPart
from turncoat.web.table.pages_seat import MinePart


class Unmasked(msgspec.Struct, frozen=True):
    """A seat at the end: who it was."""

    number: int
    name: str
    role: str
    side: Side
    side_word: str
    portrait: str
    won: bool
    about: str = ""


class EndPart(msgspec.Struct, frozen=True):
    """What is shown when the game is over."""

    winner: Side
    headline: str
    reason: str
    people: tuple[Unmasked, ...]
    scene: tuple[str, ...] = ()
    """How it came to that, in order: what was guessed, named or turned over last."""
    facts: tuple[str, ...] = ()
    post_to: str = ""
    record_url: str = ""
    watch_url: str = ""
    papers_url: str = ""
    """All empty for who may not watch the games of the table that are over."""
    evening_url: str = ""
    evening: tuple[str, ...] = ()
    """The evening so far, in short."""
    may_restart: bool = False
    restart_hint: str = ""


class ClosedPage(msgspec.Struct, frozen=True):
    """A table at which nobody may look on, for somebody without a seat."""

    site: Site
    socket: str = ""
    version: int = 0
    menu: MenuPart = MenuPart()


class TablePage(msgspec.Struct, frozen=True):
    """A table in play, as one viewer sees it."""

    site: Site
    public: PublicPart
    mine: MinePart
    end: EndPart | None = None
    socket: str = ""
    version: int = 0
    """The event that this page is up to; the socket carries on from there."""
    menu: MenuPart = MenuPart()
    clock: ClockPart = ClockPart()
