"""Bots of servers in the tests' own process think in a thread: a process for each of them would take half a second.

What they are asked goes through the same pipe and the same functions. Servers of their own have a process for their
bots, as has any test with the fixture `bots_in_a_process`.
"""

import os
import threading
from collections.abc import Iterator
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection
from typing import Any

import pytest

from turncoat.table.runtime import bot_process
from turncoat.table.runtime.bot_process import answer_all


class BotThread:
    """Stands in for the process, as `multiprocessing` has them."""

    pid = None

    def __init__(self, *, args: tuple[Connection, *tuple[Any, ...]], **_: object) -> None:
        pipe = Connection(os.dup(args[0].fileno()))  # whoever starts a process closes the end that it has
        self._thread = threading.Thread(target=answer_all, args=(pipe,), daemon=True)
        self.start = self._thread.start
        self.is_alive = self._thread.is_alive

    def kill(self) -> None:
        """It ends when nobody asks any more; one that hangs stays, as threads do."""

    join = close = kill


class BotThreads:
    """Stands in for the context of `multiprocessing`."""

    Pipe = staticmethod(Pipe)
    Process = BotThread


@pytest.fixture(scope="session", autouse=True)
def _bots_in_a_thread() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bot_process, "CONTEXT", BotThreads)
        yield


@pytest.fixture
def bots_in_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_process, "CONTEXT", get_context("spawn"))
