"""Pages without a table: start, the visitor's games, about and settings."""

from collections.abc import Sequence
from typing import ClassVar, Final
from urllib.parse import quote

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from turncoat import __version__
from turncoat.kernel.refusals import Refusal, Refused, status_of
from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.words import N_
from turncoat.table import commands as c
from turncoat.table.runtime.room_registry import AlreadyOpened
from turncoat.table.values.settings import changed
from turncoat.telling import filled
from turncoat.web.board.telling import say_refusal
from turncoat.web.context import WebContext
from turncoat.web.games import presenter_of
from turncoat.web.http.codes import typed_code
from turncoat.web.http.identity import Visitor
from turncoat.web.http.languages import language_of, languages, renderer, translator
from turncoat.web.http.page import GameTile, Page, Site, TableLink
from turncoat.web.replays.statistics import usual_retention
from turncoat.web.site.own_tables import own_tables, table_links
from turncoat.web.site.play_now import ALONE, deal_now, words_for
from turncoat.web.table.setup import setup_of


class StartPage(Page, frozen=True):
    """Start page: open a table, join one, or read about the site."""

    template: ClassVar[str] = "site/start.html"
    visitor: str = ""
    code: str = ""
    problem: str = ""
    tables: tuple[TableLink, ...] = ()
    guided: tuple[GameTile, ...] = ()
    """Games with a step-by-step guide."""
    plays: str = ""
    """Game that is dealt at once, in a few words."""
    open_tables: bool = False
    """True if the server lists open tables."""


class MyGamesPage(Page, frozen=True):
    """Page of the games that were played in this browser, which alone stores the list of the finished ones."""

    template: ClassVar[str] = "site/my_games.html"
    tables: tuple[TableLink, ...] = ()
    """Tables without those whose game is over: the browser lists that game."""
    retention: str = ""
    """Sentence on how long finished games are stored."""


PATIENCE: Final = 3
"""Factor of the bots' pauses in a guided game."""
EASY: Final = "easy"
"""Level of the bots in a guided game."""
GUIDED: Final = msgspec.structs.replace(ALONE, bots_patience=PATIENCE)
"""Settings of a table for a guided game."""
GUEST: Final = N_("Guest")
"""Name of somebody who starts a game without giving one."""
_START: Final = "Turncoat"
_WAITING: Final = "({count}) Turncoat"
_MY_GAMES: Final = N_("My games · Turncoat")
_ABOUT: Final = N_("About Turncoat")
_KNOWN_AS: Final = N_("{game} follows the rules of the game that is best known as {name}.")
YEAR: Final = 60 * 60 * 24 * 365


def site_routes(context: WebContext) -> list[Route]:
    """Return the routes of the pages without a table."""
    pages = SitePages(context)
    return [
        Route("/", pages.start),
        Route("/new", pages.start),
        Route("/new", pages.new, methods=["POST"]),
        Route("/tables", pages.new, methods=["POST"]),
        Route("/learn", pages.start),
        Route("/learn", pages.learn, methods=["POST"]),
        Route("/play", pages.start),
        Route("/play", pages.play, methods=["POST"]),
        Route("/join", pages.join, methods=["POST"]),
        Route("/my-games", pages.my_games),
        Route("/settings", pages.settings, methods=["POST"]),
        Route("/about", pages.about),
        Route("/healthz", pages.health),
    ]


def guided_games() -> list[str]:
    """Return the games that have a guide."""
    return [name for name in BOOKS if presenter_of(name).tips]


