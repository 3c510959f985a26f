"""Security headers of all responses, as far as browsers read them there."""

from collections.abc import Mapping, Sequence
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from turncoat.web.http.frames import ancestors

CONTENT_SECURITY_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; media-src 'self'; "
    "connect-src 'self'; form-action 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
"""Policy without inline styles, inline scripts or anything from other hosts. The templates comply."""
HEADERS: Final[Mapping[str, str]] = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
OF_DOCUMENTS: Final = frozenset(
    ("Content-Security-Policy", "X-Frame-Options", "Cross-Origin-Opener-Policy", "Permissions-Policy")
)
"""Headers that browsers read with a document or a worker only.

Without them, the fifty scripts and style sheets of a table weigh 20 KB less.
"""
PARTS_OF_DOCUMENTS: Final = ("text/css", "text/javascript")
"""Types of static files that are never a document, as a drawing may be. The script of the service worker is not one."""


class SecurityHeaders:
    """Middleware that adds the security headers to each response and keeps pages out of caches."""

    def __init__(self, app: ASGIApp, frames: Sequence[str] = ()) -> None:
        """Wrap an application. `frames` are the origins whose pages may show it in a frame."""
        self.app = app
        self.headers = dict(HEADERS)
        self.headers_of_parts = {name: value for name, value in HEADERS.items() if name not in OF_DOCUMENTS}
        if frames:
            policy = CONTENT_SECURITY_POLICY.replace(
                f"frame-ancestors {ancestors(())}", f"frame-ancestors {ancestors(frames)}"
            )
            self.headers["Content-Security-Policy"] = policy
            del self.headers["X-Frame-Options"]  # it can allow no other origin

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        is_static = scope["path"].startswith("/static/")

        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                is_part = is_static and headers.get("content-type", "").startswith(PARTS_OF_DOCUMENTS)
                headers.update(self.headers_of_parts if is_part else self.headers)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self.app(scope, receive, send_on)
