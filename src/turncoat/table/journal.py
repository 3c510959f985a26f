"""The server's log: what goes on, and no secret of it. Codes of tables yes; choices, roles, names, tokens never.

structlog is loaded with the first line, not with the server: it is a quarter of the time that a start takes.
"""

import sys
from functools import cache
from typing import TYPE_CHECKING, Any

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