class SitePages:
    """Request handlers of the pages without a table."""

    def __init__(self, context: WebContext) -> None:
        self.context = context

    async def start(self, request: Request) -> Response:
        return await self._start(request, self.context.visitor(request))

    async def _start(
        self, request: Request, visitor: Visitor, problem: Refusal | None = None, code: str = ""
    ) -> Response:
        say = translator(language_of(request))
        said = say_refusal(problem, say) if problem is not None else ""
        tables = await own_tables(self.context, request, visitor)
        games = tuple(GameTile(name, say(BOOKS[name].title), "", presenter_of(name).cover) for name in guided_games())
        plays = words_for(deal_now(tables), say)
        lists = self.context.registry.settings.open_tables
        if problem is None and not (visitor.name or code or tables):
            return self.context.cached_page(
                request,
                visitor,
                _START,
                lambda site: renderer(site.language).page(
                    StartPage(site, guided=games, plays=plays, open_tables=lists)
                ),
            )
        # This page is not cached, so it is not compressed either: it has a name and table codes next to the CSRF token.
        links = table_links(tables, visitor, say)
        waiting = sum(link.waits for link in links)
        site = self.context.site(request, visitor, _WAITING.format(count=waiting) if waiting else _START)
        page = StartPage(site, visitor.name, code, said, links, games, plays, lists)
        return self.context.page(request, visitor, page, status_of(problem))

    async def my_games(self, request: Request) -> Response:
        visitor = self.context.visitor(request)
        tables = [one for one in await own_tables(self.context, request, visitor) if not one.is_over]
        say = translator(language_of(request))
        retention = usual_retention(self.context.registry.settings.keep, say)
        site = self.context.site(request, visitor, say(_MY_GAMES))
        return self.context.page(request, visitor, MyGamesPage(site, table_links(tables, visitor, say), retention))

    async def new(self, request: Request) -> Response:
        """Open a table. A form with a game, as on the page of a share link, needs no name and sets up that game."""
        visitor = self.context.visitor(request)
        fields = await self.context.form(request, visitor)
        registry, like = self.context.registry, bool(fields.first("game"))
        name = fields.first("name") or (self._name_of(request, visitor) if like else "")
        visitor = msgspec.structs.replace(visitor, name=name[:100])
        try:
            self.context.limiter.table(request)
            setup = setup_of(fields, c.GameSetup(fields.first("game"), 0)) if like else None
            room = await registry.open(visitor.id, name, setup, once=self.context.once(visitor, f"new {name} {setup}"))
            if fields.is_set("listed"):
                settings = {"listed": ("true",), "language": (language_of(request),)}
                opened = c.ChangeSettings(changed(room.table.settings, settings))
                await self.context.submit(request, room, visitor.id, opened)
            registry.release(room)
        except AlreadyOpened as opened:
            return self.context.go(request, f"/t/{opened.code}", visitor)
        except Refused as refused:
            return await self._start(request, visitor, refused.refusal)
        return self.context.go(request, f"/t/{room.table.code}", visitor)

    def _name_of(self, request: Request, visitor: Visitor) -> str:
        return visitor.name or translator(language_of(request))(GUEST)

    async def learn(self, request: Request) -> Response:
        """Deal a guided game against patient bots at once, without asking for a name."""
        visitor = self.context.visitor(request)
        game, games = (await self.context.form(request, visitor)).first("game"), guided_games()
        game = game if game in games else games[0]
        setup = c.GameSetup(game, BOOKS[game].players[0])
        commands = (c.ChangeSettings(GUIDED), c.Guide(on=True), c.Start(teaches=True))
        return await self._deal(request, visitor, f"learn {game}", setup, EASY, commands)

    async def play(self, request: Request) -> Response:
        """Deal the game that the visitor last played alone, with the same bots, without asking for anything."""
        visitor = self.context.visitor(request)
        await self.context.form(request, visitor)
        deal = deal_now(await own_tables(self.context, request, visitor))
        commands = (c.ChangeSettings(deal.settings), c.Start())
        return await self._deal(
            request, visitor, f"play {deal.game_setup} {deal.bot}", deal.game_setup, deal.bot, commands
        )

    async def _deal(
        self,
        request: Request,
        visitor: Visitor,
        form: str,
        setup: c.GameSetup,
        bot: str,
        commands: Sequence[c.Command],
    ) -> Response:
        """Open a table for one and give these commands there, the last of which deals."""
        registry, name = self.context.registry, self._name_of(request, visitor)
        try:
            self.context.limiter.table(request)
            room = await registry.open(visitor.id, name, setup, bot, once=self.context.once(visitor, form))
            room.expect(visitor.id)
            for command in commands:
                await self.context.submit(request, room, visitor.id, command)
            registry.release(room)
        except AlreadyOpened as opened:
            return self.context.go(request, f"/t/{opened.code}", visitor)
        except Refused as refused:
            return await self._start(request, visitor, refused.refusal)
        return self.context.go(request, f"/t/{room.table.code}", visitor)

    async def join(self, request: Request) -> Response:
        visitor = self.context.visitor(request)
        code = typed_code((await self.context.form(request, visitor)).first("code"))
        return self.context.go(request, f"/t/{quote(code, safe='')}" if code else "/")

    async def settings(self, request: Request) -> Response:
        visitor = self.context.visitor(request)
        fields = await self.context.form(request, visitor)
        back = fields.first("back")
        # Only a local path: "//elsewhere" is another host.
        response = self.context.go(request, back if back.startswith("/") and back[1:2] not in ("/", "\\") else "/")
        secure = request.url.scheme == "https"
        language, theme = fields.first("language"), fields.first("theme")
        if language in {known.code for known in languages()}:
            response.set_cookie("language", language, max_age=YEAR, samesite="lax", secure=secure)
        if theme in ("dark", "light"):
            response.set_cookie("theme", theme, max_age=YEAR, samesite="lax", secure=secure)
        return response

    async def about(self, request: Request) -> Response:
        visitor, language = self.context.visitor(request), language_of(request)
        say = translator(language)
        known = [
            filled(say, _KNOWN_AS, game=say(book.title), name=say(name))
            for book in BOOKS.values()
            if (name := presenter_of(book.name).better_known_as)
        ]

        def draw(site: Site) -> str:
            return renderer(language).draw("site/about.html", site=site, version=__version__, known=known)

        return self.context.cached_page(request, visitor, say(_ABOUT), draw)

    async def health(self, request: Request) -> Response:
        """Return status 200 if play can go on, or 503 if not.

        The body also has the number of tables whose log cannot be applied, the version, and a warning if a log was
        damaged. It holds nothing more, because anybody may ask.
        """
        registry = self.context.registry
        is_stopping = registry.is_draining or registry.is_stopping
        status = "stopping" if is_stopping else "ok" if await registry.is_well() else "store"
        answer = {"status": status, "faulty_tables": len(registry.faulty), "version": __version__}
        if registry.store.damage is not None:
            answer["warning"] = "damaged-log"
        return JSONResponse(answer, 200 if status == "ok" else 503, headers={"Cache-Control": "no-store"})
