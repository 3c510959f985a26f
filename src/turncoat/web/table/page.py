"""The page of a table for one visitor: before the game, in it, after it."""

from typing import Final

import msgspec

from turncoat.kernel.refusals import Refusal
from turncoat.kernel.seats import is_in
from turncoat.kernel.words import N_
from turncoat.table.runtime.room_registry import Room
from turncoat.table.state.table import Table
from turncoat.web.board.telling import teller_of
from turncoat.web.http.identity import Visitor
from turncoat.web.http.languages import languages, renderer, translator
from turncoat.web.pages import ClosedPage, NotesPart, SetupPage, Site, TablePage, Theme
from turncoat.web.replays.statistics import may_watch, short_lines
from turncoat.web.table.chat import with_talk
from turncoat.web.table.clock import clock_part
from turncoat.web.table.end import end_part
from turncoat.web.table.guide import with_guide
from turncoat.web.table.menu import menu_part
from turncoat.web.table.notes import filled_up as notes_filled_up
from turncoat.web.table.notes import notes_part
from turncoat.web.table.seat import mine_part
from turncoat.web.table.setup import setup_part
from turncoat.web.updates.fragments import public_of

SIZES: Final = tuple(16 * 1024 << step for step in range(8))
"""The sizes in bytes to which a seat's own part is filled up. The first is well above what any seat is asked; a test
holds it to that."""
_TITLE: Final = N_("Table {code} · Turncoat")
_TURN: Final = N_("Your turn · Turncoat {code}")


def own_size(size: int) -> int:
    """The size to which an own part of this size is filled up."""
    return next(full for full in SIZES if full >= size)


def stage_key(table: Table) -> str:
    """Which page a table has now: another key is another page, not an update of the same."""
    return f"game-{table.games}" if table.session is not None else f"setup-{table.games}"


def stage_of(room: Room, person: str) -> str:
    """Which page of the table this person has now."""
    if room.live.gone:
        return "gone"
    return "closed" if room.live.is_closed_to(person) else stage_key(room.table)


def page_of(
    room: Room,
    visitor: Visitor,
    language: str,
    base: str,
    csrf: str,
    refusal: Refusal | None = None,
    theme: Theme = "auto",
    of_game: bool = False,
) -> SetupPage | TablePage | ClosedPage:
    """What the visitor sees of the table now. `seated` is what he may see: the table of a while ago, for some.

    A refusal `of_game` stands where the game asks, and not in the table menu.
    """
    table, session, say = room.table, room.table.session, translator(language)
    seat = table.seat_of(visitor.id)
    path = f"/t/{table.code}"
    my_turn = session is not None and seat is not None and is_in(seat, session.waiting)
    title = say(_TURN if my_turn else _TITLE).format(code=table.code)
    site = Site(title, path, csrf, language, languages(), theme)
    socket = f"{path}/updates?page={stage_of(room, visitor.id)}"
    menu = menu_part(room, visitor, base, say, None if of_game else refusal)
    if room.live.is_closed_to(visitor.id):
        return ClosedPage(site, socket, 0, menu)
    if session is None:
        setup = setup_part(room, visitor.id, menu.join.visitor, base + path, say, refusal)
        return SetupPage(site, setup, socket, table.version, menu)
    if seat is not None and seat >= session.ruleset.players:
        seat = None
    public = public_of(room, session, language)
    mine = mine_part(room, session, seat, say, refusal)
    mine = with_talk(mine, room, session, visitor, teller_of(session, session.names, say))
    mine = msgspec.structs.replace(mine, notes=notes_part(table, visitor.id, seat, say))
    mine = with_guide(mine, table, session, visitor.id, seat, say)
    end = end_part(room, session, visitor.id == table.host, say)
    if end is not None:
        end = msgspec.structs.replace(end, evening_url=f"{path}/evening", evening=short_lines(table, say))
        if may_watch(table, visitor.id):
            watch = f"{path}/games/{session.number}"
            end = msgspec.structs.replace(end, watch_url=watch, record_url=f"{path}/record", papers_url=f"{path}/deal")
    clock = clock_part(room, session, visitor.id, say)
    return TablePage(site, public, mine, end, socket, table.version, menu, clock)


def full_page(page: SetupPage | TablePage | ClosedPage) -> str:
    """The whole page as HTML, a seat's own part filled up to its size."""
    draw = renderer(page.site.language)
    if isinstance(page, TablePage) and page.mine.seat is not None:
        page = with_notes_filled_up(page if page.end is not None else filled_up(page))
    return draw.page(page)


def with_notes_filled_up(page: TablePage) -> TablePage:
    """The page with the padding that brings the viewer's notes to a full step."""
    notes = page.mine.notes
    if notes is None:
        return page

    def with_notes(notes: NotesPart) -> TablePage:
        return msgspec.structs.replace(page, mine=msgspec.structs.replace(page.mine, notes=notes))

    draw = renderer(page.site.language)
    return with_notes(notes_filled_up(notes, lambda one: len(draw.notes(with_notes(one)).encode())))


def filled_up(page: TablePage) -> TablePage:
    """The page with the padding that brings the seat's own part to its size in bytes."""

    def with_padding(count: int) -> TablePage:
        return msgspec.structs.replace(page, mine=msgspec.structs.replace(page.mine, padding="." * count))

    own = renderer(page.site.language).own_parts(with_padding(1))
    size = sum(len(html.encode()) for html in own.values())
    return with_padding(own_size(size) - size + 1)
