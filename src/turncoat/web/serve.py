"""Running the server: one process, one address, printed as soon as it answers."""

import asyncio
import contextlib
import io
import os
import socket
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import Any, Final, cast

import msgspec
import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from turncoat.kernel.records import said_by
from turncoat.kernel.words import N_, composed
from turncoat.locales import codes, translator
from turncoat.table import server_log
from turncoat.table.data_directory import StoreError, default_data, not_writable
from turncoat.table.runtime.room_registry import RoomRegistry
from turncoat.table.runtime.server_settings import HOLD, KEEP, SPECTATORS, Pace
from turncoat.telling import Translate
from turncoat.web.app import Setup, create_app
from turncoat.web.collector import QuietCollector
from turncoat.web.http.connections import ConnectionGuard, Deadlines, ExchangeEnd, raise_open_files
from turncoat.web.http.limits import Rates
from turncoat.web.http.requests import UnnamedProxy

LARGEST_MESSAGE = 1 << 20
"""Bytes. A larger message ends the connection; a smaller one that is still too large gets an error as answer."""


_READY: Final = N_("Turncoat is ready: {address}")
_READY_FOR_ALL: Final = N_("Turncoat is ready. Friends in your network open {address}")
_HERE: Final = N_("On this machine: {address}")
_STOP: Final = N_("Stop it with Ctrl+C; the tables are kept.")


class ServeError(Exception):
    """Why the server cannot start, in one line that says what would help."""


FAREWELL: Final = 2
"""Seconds in which open connections must end when the server stops."""
LONGEST_STOP: Final = 4.0
"""Seconds after which a server that was told to stop has stopped, whatever is under way. Five are promised, and a
busy machine is late."""
CANNOT_START = 2
"""The exit status."""
SHORTEST = 0.4
"""The shortest pause of a bot, as a share of the longest."""


def run(
    host: str = "127.0.0.1",
    port: int = 8000,
    data: Path | None = None,
    lan: bool = False,
    *,
    metrics: bool = False,
    metrics_token: str = "",
    allow_hosts: Sequence[str] = (),
    proxies: Sequence[str] = (),
    bot_pause: float = Pace().most,
    rates: Rates | None = None,
    hold: float = HOLD,
    scenes: float = 1.0,
    keep: int = KEEP,
    spectators: int = SPECTATORS,
    deadlines: Deadlines | None = None,
    language: str = "",
) -> None:
    """Serve until interrupted. `lan` listens for the local network, whatever `host` says.

    `proxies` are addresses of servers in front of this one; `allow_hosts` names by which visitors may call it.

    Exits with status 2 and a reason in one line when it cannot start. Its own texts are in `language`, or in English
    when that is not available. Each visitor reads pages in their own.
    """
    say = translator(language if language in codes() else "en")
    try:
        pace = Pace(bot_pause * SHORTEST, bot_pause)
        setup = Setup(
            data or default_data(),
            pace,
            rates or Rates(),
            allow_hosts=tuple(allow_hosts),
            metrics=metrics,
            metrics_token=metrics_token,
            keep=keep,
            hold=hold,
            scenes=scenes,
            spectators=spectators,
        )
        _serve(host, port, lan, setup, say, proxies, deadlines)
    except ServeError as error:
        sys.stderr.write(f"turncoat serve: {say(error.args[0])}\n")
        raise SystemExit(CANNOT_START) from None


def _serve(
    host: str,
    port: int,
    lan: bool,
    setup: Setup,
    say: Translate,
    proxies: Sequence[str],
    deadlines: Deadlines | None,
) -> None:
    listener = listening("0.0.0.0" if lan else host, port)  # noqa: S104 - that is what --lan asks for
    port = listener.getsockname()[1]
    address = f"http://{_shown(host)}:{port}"
    public = f"http://{lan_address()}:{port}" if lan else ""
    try:
        app = create_app(msgspec.structs.replace(setup, public=public))
    except (StoreError, OSError) as error:
        listener.close()
        unusable = not_writable(setup.data, error) if isinstance(error, OSError) else error
        raise ServeError(said_by(unusable)) from None
    # Only a server in front that the operator has named is believed when it says for whom it asks.
    behind = ProxyHeadersMiddleware(cast(Any, app), list(proxies))
    guard = ConnectionGuard(setup.rates, raise_open_files(), lambda host: host in behind.trusted_hosts, deadlines)
    config = uvicorn.Config(
        cast(Any, ExchangeEnd(cast(Any, behind) if proxies else UnnamedProxy(app, _warn_of_proxy))),
        interface="asgi3",
        proxy_headers=False,
        http=cast(type[asyncio.Protocol], guard.http),  # whatever makes a protocol will do
        ws=cast(type[asyncio.Protocol], guard.websocket),
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="on",
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,  # compressed sizes would tell what is in them
        timeout_graceful_shutdown=FAREWELL,
    )
    server_log.keep_discreet()
    _Server(config, guard, app.state.context.registry, address, public, say).run(sockets=[listener])


def _warn_of_proxy() -> None:
    server_log.warning("forwarded requests; name the server in front with --proxy, or its headers do not count")


class _Server(uvicorn.Server):
    def __init__(
        self,
        config: uvicorn.Config,
        guard: ConnectionGuard,
        registry: RoomRegistry,
        address: str,
        public: str,
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
        """Stop, in some seconds at most: a bot that thinks for ever must not keep the server from stopping."""
        if not self.should_exit:
            end = threading.Timer(LONGEST_STOP, os._exit, (0,))  # whatever anybody was told is on the disk already
            end.daemon = True
            end.start()
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for task in self._tasks:
            task.cancel()
        await self._registry.say_goodbye(FAREWELL / 2)
        await super().shutdown(sockets)


def _say(address: str, public: str, translate: Translate) -> None:
    out = sys.stdout
    if public:
        out.write(translate(_READY_FOR_ALL).format(address=public) + "\n")
        with contextlib.suppress(UnicodeEncodeError):  # a terminal without these characters shows none
            out.write(f"\n{qr_text(public)}\n")
        out.write(translate(_HERE).format(address=address) + "\n")
    else:
        out.write(translate(_READY).format(address=address) + "\n")
    out.write(translate(_STOP) + "\n")
    out.flush()


def qr_text(url: str) -> str:
    """The address as a QR code of characters, for a terminal."""
    import segno

    text = io.StringIO()
    segno.make(url, error="l").terminal(text, border=2, compact=True)
    return text.getvalue()


def lan_address() -> str:
    """This machine's address in the local network. Nothing is sent: this only looks up the route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address set aside for examples
            found: str = probe.getsockname()[0]
        except OSError:
            return socket.gethostname()
    return found


def listening(host: str, port: int) -> socket.socket:
    """A socket that waits for visitors. Raises ServeError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named, asyncio sends small messages at once. Otherwise an update waits, up to 40 ms, until the
    # browser has acknowledged the one before it.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if os.name != "nt":
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except (OSError, OverflowError) as error:
        listener.close()
        says = N_("cannot listen on {host} port {port}: {why}; try another --port")
        raise ServeError(composed(says, host=host, port=str(port), why=str(error))) from None
    return listener


def _shown(host: str) -> str:
    if host in ("0.0.0.0", "::"):  # noqa: S104 - a name for a person to type
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host
