"""The page of a table for one visitor: before the game, in it, after it."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import ClassVar, Final, TypeVar

import msgspec

from turncoat.kernel.refusals import Refusal
from turncoat.kernel.seats import is_in
from turncoat.kernel.words import N_
from turncoat.table.runtime.room import Room
from turncoat.table.state.table import Table
from turncoat.web.board.model import EndPart, PublicPart
from turncoat.web.board.telling import teller_of
from turncoat.web.http.codes import grouped
from turncoat.web.http.identity import Visitor
from turncoat.web.http.languages import languages, renderer, translator
from turncoat.web.http.page import Page, Site, Theme
from turncoat.web.http.rendering import NOTHING
from turncoat.web.replays.statistics import may_share, may_watch, short_lines
from turncoat.web.table.chat import own_chat
from turncoat.web.table.clock import ClockPart, clock_part
from turncoat.web.table.deal import DealPart, deal_part
from turncoat.web.table.end import end_part
from turncoat.web.table.guide import guide_part
from turncoat.web.table.menu import MenuPart, menu_part, menu_state
from turncoat.web.table.notes import filled_up as notes_filled_up
from turncoat.web.table.notes import notes_part
from turncoat.web.table.own_size import OwnSize, own_size
from turncoat.web.table.public import fragments_of, public_of, public_state
from turncoat.web.table.seat import SeatPart, seat_part
from turncoat.web.table.setup import SetupPart, setup_part
from turncoat.web.table.thinking_aid import AidPart
from turncoat.web.updates.fragments import FragmentCache
from turncoat.web.updates.messages import OwnNews, encode
from turncoat.web.updates.padding import TooLarge, padding, with_padding

T = TypeVar("T")


class SetupPage(Page, frozen=True):
    """A table that is not playing."""

    template: ClassVar[str] = "table/setup_page.html"
    main: ClassVar[str] = "table/setup"
    setup: SetupPart
    socket: str = ""
    version: int = 0
    menu: MenuPart = MenuPart()

    def values(self) -> dict[str, object]:
        setup = self.setup
        chat = {"chat": setup.chat, "say": setup.say, "may_not_say": setup.may_not_say}
        return {**super().values(), "setup": setup, "menu": self.menu, **chat}


class ClosedPage(Page, frozen=True):
    """A table without spectators, as a visitor without a seat sees it."""

    template: ClassVar[str] = "table/closed_page.html"
    main: ClassVar[str] = "table/closed"
    socket: str = ""
    version: int = 0
    menu: MenuPart = MenuPart()

    def values(self) -> dict[str, object]:
        return {**super().values(), "menu": self.menu}


class TablePage(Page, frozen=True):
    """A table in play, as one viewer sees it."""

    template: ClassVar[str] = "table/page.html"
    main: ClassVar[str] = "table/main"
    public: PublicPart
    mine: SeatPart
    end: EndPart | None = None
    socket: str = ""
    version: int = 0
    """The version of the table that this page shows; the socket carries on from there."""
    menu: MenuPart = MenuPart()
    clock: ClockPart = ClockPart()
    deal: DealPart = DealPart()

    def values(self) -> dict[str, object]:
        mine = self.mine
        parts: dict[str, object] = {"public": self.public, "mine": mine, "end": self.end, "menu": self.menu}
        parts |= {"clock": self.clock, "deal": self.deal}
        chat = {"chat": mine.heard or self.public.chat, "say": mine.say, "may_not_say": mine.may_not_say}
        return {**super().values(), **parts, **chat, "notes": mine.notes, "guide": mine.guide}


PUBLIC: Final = {"public": "board/public", "past": "board/past", "said": "table/said"}
"""The parts of the page that all viewers share: the templates by element id."""
SHOWS: Final[Mapping[str, Callable[[PublicPart], object]]] = {
    "past": lambda public: (
        public.rows,
        public.log,
        public.short_names,
        tuple(seat.name for seat in public.seats),
        bool(public.spaces),
    ),
    "said": lambda public: public.chat,
}
"""For some of them, the values of the public part that they show: they are drawn again only when these change."""
PARTS: Final[Mapping[str, str]] = {
    **PUBLIC,
    **{name: f"table/{name}" for name in ("menu", "say", "notes", "deal", "clock")},
}
"""The templates of all parts that are sent when they are new, beside `main`."""
OWN: Final = ("mine", "channel", "guide")
"""The parts that differ between two seats, by element id."""
_TITLE: Final = N_("Table {code} · Turncoat")
_TURN: Final = N_("Your turn · Turncoat {code}")


def stage_key(table: Table) -> str:
    """The key of the page that a table has now: when it changes, viewers need another page, not an update."""
    return f"game-{table.games}" if table.session is not None else f"setup-{table.games}"


def stage_of(room: Room, person: str) -> str:
    """The key of the page that this person has now."""
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
    kept: FragmentCache | None = None,
) -> SetupPage | TablePage | ClosedPage:
    """The visitor's page of the table now. `room` is the table as they may see it: for some, as it was a while ago.

    A refusal `of_game` is shown where the game asks, and not in the table menu. `kept` has what this viewer got before.
    """
    table, session, say = room.table, room.table.session, translator(language)
    seat = table.seat_of(visitor.id)
    path = f"/t/{table.code}"
    my_turn = session is not None and seat is not None and is_in(seat, session.waiting)
    title = say(_TURN if my_turn else _TITLE).format(code=grouped(table.code))
    site = Site(title, path, csrf, language, languages(), theme, base)
    socket = f"{path}/updates?page={stage_of(room, visitor.id)}"
    if kept is None or refusal is not None:
        menu = menu_part(room, visitor, base, say, None if of_game else refusal)
    else:
        menu = kept.get("menu", menu_state(room, visitor), lambda: menu_part(room, visitor, base, say))
    if room.live.is_closed_to(visitor.id):
        return ClosedPage(site, socket, 0, menu)
    if session is None:
        setup = setup_part(room, visitor.id, menu.join.visitor, base + path, say, refusal)
        return SetupPage(site, setup, socket, table.version, menu)
    if seat is not None and seat >= session.ruleset.players:
        seat = None
    public = public_of(room, session, language)
    chat = own_chat(room, session, seat, visitor, teller_of(session, session.names, say))
    mine = msgspec.structs.replace(
        seat_part(room, session, seat, say, refusal, kept),
        say=chat.say,
        may_not_say=chat.may_not_say,
        heard=chat.heard,
        channel=chat.channel,
        notes=notes_part(table, visitor.id, seat, say),
        guide=guide_part(table, session, visitor.id, seat, say, dealing=bool(room.scenes.dealing)),
    )
    watches = may_watch(table, visitor.id)
    shared = fragments_of(room, language)
    end = end_part(room, session, visitor.id == table.host, say, visitor.id, is_open=watches, kept=shared)
    if end is not None:
        end = msgspec.structs.replace(end, statistics_url=f"{path}/games", statistics=short_lines(table, say))
        if watches:
            game = f"{path}/games/{session.number}"
            watch = f"{game}?as=open&play=1"
            end = msgspec.structs.replace(end, watch_url=watch, record_url=f"{path}/record", proof_url=f"{path}/deal")
            if may_share(table, visitor.id, session.number, session.seat_of(visitor.id) is not None):
                end = msgspec.structs.replace(end, share_to=f"{game}/share")
    clock = clock_part(room, session, visitor.id, say)
    deal = deal_part(room, visitor.id, say)
    return TablePage(site, public, mine, end, socket, table.version, menu, clock, deal)


def full_page(
    page: SetupPage | TablePage | ClosedPage, drawn: Mapping[str, str] = NOTHING, kept: FragmentCache | None = None
) -> str:
    """The whole page as HTML, a seat's own part filled up to its size.

    `drawn` has parts of it that are drawn already, by the names of their templates; `kept` is as for `own_parts`.
    """
    if isinstance(page, TablePage) and page.main not in drawn:
        drawn = {**drawn, "table/notes": notes_of(page)}
        if page.end is None:
            own = filled_up(page, kept) if page.mine.seat is not None else own_parts(page, kept)
            drawn |= {f"table/{name}": html for name, html in own.items()}
    return renderer(page.site.language).page(page, drawn)


def size_of(page: TablePage, own: OwnNews) -> OwnSize:
    """The size to which a seat's own parts and news are filled up: the same for all, whatever is in them."""
    channel = None
    if page.mine.channel is not None:
        said = tuple(one for one in own.announcements if one.kind == "own")
        channel = len(encode(OwnNews({"channel": own.parts["channel"]}, said)))
    return own_size((seat.name for seat in page.public.seats), with_aid=page.mine.aid is not None, channel=channel)


