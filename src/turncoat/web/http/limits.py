"""Rate limits and connection limits per visitor, address and table, as plain integer counts."""

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
"""Prefix length by which IPv6 visitors are counted: a household gets such a network and can make up addresses in it."""
SHARE_OF_STRANGERS: Final = 0.8
"""Share of the connection limits that people without a seat may use. The rest is reserved for players."""

SHARE_OF_THE_REST: Final = 0.75
"""Share of the storage budget for everything except choices, so that no amount of writing can stop a game."""


class RateLimits(msgspec.Struct, frozen=True):
    """Limits for one visitor, generous because a whole family may share one address."""

    tables: str = "30/minute"
    commands: str = "600/minute"
    words: str = "60/minute"
    """Chat messages of one person. Nobody reads faster, and every message is stored."""
    words_from: str = "600/minute"
    """Chat messages from one address, since every new cookie makes a new person."""
    joins_from: str = "600/minute"
    """Program handshakes from one address that change a table by taking a seat or adding entropy."""
    misses: str = "120/minute"
    drafts: str = "240/minute"
    polls: str = "240/minute"
    """Polls from one person's pages, where the network blocks WebSockets."""
    voices: str = "60/minute"
    kits: str = "6/minute"
    """PDFs of kits that are made for one address. Kept ones do not count."""
    notices: str = "30/minute"
    """Notices to one person. A question of a game takes longer."""
    notice_trials: str = "12/minute"
    """Addresses for notices that are saved or tried from one address."""
    records: str = "30/minute"
    """Game records uploaded from one address. Each of them is replayed in full."""
    requests_at_once: int = 4
    """Concurrent requests from one address. Further ones wait for their turn."""
    stored_bytes: str = "1000000/minute"
    """Bytes stored for one address, and bytes stored for one table."""
    replays: str = "20/minute"
    """Seconds of processor time for replay pages, per address."""
    messages: int = 40
    """Sustained messages per second on one socket: above the rate of commands, of which too many are merely refused."""
    messages_at_once: int = 400
    """Largest burst of messages on one socket."""
    connections: int = 4000
    """Open pages and programs on the whole server."""
    connections_each: int = 40
    """Open pages of one visitor."""
    connections_from: int = 1000
    """Open pages and programs from one address."""


FOR_PAGES: Final = 1.2
"""Network connections allowed per address, as a multiple of its sockets: loading a page takes a few more."""


def most_connections_from(rates: RateLimits) -> int:
    """Return the number of connections that one address may have open."""
    return int(rates.connections_from * FOR_PAGES)


class Limiter:
    """Fixed-window rate limiter. A window ends for all visitors at the same moment."""

    def __init__(
        self,
        rates: RateLimits,
        now: Callable[[], float] = time.monotonic,
        refuse: Callable[[str], None] = lambda code: None,
        clock: Callable[[], float] | None = None,
    ) -> None:
        """Create a limiter. `clock` is given where several servers share counts, and is common to them."""
        self._refuse = refuse
        """Called with the code of each refusal."""
        self.shared: dict[str, SharedWindow] = {}
        """Windows whose counts are shared between servers, by name."""

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
        self._kits = _Window(rates.kits, now)
        self._notices, self._notice_trials = _Window(rates.notices, now), _Window(rates.notice_trials, now)
        self._records = together("records", rates.records)
        self._stored_from, self._stored_at = _Window(rates.stored_bytes, now), _Window(rates.stored_bytes, now)
        self._replays = _Window(rates.replays, now)
        self._known_records = _Window("1/minute", now)

    def table(self, connection: HTTPConnection) -> None:
        """Count a new table. Raises Refused."""
        self._hit(self._tables, address_of(connection.client))

    def command(self, person: str) -> None:
        """Count a command. Raises Refused."""
        self._hit(self._commands, person)

    def words(self, connection: HTTPConnection, person: str) -> None:
        """Count a chat message. Raises Refused."""
        self._hit(self._words, person)
        self._hit(self._words_from, address_of(connection.client))

    def join(self, connection: HTTPConnection) -> None:
        """Count a handshake that changes a table. Raises Refused."""
        self._hit(self._joins_from, address_of(connection.client))

    def draft(self, person: str) -> bool:
        """Count a draft update and return False if there are too many, so that this one is ignored."""
        return self._drafts.count(person)

    def poll(self, person: str) -> None:
        """Count a poll. Raises Refused."""
        self._hit(self._polls, person)

    def voice(self, connection: HTTPConnection) -> None:
        """Count a line of the narrator that the server has to synthesize. Raises Refused."""
        self._hit(self._voices, address_of(connection.client))

    def kit(self, connection: HTTPConnection) -> None:
        """Count a kit that the server has to print. Raises Refused."""
        self._hit(self._kits, address_of(connection.client))

    def notice(self, person: str) -> bool:
        """Count a notice and return False if there are too many, so that this one is dropped."""
        return self._notices.count(person)

    def notice_trial(self, connection: HTTPConnection) -> None:
        """Count an address for notices that the server has to look up or to try. Raises Refused."""
        self._hit(self._notice_trials, address_of(connection.client))

    def record(self, connection: HTTPConnection, text: str) -> None:
        """Count an uploaded game record, once however many of its moments are viewed. Raises Refused."""
        address = address_of(connection.client)
        if self._known_records.count(f"{address} {hash(text)}"):
            self._hit(self._records, address)

    def check_replays(self, connection: HTTPConnection) -> None:
        """Check that the address may use more processor time for replays. Raises Refused."""
        if self._replays.is_full(address_of(connection.client)):
            self._refuse("too-fast")
            raise Refused(Refusal("too-fast"))

    def note_replay(self, connection: HTTPConnection, seconds: float) -> None:
        """Charge processor time spent on a replay."""
        self._replays.count(address_of(connection.client), seconds)

    def count_stored(self, address: str, code: str, size: int, *, is_choice: bool) -> None:
        """Count bytes that a table will store. Part of the budget is reserved for choices in a game. Raises Refused."""
        share = 1.0 if is_choice else SHARE_OF_THE_REST
        if not (self._stored_from.fits(address, size, share) and self._stored_at.fits(code, size, share)):
            self._refuse("too-fast")
            raise Refused(Refusal("too-fast"))
        self._stored_from.count(address, size)
        self._stored_at.count(code, size)

    def miss(self, connection: HTTPConnection) -> None:
        """Count a request for an unknown table, so that codes cannot be guessed by trial. Raises Refused."""
        self._hit(self._misses, address_of(connection.client))

    def has_missed(self, connection: HTTPConnection) -> bool:
        """Return whether the address has missed so often that even a correct code must get no answer."""
        return self._misses.is_full(address_of(connection.client))

    def _hit(self, window: "_Window", key: str) -> None:
        if not window.count(key):
            self._refuse("too-fast")
            raise Refused(Refusal("too-fast"))


