"""Counts of many batch games by name, and the bots that the batch core plays."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

import msgspec
import numpy as np

from turncoat.kernel.game import Game
from turncoat.kernel.opening import hiding_side
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.words import N_, composed
from turncoat.missions import MissionRun, team_acts
from turncoat.simulation.playing import Seating
from turncoat.simulation.simulate import Counted
from turncoat_lab.batch.engine import CHOICES, MISSIONS_RUN, REASON, WINNER, outcomes_of
from turncoat_lab.batch.rules import can_play
from turncoat_lab.batch.words import WORDS

POLICY_OF_BOT: Final[Mapping[str, str]] = {"random": "random", "baseline:people": "people"}
"""Policy of each bot that the batch core plays."""


def is_compiled(*bots: str) -> bool:
    """Return whether the batch core plays all of these bots."""
    return {*bots} <= POLICY_OF_BOT.keys()


def policies_of(ruleset: Ruleset, bots: Seating) -> tuple[str, str]:
    """Return the policies of the loyal side and of the hiding side for these bots.

    Raises ValueError, which says what would be right.
    """
    if not can_play(ruleset):
        raise ValueError(composed(N_("the batch core does not know {game}; use --engine kernel"), game=ruleset.game))
    if isinstance(bots, Mapping):
        hiding = bots[hiding_side(ruleset)]
        (loyal,) = {name for side, name in bots.items() if side != hiding_side(ruleset)}
    elif len(set(bots)) == 1:
        loyal = hiding = bots[0]
    else:
        raise ValueError(N_("the batch core plays one bot on each side: name them as SIDE=NAME,SIDE=NAME"))
    for name in (loyal, hiding):
        if name not in POLICY_OF_BOT:
            message = N_("the batch core plays {known}, not {bot}; use --engine kernel")
            raise ValueError(composed(message, known=", ".join(POLICY_OF_BOT), bot=name))
    return POLICY_OF_BOT[loyal], POLICY_OF_BOT[hiding]


class Counts(msgspec.Struct):
    """Counts of a number of games: their winners and reasons, and the total of missions and choices."""

    games: int = 0
    winners: Counter[str] = msgspec.field(default_factory=Counter)
    reasons: Counter[str] = msgspec.field(default_factory=Counter)
    missions: int = 0
    choices: int = 0

    def add(self, other: "Counts") -> None:
        """Add other counts."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


def counts_of_game(game: Game[Any]) -> Counts:
    """Return the counts of one game of the kernel."""
    assert game.result is not None
    missions = sum(
        isinstance(act, MissionRun) for event in game.events for act in team_acts(event, game.ruleset, game.board)
    )
    return Counts(1, Counter([game.result.winner]), Counter([game.result.reason]), missions, len(game.choices))


def counts_of(outcomes: Any) -> Counts:
    """Return the counts of outcomes, with a row of `engine` for each game."""
    winners, reasons = (
        Counter({WORDS[word]: int(times) for word, times in enumerate(np.bincount(outcomes[:, column])) if times})
        for column in (WINNER, REASON)
    )
    missions, choices = (int(outcomes[:, column].sum()) for column in (MISSIONS_RUN, CHOICES))
    return Counts(len(outcomes), winners, reasons, missions, choices)


def counted(ruleset: Ruleset, loyal: str, hiding: str, seed: str, first: int, last: int) -> Counts:
    """Play the games with these numbers, with a policy on each side, and count the results."""
    return counts_of(outcomes_of(ruleset, seed, first, last, loyal, hiding))


def batch_work(ruleset: Ruleset, bots: Seating, seed: str) -> Callable[[int, int], Counted]:
    """Return a function that plays numbered games for a simulation. It is compiled now, once for all workers.

    Raises ValueError, which says what would be right.
    """
    loyal, hiding = policies_of(ruleset, bots)
    counted(ruleset, loyal, hiding, seed, 0, 1)
    return partial(_simulated, ruleset, loyal, hiding, seed)


def _simulated(ruleset: Ruleset, loyal: str, hiding: str, seed: str, first: int, last: int) -> Counted:
    found = counted(ruleset, loyal, hiding, seed, first, last)
    return Counted(found.winners, found.reasons, found.choices)
