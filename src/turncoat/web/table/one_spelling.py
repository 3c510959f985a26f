"""Canonical spelling of a table's address, enforced by redirect or refusal before any table is loaded.

Where several servers share the tables, the load balancer chooses a server by the code in the address. With a second
spelling, a table would be requested from two servers and move between them during play.
"""

import re
from collections.abc import Awaitable, Callable
from typing import Final
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from turncoat.table.values.codes import is_code
from turncoat.web.http.codes import typed_code

_ADDRESS: Final = re.compile(r"/(t|api/v1/tables)/([^/]+)(.*)", re.DOTALL)
"""Position of a table's code in a path. A test compares it with the routes."""
_PAGES: Final = "t"
_READING: Final = ("GET", "HEAD")

Refuse = Callable[[Request, str], Response]
"""Builds the page that refuses a request, given the code that was probably meant."""
RefuseProgram = Callable[[WebSocket], Awaitable[None]]
"""Tells a program why its socket is refused."""


class OneSpelling:
    """Middleware that lets only canonical codes through, without any percent-encoding."""

    def __init__(self, app: ASGIApp, refuse: Refuse, refuse_program: RefuseProgram) -> None:
        self.app = app
        self.refuse = refuse
        self.refuse_program = refuse_program

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = _ADDRESS.fullmatch(scope["path"]) if scope["type"] in ("http", "websocket") else None
        if found is None or _is_as_it_is(scope, found[1], found[2]):
            await self.app(scope, receive, send)
            return
        kind, code, rest = found[1], typed_code(found[2]), found[3]
        if scope["type"] == "http":
            answer: Response
            if kind == _PAGES and is_code(code) and scope["method"] in _READING:
                query = f"?{scope['query_string'].decode('latin-1')}" if scope["query_string"] else ""
                answer = RedirectResponse(f"/{kind}/{code}{quote(rest)}{query}", 308)
            else:
                answer = self.refuse(Request(scope), code)
            await answer(scope, receive, send)
            return
        socket = WebSocket(scope, receive, send)
        if kind == _PAGES:
            await socket.close()
        else:
            await self.refuse_program(socket)


def _is_as_it_is(scope: Scope, kind: str, code: str) -> bool:
    written, wanted = scope.get("raw_path") or scope["path"].encode(), f"/{kind}/{code}".encode()
    return is_code(code) and (written == wanted or written.startswith(wanted + b"/"))
