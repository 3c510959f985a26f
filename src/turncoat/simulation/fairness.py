"""How often the loyal side won at a table like this one: the shares of lab/docs/balance, in the package."""

from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from turncoat.kernel.rulesets import Ruleset
from turncoat.simulation.intervals import wilson

PLAYERS: Final = ("people", "sensible", "baseline:people", "random")
"""Who has played: people, bots that play to win, a model of people's play, chance."""


class Measured(msgspec.Struct, frozen=True, array_like=True):
    """What came of games: who played on both sides, how many games, and how many the loyal side won."""

    by: str
    games: int
    wins: int

    @property
    def share(self) -> float:
        """The share of games that the loyal side won."""
        return self.wins / self.games

    @property
    def reach(self) -> float:
        """How far its 95% interval reaches to either side."""
        low, high = self.interval
        return max(self.share - low, high - self.share)

    @property
    def interval(self) -> tuple[float, float]:
        """Its 95% interval (Wilson)."""
        return wilson(self.wins, self.games)


Tables = dict[str, dict[int, dict[str, tuple[Measured, ...]]]]
"""By game, number of players, and modules joined by `+`."""


def measured(ruleset: Ruleset) -> tuple[Measured, ...]:
    """What was measured of exactly this ruleset, in the order of PLAYERS; nothing where nothing was."""
    if ruleset != Ruleset.of(ruleset.game, ruleset.players, ruleset.modules):
        return ()  # other options make another game
    return tables().get(ruleset.game, {}).get(ruleset.players, {}).get("+".join(ruleset.modules), ())


@cache
def tables() -> Tables:
    """The figures that come with the package (made by `python -m tools.fairness`)."""
    return msgspec.json.decode(files("turncoat.simulation").joinpath("fairness.json").read_bytes(), type=Tables)
