"""Slow computations in a thread off the event loop: one at a time, fair between addresses, and rate-limited."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import thread_time
from typing import Final, TypeVar

from starlette.requests import Request

from turncoat.web.http.limits import Limiter, address_of
from turncoat.web.http.turns import Turns, turn_of

T = TypeVar("T")
MOST_WAITING: Final = 100
"""Requests of one address that may wait for the thread."""


class SlowWork:
    """Thread in which replays, puzzles and kits are computed."""

    def __init__(self, limiter: Limiter) -> None:
        self._limiter = limiter
        self._thread = ThreadPoolExecutor(1, "slow-work")
        self._turns = Turns(1, MOST_WAITING)

    async def run(self, request: Request, work: Callable[[], T]) -> T:
        """Run `work` in the thread. Raises Refused if the address has used too much time already.

        There is one thread, and each address has at most one job in its queue, so all addresses get their turn.
        """
        address, limiter = address_of(request.client), self._limiter
        seconds = 0.0

        def timed() -> T:
            nonlocal seconds
            began = thread_time()
            try:
                return work()
            finally:
                seconds = thread_time() - began

        async with turn_of(request).aside():
            await self._turns.take(address)
            try:
                limiter.check_replays(request)
                return await asyncio.get_running_loop().run_in_executor(self._thread, timed)
            finally:
                limiter.note_replay(request, seconds)
                self._turns.give_back(address)
