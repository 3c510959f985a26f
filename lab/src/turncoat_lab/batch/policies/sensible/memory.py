"""What everybody has seen is weighed as it happens; the rules tell of it where a policy weighs sets."""

from typing import Any

from turncoat.bots.games.resistance.spy_sets import SABOTAGE
from turncoat_lab.batch.compiler import apart, inlined, numbers
from turncoat_lab.batch.policies.sensible import onlookers, spy_sets
from turncoat_lab.batch.state import SEEN
from turncoat_lab.batch.words import HIDING_ROLES

BEGAN, VOTED, RAN, FACE_UP = numbers(0, 4)
"""What can happen: a game began, a vote was counted (`who`: the set of players who are in), a mission was run, a
character card lies face up (`who`: its seat; and its role)."""


@inlined
def remember(seen: Any, what: int, who: int, role: int) -> None:
    """Something has happened that everybody saw."""
    if seen.rules.weighs:
        weigh(seen, what, who, role)


@apart(SEEN, numbers=3)
def weigh(seen: Any, what: int, who: int, role: int) -> int:
    """Weigh what has happened; returns 0."""
    is_winter_soldier = seen.rules.is_winter_soldier
    if what == BEGAN:
        if is_winter_soldier:
            onlookers.begin(seen)
        else:
            spy_sets.begin(seen)
    elif what == VOTED:
        if is_winter_soldier:
            onlookers.weigh_vote(seen, who)
        else:
            spy_sets.weigh_ballots(seen)
    elif what == RAN:
        if is_winter_soldier:
            onlookers.weigh_mission(seen)
        else:
            spy_sets.weigh_mission(seen, spy_sets.public_weights(seen), SABOTAGE)
    elif is_winter_soldier:
        onlookers.weigh_character(seen, who, role)
    else:
        spy_sets.weigh_side(seen, spy_sets.public_weights(seen), who, HIDING_ROLES >> role & 1 != 0)
    return 0
