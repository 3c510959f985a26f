"""The shared screen in the middle of a room: the public part of a table, large, and nothing of any one seat."""

import msgspec

from turncoat.web.pages.clock import ClockPart
from turncoat.web.pages.public import PublicPart
from turncoat.web.pages.setup import SetupPart
from turncoat.web.pages.site import Site, TableLink
from turncoat.web.pages.table import EndPart


class ScreenPage(msgspec.Struct, frozen=True):
    """A table as it lies open before everybody. It is the same for all who may look at it, whoever they are."""

    site: Site
    code: str
    host: str
    """The address of the server as others reach it, without its scheme: what somebody types in who has no camera."""
    game: int = 0
    """Which game of the evening."""
    setup: SetupPart | None = None
    """Before a game: who is here, what is played, and how to join."""
    public: PublicPart | None = None
    end: EndPart | None = None
    clock: ClockPart = ClockPart()
    languages: tuple[TableLink, ...] = ()
    narrator_url: str = ""
    socket: str = ""
    version: int = 0
