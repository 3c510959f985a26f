"""A limit on a bot's thinking time, within its own process.

It uses an alarm, which costs microseconds, where a process per bot would cost milliseconds per answer. A bot that hangs
inside compiled code is not interrupted.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class TookTooLong(BaseException):
    """The time is up. It is not an Exception, so that a bot that catches those does not catch it."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise TookTooLong inside the block when the time is up, repeatedly until it gives way.

    There is no limit where the system has no alarms, or outside the main thread.
    """
    if not seconds or not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, _interrupt)
    signal.setitimer(signal.ITIMER_REAL, seconds, 0.1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise TookTooLong
