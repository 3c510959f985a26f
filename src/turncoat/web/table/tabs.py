"""The tabs beside the board: those of the parts that are there for a viewer."""

import msgspec

from turncoat.web.table.page_parts import PagePart, PublicContext, ViewerContext, layout, register
from turncoat.web.table.room_cache import RoomCache


class TabsPart(msgspec.Struct, frozen=True):
    """The tabs of one viewer."""

    of: tuple[PagePart, ...]
    """The parts that they open."""


def tabs_part(at: ViewerContext) -> TabsPart:
    """Return the tabs of that viewer.

    A seat's own part always has one: whether it is there may be secret, and tabs are sent as they are.
    """
    page = layout("play")
    public = RoomCache.of(at).parts(page, PublicContext(at.room, at.language))
    there = {part.id for part, made in public.items() if made.model is not None}
    there |= {part.id for part in page.viewer if part.side and part.model(at) is not None}
    there |= {part.id for part in page.seat if part.side and (at.seat is not None or part.model(at) is not None)}
    return TabsPart(tuple(part for part in page.beside if part.id in there))


register(PagePart(id="tabs", template="table/tabs", audience="viewer", model=tabs_part))
