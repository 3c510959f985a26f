"""The server's log: what goes on, and no secret. It has codes of tables, never choices, roles, names or tokens.

structlog is loaded when the first line is written, not when the server starts: it takes a quarter of that time.
"""

import logging
import sys
import time
import traceback
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger


@cache
def _logger() -> "FilteringBoundLogger":
    import structlog

    structlog.configure_once(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.KeyValueRenderer(key_order=["timestamp", "level", "event"]),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(20),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    logger: FilteringBoundLogger = structlog.get_logger("turncoat")
    return logger


def info(event: str, **facts: Any) -> None:
    """Something happened as it should."""
    _logger().info(event, **facts)


def warning(event: str, **facts: Any) -> None:
    """Something happened that somebody should look at when there is time."""
    _logger().warning(event, **facts)


def error(event: str, **facts: Any) -> None:
    """Something broke."""
    _logger().error(event, **facts)


REPEATED_AFTER: Final = 60.0
"""Seconds in which a line of a library is written once: strangers can cause some, and must not fill the disk so."""
KNOWN: Final = 1000


class LibraryLogHandler(logging.Handler):
    """What libraries log. Only kind and place of an error are written: its message may hold a secret of a game."""

    def __init__(self, level: int = logging.NOTSET, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__(level)
        self._now = now
        self._written: dict[tuple[str, str], float] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Write only the words that stand in the library's code; what it would fill in is left out too."""
        line, now = (record.name, str(record.msg).partition("\n")[0]), self._now()
        if now - self._written.get(line, -REPEATED_AFTER) < REPEATED_AFTER:
            return
        if len(self._written) > KNOWN:
            self._written.clear()
        self._written[line] = now
        caught = record.exc_info[1] if record.exc_info else None
        facts = {}
        if caught is not None:
            frames = traceback.extract_tb(caught.__traceback__)[-4:]
            places = " ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames)
            facts = {"kind": type(caught).__name__, "places": places}
        say = error if record.levelno >= logging.ERROR else warning
        say(str(record.msg).partition("\n")[0], source=record.name, **facts)


def silence_library_logs() -> None:
    """From now on whatever a library logs goes through here, and never as a full traceback."""
    logging.getLogger().addHandler(LibraryLogHandler(logging.WARNING))
