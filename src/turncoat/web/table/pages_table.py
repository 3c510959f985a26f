"""The page of a table in play, and its end."""

import msgspec

from turncoat.web.board.model import PublicPart
from turncoat.web.http.pages_site import Site
from turncoat.web.table.end import EndPart
from turncoat.web.table.pages_clock import ClockPart
from turncoat.web.table.pages_menu import MenuPart
from turncoat.web.table.pages_seat import MinePart


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
