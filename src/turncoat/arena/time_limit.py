"""A limit to how long a bot may think, in the process that it thinks in.

It is an alarm, which costs microseconds where a process for each bot would cost milliseconds for each answer. A bot
that hangs inside compiled code is not interrupted.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class TookTooLong(BaseException):
    """The time is up. Not an Exception: a bot that catches those must not catch this."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise TookTooLong inside the block when it takes longer; again and again, until it gives way.

    It works where the system has alarms and in the main thread; elsewhere there is no limit.
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
