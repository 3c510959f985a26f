"""Page of the open tables, which their hosts have listed for anybody."""

from typing import ClassVar, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.words import N_
from turncoat.table.runtime.open_tables import OpenTable
from turncoat.telling import Translate, filled, in_words_of
from turncoat.web.context import WebContext
from turncoat.web.games import presenter_of
from turncoat.web.http.languages import language_of, languages, translator
from turncoat.web.http.page import Page


class OpenTableLink(msgspec.Struct, frozen=True):
    """Table on the list, in words."""

    url: str
    cover: str
    """Cover picture of the game (a static file)."""
    game: str
    """The game and its number of players."""
    modules: str
    host: str
    seats: str
    state: str
    """Ways in for a visitor."""
    language: str = ""
    """Language of the host, in its own name. Empty if it is unknown."""
    is_running: bool = False


class OpenTablesPage(Page, frozen=True):
    """List of the open tables, or ways to play without one."""

    template: ClassVar[str] = "site/open_tables.html"
    tables: tuple[OpenTableLink, ...] = ()
    visitor: str = ""
    """Name that the visitor used last."""
    bots_play: str = ""
    """Game with a guide that can be played against bots at once, or empty."""


_TITLE: Final = N_("Open tables · Turncoat")
_AT: Final = N_("{game}, {count} player", "{game}, {count} players")
_PEOPLE: Final = N_("{count} person at the table", "{count} people at the table")
_FREE: Final = N_("{count} free seat", "{count} free seats")
_JOIN: Final = N_("You can take a seat")
_ASK: Final = N_("Game in progress: watch, or ask to play for a bot")
_WATCH: Final = N_("Game in progress: you can watch")
_LOCKED: Final = N_("No free seat: you can watch")


def open_tables_routes(context: WebContext) -> list[Route]:
    """Return the route, or none if the server lists no tables."""

    async def show(request: Request) -> Response:
        visitor, say = context.visitor(request), translator(language_of(request))
        tables = await context.registry.open_tables.tables()
        links = tuple(_link(one, say) for one in tables if one.game in BOOKS)
        guided = next((name for name in BOOKS if presenter_of(name).tips), "")
        site = context.site(request, visitor, say(_TITLE))
        return context.page(request, visitor, OpenTablesPage(site, links, visitor.name, guided))

    return [Route("/open", show)] if context.registry.settings.open_tables else []


def _link(table: OpenTable, say: Translate) -> OpenTableLink:
    book, of_game = BOOKS[table.game], in_words_of(table.game, say)
    known = {one.code: one.name for one in languages()}
    free = table.players - table.people
    return OpenTableLink(
        url=f"/t/{table.code}",
        cover=presenter_of(table.game).cover,
        game=filled(say, _AT, game=say(book.title), count=table.players),
        modules=", ".join(of_game(book.chapters[name].title) for name in table.modules if name in book.chapters),
        host=table.host,
        seats=", ".join(
            (
                filled(say, _PEOPLE, count=table.people),
                *((filled(say, _FREE, count=free),) if table.may_sit else ()),
            )
        ),
        state=say(_JOIN if table.may_sit else _ASK if table.may_ask else _WATCH if table.is_running else _LOCKED),
        language=known.get(table.language, ""),
        is_running=table.is_running,
    )
