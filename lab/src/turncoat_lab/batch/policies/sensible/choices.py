"""What `sensible` chooses, by the bot of the game that is played; and for which rulesets it does."""

from typing import Any

import numpy as np

from turncoat.kernel.rulesets import Ruleset
from turncoat_lab.batch.chance import CHANCE
from turncoat_lab.batch.compiler import apart, inlined
from turncoat_lab.batch.events import ASK_BALLOT, ASK_CARD, ASK_TEAM
from turncoat_lab.batch.policies.sensible import resistance, winter_soldier
from turncoat_lab.batch.seats import NO_SEAT
from turncoat_lab.batch.state import SEAT, SEEN


def can_play(ruleset: Ruleset) -> bool:
    """Whether the policy plays the whole ruleset as the bot does. After a true Blame sides are others than those that
    were weighed; that is not compiled."""
    return not ruleset.has("blame")


@apart(SEEN, SEAT, CHANCE, numbers=6)
def chosen(
    seen: Any, own: Any, chance: Any, me: int, question: int, allowed: int, missions: int, size: int, tokens: int
) -> int:
    """The answer to a question or to a standing offer, as a number: of a proposal all three parts, packed."""
    if question == ASK_TEAM:
        mission, token = seen.board.mission, NO_SEAT
        if seen.rules.is_winter_soldier:
            team = winter_soldier.team(seen, own, chance, me, size, allowed)
        else:
            mission, team, token = resistance.proposal(seen, own, chance, me, missions, size, allowed, tokens)
        return mission | (token - NO_SEAT) << 4 | team << 8
    if seen.rules.is_winter_soldier:
        return winter_soldier.chosen(seen, own, chance, me, question, allowed)
    return resistance.chosen(seen, own, chance, me, question, allowed)


@inlined
def proposal(seen: Any, own: Any, chance: Any, me: int, missions: int, size: int, allowed: int, tokens: int) -> Any:
    """A mission, a team and who gets the token."""
    answer = np.int64(chosen(seen, own, chance, me, ASK_TEAM, allowed, missions, size, tokens))
    return answer & 15, answer >> 8, (answer >> 4 & 15) + NO_SEAT


@inlined
def approves(seen: Any, own: Any, chance: Any, me: int) -> bool:
    """Whether the seat approves the team."""
    return chosen(seen, own, chance, me, ASK_BALLOT, 0, 0, 0, 0) != 0


@inlined
def card(seen: Any, own: Any, chance: Any, me: int, allowed: int) -> int:
    """The card for the mission, where there is a choice."""
    return chosen(seen, own, chance, me, ASK_CARD, allowed, 0, 0, 0)


@inlined
def answer(seen: Any, own: Any, chance: Any, me: int, question: int, allowed: int) -> int:
    """The answer to another question, or whom a standing offer names: a seat or NO_SEAT, a word, 1 for yes."""
    return chosen(seen, own, chance, me, question, allowed, 0, 0, 0)
