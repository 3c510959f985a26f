"""Basis of both kinds of players: the load, tables that play one game after another, and the counts of a run."""

import asyncio
from collections.abc import Callable, Sequence
from itertools import cycle
from random import Random
from time import perf_counter
from typing import Final

import msgspec

from turncoat.bots.draws import pick
from turncoat.kernel.options import Answer, AnyOption, Word
from turncoat.kernel.rulesets import Ruleset
from turncoat.table.runtime.server_settings import ServerSettings

MOST_FAULTS: Final = 20
"""Number of faults that are listed."""


class Load(msgspec.Struct, frozen=True):
    """The load of a measurement."""

    tables: int
    seconds: float
    pause: float = 0.0
    """Mean of a player's pauses in seconds. With 0, players choose as soon as all of them hold the last view."""
    ruleset: Ruleset = Ruleset.of("resistance", 5)
    pages: bool = False
    """True for pages and forms, as people play. False for JSON, as programs do."""
    warm: float = 5.0
    """Seconds of play at all tables before the measured time."""
    hold: float = ServerSettings.hold
    """Seconds for which a table is held open before some reveals."""
    prefer: dict[str, float] = {}
    """Chance of each of these words where it can be chosen. All other choices are uniform."""
    settle: float = 1.5
    """Seconds after which a started server has read everything, and its memory is measured."""
    patience: float = 30.0
    """Seconds, in addition to the pauses, after which a table without progress is stuck."""
    seed: int = 1
    store: str = ""
    """Address of an empty database for many servers. Without one, the store is in the server's folder."""
    servers: int = 1
    """Number of servers of one store over which the tables are spread. Each table uses only one of them."""
    one_by_one: bool = False
    """True if programs choose one after another, even where all are asked: the next when everybody holds the last
    view."""


class Faults:
    """Violations of what must hold."""

    def __init__(self) -> None:
        self.count = 0
        self.told: list[str] = []

    def add(self, what: str) -> None:
        """Add a fault."""
        self.count += 1
        if self.count <= MOST_FAULTS:
            self.told.append(what)


class Run:
    """A measurement in progress, shared by all its tables."""

    def __init__(self, load: Load, places: Sequence[tuple[str, int]]) -> None:
        """`places` are the host and port of each server."""
        self.load = load
        self.places = cycle(places)
        """The server of each table in turn."""
        self.faults = Faults()
        self.random = Random(load.seed)
        self.is_last = False
        """True if no new games begin."""
        self.in_hurry = False
        """True if nobody pauses, so that the games end soon."""
        self.is_over = False
        self.updates = 0
        self.frames = 0
        self.bytes = 0
        self.update_sizes: list[int] = []
        self.games = 0
        self.playing = 0
        """Number of tables where somebody has been asked."""
        self.all_play = asyncio.Event()
        self.began, self.ended = float("inf"), float("inf")
        """Bounds of the measured time."""

    def counts(self, moment: float) -> bool:
        """Return whether that moment lies in the measured time."""
        return self.began <= moment < self.ended

    def note(self, size: int, came: float, *, is_update: bool) -> None:
        """Count a frame of this size."""
        if self.counts(came):
            self.frames += 1
            self.bytes += size
            if is_update:
                self.updates += 1
                self.update_sizes.append(size)

    def pause(self) -> float:
        """Draw the seconds of a player's pause before a choice."""
        mean = self.load.pause
        return self.random.expovariate(1 / mean) if mean and not self.in_hurry else 0.0

    def draw(self, option: AnyOption) -> Answer:
        """Draw a legal answer."""
        if isinstance(option, Word):
            return self.word(option.allowed)
        return pick(option, self.random)

    def word(self, words: tuple[str, ...]) -> str:
        """Draw one of the words, with the preferred ones at their rates."""
        for word, share in self.load.prefer.items():
            if word in words and len(words) > 1:
                others = [other for other in words if other != word]
                return word if self.random.random() < share else self.random.choice(others)
        return self.random.choice(words)


class LoadedTable:
    """A table and its players."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.host, self.port = next(run.places)
        self.code = ""
        self.progress = perf_counter()
        """Time of the last activity."""
        self.is_playing = False
        self.is_done = False
        """True if its last game is over."""

    async def open(self) -> None:
        """Open the table and seat everybody. Raises OSError."""
        raise NotImplementedError

    def begin(self) -> None:
        """Begin the first game."""
        raise NotImplementedError

    def note_play(self) -> None:
        """Note that somebody is asked. Until that is so at all tables, the server is busy with the beginning."""
        if not self.is_playing:
            self.is_playing = True
            self.run.playing += 1
            if self.run.playing == self.run.load.tables:
                self.run.all_play.set()

    def close(self) -> None:
        """Close the connections of all players."""
        raise NotImplementedError

    def fault(self, what: str) -> None:
        """Report a fault at this table."""
        self.run.faults.add(f"table {self.code}: {what}")

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        """Call the function after a pause, or at once without one."""
        if seconds:
            asyncio.get_running_loop().call_later(seconds, call)
        else:
            call()


class Sent(msgspec.Struct):
    """A choice sent to the server, and its outcome."""

    at: float
    to: str
    """Number of the prompt, or name of the offer."""
    answer: object
    id: str
    is_taken: bool = False