def within_size(page: TablePage, fill: Callable[[TablePage], T]) -> T:
    """What `fill` makes of the page; if that is too large, of the page without all that a seat can do without."""
    try:
        return fill(page)
    except TooLarge:
        return fill(without_extras(page))


def without_extras(page: TablePage) -> TablePage:
    """The page with nothing in the seat's own part but what was seen last, and the question and its options."""
    change, mine = msgspec.structs.replace, page.mine
    return change(
        page,
        mine=change(
            mine,
            card=change(mine.card, looks=mine.card.looks[:1], ability="") if mine.card is not None else None,
            prompt=change(mine.prompt, hint="") if mine.prompt is not None else None,
            guide=None,
            aid=AidPart() if mine.aid is not None else None,
        ),
    )


def filled_up(page: TablePage, kept: FragmentCache | None = None) -> dict[str, str]:
    """A seat's own parts, with padding that brings all of them together to their size in bytes."""

    def fill(page: TablePage) -> dict[str, str]:
        own = own_parts(page, kept)
        size = sum(len(html.encode()) for html in own.values()) - len(own["mine"]) + len(with_padding(own["mine"], 1))
        room = size_of(page, OwnNews(own)).in_full
        return own | {"mine": with_padding(own["mine"], 1 + len(padding(size, room)))}

    return within_size(page, fill)


