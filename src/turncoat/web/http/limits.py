"""How much one visitor may do: counts of commands, tables and open connections, in plain integers."""

import ipaddress
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import Final

import msgspec
from starlette.requests import HTTPConnection

from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.words import N_

describe(
    {
        "too-fast": N_("That was a lot at once; please wait a moment and try again."),
        "too-many-lines": N_("Too many pages are open on this server; please close some, or try again later."),
    },
    status=429,
    is_public=True,
)
SECONDS: Final = {"second": 1, "minute": 60, "hour": 3600}
IPV6_BITS: Final = 64
"""A household gets a network of this size, and can make up addresses in it as it likes."""
SHARE_OF_STRANGERS: Final = 0.8
"""How much of the room for open pages people without a seat may take: the rest is for those who play."""

SHARE_OF_THE_REST: Final = 0.75
"""How much of what may be kept may be anything but choices: who writes without end stops no game."""


class RateLimits(msgspec.Struct, frozen=True):
    """How much one visitor may do; generous, since a whole family comes from one address."""

    tables: str = "30/minute"
    commands: str = "600/minute"
    words: str = "60/minute"
    """Messages of one person in the chat: nobody reads faster, and all of them are stored."""
    words_from: str = "600/minute"
    """Messages in the chat from one address: whoever comes with a new cookie is a new person."""
    joins_from: str = "600/minute"
    """Hellos of programs from one address that change something at a table: a seat is taken, entropy is added."""
    misses: str = "120/minute"
    drafts: str = "240/minute"
    polls: str = "240/minute"
    """Polls of one person's pages, where a network lets no WebSocket through."""
    voices: str = "60/minute"
    records: str = "30/minute"
    """Records of games that are handed in from one address: each is played as a whole."""
    requests_at_once: int = 4
    """Requests from one address that are worked on at the same time; the others wait for their turn."""
    kept: str = "1000000/minute"
    """Bytes that are kept of what people do: from one address, and at one table."""
    replays: str = "20/minute"
    """Seconds of processor time for what replays show, for one address."""
    messages: int = 40
    """Messages a second on one socket, for a long time: more than commands, of which too many are only refused."""
    messages_at_once: int = 400
    """Messages on one socket that may come at once."""
    connections: int = 4000
    """Open pages and programs of all visitors together."""
    connections_each: int = 40
    """Open pages of one visitor."""
    connections_from: int = 1000
    """Open pages and programs from one address."""


FOR_PAGES: Final = 1.2
"""Connections that are open from one address, as a share of its sockets: loading pages takes some more."""


def most_connections_from(rates: RateLimits) -> int:
    """How many connections one address may have open."""
    return int(rates.connections_from * FOR_PAGES)


class Limiter:
    """Counts what visitors do. A count starts again when its time is over, for everybody at the same moment."""

    def __init__(
        self,
        rates: RateLimits,
        now: Callable[[], float] = time.monotonic,
        refuse: Callable[[str], None] = lambda code: None,
        clock: Callable[[], float] | None = None,
    ) -> None:
        """`clock` is that of all servers that count together, where there are several."""
        self._refuse = refuse
        """Is told the code of each refusal."""
        self.shared: dict[str, SharedWindow] = {}
        """What many servers count together."""

        def together(name: str, rate: str) -> _Window:
            if clock is None:
                return _Window(rate, now)
            return self.shared.setdefault(name, SharedWindow(rate, clock))

        self._tables = together("tables", rates.tables)
        self._commands = _Window(rates.commands, now)
        self._words, self._words_from = _Window(rates.words, now), _Window(rates.words_from, now)
        self._joins_from = together("joins", rates.joins_from)
        self._misses = together("misses", rates.misses)
        self._drafts, self._polls = _Window(rates.drafts, now), _Window(rates.polls, now)
        self._voices = _Window(rates.voices, now)
        self._records = together("records", rates.records)
        self._kept_from, self._kept_at = _Window(rates.kept, now), _Window(rates.kept, now)
        self._replays = _Window(rates.replays, now)
        self._known_records = _Window("1/minute", now)

    def table(self, connection: HTTPConnection) -> None:
        """Count a new table. Raises Refused."""
        self._hit(self._tables, address_of(connection.client))

    def command(self, person: str) -> None:
        """Count a command. Raises Refused."""
        self._hit(self._commands, person)

    def words(self, connection: HTTPConnection, person: str) -> None:
        """Count a message in the chat. Raises Refused."""
        self._hit(self._words, person)
        self._hit(self._words_from, address_of(connection.client))

    def join(self, connection: HTTPConnection) -> None:
        """Count a hello that changes something at a table. Raises Refused."""
        self._hit(self._joins_from, address_of(connection.client))

    def draft(self, person: str) -> bool:
        """Count an update of a draft; False when there are too many, and this one is ignored."""
        return self._drafts.count(person)

    def poll(self, person: str) -> None:
        """Count a poll. Raises Refused."""
        self._hit(self._polls, person)

    def voice(self, connection: HTTPConnection) -> None:
        """Count a line of the narrator that the server has to make a sound for. Raises Refused."""
        self._hit(self._voices, address_of(connection.client))

    def record(self, connection: HTTPConnection, text: str) -> None:
        """Count the record of a game; one that is looked at moment by moment counts once. Raises Refused."""
        address = address_of(connection.client)
        if self._known_records.count(f"{address} {hash(text)}"):
            self._hit(self._records, address)

    def check_replays(self, connection: HTTPConnection) -> None:
        """Whether something more of a replay may be worked out. Raises Refused."""
        if self._replays.is_full(address_of(connection.client)):
            self._refuse("too-fast")
            raise Refused(Refusal("too-fast"))

    def note_replay(self, connection: HTTPConnection, seconds: float) -> None:
        """Count the processor time that something of a replay took."""
        self._replays.count(address_of(connection.client), seconds)

    def keep(self, address: str, code: str, size: int, *, is_choice: bool) -> None:
        """Count bytes that a table will keep. Some room is left for choices in a game. Raises Refused."""
        share = 1.0 if is_choice else SHARE_OF_THE_REST
        if not (self._kept_from.fits(address, size, share) and self._kept_at.fits(code, size, share)):
            self._refuse("too-fast")
            raise Refused(Refusal("too-fast"))
        self._kept_from.count(address, size)
        self._kept_at.count(code, size)

    def miss(self, connection: HTTPConnection) -> None:
        """Count a code of no table, so that codes cannot be tried out. Raises Refused."""
        self._hit(self._misses, address_of(connection.client))

    def has_missed(self, connection: HTTPConnection) -> bool:
        """Whether so many wrong codes came from this address that a right one must get no answer."""
        return self._misses.is_full(address_of(connection.client))

    def _hit(self, window: "_Window", key: str) -> None:
        if not window.count(key):
            self._refuse("too-fast")
            raise Refused(Refusal("too-fast"))


