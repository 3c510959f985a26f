"""What the parts of a room need of the server that they are on."""

from collections.abc import Coroutine
from typing import Any, Protocol

from turncoat.table.runtime.metrics import Metrics
from turncoat.table.runtime.room_clock import Time
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.table.state.table import Table
from turncoat.table.store.errors import StoreFailure
from turncoat.table.store.protocols import Store


class Server(Protocol):
    """A server, as far as the parts of a room know it."""

    settings: ServerSettings
    store: Store
    time: Time
    metrics: Metrics
    is_stopping: bool
    """Whether the server was told to stop."""

    def note_failure(self, failure: StoreFailure) -> None:
        """The store could not keep something: say so to whoever runs the server."""
        ...

    def lose(self, table: Table, *, is_uncertain: bool) -> None:
        """What is known here of the table no longer counts: it is read anew when somebody asks for it.

        `is_uncertain`: what became of the last entry is not known; otherwise another server has the table.
        """
        ...

    def give_up(self, table: Table, error: Exception) -> None:
        """Read the table anew when somebody asks for it: an entry was stored and cannot be applied."""
        ...

    def begin(self, work: Coroutine[Any, Any, None]) -> object:
        """Do the work in the background, and to its end when the server stops."""
        ...

    async def finish(self, work: Coroutine[Any, Any, None]) -> None:
        """Do the work to its end, even when whoever asked for it hangs up."""
        ...
