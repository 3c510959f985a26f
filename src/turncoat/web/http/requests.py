"""Checks on request headers: host names, origins, cookies and accepted encodings."""

import ipaddress
import re
import socket
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocketClose

_HOST: Final = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9_.-]{1,253})(:[0-9]{1,5})?")
_NAMES_AT_HOME: Final = (".localhost", ".local", ".lan", ".home", ".home.arpa", ".internal", ".localdomain")
"""Suffixes of local names, which nobody can register.

The owner of a registered name could point it at this server and so make a visitor's browser treat our pages as theirs
(DNS rebinding).
"""
FORWARDED: Final = ("x-forwarded-for", "x-forwarded-proto", "forwarded")
"""Headers in which a reverse proxy names the original client."""


class AllowedHosts:
    """Host names to which this server answers."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._names = {name.strip().lower().rstrip(".") for name in (*names, socket.gethostname())} - {""}
        self.allows: Callable[[str], bool] = lru_cache(1024)(self._allows)

    def _allows(self, host: str) -> bool:
        """Return whether a Host header names this server. IP addresses and local names always do.

        >>> hosts = AllowedHosts(["turncoat.example.org"])
        >>> [hosts.allows(host) for host in ("192.168.1.7:8000", "[::1]", "raspberrypi", "turncoat.example.org")]
        [True, True, True, True]
        >>> hosts.allows("evil.example.com"), hosts.allows("192.168.1.7.example.com")
        (False, False)
        """
        found = _HOST.fullmatch(host)
        if found is None:
            return False
        name = found[1].lower().strip("[]").rstrip(".")
        if name in self._names or "." not in name or name.endswith(_NAMES_AT_HOME):
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True


READS: Final = ("GET", "HEAD", "OPTIONS")
"""Safe methods, which change nothing."""


class RequestCheck:
    """Middleware that refuses foreign hosts and cross-site requests, and drops escaped cookies.

    Pages of other sites may neither change anything here nor open a socket, whatever the route.
    """

    def __init__(
        self,
        app: ASGIApp,
        hosts: AllowedHosts,
        refuse_host: Callable[[Request, str], Response],
        refuse_origin: Callable[[Request], Response],
    ) -> None:
        self.app = app
        self.hosts = hosts
        self.refuse_host = refuse_host
        """Builds the answer to a request for a foreign host name."""
        self.refuse_origin = refuse_origin
        """Builds the answer to a request from another site's page."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host = headers.get("host")
        is_socket = scope["type"] == "websocket"
        refused: ASGIApp | None = None
        if host is not None and not self.hosts.allows(host):
            refused = WebSocketClose(1008) if is_socket else self.refuse_host(Request(scope), host[:100])
        elif (is_socket or scope["method"] not in READS) and not is_same_origin(headers):
            refused = WebSocketClose(1008) if is_socket else self.refuse_origin(Request(scope))
        if refused is not None:
            await refused(scope, receive, send)
            return
        if any(name == b"cookie" and b"\\" in value for name, value in scope["headers"]):
            scope = {**scope, "headers": [_without_escapes(*header) for header in scope["headers"]]}
        await self.app(scope, receive, send)


def _without_escapes(name: bytes, value: bytes) -> tuple[bytes, bytes]:
    """Drop escaped cookies from a Cookie header: ours never are, and Python takes quadratic time to parse them."""
    if name != b"cookie":
        return name, value
    return name, b";".join(part for part in value.split(b";") if b"\\" not in part)


class UnnamedProxy:
    """Middleware that warns once if requests arrive through an unconfigured proxy, whose headers are not trusted."""

    def __init__(self, app: ASGIApp, say: Callable[[], None]) -> None:
        self.app = app
        self.say = say
        self._has_said = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self._has_said and scope["type"] == "http" and is_forwarded(Headers(scope=scope)):
            self._has_said = True
            self.say()
        await self.app(scope, receive, send)


def is_same_origin(headers: Headers) -> bool:
    """Return whether the request comes from a page of this server, or from a program (which sends no origin)."""
    origin = headers.get("origin")
    return origin is None or origin.partition("://")[2] == headers.get("host", "")


def is_forwarded(headers: Headers) -> bool:
    """Return whether the request came through a proxy, judging by its headers."""
    return any(name in headers for name in FORWARDED)


def takes_gzip(headers: Headers) -> bool:
    """Return whether the client accepts gzip."""
    for coding in headers.get("accept-encoding", "").split(","):
        name, _, quality = coding.partition(";")
        if name.strip().lower() == "gzip":
            return quality.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
