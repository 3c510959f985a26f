"""Selection of a visitor's page at a table, and its assembly from parts."""

from collections.abc import Mapping
from functools import cache
from typing import Final

import msgspec

from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.seats import is_in
from turncoat.kernel.words import N_
from turncoat.table.runtime.room import Room
from turncoat.table.state.table import Table
from turncoat.web.http.codes import grouped
from turncoat.web.http.languages import languages, renderer
from turncoat.web.http.page import Site, Theme
from turncoat.web.http.static_files import static_url
from turncoat.web.table.page_parts import (
    Layout,
    LayoutName,
    PagePart,
    ViewerContext,
    layout,
    register,
)
from turncoat.web.table.phone import holder_of
from turncoat.web.table.public import public_of

_TITLE: Final = N_("Table {code} · Turncoat")
_TURN: Final = N_("Your turn · Turncoat {code}")
TEMPLATES: Final[Mapping[LayoutName, str]] = {
    "play": "table/page.html",
    "end": "table/page.html",
    "setup": "table/setup_page.html",
    "closed": "table/closed_page.html",
}


class FramePart(msgspec.Struct, frozen=True):
    """Frame around the parts of a game's page."""

    players: int
    dock: tuple[PagePart, ...]
    """Parts in the dock that no template includes by name."""
    beside: tuple[PagePart, ...]
    """Parts beside the board, each in a panel."""


def frame_part(name: LayoutName, players: int) -> FramePart:
    """Return the frame of that page."""
    here = layout(name)
    return FramePart(players, here.dock, here.beside)


def _declare_frame(name: LayoutName, template: str) -> PagePart:
    frame = PagePart(
        id="main",
        template=template,
        audience="public",
        model=lambda at: frame_part(name, len(public_of(at).seats)),
        layouts=(name,),
    )
    return register(frame)


_declare_frame("play", "table/main")
_declare_frame("end", "table/ended")


def table_page_key(table: Table) -> str:
    """Return the key of a table's current page. When it changes, viewers need a new page rather than an update."""
    return f"game-{table.games}" if table.session is not None else f"setup-{table.games}"


def page_key_of(room: Room, person: str) -> str:
    """Return the key of a person's current page."""
    if room.live.gone:
        return "gone"
    return "closed" if room.live.is_closed_to(person) else table_page_key(room.table)


def layout_of(room: Room, person: str) -> Layout:
    """Return the layout of a person's current page."""
    session = room.table.session
    if room.live.is_closed_to(person):
        return layout("closed")
    return layout("setup" if session is None else "play" if session.result is None else "end")


@cache
def scripts() -> str:
    """Return the version of the page's scripts. A page with another version speaks the protocol of another release."""
    return static_url("js/table.js").partition("?v=")[2]


def site_of(at: ViewerContext, csrf: str, theme: Theme = "auto") -> Site:
    """Return the frame around a viewer's page."""
    session, table = at.session, at.table
    my_turn = session is not None and at.table_seat is not None and is_in(at.table_seat, session.waiting)
    title = at.say(_TURN if my_turn else _TITLE).format(code=grouped(table.code))
    return Site(title, f"/t/{table.code}", csrf, at.language, languages(), theme, at.base)


def draw_page(
    page: Layout, at: ViewerContext, site: Site, drawn: Mapping[str, str], held: str, *, has_others: bool = False
) -> str:
    """Return the whole page as HTML.

    `drawn` has the rendered parts by template name, `held` their digests.
    """
    key = page_key_of(at.room, at.visitor.watches_as)
    return renderer(at.language).draw(
        TEMPLATES[page.name],
        site=site,
        drawn=drawn,
        code=at.table.code,
        game=at.say(rulebook(at.session.ruleset.game).title) if at.session is not None else "",
        is_over=page.name == "end",
        seat=at.seat if page.name == "play" else None,
        is_asked=at.is_asked,
        holder=holder_of(at),
        is_passed=bool(at.visitor.passed or at.visitor.covered),
        socket=f"/t/{at.table.code}/updates?page={key}&scripts={scripts()}&lang={at.language}",
        version=at.table.version if page.name != "closed" else 0,
        held=held,
        has_others=has_others,
        now=round(at.room.live.clock.now(), 1),
    )
