"""Win rates of the loyal side at similar tables: the figures of lab/docs/balance, shipped in the package."""

from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from turncoat.kernel.rulesets import Ruleset
from turncoat.simulation.intervals import wilson

PLAYERS: Final = ("people", "sensible", "baseline:people", "random")
"""Kinds of players: people, bots that play to win, a model of human play, and random play."""


class Measured(msgspec.Struct, frozen=True, array_like=True):
    """Result of measured games: the kind of players on both sides, the number of games, and the loyal side's wins."""

    player_kind: str
    games: int
    wins: int

    @property
    def share(self) -> float:
        """Win rate of the loyal side."""
        return self.wins / self.games

    @property
    def reach(self) -> float:
        """Distance from the win rate to the farther end of its 95% interval."""
        low, high = self.interval
        return max(self.share - low, high - self.share)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% confidence interval of the win rate (Wilson)."""
        return wilson(self.wins, self.games)


Tables = dict[str, dict[int, dict[str, tuple[Measured, ...]]]]
"""Measurements by game, number of players, and modules joined by `+`."""


def measured(ruleset: Ruleset) -> tuple[Measured, ...]:
    """Return the measurements of exactly this ruleset, in the order of PLAYERS. Empty if there are none."""
    if ruleset != Ruleset.of(ruleset.game, ruleset.players, ruleset.modules):
        return ()  # only default options were measured
    return tables().get(ruleset.game, {}).get(ruleset.players, {}).get("+".join(ruleset.modules), ())


@cache
def tables() -> Tables:
    """Return the figures shipped with the package (made by `python -m tools.fairness`)."""
    return msgspec.json.decode(files("turncoat.simulation").joinpath("fairness.json").read_bytes(), type=Tables)