class _Window:
    """Counts for one rate, such as "600/minute": by key, until the time is over."""

    def __init__(self, rate: str, now: Callable[[], float]) -> None:
        most, _, period = rate.partition("/")
        self._most, self._seconds = int(most), SECONDS[period]
        self._now = now
        self._ends = 0.0
        self._counts: dict[str, float] = {}

    def count(self, key: str, much: float = 1) -> bool:
        """Count this much more; False when that is too much."""
        counts = self._current()
        counts[key] = number = counts.get(key, 0) + much
        return number <= self._most

    def fits(self, key: str, much: float, share: float = 1.0) -> bool:
        """Whether this much more is still allowed, for those who may take that share."""
        return self._current().get(key, 0) + much <= self._most * share

    def is_full(self, key: str) -> bool:
        """Whether more would be too much."""
        return self._current().get(key, 0) >= self._most

    def _current(self) -> dict[str, float]:
        now = self._now()
        if now >= self._ends:
            self._counts, self._ends = {}, now + self._seconds
        return self._counts


class SharedWindow(_Window):
    """A window of the clock's own minutes or hours, so that many servers count in the same one."""

    def __init__(self, rate: str, clock: Callable[[], float]) -> None:
        super().__init__(rate, clock)
        self._told: dict[str, float] = {}
        """How much of the counts the others know already."""

    def take_news(self) -> tuple[int, dict[str, int]]:
        """When the window ends, and what was counted since the last time for every key in it."""
        counts = self._current()
        news = {key: int(count - self._told.get(key, 0)) for key, count in counts.items()}
        self._told = dict(counts)
        return int(self._ends), news

    def note_totals(self, period: int, totals: Mapping[str, int]) -> None:
        """All servers together have counted this much, what was told included."""
        counts = self._current()
        if int(self._ends) != period:
            return
        for key, total in totals.items():
            counts[key] = total + counts.get(key, 0) - self._told.get(key, 0)
            self._told[key] = total

    def _current(self) -> dict[str, float]:
        now = self._now()
        if now >= self._ends:
            self._counts, self._told = {}, {}
            self._ends = (now // self._seconds + 1) * self._seconds
        return self._counts


class TokenBucket:
    """How many messages may still come on one connection: some at once, and so many a second for a long time."""

    def __init__(self, rates: RateLimits, now: Callable[[], float] = time.monotonic) -> None:
        self._each, self._most = rates.messages, rates.messages_at_once
        self._now = now
        self._left, self._at = float(rates.messages_at_once), now()

    def take(self, count: int = 1) -> bool:
        """Take so many tokens out; False when there are not enough."""
        now = self._now()
        self._left = min(self._most, self._left + (now - self._at) * self._each) - count
        self._at = now
        return self._left >= 0


@lru_cache(4096)
def network_of(host: str) -> str:
    """The address by which a visitor is counted: an IPv4 address, or the network of an IPv6 address.

    >>> network_of("203.0.113.9"), network_of("2001:db8::1") == network_of("2001:db8::2:3")
    ('203.0.113.9', True)
    """
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((int(address), IPV6_BITS), strict=False))


def address_of(client: tuple[str, int] | None) -> str:
    """The address by which a visitor is counted, from the host and port that the server knows them by."""
    return network_of(client[0]) if client is not None else "?"


class ConnectionLimiter:
    """Counts open connections, so that one visitor cannot fill up the server."""

    def __init__(self, rates: RateLimits, refuse: Callable[[str], None] = lambda code: None) -> None:
        self.rates = rates
        self._refuse = refuse
        """Is told the code of each refusal."""
        self._open: Counter[str] = Counter()

    @contextmanager
    def hold(self, connection: HTTPConnection, person: str = "", *, is_seated: bool = False) -> Iterator[None]:
        """Count a connection while it is open. Raises Refused.

        Some room is kept for people who have a seat: who comes back to a game must not find it full of strangers.
        """
        share = 1.0 if is_seated else SHARE_OF_STRANGERS
        most = {
            "": int(self.rates.connections * share),
            f"from {address_of(connection.client)}": int(self.rates.connections_from * share),
        }
        if person:
            most[f"of {person}"] = self.rates.connections_each
        if any(self._open[key] >= number for key, number in most.items()):
            self._refuse("too-many-lines")
            raise Refused(Refusal("too-many-lines"))
        self._open.update(most.keys())
        try:
            yield
        finally:
            for key in most:
                self._open[key] -= 1
                if not self._open[key]:
                    del self._open[key]
