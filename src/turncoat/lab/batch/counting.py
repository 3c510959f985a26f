"""What came of many batch games, counted in words; and which bots the batch core plays."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from turncoat.kernel.opening import hiding_side
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.words import N_, composed
from turncoat.lab.batch.engine import CHOICES, REASON, WINNER, outcomes_of
from turncoat.lab.batch.rules import can_play
from turncoat.lab.batch.words import WORDS

POLICY_OF_BOT: Final[Mapping[str, str]] = {"random": "random", "baseline:people": "people"}
"""The bots that the batch core plays, and the policy of each."""


def policies_of(ruleset: Ruleset, bots: Sequence[str] | Mapping[str, str]) -> tuple[str, str]:
    """The policies of the loyal side and of the one that hides, where these bots play.

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


def counted(
    ruleset: Ruleset, loyal: str, hiding: str, seed: str, first: int, last: int
) -> tuple[Counter[str], Counter[str], int]:
    """The winners, the reasons and the number of choices of the games of these numbers."""
    outcomes = outcomes_of(ruleset, seed, first, last, loyal, hiding)
    winners, reasons = (
        Counter({WORDS[word]: int(times) for word, times in enumerate(np.bincount(outcomes[:, column])) if times})
        for column in (WINNER, REASON)
    )
    return winners, reasons, int(outcomes[:, CHOICES].sum())
