"""The visitor's own tables: the list of them, and which of them wait for the visitor."""

from collections.abc import Sequence
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.words import N_
from turncoat.table.runtime.glances import Glance
from turncoat.telling import Translate, filled
from turncoat.web.context import WebContext
from turncoat.web.http.codes import grouped
from turncoat.web.http.identity import Visitor
from turncoat.web.http.page import TableLink

MOST_TABLES: Final = 8
MOST_READ: Final = 16
"""Maximum number of a visitor's tables that are read in order to find those at which they still have a seat."""
ASK_AGAIN: Final = 30
"""Seconds after which a page asks again about the visitor's other tables while a game runs at one of them."""
ASK_LATER: Final = 120
"""Seconds after which it does so while none runs."""
_AT: Final = N_("{game}, {count} player", "{game}, {count} players")
_OVER: Final = N_("{table}: game over")


def own_tables_routes(context: WebContext) -> list[Route]:
    """Return the route that tells an open page which tables wait for its visitor."""

    async def waiting(request: Request) -> Response:
        """Return the codes of the tables that wait for the visitor, except the one whose page asks.

        The answer holds nothing that the tables' people do not all see. `again` is the time until the next question in
        seconds, or 0 if there is nothing to ask about.
        """
        visitor = context.signer.visitor(request)
        context.limiter.poll(visitor.id)
        here = request.query_params.get("at", "")
        tables = [one for one in await own_tables(context, request, visitor) if one.code != here and not one.is_over]
        again = ASK_AGAIN if any(one.is_running for one in tables) else ASK_LATER if tables else 0
        codes = [one.code for one in tables if visitor.id in one.waited_for]
        return JSONResponse({"waiting": codes, "again": again}, headers={"Cache-Control": "no-store"})

    return [Route("/waiting", waiting)]


async def own_tables(context: WebContext, request: Request, visitor: Visitor) -> list[Glance]:
    """Return the tables at which the visitor has a seat: first those that wait for them, then the last used."""
    if visitor.fresh:
        return []
    codes = (await context.registry.store.tables_of(visitor.id))[:MOST_READ]
    tables = [one for one in await context.glances(request, codes) if visitor.id in one.people]
    return sorted(tables, key=lambda one: (visitor.id in one.waited_for, one.last_at), reverse=True)


def game_and_players(game: str, players: int, say: Translate) -> str:
    """Return a game and its number of players in a few words."""
    return filled(say, _AT, game=say(BOOKS[game].title), count=players)


def table_links(tables: Sequence[Glance], visitor: Visitor, say: Translate) -> tuple[TableLink, ...]:
    """Return the tables as entries of a list."""
    links = []
    for table in tables[:MOST_TABLES]:
        about = game_and_players(table.game_setup.game, table.game_setup.players, say)
        about = say(_OVER).format(table=about) if table.is_over else about
        waits = visitor.id in table.waited_for
        links.append(TableLink(table.code, grouped(table.code), about, f"/t/{table.code}", waits))
    return tuple(links)
