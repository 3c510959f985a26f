"""How much one visitor may do: counts of commands, tables and open connections."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec
from starlette.requests import HTTPConnection

from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.words import N_

if TYPE_CHECKING:
    from limits.strategies import FixedWindowRateLimiter

describe(
    {
        "too-fast": N_("That was a lot at once; please wait a moment and try again."),
        "too-many-lines": N_("Too many pages are open for this server; please close some of them, or try again later."),
    }
)


class Rates(msgspec.Struct, frozen=True):
    """How much one visitor may do; generous, since a whole family comes from one address."""

    tables: str = "30/minute"
    commands: str = "600/minute"
    words: str = "60/minute"
    """Messages of one person in the chat: nobody reads faster, and all of them are stored."""
    misses: str = "120/minute"
    drafts: str = "240/minute"
    voices: str = "60/minute"
    connections: int = 4000
    """Open pages and programs of all visitors together."""
    connections_each: int = 40
    """Open pages of one visitor."""
    connections_from: int = 1000
    """Open pages and programs from one address."""


class Limiter:
    """Counts what visitors do. The counting library is loaded with the first count, not with the server."""

    def __init__(self, rates: Rates) -> None:
        self._rates = rates

    def table(self, connection: HTTPConnection) -> None:
        """Count a new table. Raises Refused."""
        self._hit(self._rates.tables, "tables", _address(connection))

    def command(self, person: str) -> None:
        """Count a command. Raises Refused."""
        self._hit(self._rates.commands, "commands", person)

    def words(self, person: str) -> None:
        """Count a message in the chat. Raises Refused."""
        self._hit(self._rates.words, "words", person)

    def draft(self, person: str) -> bool:
        """Count an update of a draft; False when there are too many, and this one is ignored."""
        try:
            self._hit(self._rates.drafts, "drafts", person)
        except Refused:
            return False
        return True

    def voice(self, connection: HTTPConnection) -> None:
        """Count a line of the narrator that the server has to make a sound for. Raises Refused."""
        self._hit(self._rates.voices, "voices", _address(connection))

    def miss(self, connection: HTTPConnection) -> None:
        """Count a code of no table, so that codes cannot be tried out. Raises Refused."""
        self._hit(self._rates.misses, "misses", _address(connection))

    def has_missed(self, connection: HTTPConnection) -> bool:
        """Whether so many wrong codes came from this address that a right one must get no answer."""
        if "_windows" not in self.__dict__:  # nothing was counted yet
            return False
        from limits import parse

        return not self._windows.test(parse(self._rates.misses), "misses", _address(connection))

    @cached_property
    def _windows(self) -> "FixedWindowRateLimiter":
        from limits.storage import MemoryStorage
        from limits.strategies import FixedWindowRateLimiter

        return FixedWindowRateLimiter(MemoryStorage())

    def _hit(self, rate: str, *keys: str) -> None:
        from limits import parse

        if not self._windows.hit(parse(rate), *keys):
            raise Refused(Refusal("too-fast"))


def _address(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else "?"


class ConnectionLimiter:
    """Counts open connections, so that one visitor cannot fill up the server."""

    def __init__(self, rates: Rates) -> None:
        self._rates = rates
        self._open: Counter[str] = Counter()

    @contextmanager
    def hold(self, connection: HTTPConnection, person: str = "") -> Iterator[None]:
        """Count a connection while it is open. Raises Refused."""
        each = {"": self._rates.connections, f"from {_address(connection)}": self._rates.connections_from}
        if person:
            each[f"of {person}"] = self._rates.connections_each
        if any(self._open[key] >= most for key, most in each.items()):
            raise Refused(Refusal("too-many-lines"))
        self._open.update(each.keys())
        try:
            yield
        finally:
            self._open.subtract(each.keys())
            self._open += Counter()  # forgets visitors without an open connection
