"""What is measured while a server runs: counts and times for whoever looks after it, and nothing of any one table.

Everything here is about what a whole table could see. A ballot that is changed in secret is neither counted nor timed,
and a refused choice is counted when its game is over: some choices only one role may not make.
"""

import bisect
import gc
import time
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from turncoat.table import commands as c
from turncoat.table.state.table import Table

SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Bounds of times: from what nobody notices to what everybody does."""
PUBLIC: Final = frozenset(
    {
        *("too-fast", "too-many-lines", "too-many-spectators", "no-such-table", "unreadable-table"),
        *("not-kept", "server-stops", "table-moves"),
        *("not-host", "host-already", "host-is-here", "host-pauses", "locked", "removed", "turned-down"),
        *(
            "seat-taken",
            "seat-gone",
            "seated-already",
            "table-full",
            "no-newcomers",
            "too-many-requests",
            "asked-already",
        ),
        *("luck-not-hashed", "luck-for-another-deal", "luck-copied", "luck-not-committed", "luck-not-that", "dealing"),
        *(
            "game-running",
            "no-game",
            "not-seated",
            "ruleset",
            "no-such-game",
            "unknown-bot",
            "too-few-chairs",
        ),
        *("paused", "paused-already", "not-paused", "rules-changed", "past-game"),
    }
)
"""Codes of refusals that depend only on what everybody at a table sees. Whatever is not here is counted as `OTHER`."""
OWNERSHIP: Final = ("taken-over", "handed-over", "lost", "uncertain", "asked-again")
"""What is counted where many servers share a store: tables taken over from a server that was gone, handed over to
another, and lost; writes of which it was not known at first what became of them; and tables that another server was
asked for though they had just moved, which happens when the balancer sends one table to two servers."""
OTHER: Final = "choice"
"""The one code for all refusals that could tell something of a game."""


class Histogram:
    """How often something took how long."""

    def __init__(self, bounds: Sequence[float] = SECONDS) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        """How many lie up to each bound and above the one before; the last ones lie above all bounds."""
        self.total = 0.0

    def add(self, seconds: float) -> None:
        """Count one more."""
        self.counts[bisect.bisect_left(self.bounds, seconds)] += 1
        self.total += seconds


class Metrics:
    """What one server has measured since its start."""

    def __init__(self) -> None:
        self.changes = 0
        """Changes that everybody at a table could see."""
        self.moves = 0
        """Those of them that were choices in a game."""
        self.move_seconds = Histogram()
        """From a command that made such a change until those who watch had their turn to hear of it."""
        self.store_seconds = Histogram()
        """Until such a command was on the disk."""
        self.refusals: Counter[str] = Counter({OTHER: 0})
        self.ownership: Counter[str] = Counter(dict.fromkeys(OWNERSHIP, 0))

    def refuse(self, code: str) -> None:
        """Count a refusal that has nothing to do with a game."""
        self.refusals[code if code in PUBLIC else OTHER] += 1


class CommandCounts:
    """Counts the commands of one table, so that nothing of a game under way shows in the figures."""

    def __init__(self, metrics: Metrics, table: Table) -> None:
        self._metrics = metrics
        self._table = table
        self._refused = 0
        """Refusals in the game under way. They are counted when it is over: some choices only one role may not make."""

    def refuse(self, command: c.Command, code: str) -> None:
        """A command was refused."""
        if isinstance(command, c.GameCommand) or code not in PUBLIC:
            self._refused += 1
            self.update()
        else:
            self._metrics.refuse(code)

    def update(self) -> None:
        """Count what may be counted by now."""
        if not self._table.running:
            self._metrics.refusals[OTHER] += self._refused
            self._refused = 0

    def count_move(self, began: float) -> None:
        """Those who watch have had their turn to hear of a choice that came at that time."""
        self._metrics.moves += 1
        self._metrics.move_seconds.add(time.perf_counter() - began)


class CollectorPauses:
    """How long Python's garbage collector held everything up, by generation. Begins when it is made."""

    def __init__(self) -> None:
        self.generations = [Histogram() for _ in gc.get_count()]
        self._began = 0.0
        gc.callbacks.append(self._note)

    def close(self) -> None:
        """Measure no more."""
        gc.callbacks.remove(self._note)

    def _note(self, phase: str, info: dict[str, Any]) -> None:
        if phase == "start":
            self._began = time.perf_counter()
        else:
            self.generations[info["generation"]].add(time.perf_counter() - self._began)
