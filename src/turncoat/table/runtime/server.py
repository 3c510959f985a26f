"""The server, as far as the parts of a room need it."""

from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from turncoat.table.runtime.metrics import Metrics
from turncoat.table.runtime.room_clock import Time
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.table.state.table import Table
from turncoat.table.store.errors import StoreFailure
from turncoat.table.store.protocols import Store


class Server(Protocol):
    """The interface of a server to the parts of a room."""

    settings: ServerSettings
    store: Store
    time: Time
    metrics: Metrics
    is_stopping: bool
    """True if the server was told to stop."""

    reminder_at: Callable[[Table], int]
    """Returns the time at which somebody must be told of the table, in seconds since 1970, or 0 for never."""

    def note_failure(self, failure: StoreFailure) -> None:
        """Log that the store has failed."""
        ...

    def lose(self, table: Table, *, is_uncertain: bool) -> None:
        """Drop the table, whose state here no longer counts. It is reloaded on demand.

        With `is_uncertain`, the outcome of the last write is unknown; otherwise another server has the table.
        """
        ...

    def give_up(self, table: Table, error: Exception) -> None:
        """Drop the table because a stored entry cannot be applied. It is reloaded on demand."""
        ...

    def begin(self, work: Coroutine[Any, Any, None]) -> object:
        """Run the work in the background. A stopping server waits for it."""
        ...

    async def finish(self, work: Coroutine[Any, Any, None]) -> None:
        """Run the work to its end, even if the client hangs up."""
        ...
