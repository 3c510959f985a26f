"""Metrics of a running server for its operator: counts and times, without details of any single table.

Everything here was visible to a whole table. A ballot changed in secret is neither counted nor timed. A refused choice
is counted when its game is over: some choices are illegal for a single role, and would give it away.
"""

import bisect
import gc
import time
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from turncoat.kernel.refusals import REFUSALS
from turncoat.table import commands as c
from turncoat.table.state.table import Table

SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Histogram bounds, in seconds."""
OWNERSHIP: Final = ("taken-over", "handed-over", "lost", "uncertain", "asked-again")
"""Ownership counters for servers that share a store.

They count tables taken over from a dead server, handed over to another, and lost; writes with an unknown outcome; and
tables requested by another server right after a move, as when the balancer sends one table to two servers.
"""
OTHER: Final = "choice"
"""The one code for all refusals that could reveal something about a game."""


class Histogram:
    """Distribution of durations."""

    def __init__(self, bounds: Sequence[float] = SECONDS) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        """Number of values up to each bound but above the previous one, and at last of those above all."""
        self.total = 0.0

    def add(self, seconds: float) -> None:
        """Add a value."""
        self.counts[bisect.bisect_left(self.bounds, seconds)] += 1
        self.total += seconds


class Metrics:
    """Measurements of one server since its start."""

    def __init__(self) -> None:
        self.changes = 0
        """Number of changes visible to everybody at a table."""
        self.moves = 0
        """Number of those that were choices in a game."""
        self.move_seconds = Histogram()
        """Time from the command of a visible move until all watchers were woken."""
        self.store_seconds = Histogram()
        """Time until a command was on the disk."""
        self.refusals: Counter[str] = Counter({OTHER: 0})
        self.ownership: Counter[str] = Counter(dict.fromkeys(OWNERSHIP, 0))

    def refuse(self, code: str) -> None:
        """Count a refusal that is unrelated to any game."""
        self.refusals[code if REFUSALS[code].is_public else OTHER] += 1


class CommandCounts:
    """Counter of the commands of one table that reveals nothing about the current game."""

    def __init__(self, metrics: Metrics, table: Table) -> None:
        self._metrics = metrics
        self._table = table
        self._refused = 0
        """Refusals in the current game, counted when it is over: some choices are refused to only one role."""

    def refuse(self, command: c.Command, code: str) -> None:
        """Count a refused command, or save it for the end of the game."""
        if isinstance(command, c.GameCommand) or not REFUSALS[code].is_public:
            self._refused += 1
            self.update()
        else:
            self._metrics.refuse(code)

    def update(self) -> None:
        """Publish the refusals of the game once it is over."""
        if not self._table.running:
            self._metrics.refusals[OTHER] += self._refused
            self._refused = 0

    def count_move(self, began: float) -> None:
        """Count a move that arrived at that time, now that all watchers were woken."""
        self._metrics.moves += 1
        self._metrics.move_seconds.add(time.perf_counter() - began)


class CollectorPauses:
    """Pauses of Python's garbage collector by generation, measured from creation on."""

    def __init__(self) -> None:
        self.generations = [Histogram() for _ in gc.get_count()]
        self._began = 0.0
        gc.callbacks.append(self._note)

    def close(self) -> None:
        """Stop measuring."""
        gc.callbacks.remove(self._note)

    def _note(self, phase: str, info: dict[str, Any]) -> None:
        if phase == "start":
            self._began = time.perf_counter()
        else:
            self.generations[info["generation"]].add(time.perf_counter() - self._began)
