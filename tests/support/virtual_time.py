"""An event loop with virtual time, which advances only when nothing is left to do, so that moments are comparable.

Work that the server gives to other threads (its store, its bots) takes no virtual time.
"""

import asyncio
import selectors
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any, Final, TypeVar, TypeVarTuple

import pytest

from turncoat.bots import Bot
from turncoat.kernel.rulesets import Ruleset
from turncoat.table.runtime import bot_process
from turncoat.table.runtime.bot_process import Asked, BotKey, BotTooSlow, BotUpdate
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.table.store.sqlite_jobs import PendingJob

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
STUCK: Final = 60.0
"""Real seconds after which the loop checks for a thread's work again."""
RESOLUTION: Final = time.get_clock_info("monotonic").resolution
"""Seconds of tolerance within which an event loop treats a call as due."""


class _Selector(selectors.DefaultSelector):
    """A selector that jumps to the next timer instead of waiting for it."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 1000.0
        self.under_way = 0
        """Number of jobs under way in other threads."""
        self.when_quiet: Callable[[], None] | None = None
        """Called once, instead of advancing time, when nothing is left to do at this moment."""

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if self.under_way:
            return super().select(STUCK if timeout is None or timeout > 0 else 0)
        found = super().select(0)
        if self.when_quiet is not None and not found and (timeout is None or timeout > RESOLUTION):
            self.when_quiet()
            self.when_quiet = None
            return found
        if not found and timeout is None:
            raise RuntimeError("everybody waits, and nothing is ever going to happen")
        if not found and timeout is not None:
            self.now += max(0.0, timeout)
        return found


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop with virtual time."""

    def __init__(self) -> None:
        self.selector = _Selector()
        super().__init__(self.selector)

    def time(self) -> float:
        return self.selector.now

    def run_in_executor(self, executor: Executor | None, func: Callable[[*Ts], T], *args: *Ts) -> "asyncio.Future[T]":
        done = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:
            done.set_exception(error)
        return done

    def pass_by(self, seconds: float) -> None:
        """Advance by this many seconds, and finish everything due in them."""
        self.run_until_complete(asyncio.sleep(seconds))
        self.settle()

    def settle(self) -> None:
        """Finish everything due at this moment and everything that follows from it, including work in other threads."""
        self.selector.when_quiet = self.stop
        self.run_forever()


def count_work_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make virtual loops count the work of other threads, so that their time stands still meanwhile."""
    wrap = asyncio.wrap_future

    def counted(future: "Future[Any]") -> "asyncio.Future[Any]":
        wrapped = wrap(future)
        loop = asyncio.get_running_loop()
        if isinstance(loop, VirtualLoop) and not isinstance(future, Thought):
            selector = loop.selector
            selector.under_way += 1

            def is_done(_: object) -> None:
                selector.under_way -= 1

            wrapped.add_done_callback(is_done)
        return wrapped

    monkeypatch.setattr(asyncio, "wrap_future", counted)
    outcome = PendingJob.outcome

    async def counted_outcome(asked: PendingJob) -> Any:
        loop = asyncio.get_running_loop()
        if not isinstance(loop, VirtualLoop):
            return await outcome(asked)
        loop.selector.under_way += 1
        try:
            return await outcome(asked)
        finally:
            loop.selector.under_way -= 1

    monkeypatch.setattr(PendingJob, "outcome", counted_outcome)


class Thought(Future[Any]):
    """The answer of a bot after some virtual time."""


class ThinkingBots:
    """Stand-in for the process in which bots think. Each thought takes as long as the bot says."""

    is_there = True

    def __init__(self, seconds: Callable[[], float], limit: float) -> None:
        self._seconds = seconds
        """Called after each thought for its duration."""
        self._limit = limit
        self._bots: dict[BotKey, Bot] = {}

    def begin(self) -> None:
        """Do nothing, since there is no process to start."""

    def think(
        self,
        key: BotKey,
        ruleset: Ruleset,
        seed: bytes,
        shared_seed: str,
        character: str,
        make_update: Callable[[bool], BotUpdate],
        asked: Asked,
    ) -> Thought:
        thought, is_new = Thought(), key not in self._bots
        thought.set_running_or_notify_cancel()
        given = bot_process.Thought(
            key, ruleset, seed, shared_seed, character, is_new, make_update(is_new), asked, ServerSettings.bot_limit
        )
        answer = bot_process.answer(self._bots, given)

        def come_to_it() -> None:
            if thought.done():
                return
            if seconds > self._limit:
                thought.set_exception(BotTooSlow())
            elif isinstance(answer[0], Exception):
                thought.set_exception(answer[0])
            else:
                thought.set_result(answer)

        seconds = self._seconds()
        asyncio.get_running_loop().call_later(min(seconds, self._limit), come_to_it)
        return thought

    def forget(self, key: BotKey) -> None:
        self._bots.pop(key, None)

    def close(self) -> None:
        """Do nothing, since there is no process to stop."""
