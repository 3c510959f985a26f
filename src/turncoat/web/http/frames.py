"""Frames: the site in the window of a chat, on pages of the origins that the server allows.

A browser neither sends its usual cookies to a frame of another site nor keeps those that are set there. So in such a
frame all cookies are partitioned: they belong to this site inside that one, and nobody is followed from site to site.
"""

from collections.abc import Iterable
from typing import Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MARK: Final = "turncoat-framed"
"""Cookie that marks later requests from a frame, which alone can have it."""
_PARTITIONED: Final = "; Secure; SameSite=None; Partitioned"
_REPLACED: Final = ("secure", "samesite")


class FramedCookies:
    """Middleware that partitions the cookies of pages in a frame of another site."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not is_framed(Headers(scope=scope)):
            await self.app(scope, receive, send)
            return
        is_new = not _has_mark(Headers(scope=scope))

        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [
                    (name, _partitioned(value) if name == b"set-cookie" else value)
                    for name, value in message.get("headers", ())
                ]
                if is_new:
                    headers.append((b"set-cookie", f"{MARK}=1; Path=/; HttpOnly{_PARTITIONED}".encode()))
                message = {**message, "headers": headers}
            await send(message)

        await self.app(scope, receive, send_on)


def is_framed(headers: Headers) -> bool:
    """Return whether a request comes from a frame of another site, judging by its headers.

    A frame of the same site has the usual cookies.
    """
    is_loading = headers.get("sec-fetch-dest") == "iframe" and headers.get("sec-fetch-site") == "cross-site"
    return is_loading or _has_mark(headers)


def _has_mark(headers: Headers) -> bool:
    pairs = (pair.strip() for value in headers.getlist("cookie") for pair in value.split(";"))
    return any(pair.partition("=")[0] == MARK for pair in pairs)


def _partitioned(cookie: bytes) -> bytes:
    """Return the value of a Set-Cookie header for a frame of another site."""
    kept = [
        part for part in cookie.decode("latin-1").split(";") if part.strip().partition("=")[0].lower() not in _REPLACED
    ]
    return (";".join(kept) + _PARTITIONED).encode("latin-1")


def ancestors(frames: Iterable[str]) -> str:
    """Return the value of `frame-ancestors` that allows these origins.

    >>> ancestors([]), ancestors(["https://discord.com", "https://*.discordsays.com"])
    ("'none'", 'https://discord.com https://*.discordsays.com')
    """
    return " ".join(frames) or "'none'"
