"""The shared screen in the middle of a room: the public part of a table, large, and nothing of any one seat."""

from collections.abc import Sequence
from typing import Final

import msgspec

from turncoat.web.board.model import PublicPart
from turncoat.web.http.pages_site import Site, TableLink
from turncoat.web.table.end import EndPart
from turncoat.web.table.pages_clock import ClockPart
from turncoat.web.table.pages_setup import SetupPart

COLUMNS: Final = 24
"""Into so many columns the table is divided, for the places above and below the middle."""
ROWS: Final = 6
"""Into so many rows it is divided beside the middle."""


def places(count: int) -> Sequence[str]:
    """Where so many seats lie, clockwise from the middle of the lower edge: a side, which one there, how wide.

    A screen is about twice as wide as high, so the long sides take two seats where the short ones take one. Places are
    cells of a grid, so that whatever lies on one has a room of its own.
    """
    beside = 0 if count < 3 else 1 if count <= 8 else 2
    above, below = (count - 2 * beside + 1) // 2, (count - 2 * beside) // 2
    low = [f"at-bottom k{k} w{COLUMNS // below}" for k in reversed(range(below))]
    left = [f"at-left k{k} w{ROWS // beside}" for k in reversed(range(beside))]
    top = [f"at-top k{k} w{COLUMNS // above}" for k in range(above)]
    right = [f"at-right k{k} w{ROWS // beside}" for k in range(beside)]
    first = below // 2
    return (*low[first:], *left, *top, *right, *low[:first])


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
    styles: tuple[str, ...] = ()
    """The style sheets of every game, since the screen stays open from one game to another."""
    narrator_url: str = ""
    socket: str = ""
    version: int = 0

    @property
    def places(self) -> Sequence[str]:
        """Where each seat lies."""
        part = self.public or self.setup
        return places(len(part.seats)) if part is not None else ()
