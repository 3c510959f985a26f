"""Tab bar beside the board, with the tabs of the parts that a viewer has."""

import msgspec

from turncoat.web.table.page_parts import PagePart, ViewerContext, layout, register
from turncoat.web.table.room_cache import RoomCache


class TabsPart(msgspec.Struct, frozen=True):
    """Tabs of one viewer."""

    of: tuple[PagePart, ...]
    """Parts that the tabs open."""


def tabs_part(at: ViewerContext) -> TabsPart:
    """Return the tabs of a viewer.

    A seat's own part always has a tab. Its presence may be secret, and tabs are not padded.
    """
    page = layout("play")
    public = RoomCache.of(at).parts(page, at.public)
    there = {part.id for part, made in public.items() if made.model is not None}
    there |= {part.id for part in page.viewer if part.side and at.model_of(part) is not None}
    there |= {part.id for part in page.seat if part.side and (at.seat is not None or at.model_of(part) is not None)}
    return TabsPart(tuple(part for part in page.beside if part.id in there))


register(PagePart(id="tabs", template="table/tabs", audience="viewer", model=tabs_part))