def notes_of(page: TablePage) -> str:
    """The drawn notes of the viewer, filled up to a full step."""
    html = renderer(page.site.language).part("table/notes", page)
    return notes_filled_up(html) if page.mine.notes is not None else html


def main_of(room: Room, page: SetupPage | TablePage | ClosedPage) -> str:
    """The drawn part that holds all that a page has beside its menu, unless a game is under way."""
    drawn: dict[str, str] = {}
    if isinstance(page, TablePage):
        shared = public_parts(room, page, ("past",) if page.mine.heard is not None else ("past", "said"))
        drawn = {PUBLIC[id]: html for id, html in shared.items()} | {"table/notes": notes_of(page)}
    return renderer(page.site.language).part(page.main, page, drawn)


def public_parts(room: Room, page: TablePage, names: Iterable[str] = PUBLIC) -> dict[str, str]:
    """The drawn parts that all viewers share, by element id."""
    language, state = page.site.language, public_state(room)
    fragments, draw = fragments_of(room, language), renderer(language)
    shared = msgspec.structs.replace(page, mine=SeatPart(None))

    def drawn(name: str) -> str:
        shows = SHOWS[name](page.public) if name in SHOWS else state
        return fragments.get(name, shows, lambda: draw.part(PUBLIC[name], shared))

    return {name: drawn(name) for name in names}


OWN_SHOWS: Final[Mapping[str, Callable[[TablePage], object]]] = {
    "mine": lambda page: (page.mine, page.menu.join, page.menu.post_to),
    "channel": lambda page: page.mine.channel,
    "guide": lambda page: page.mine.guide,
}
"""Everything that each of them shows, beside what never changes on an open page: its language and its form token."""


def own_parts(page: TablePage, kept: FragmentCache | None = None) -> dict[str, str]:
    """The drawn parts that differ between two seats, by element id; `kept` has what this viewer got before."""
    draw, kept = renderer(page.site.language), kept or FragmentCache()
    return {name: kept.get(name, OWN_SHOWS[name](page), partial(draw.part, f"table/{name}", page)) for name in OWN}


def own_chat_parts(page: TablePage, shown: tuple[object, ...] = ()) -> dict[str, str]:
    """The viewer's own parts that depend on no card, by element id: not padded, and sent only when they are new.

    The chat form, if it differs from `shown`; and for people who have muted a voice their own chat, in place of the
    shared one.
    """
    draw = renderer(page.site.language)
    names = ["say"] * (shown != (page.mine.say, page.mine.may_not_say)) + ["said"] * (page.mine.heard is not None)
    return {name: draw.part(f"table/{name}", page) for name in names}