class _Window:
    """Counts by key in a window such as "600/minute", reset when the window ends."""

    def __init__(self, rate: str, now: Callable[[], float]) -> None:
        most, _, period = rate.partition("/")
        self._most, self._seconds = int(most), SECONDS[period]
        self._now = now
        self._ends = 0.0
        self._counts: dict[str, float] = {}

    def count(self, key: str, much: float = 1) -> bool:
        """Add to the count of a key and return whether it is still within the limit."""
        counts = self._current()
        counts[key] = number = counts.get(key, 0) + much
        return number <= self._most

    def fits(self, key: str, much: float, share: float = 1.0) -> bool:
        """Return whether the amount still fits into the given share of the limit."""
        return self._current().get(key, 0) + much <= self._most * share

    def is_full(self, key: str) -> bool:
        """Return whether the limit is reached."""
        return self._current().get(key, 0) >= self._most

    def _current(self) -> dict[str, float]:
        now = self._now()
        if now >= self._ends:
            self._counts, self._ends = {}, now + self._seconds
        return self._counts


class SharedWindow(_Window):
    """Window aligned with the clock's own minutes or hours, so that all servers count in the same one."""

    def __init__(self, rate: str, clock: Callable[[], float]) -> None:
        super().__init__(rate, clock)
        self._reported: dict[str, float] = {}
        """Amount per key that the other servers know already."""

    def take_counts(self) -> tuple[int, dict[str, int]]:
        """Return the end of the window, and for each key the amount counted since the last call."""
        counts = self._current()
        new_counts = {key: int(count - self._reported.get(key, 0)) for key, count in counts.items()}
        self._reported = dict(counts)
        return int(self._ends), new_counts

    def note_totals(self, period: int, totals: Mapping[str, int]) -> None:
        """Take over the totals of all servers for a period, which include the amounts reported from here."""
        counts = self._current()
        if int(self._ends) != period:
            return
        for key, total in totals.items():
            counts[key] = total + counts.get(key, 0) - self._reported.get(key, 0)
            self._reported[key] = total

    def _current(self) -> dict[str, float]:
        now = self._now()
        if now >= self._ends:
            self._counts, self._reported = {}, {}
            self._ends = (now // self._seconds + 1) * self._seconds
        return self._counts


class TokenBucket:
    """Token bucket for the messages on one connection: a burst, then a sustained rate per second."""

    def __init__(self, rates: RateLimits, now: Callable[[], float] = time.monotonic) -> None:
        self._each, self._most = rates.messages, rates.messages_at_once
        self._now = now
        self._left, self._at = float(rates.messages_at_once), now()

    def take(self, count: int = 1) -> bool:
        """Take tokens and return False if there were not enough."""
        now = self._now()
        self._left = min(self._most, self._left + (now - self._at) * self._each) - count
        self._at = now
        return self._left >= 0


@lru_cache(4096)
def network_of(host: str) -> str:
    """Return the key by which a visitor is counted: an IPv4 address, or the network of an IPv6 address.

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
    """Return the key by which a visitor is counted, given the client's host and port."""
    return network_of(client[0]) if client is not None else "?"


class ConnectionLimiter:
    """Counts open connections, so that no visitor can exhaust the server."""

    def __init__(self, rates: RateLimits, refuse: Callable[[str], None] = lambda code: None) -> None:
        self.rates = rates
        self._refuse = refuse
        """Called with the code of each refusal."""
        self._open: Counter[str] = Counter()

    @contextmanager
    def hold(self, connection: HTTPConnection, person: str = "", *, is_seated: bool = False) -> Iterator[None]:
        """Count a connection while it is open. Raises Refused.

        Some capacity is reserved for people with a seat, so that strangers cannot keep players out of their game.
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
