"""The application as Starlette runs it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Route

from turncoat.kernel.refusals import Refused
from turncoat.outside import load_chapters
from turncoat.table import journal
from turncoat.table.hall import Hall, Settings
from turncoat.table.players import Pace
from turncoat.web import desk as d
from turncoat.web.desk import Desk, NotOurForm, code_of, is_missing
from turncoat.web.identity import Signer, key_of
from turncoat.web.programs import program_routes
from turncoat.web.render import STATIC
from turncoat.web.shell import Limiter, Rates, Shell, TooLarge
from turncoat.web.site import site_routes
from turncoat.web.tables import table_routes

KEPT: Final = "public, max-age=31536000, immutable"
"""For static files asked for with the mark of their content."""


class Setup(msgspec.Struct, frozen=True):
    """How the application is run."""

    data: Path
    pace: Pace = Pace()
    rates: Rates = Rates()
    public: str = ""
    metrics: bool = False


def create_app(setup: Setup) -> Starlette:
    """The application. Its store is opened when the server starts, and closed when it ends."""
    load_chapters()
    signer = Signer(key_of(setup.data))
    hall = Hall(Settings(setup.data, setup.pace))
    desk = Desk(hall, signer, Limiter(setup.rates), setup.public)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        await hall.close()

    routes: list[BaseRoute] = [
        *site_routes(desk),
        *table_routes(desk),
        *program_routes(desk),
        Route("/static/{path:path}", static_file),
    ]
    if setup.metrics:
        from turncoat.web.metrics import metrics_route  # not loaded where nobody measures

        routes.append(metrics_route(hall))
    app = Starlette(routes=routes, lifespan=lifespan, middleware=[Middleware(Shell)])
    _errors(app, desk)
    app.state.desk = desk
    return app


async def static_file(request: Request) -> Response:
    """A file of ours; nothing outside the directory."""
    path = STATIC / request.path_params["path"]
    try:
        if not path.resolve().is_relative_to(STATIC.resolve()) or not path.is_file():
            raise HTTPException(404)
    except (OSError, ValueError):  # no name that a file can have
        raise HTTPException(404) from None
    response = FileResponse(path)
    response.headers["Cache-Control"] = KEPT if request.query_params.get("v") else "no-cache"
    return response


def _errors(app: Starlette, desk: Desk) -> None:
    async def missing(request: Request, error: Exception) -> Response:
        return desk.error(request, 404, d.NO_PAGE, d.NO_PAGE_TEXT)

    async def other(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        return desk.error(request, status, d.NO_PAGE, d.NO_PAGE_TEXT)

    async def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, Refused)
        if is_missing(error):
            code = code_of(str(request.path_params.get("code", "")))
            return desk.error(request, 404, d.NO_TABLE, d.NO_TABLE_TEXT, code)
        return desk.error(request, 429, d.TOO_FAST, d.TOO_FAST_TEXT)

    async def stale(request: Request, error: Exception) -> Response:
        return desk.error(request, 403, d.NOT_OURS, d.NOT_OURS_TEXT)

    async def large(request: Request, error: Exception) -> Response:
        return desk.error(request, 413, d.TOO_LARGE, d.TOO_LARGE_TEXT)

    async def broken(request: Request, error: Exception) -> Response:
        journal.error("broken", kind=type(error).__name__)
        return desk.error(request, 500, d.BROKEN, d.BROKEN_TEXT, art="broken")

    app.add_exception_handler(404, missing)
    app.add_exception_handler(HTTPException, other)
    app.add_exception_handler(Refused, refused)
    app.add_exception_handler(NotOurForm, stale)
    app.add_exception_handler(TooLarge, large)
    app.add_exception_handler(500, broken)
