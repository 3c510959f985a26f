"""PDF files of kits: made one at a time, each in a process of its own, and kept in memory while there is room."""

import asyncio
import sys
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from turncoat.extensions import ExtensionFile, loaded_files
from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.words import N_
from turncoat.table import server_log

describe(
    {"kit-busy": N_("Other kits are being made right now; please try again in a minute.")}, status=503, is_public=True
)
describe(
    {
        "kit-failed": N_("This kit can't be made here; the turncoat command says why."),
        "kit-not-here": N_("This server can't make PDFs; the kit's page says what whoever runs it can do."),
    },
    status=501,
    is_public=True,
)
WORKER: Final = (sys.executable, "-m", "turncoat.web.screen.kit_worker")
LONGEST: Final = 120.0
"""Seconds allowed for one PDF, which takes three on an idle machine."""
LONGEST_WAIT: Final = 90.0
"""Seconds that a request waits. The PDF is made all the same, and is there for the next request."""
MOST_ORDERS: Final = 12
"""PDFs that may wait or be made at the same time: more than one address may order in a minute."""
MOST_KEPT: Final = 16 * 1024 * 1024
"""Bytes of PDFs to keep, some fifty kits."""


class KitOrder(msgspec.Struct, frozen=True):
    """Everything that a PDF depends on."""

    ruleset: Ruleset
    language: str
    paper: str
    large: bool = False
    """True for large print."""

    @property
    def file_name(self) -> str:
        """Name under which browsers save it."""
        parts = (self.ruleset.game, str(self.ruleset.players), *self.ruleset.modules[:3], self.language, self.paper)
        return "-".join(("turncoat", *parts, *(("large-print",) if self.large else ()))) + ".pdf"


class KitWork(msgspec.Struct, frozen=True):
    """Everything that the process is given."""

    order: KitOrder
    files: tuple[ExtensionFile, ...]
    """Extension files that the server has loaded."""


class KitPress:
    """Makes PDFs and keeps the latest. There is one per server."""

    def __init__(self, worker: Sequence[str] = WORKER, most_kept: int = MOST_KEPT) -> None:
        self._worker, self._most_kept = worker, most_kept
        self._kept = OrderedDict[KitOrder, bytes]()
        self._orders: dict[KitOrder, asyncio.Task[bytes]] = {}
        """Orders that wait or are being made."""
        self._press = asyncio.Lock()

    async def pdf(self, order: KitOrder, count: Callable[[], None]) -> bytes:
        """Return the PDF, made now unless it is kept or being made already. Raises Refused.

        `count` is called before something is made, and may raise Refused.
        """
        if (kept := self._kept.get(order)) is not None:
            self._kept.move_to_end(order)
            return kept
        if (making := self._orders.get(order)) is None:
            if len(self._orders) >= MOST_ORDERS:
                raise Refused(Refusal("kit-busy"))
            count()
            making = self._orders[order] = asyncio.create_task(self._make(order))
            making.add_done_callback(lambda done: self._finished(order, done))
        try:
            async with asyncio.timeout(LONGEST_WAIT):
                return await asyncio.shield(making)
        except TimeoutError:
            raise Refused(Refusal("kit-busy")) from None

    async def close(self) -> None:
        """Stop making anything."""
        for making in (orders := list(self._orders.values())):
            making.cancel()
        await asyncio.gather(*orders, return_exceptions=True)

    def _finished(self, order: KitOrder, done: asyncio.Task[bytes]) -> None:
        del self._orders[order]
        if done.cancelled() or done.exception() is not None:
            return
        self._kept[order] = done.result()
        while sum(map(len, self._kept.values())) > self._most_kept:
            self._kept.popitem(last=False)

    async def _make(self, order: KitOrder) -> bytes:
        async with self._press:
            given, quiet = msgspec.msgpack.encode(KitWork(order, loaded_files())), asyncio.subprocess.DEVNULL
            pipe, made = asyncio.subprocess.PIPE, b""
            try:
                process = await asyncio.create_subprocess_exec(*self._worker, stdin=pipe, stdout=pipe, stderr=quiet)
            except OSError as error:
                server_log.error("no kit", kind=type(error).__name__)
                raise Refused(Refusal("kit-failed")) from None
            try:
                async with asyncio.timeout(LONGEST):
                    made, _ = await process.communicate(given)
            except TimeoutError:
                server_log.error("no kit", kind="TimeoutError")
            finally:
                if process.returncode is None:
                    process.kill()
                    await process.wait()
            if process.returncode != 0 or not made:
                server_log.error("no kit", game=order.ruleset.game)
                raise Refused(Refusal("kit-failed"))
            return made
