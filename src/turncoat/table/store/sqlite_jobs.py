"""Jobs for the store's writer thread, awaited in an event loop."""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

Job = Callable[[sqlite3.Connection], Any]


class PendingJob:
    """A job for the writer thread, and its result. A job of None erases deleted data."""

    __slots__ = ("_done", "_error", "_value", "is_failed", "job", "loop")

    def __init__(self, job: Job | None) -> None:
        self.job = job
        self.loop = asyncio.get_running_loop()
        self._done: asyncio.Future[Any] = self.loop.create_future()
        self._value: Any = None
        self._error: BaseException | None = None
        self.is_failed = False

    async def outcome(self) -> Any:
        return await self._done

    @property
    def is_given_up(self) -> bool:
        """True if nobody waits for it any more."""
        return self._done.cancelled()

    def succeed(self, value: Any) -> None:
        self._value = value

    def fail(self, error: BaseException) -> None:
        self._error, self.is_failed = error, True

    def tell(self) -> None:
        """Deliver the result. Call in the event loop of the job."""
        if self._done.done():
            return
        if self._error is not None:
            self._done.set_exception(self._error)
        else:
            self._done.set_result(self._value)


def wake(asked: Sequence[PendingJob]) -> None:
    """Deliver the results of these jobs, with a single wake-up of each event loop."""
    for loop in {one.loop for one in asked}:
        with suppress(RuntimeError):  # the loop is closed: nobody waits there any more
            loop.call_soon_threadsafe(_tell, [one for one in asked if one.loop is loop])


def _tell(asked: Sequence[PendingJob]) -> None:
    for one in asked:
        one.tell()
