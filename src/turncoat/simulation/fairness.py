"""Win rates of the loyal side at similar tables: the figures of lab/docs/balance, shipped in the package."""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Final, Literal, TypeAlias

import msgspec

from turncoat.kernel.rulesets import Ruleset
from turncoat.simulation.intervals import wilson

PLAYERS: Final = ("people", "sensible", "baseline:people", "random")
"""Kinds of players: people, bots that play to win, a model of human play, and random play."""
JUDGES: Final = ("people", "sensible")
"""Kinds of players who try to win, most convincing first. Only their games say whether a game is balanced."""

Verdict: TypeAlias = Literal["even", "loyal", "hiding", "few"]
"""Balance of a game: about even, leaning towards a side, or unknown for lack of games."""

ABOUT_EVEN: Final = (0.45, 0.55)
"""Win rates at which a game is about even. It leans towards a side only if its whole interval is beyond them."""
WIDEST: Final = 0.15
"""Width of the widest interval that can show that a game is about even."""


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

    @property
    def verdict(self) -> Verdict:
        """The balance that these games show. It depends on the whole interval, not on the win rate alone."""
        low, high = self.interval
        if low > ABOUT_EVEN[1]:
            return "loyal"
        if high < ABOUT_EVEN[0]:
            return "hiding"
        return "even" if high - low <= WIDEST else "few"


Tables = dict[str, dict[int, dict[str, tuple[Measured, ...]]]]
"""Measurements by game, number of players, and modules joined by `+`."""


def measured(ruleset: Ruleset) -> tuple[Measured, ...]:
    """Return the measurements of exactly this ruleset, in the order of PLAYERS. Empty if there are none."""
    if ruleset != Ruleset.draft(ruleset.game, ruleset.players, ruleset.modules):
        return ()  # only default options were measured
    return tables().get(ruleset.game, {}).get(ruleset.players, {}).get("+".join(ruleset.modules), ())


def judging(measurements: Sequence[Measured]) -> Measured | None:
    """Return the measurement that says whether a game is balanced, or None if nobody who tries to win has played it.

    If too few people have played, bots that play to win decide.
    """
    tried = [one for kind in JUDGES for one in measurements if one.player_kind == kind]
    return next((one for one in tried if one.verdict != "few"), tried[0] if tried else None)


@cache
def tables() -> Tables:
    """Return the figures shipped with the package (made by `python -m tools.fairness`)."""
    return msgspec.json.decode(files("turncoat.simulation").joinpath("fairness.json").read_bytes(), type=Tables)
