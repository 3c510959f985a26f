"""Server entry point: one process and one address, printed as soon as it answers."""

import asyncio
import io
import os
import socket
import sys
import threading
from collections.abc import Sequence
from types import FrameType
from typing import Any, Final, TextIO, cast

import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from turncoat.kernel.records import error_message
from turncoat.kernel.words import N_
from turncoat.locales import codes, translator
from turncoat.table import server_log
from turncoat.table.runtime.room_registry import RoomRegistry
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.table.store.data_directory import not_writable
from turncoat.table.store.errors import StoreError
from turncoat.telling import Translate
from turncoat.web.app import create_app
from turncoat.web.collector import QuietCollector
from turncoat.web.http.connections import ConnectionGuard, Deadlines, ExchangeEnd, raise_open_files
from turncoat.web.http.limits import RateLimits
from turncoat.web.http.requests import UnnamedProxy
from turncoat.web.network import ListenError, lan_addresses, listening, listening_to_all, url_of

LARGEST_MESSAGE = 1 << 20
"""Bytes. A larger message closes the connection. One below that, but still too large, is answered with an error."""


_READY: Final = N_("Turncoat is ready: {address}")
_READY_FOR_ALL: Final = N_("Turncoat is ready. Friends on your network can open {address}")
_OR: Final = N_("If that does not answer: {address}")
_HERE: Final = N_("On this machine: {address}")
_STOP: Final = N_("Stop it with Ctrl+C; the tables are saved.")


class ServeError(Exception):
    """Reason why the server cannot start, in one line that suggests a fix."""


FAREWELL: Final = 2
"""Seconds in which open connections must close when the server stops."""
DRAIN: Final = 2.0
"""Seconds for which a server with a shared store plays on after it is told to stop.

Meanwhile /healthz reports it and the load balancer notices. Clients that are then disconnected come back at once at
another server.
"""
LONGEST_STOP: Final = 4.0
"""Seconds after which a stopping server exits, whatever is under way, plus `DRAIN` where the store is shared.

The documented limit is one second more, because a busy machine is late.
"""
CANNOT_START = 2
"""Exit status."""


def run(settings: ServerSettings, *, rates: RateLimits | None = None, deadlines: Deadlines | None = None) -> None:
    """Serve until interrupted.

    Exits with status 2 and a one-line reason if it cannot start. Its own texts are in the language of the settings, or
    in English if that is not available. Each visitor reads pages in their own.
    """
    say = translator(settings.language if settings.language in codes() else "en")
    try:
        _serve(settings, rates or RateLimits(), deadlines, say)
    except ServeError as error:
        sys.stderr.write(f"turncoat serve: {say(error.args[0])}\n")
        raise SystemExit(CANNOT_START) from None


def _serve(settings: ServerSettings, rates: RateLimits, deadlines: Deadlines | None, say: Translate) -> None:
    try:
        listeners = listening_to_all(settings.port) if settings.lan else [listening(settings.host, settings.port)]
    except ListenError as error:
        raise ServeError(*error.args) from None
    port = listeners[0].getsockname()[1]
    address = url_of(_typeable(settings.host), port)
    public = [url_of(one, port) for one in lan_addresses()] if settings.lan else []
    try:
        app = create_app(settings, rates, public[0] if public else "")
        asyncio.run(app.state.context.registry.store.prepare(app.state.key.secret))
        app.state.key.keep()
    except (StoreError, OSError) as error:
        for listener in listeners:
            listener.close()
        unusable = not_writable(settings.data, error) if isinstance(error, OSError) else error
        raise ServeError(error_message(unusable)) from None
    # Forwarding headers are trusted only from proxies that the operator has named.
    behind = ProxyHeadersMiddleware(cast(Any, app), list(settings.proxies))
    guard = ConnectionGuard(rates, raise_open_files(), lambda host: host in behind.trusted_hosts, deadlines)
    config = uvicorn.Config(
        cast(Any, ExchangeEnd(cast(Any, behind) if settings.proxies else UnnamedProxy(app, _warn_of_proxy))),
        interface="asgi3",
        proxy_headers=False,
        http=cast(type[asyncio.Protocol], guard.http),  # any factory of protocols will do
        ws=cast(type[asyncio.Protocol], guard.websocket),
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="on",
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,  # compressed sizes would reveal the content
        timeout_graceful_shutdown=FAREWELL,
    )
    server_log.silence_library_logs()
    _Server(config, guard, app.state.context.registry, address, public, say).run(sockets=listeners)


def _warn_of_proxy() -> None:
    server_log.warning("ignoring the headers of forwarded requests; name the server in front with --proxy")


class _Server(uvicorn.Server):
    def __init__(
        self,
        config: uvicorn.Config,
        guard: ConnectionGuard,
        registry: RoomRegistry,
        address: str,
        public: Sequence[str],
        say: Translate,
    ) -> None:
        super().__init__(config)
        self._guard = guard
        self._registry = registry
        self._address, self._public, self._translate = address, public, say
        self._tasks: list[asyncio.Task[None]] = []
        self._collector = QuietCollector(lambda: registry.metrics.changes, lambda: guard.sockets_closed)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._tasks = [asyncio.create_task(work) for work in (self._collector.run(), self._guard.watch())]
        if self.started:
            _say(self._address, self._public, self._translate)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop within seconds: a bot that thinks forever must not keep the server from stopping."""
        if not self.should_exit:
            longest = LONGEST_STOP + DRAIN * self._registry.store.is_shared
            end = threading.Timer(longest, os._exit, (0,))  # everything acknowledged is on disk already
            end.daemon = True
            end.start()
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for task in self._tasks:
            task.cancel()
        await self._registry.drain(DRAIN)
        await self._registry.notify_stopping(FAREWELL / 2)
        await super().shutdown(sockets)


def _say(address: str, public: Sequence[str], translate: Translate) -> None:
    out = sys.stdout
    if public:
        likeliest, *others = public
        out.write(translate(_READY_FOR_ALL).format(address=likeliest) + "\n")
        out.write(_qr_for(likeliest, out))
        for other in others:
            out.write(translate(_OR).format(address=other) + "\n")
        out.write(translate(_HERE).format(address=address) + "\n")
    else:
        out.write(translate(_READY).format(address=address) + "\n")
    out.write(translate(_STOP) + "\n")
    out.flush()


def _qr_for(url: str, out: TextIO) -> str:
    """Return the address as a QR code with a margin, or an empty string if the terminal lacks the characters."""
    text = f"\n{qr_text(url)}\n"
    try:
        text.encode(out.encoding or "utf-8")
    except UnicodeEncodeError:
        return ""
    return text


def qr_text(url: str) -> str:
    """Return the address as a QR code in text, for a terminal."""
    import segno

    text = io.StringIO()
    segno.make(url, error="l").terminal(text, border=2, compact=True)
    return text.getvalue()


def _typeable(host: str) -> str:
    if host in ("0.0.0.0", "::"):  # noqa: S104 - a name for a person to type
        return "127.0.0.1"
    return host
