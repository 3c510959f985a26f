"""The Starlette application: its routes, middleware and error pages."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from turncoat.circles.store import Circles
from turncoat.extensions import WEB_GAMES, load, load_extensions
from turncoat.kernel.refusals import Refusal, Refused, status_of
from turncoat.table import server_log
from turncoat.table.runtime.room_registry import RoomRegistry
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.table.store.errors import StoreFailure
from turncoat.table.store.server_key import key_of
from turncoat.web import context as messages
from turncoat.web import games
from turncoat.web.board.telling import say_refusal
from turncoat.web.circles.routes import circle_routes
from turncoat.web.context import NotOurForm, WebContext
from turncoat.web.http.forms import BodyTooLarge
from turncoat.web.http.frames import FramedCookies
from turncoat.web.http.headers import SecurityHeaders
from turncoat.web.http.identity import COOKIE, Signer
from turncoat.web.http.languages import language_of, read_all, translator
from turncoat.web.http.limits import ConnectionLimiter, Limiter, RateLimits, most_connections_from
from turncoat.web.http.requests import AllowedHosts, RequestCheck
from turncoat.web.http.shared_counts import SharedCounts
from turncoat.web.http.static_files import read_all_files, static_file
from turncoat.web.http.turns import RequestTurns, Turns
from turncoat.web.notices.notifier import Notifier
from turncoat.web.notices.routes import notice_routes
from turncoat.web.programs.socket import API, foreign_page, program_routes, refuse_spelling
from turncoat.web.puzzles.routes import puzzle_routes
from turncoat.web.replays.proof import proof_routes
from turncoat.web.replays.routes import replay_routes
from turncoat.web.screen.explained import explained_routes
from turncoat.web.screen.kit import kit_routes
from turncoat.web.screen.kit_press import KitPress
from turncoat.web.screen.narrator import narrator_routes
from turncoat.web.screen.shared_screen import screen_routes
from turncoat.web.screen.voice import Voice
from turncoat.web.site.blocked import blocked_routes
from turncoat.web.site.install import install_routes
from turncoat.web.site.open_tables import open_tables_routes
from turncoat.web.site.own_tables import own_tables_routes
from turncoat.web.site.queries import queries_routes
from turncoat.web.site.rules import rules_routes
from turncoat.web.site.start import site_routes
from turncoat.web.table import guide
from turncoat.web.table.devices import device_routes
from turncoat.web.table.invitation import invitation_routes
from turncoat.web.table.one_spelling import OneSpelling
from turncoat.web.table.passing import passing_routes
from turncoat.web.table.routes import table_routes


def create_app(settings: ServerSettings, rates: RateLimits | None = None, public: str = "") -> Starlette:
    """Create the application, which opens its store at startup and closes it at shutdown.

    `public` is the address by which others in the network reach the server, if it listens for them. `state.key` of the
    application is its signing key: the caller prepares the store with that key, and saves it.
    """
    rates = rates or RateLimits()
    load_extensions()
    load(WEB_GAMES, games.register)
    key = key_of(settings.data)
    signer = Signer(key.secret)
    registry = RoomRegistry(settings)
    registry.is_reading = guide.is_reading
    refuse = registry.metrics.refuse
    limiter = Limiter(rates, refuse=refuse, clock=registry.store.clock if registry.store.is_shared else None)
    connections = ConnectionLimiter(rates, refuse)
    context = WebContext(registry, signer, limiter, connections, public)
    press = KitPress()
    circles = Circles(registry.store, registry.settings.keep)
    notifier = Notifier(registry.store, circles, limiter)
    registry.notice_runner.deliver, registry.notice_runner.settings_of = notifier.deliver, notifier.recipients.read

    closing = ExitStack()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        read_all()  # before any request can arrive and any lease starts
        read_all_files()
        await registry.start()
        if registry.store.is_shared:
            counting = asyncio.create_task(
                SharedCounts(limiter, registry.store.add_counts, key.secret).run(StoreFailure)
            )
            closing.callback(counting.cancel)
        yield
        closing.close()
        await press.close()
        await registry.close()

    routes: list[BaseRoute] = [
        *site_routes(context),
        *own_tables_routes(context),
        *open_tables_routes(context),
        *blocked_routes(context),
        *rules_routes(context),
        *table_routes(context),
        *replay_routes(context),
        *proof_routes(context),
        *puzzle_routes(context),
        *notice_routes(context, notifier),
        *device_routes(context),
        *invitation_routes(context),
        *passing_routes(context),
        *circle_routes(context, circles, notifier),
        *screen_routes(context),
        *explained_routes(context),
        *kit_routes(context, press),
        *narrator_routes(context, Voice(settings.data / "voice")),
        *program_routes(context),
        *install_routes(),
        *queries_routes(),
        Route("/static/{path:path}", static_file),
    ]
    if settings.metrics:
        from turncoat.web.site.metrics import MetricsEndpoint  # imported only where it is used

        endpoint = MetricsEndpoint(registry, settings.metrics_token)
        routes.append(endpoint.route)
        closing.callback(endpoint.close)

    def other_name(request: Request, host: str) -> Response:
        return context.error(request, 421, messages.OTHER_NAME, messages.OTHER_NAME_TEXT, host=host)

    def other_site(request: Request) -> Response:
        if request.url.path.startswith(API):
            return foreign_page()
        return context.error(request, 403, messages.NOT_OURS, messages.NOT_OURS_TEXT)

    def no_table(request: Request, code: str) -> Response:
        return context.error(request, 404, messages.NO_TABLE, messages.NO_TABLE_TEXT, code)

    in_turn = Middleware(RequestTurns, Turns(rates.requests_at_once, most_connections_from(rates)))
    checked = Middleware(RequestCheck, AllowedHosts(settings.allow_hosts), other_name, other_site)
    one_spelling = Middleware(OneSpelling, no_table, refuse_spelling)
    framed = [Middleware(FramedCookies)] if settings.frames else []
    middleware = [Middleware(SecurityHeaders, settings.frames), *framed, in_turn, checked, one_spelling]
    app = Starlette(routes=routes, lifespan=lifespan, middleware=middleware)
    _errors(app, context)
    app.state.context, app.state.key, app.state.notifier = context, key, notifier
    return app


def _refused(context: WebContext, request: Request, refusal: Refusal) -> Response:
    """Return the error page for a refusal that no page of a table can display."""
    code = str(request.path_params.get("code", ""))
    status, say = status_of(refusal), translator(language_of(request))
    headline, text = messages.REFUSED.get(refusal.code, (messages.NOT_DONE, ""))
    text = text or say_refusal(refusal, say)
    if refusal.code == "no-such-table":
        return context.error(request, status, headline, text, code)
    if headline == messages.NO_CIRCLE:
        return context.error(request, status, headline, text, is_of_circles=True)
    if refusal.code != "table-moves":
        return context.error(request, status, headline, text, art="broken" if refusal.code == "not-kept" else "nobody")
    # Quoted for a header, because the visitor chooses the path.
    again = quote(request.url.path if request.method == "GET" else f"/t/{code}")
    response = context.error(request, status, headline, text, again=again)
    response.headers["Retry-After"] = "1"
    response.headers["Refresh"] = f"2; url={again}"
    return response


def _errors(app: Starlette, context: WebContext) -> None:
    async def missing(request: Request, error: Exception) -> Response:
        return context.error(request, 404, messages.NO_PAGE, messages.NO_PAGE_TEXT)

    async def other(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        return context.error(request, status, messages.NO_PAGE, messages.NO_PAGE_TEXT)

    async def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, Refused)
        return _refused(context, request, error.refusal)

    async def not_kept(request: Request, error: Exception) -> Response:
        return _refused(context, request, Refusal("not-kept"))

    async def stale(request: Request, error: Exception) -> Response:
        if COOKIE not in request.cookies:  # it came with the form's page, so reloading that would not help
            return context.error(request, 403, messages.NO_COOKIE, messages.NO_COOKIE_TEXT)
        return context.error(request, 403, messages.NOT_OURS, messages.NOT_OURS_TEXT)

    async def large(request: Request, error: Exception) -> Response:
        return context.error(request, 413, messages.TOO_LARGE, messages.TOO_LARGE_TEXT)

    async def gone(request: Request, error: Exception) -> Response:
        return Response(status_code=400)  # the client is gone

    async def broken(request: Request, error: Exception) -> Response:
        server_log.error("broken", kind=type(error).__name__)
        return context.error(request, 500, messages.BROKEN, messages.BROKEN_TEXT, art="broken")

    app.add_exception_handler(404, missing)
    app.add_exception_handler(HTTPException, other)
    app.add_exception_handler(Refused, refused)
    app.add_exception_handler(StoreFailure, not_kept)
    app.add_exception_handler(NotOurForm, stale)
    app.add_exception_handler(BodyTooLarge, large)
    app.add_exception_handler(ClientDisconnect, gone)
    app.add_exception_handler(500, broken)
