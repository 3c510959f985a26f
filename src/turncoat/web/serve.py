"""Running the server: one process, one address, printed as soon as it answers."""

import asyncio
import contextlib
import gc
import io
import os
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec
import uvicorn

from turncoat.kernel.records import said_by
from turncoat.kernel.words import N_, composed
from turncoat.locales import codes, translator
from turncoat.table import server_log
from turncoat.table.runtime.server_settings import HOLD, KEEP, Pace
from turncoat.table.store import StoreError
from turncoat.telling import Translate
from turncoat.web.app import Setup, create_app
from turncoat.web.http.limits import Rates

LARGEST_MESSAGE = 1 << 20
"""Bytes. A larger message ends the connection; a smaller one that is still too large gets an error as answer."""


_READY: Final = N_("Turncoat is ready: {address}")
_READY_FOR_ALL: Final = N_("Turncoat is ready. Friends in your network open {address}")
_HERE: Final = N_("On this machine: {address}")
_STOP: Final = N_("Stop it with Ctrl+C; the tables are kept.")


class ServeError(Exception):
    """Why the server cannot start, in one line that says what would help."""


CANNOT_START = 2
"""The exit status."""
SHORTEST = 0.4
"""The shortest pause of a bot, as a share of the longest."""


def default_data() -> Path:
    """Where tables are kept by default: the place that the system has for such files."""
    if sys.platform == "win32":
        home = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        home = str(Path.home() / "Library" / "Application Support")
    else:
        home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(home) / "turncoat"


def run(
    host: str = "127.0.0.1",
    port: int = 8000,
    data: Path | None = None,
    lan: bool = False,
    *,
    metrics: bool = False,
    bot_pause: float = Pace().most,
    rates: Rates | None = None,
    hold: float = HOLD,
    keep: int = KEEP,
    language: str = "",
) -> None:
    """Serve until interrupted. `lan` listens for the local network, whatever `host` says.

    Exits with status 2 and a reason in one line when it cannot start. Its own texts are in `language`, or in English
    when that is not available. Each visitor reads pages in their own.
    """
    say = translator(language if language in codes() else "en")
    try:
        pace = Pace(bot_pause * SHORTEST, bot_pause)
        setup = Setup(data or default_data(), pace, rates or Rates(), metrics=metrics, hold=hold, keep=keep)
        _serve(host, port, lan, setup, say)
    except ServeError as error:
        sys.stderr.write(f"turncoat serve: {say(error.args[0])}\n")
        raise SystemExit(CANNOT_START) from None


def _serve(host: str, port: int, lan: bool, setup: Setup, say: Translate) -> None:
    listener = listening("0.0.0.0" if lan else host, port)  # noqa: S104 - that is what --lan asks for
    port = listener.getsockname()[1]
    address = f"http://{_shown(host)}:{port}"
    public = f"http://{lan_address()}:{port}" if lan else ""
    try:
        app = create_app(msgspec.structs.replace(setup, public=public))
    except (StoreError, OSError) as error:
        listener.close()
        raise ServeError(said_by(error)) from None
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="on",
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,  # compressed sizes would tell what is in them
        timeout_graceful_shutdown=3,
    )
    server_log.keep_discreet()
    registry = app.state.context.registry
    _Server(config, address, public, say, lambda: registry.entries_kept).run(sockets=[listener])


class _Server(uvicorn.Server):
    def __init__(
        self, config: uvicorn.Config, address: str, public: str, say: Translate, entries_kept: Callable[[], int]
    ) -> None:
        super().__init__(config)
        self._address, self._public, self._translate = address, public, say
        self._collecting: asyncio.Task[None] | None = None
        self._collector = QuietCollector(entries_kept)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._collecting = asyncio.create_task(self._collector.run())
        if self.started:
            _say(self._address, self._public, self._translate)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._collecting is not None:
            self._collecting.cancel()
        await super().shutdown(sockets)


YOUNG: Final = 2000
MIDDLE: Final = 10
NEVER: Final = 1_000_000_000
"""When Python searches its young objects for garbage, those that have survived that, and those that are old."""
LOOK_EVERY: Final = 5.0
QUIET: Final = 10.0
"""Seconds without a command after which nobody is held up."""
OFTEN: Final = 10 * 60.0
SELDOM: Final = 60 * 60.0
"""Seconds between two searches in quiet, and when it is never quiet."""


class QuietCollector:
    """Searches old objects for garbage when nobody plays.

    By itself Python does so now and then, and everybody waits: a second with a thousand tables. It would hardly find
    anything, because almost all objects are freed as soon as nothing refers to them.
    """

    def __init__(
        self,
        entries_kept: Callable[[], int],
        now: Callable[[], float] = time.monotonic,
        collect: Callable[[], Any] = gc.collect,
    ) -> None:
        self._entries_kept, self._now, self._collect = entries_kept, now, collect
        self._entries = self._searched = entries_kept()
        self._quiet_since = self._last = now()

    async def run(self) -> None:
        """Look now and then whether it is quiet, until cancelled."""
        gc.freeze()  # objects from the start stay, and are never searched
        gc.set_threshold(YOUNG, MIDDLE, NEVER)
        while True:
            await asyncio.sleep(LOOK_EVERY)
            self.look()

    def look(self) -> None:
        """Search if nothing has happened for a while, and enough since the last time."""
        entries, now = self._entries_kept(), self._now()
        if entries != self._entries:
            self._entries, self._quiet_since = entries, now
        wait = OFTEN if now - self._quiet_since >= QUIET else SELDOM
        if entries != self._searched and now - self._last >= wait:
            self._collect()
            self._searched, self._last = entries, now


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
