"""The numbers by which `baseline:deducer` decides."""

from collections.abc import Sequence
from typing import Final

import msgspec


class PolicyParameters(msgspec.Struct, frozen=True):
    """How a bot decides; chosen by play against other bots and by the pace of people's games (bench/notes/bots.md).

    Tuples go from the first mission of a game to the last, however many it has (`at_mission`).
    """

    approval_threshold: tuple[float, ...] = (0.7, 0.7, 0.7, 0.85, 0.95)
    """A team is approved when its chance to be clean is at least this part of that of the seat's own best team. Above 1
    it asks more than the first team of a mission can have, so that one is rejected."""
    threshold_drop: float = 0.2
    """How much less of that is asked for with each team that was rejected for this mission."""
    leniency: tuple[float, ...] = (0.7, 0.72, 1.0, 0.05, 0.0)
    """How often a loyal seat approves a team that is worse, but not hopeless: a rejection early on gains little, and
    people do not reject one team after another. A traitor never does: such an approval would be remembered."""
    hopeless_below: tuple[float, ...] = (0.0, 0.1, 0.2, 0.32, 0.32)
    """Below this part of the chance of its own best team a team is hopeless."""
    sabotage: tuple[float, ...] = (0.4, 0.9, 0.9, 0.9, 1.0)
    """How often a traitor sabotages where nothing decides it."""
    distancing: float = 0.6
    """How often a traitor of a large side rejects a team with traitors that a loyal seat would approve, until a mission
    can decide the game: who always approves such teams is found out by their votes."""
    human_model_weight: float = 0.5
    """How much the model of people's play counts beside what a traitor who plays to win is expected to do."""
    memory: float = 1.0
    """How much of what it made of the missions before it keeps with each mission that is over."""
    carelessness: float = 0.0
    """How often, as a traitor, it gives itself away where nothing decides the game: it votes and names teams as suits
    its side, and sabotages without looking who else is there."""


PARAMETERS_BY_PLAYERS: Final = {
    6: PolicyParameters(approval_threshold=(0.7, 0.7, 0.7, 0.9, 1.15), leniency=(0.7, 0.45, 0.6, 0.05, 0.0)),
    7: PolicyParameters(approval_threshold=(0.7, 0.7, 0.7, 0.85, 1.1), leniency=(0.75, 0.77, 1.0, 0.05, 0.0)),
    8: PolicyParameters(leniency=(0.82, 0.87, 1.0, 0.05, 0.0)),
    10: PolicyParameters(distancing=0.8),
}
"""Other numbers for so many players. With six to eight people approve sooner or later, and a game takes about as many
teams as theirs. The side of four traitors gains by rejecting more of its own teams."""


def at_mission(numbers: Sequence[float], mission: int, wins: int) -> float:
    """The number for a mission, out of numbers that are spread over the game from its first mission to its last.

    >>> [at_mission((0.1, 0.5, 0.9), mission, wins=3) for mission in range(1, 6)]
    [0.1, 0.1, 0.5, 0.9, 0.9]
    >>> [at_mission((0.1, 0.5, 0.9), mission, wins=4) for mission in (1, 4, 7)]
    [0.1, 0.5, 0.9]
    """
    before_last = max(2 * wins - 2, 1)  # who is to win so many of two sides needs one less than twice as many at most
    return numbers[round(min(mission - 1, before_last) * (len(numbers) - 1) / before_last)]
