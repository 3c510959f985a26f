"""What both kinds of players share: the wanted load, tables that play one game after another, and what was measured."""

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
"""How many faults are told one by one."""


class Load(msgspec.Struct, frozen=True):
    """What is to be measured."""

    tables: int
    seconds: float
    pause: float = 0.0
    """The mean of a player's pauses in seconds; 0: they choose as soon as all players hold the last view."""
    ruleset: Ruleset = Ruleset.of("resistance", 5)
    pages: bool = False
    """With pages and forms, as people play; else over JSON, as programs do."""
    warm: float = 5.0
    """Seconds of play at all tables before anything counts."""
    hold: float = ServerSettings.hold
    """Seconds for which a table is held open before some reveals."""
    prefer: dict[str, float] = {}
    """How often each of these words is chosen where it can be; all else is chosen uniformly."""
    settle: float = 1.5
    """Seconds after which a server that was started has read everything, and its memory is looked at."""
    patience: float = 30.0
    """Seconds beside the pauses after which a table where nothing happens is stuck."""
    seed: int = 1
    store: str = ""
    """The address of an empty database for many servers; without one the store lies in the server's folder."""
    servers: int = 1
    """Over how many servers of one store the tables are spread: all of a table goes to one of them."""
    one_by_one: bool = False
    """Programs choose one after another, also where all are asked: the next when everybody holds the last view."""


class Faults:
    """What must not happen."""

    def __init__(self) -> None:
        self.count = 0
        self.told: list[str] = []

    def add(self, what: str) -> None:
        """One more."""
        self.count += 1
        if self.count <= MOST_FAULTS:
            self.told.append(what)


class Run:
    """A measurement under way, as all its tables see it."""

    def __init__(self, load: Load, places: Sequence[tuple[str, int]]) -> None:
        """`places` are the host and port of each server."""
        self.load = load
        self.places = cycle(places)
        """The server of each table, one after another."""
        self.faults = Faults()
        self.random = Random(load.seed)
        self.is_last = False
        """Whether no new game is begun any more."""
        self.in_hurry = False
        """Whether nobody pauses any more, so that the games come to their end."""
        self.is_over = False
        self.updates = 0
        self.frames = 0
        self.bytes = 0
        self.update_sizes: list[int] = []
        self.games = 0
        self.playing = 0
        """At how many tables somebody was asked already."""
        self.all_play = asyncio.Event()
        self.began, self.ended = float("inf"), float("inf")
        """What is sent and comes between these moments counts."""

    def counts(self, moment: float) -> bool:
        """Whether that moment lies in the time that is measured."""
        return self.began <= moment < self.ended

    def note(self, size: int, came: float, *, is_update: bool) -> None:
        """A frame of this size has come."""
        if self.counts(came):
            self.frames += 1
            self.bytes += size
            if is_update:
                self.updates += 1
                self.update_sizes.append(size)

    def pause(self) -> float:
        """The seconds that a player lets pass before a choice."""
        mean = self.load.pause
        return self.random.expovariate(1 / mean) if mean and not self.in_hurry else 0.0

    def draw(self, option: AnyOption) -> Answer:
        """A legal answer."""
        if isinstance(option, Word):
            return self.word(option.allowed)
        return pick(option, self.random)

    def word(self, words: tuple[str, ...]) -> str:
        """One of the words, those that are preferred as often as is wanted."""
        for word, share in self.load.prefer.items():
            if word in words and len(words) > 1:
                others = [other for other in words if other != word]
                return word if self.random.random() < share else self.random.choice(others)
        return self.random.choice(words)


class LoadedTable:
    """A table, and the players there."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.host, self.port = next(run.places)
        self.code = ""
        self.progress = perf_counter()
        """When something happened here last."""
        self.is_playing = False
        self.is_done = False
        """Whether its last game is over."""

    async def open(self) -> None:
        """Open the table, and let everybody sit down. Raises OSError."""
        raise NotImplementedError

    def begin(self) -> None:
        """Begin the first game."""
        raise NotImplementedError

    def note_play(self) -> None:
        """Somebody is asked. Before that is so at all tables, the server is busy with the beginning."""
        if not self.is_playing:
            self.is_playing = True
            self.run.playing += 1
            if self.run.playing == self.run.load.tables:
                self.run.all_play.set()

    def close(self) -> None:
        """Everybody hangs up."""
        raise NotImplementedError

    def fault(self, what: str) -> None:
        """Something is wrong at this table."""
        self.run.faults.add(f"table {self.code}: {what}")

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        """Call it after a pause; at once without one."""
        if seconds:
            asyncio.get_running_loop().call_later(seconds, call)
        else:
            call()


class Sent(msgspec.Struct):
    """A choice on its way to the server, and what became of it."""

    at: float
    to: str
    """The number of the prompt, or the name of the offer."""
    answer: object
    id: str
    is_taken: bool = False
