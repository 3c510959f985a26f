"""Simulation of many bot games, with statistics: winners, reasons, and speed."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from time import perf_counter
from typing import Final, Self

import msgspec

from turncoat.extensions import lab_part
from turncoat.kernel.chapters import OptionValue
from turncoat.kernel.rulesets import Ruleset
from turncoat.simulation.intervals import wilson
from turncoat.simulation.playing import Seating, play_numbered, seating, sides
from turncoat.simulation.processes import ONE_PROCESS, Workers, parts_of

PIECES: Final = 200
"""Target number of pieces to split the games into, independent of the workers."""
MAX_GAMES_A_PIECE: Final = 500
MAX_BATCH_GAMES_A_PIECE: Final = 100_000
ENGINES: Final = ("kernel", "batch")
"""The kernel, which plays any bots, and the lab's batch core, which plays compiled policies."""


class SideWins(msgspec.Struct, frozen=True):
    """A side's wins: the count, the share of all games, and its 95% interval (Wilson)."""

    games: int
    """Number of games won."""
    share: float
    low: float
    high: float

    @classmethod
    def of(cls, won: int, games: int) -> Self:
        """Return the wins of a side that won `won` of `games` games."""
        return cls(won, won / games if games else 0.0, *wilson(won, games))


class SimulationReport(msgspec.Struct, frozen=True):
    """Configuration and results of a simulation. Times exclude starting the program."""

    game: str
    players: int
    modules: tuple[str, ...]
    options: dict[str, OptionValue]
    bots: dict[str, str] | tuple[str, ...]
    seed: str
    engine: str
    games: int
    wins: dict[str, SideWins]
    reasons: dict[str, int]
    choices: int
    seconds: float
    games_per_second: float
    choices_per_second: float
    illegal_answers: dict[str, int]
    """Number of illegal decisions by bot. A legal answer was drawn in place of each."""


class Counted(msgspec.Struct):
    """Totals over some games of a simulation."""

    winners: Counter[str] = msgspec.field(default_factory=Counter)
    reasons: Counter[str] = msgspec.field(default_factory=Counter)
    choices: int = 0
    illegal: Counter[str] = msgspec.field(default_factory=Counter)
    """Number of illegal decisions, by bot."""

    def add(self, other: "Counted") -> None:
        """Add the totals of other games."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


def simulate(
    ruleset: Ruleset,
    bots: Seating = ("random",),
    games: int = 1000,
    seed: str = "0",
    progress: Callable[[int], None] | None = None,
    workers: Workers = ONE_PROCESS,
    *,
    talk: bool = False,
    engine: str = "kernel",
) -> SimulationReport:
    """Play `games` games on `workers` and count the results. Equal arguments give equal counts on any workers.

    The bots are silent unless `talk` is set. `engine` is one of ENGINES, each with its own random stream. Raises
    ValueError for an unknown bot or side, and for a bot or ruleset that the engine does not play. Raises ExtensionError
    if the batch core is not installed.

    >>> import turncoat.games
    >>> report = simulate(Ruleset.of("resistance", 5), games=20)
    >>> sum(wins.games for wins in report.wins.values())
    20
    """
    seating(ruleset, bots)  # fail on bad arguments before anything is played
    most: int = MAX_GAMES_A_PIECE
    work: Callable[[int, int], Counted] = partial(_count, ruleset, bots, seed, talk)
    if engine == "batch":
        most, work = MAX_BATCH_GAMES_A_PIECE, lab_part("batch")(ruleset, bots, seed)
    workers.start()
    counted = Counted()
    began = perf_counter()
    step = max(1, min(most, games // PIECES))
    pieces = parts_of(games, step)
    for (_, last), some in zip(pieces, workers.map(work, pieces), strict=True):
        counted.add(some)
        if progress is not None:
            progress(last)
    seconds = perf_counter() - began
    wins = {side: counted.winners[side] for side in (*sides(ruleset), *sorted(counted.winners))}
    return SimulationReport(
        ruleset.game,
        ruleset.players,
        ruleset.modules,
        dict(ruleset.options),
        dict(bots) if isinstance(bots, Mapping) else tuple(bots),
        seed,
        engine,
        games,
        {side: SideWins.of(count, games) for side, count in wins.items()},
        dict(sorted(counted.reasons.items())),
        counted.choices,
        seconds,
        games / seconds,
        counted.choices / seconds,
        dict(sorted(counted.illegal.items())),
    )


def _count(ruleset: Ruleset, bots: Seating, seed: str, talk: bool, first: int, last: int) -> Counted:
    """Play the games of these numbers and total their results."""
    seat_bots = seating(ruleset, bots)
    counted = Counted()
    for number in range(first, last):
        game = play_numbered(ruleset, seat_bots, seed, number, counted.illegal, talk=talk)
        assert game.result is not None  # every game ends
        counted.winners[game.result.winner] += 1
        counted.reasons[game.result.reason] += 1
        counted.choices += len(game.choices)
    return counted
