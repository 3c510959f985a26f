"""An event loop with a time of its own: it passes only when nothing is left to do, so every moment can be compared.

What the server gives to other threads (its store, its bots) takes no time at all.
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
from turncoat.table.runtime.bot_process import Asked, BotKey, BotNews, BotTooSlow
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.table.store.sqlite_jobs import PendingJob

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
STUCK: Final = 60.0
"""Real seconds after which the work of a thread is looked for again."""
RESOLUTION: Final = time.get_clock_info("monotonic").resolution
"""What is due within so many seconds is due now, an event loop thinks."""


class _Selector(selectors.DefaultSelector):
    """Waits for no timer: it says that the time has come."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 1000.0
        self.under_way = 0
        """How much other threads have still to do."""
        self.when_quiet: Callable[[], None] | None = None
        """Called once, when nothing is left to do in this moment, instead of letting time go by."""

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
    """An event loop whose time is virtual."""

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
        """Let so much time go by, and all be done that is due in it."""
        self.run_until_complete(asyncio.sleep(seconds))
        self.settle()

    def settle(self) -> None:
        """Let all be done that is due in this moment, and what comes of it, in other threads too."""
        self.selector.when_quiet = self.stop
        self.run_forever()


def count_work_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let virtual loops know what other threads have still to do for them: their time stands still meanwhile."""
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
    """What a bot comes to after some virtual time."""


class ThinkingBots:
    """Stands in for the process in which bots think: each thought takes as long as the bot says."""

    is_there = True

    def __init__(self, seconds: Callable[[], float], limit: float) -> None:
        self._seconds = seconds
        """Asked after each thought: how long it took."""
        self._limit = limit
        self._bots: dict[BotKey, Bot] = {}

    def begin(self) -> None:
        """It is there already."""

    def think(
        self,
        key: BotKey,
        ruleset: Ruleset,
        seed: bytes,
        shared_seed: str,
        character: str,
        news: Callable[[bool], BotNews],
        asked: Asked,
    ) -> Thought:
        thought, is_new = Thought(), key not in self._bots
        thought.set_running_or_notify_cancel()
        given = bot_process.Thought(
            key, ruleset, seed, shared_seed, character, is_new, news(is_new), asked, ServerSettings.bot_limit
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
        """Nothing is left to stop."""
