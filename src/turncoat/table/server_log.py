"""The server's log, free of secrets: it has codes of tables, but no choices, roles, names or tokens.

structlog is imported when the first line is written, since it would take a quarter of the server's start.
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
    """Log an ordinary event."""
    _logger().info(event, **facts)


def warning(event: str, **facts: Any) -> None:
    """Log an event that the operator should look into."""
    _logger().warning(event, **facts)


def error(event: str, **facts: Any) -> None:
    """Log a failure."""
    _logger().error(event, **facts)


REPEATED_AFTER: Final = 60.0
"""Minimum seconds between equal lines of a library. Strangers can provoke some, and must not fill the disk."""
KNOWN: Final = 1000


class LibraryLogHandler(logging.Handler):
    """Handler of what libraries log. Only the kind and place of an error are written: its message may hold a secret."""

    def __init__(self, level: int = logging.NOTSET, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__(level)
        self._now = now
        self._written: dict[tuple[str, str], float] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Write the constant message from the library's code, without the values filled in."""
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
    """Route everything that libraries log through `LibraryLogHandler`, never with a full traceback."""
    logging.getLogger().addHandler(LibraryLogHandler(logging.WARNING))
