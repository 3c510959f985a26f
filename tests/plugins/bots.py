"""Threads for the bots of servers in the test process, since a process for each would take half a second to start.

Requests go through the same pipe and the same functions. Separate server processes have a process for their bots, as
has any test with the fixture `bots_in_a_process`.
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
    """A stand-in for `multiprocessing.Process` that runs in a thread."""

    pid = None

    def __init__(self, *, args: tuple[Connection, *tuple[Any, ...]], **_: object) -> None:
        pipe = Connection(os.dup(args[0].fileno()))  # the starter of a process closes its own end
        self._thread = threading.Thread(target=answer_all, args=(pipe,), daemon=True)
        self.start = self._thread.start
        self.is_alive = self._thread.is_alive

    def kill(self) -> None:
        """Do nothing: the thread ends with its last request, and a hanging one stays, as threads do."""

    join = close = kill


class BotThreads:
    """A stand-in for a `multiprocessing` context."""

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
