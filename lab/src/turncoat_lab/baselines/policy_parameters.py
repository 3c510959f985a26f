"""Parameters of `baseline:deducer`."""

from collections.abc import Sequence
from typing import Final

import msgspec


class PolicyParameters(msgspec.Struct, frozen=True):
    """Parameters of a bot, chosen by play against other bots and by the pace of people's games (bench/notes/bots.md).

    Tuples go from the first mission of a game to the last, however many it has (`at_mission`).
    """

    approval_threshold: tuple[float, ...] = (0.7, 0.7, 0.7, 0.85, 0.95)
    """A team is approved when its chance to be clean is at least this part of that of the seat's own best team. Above
    1, not even the best first team of a mission reaches it, so that team is rejected."""
    threshold_drop: float = 0.2
    """Decrease of the threshold with each team rejected for the current mission."""
    leniency: tuple[float, ...] = (0.7, 0.72, 1.0, 0.05, 0.0)
    """Chance that a loyal seat approves a worse team that is not hopeless: an early rejection gains little, and people
    do not reject one team after another. A traitor never does, since such an approval would be remembered."""
    hopeless_below: tuple[float, ...] = (0.0, 0.1, 0.2, 0.32, 0.32)
    """A team is hopeless below this part of the chance of the seat's own best team."""
    sabotage: tuple[float, ...] = (0.4, 0.9, 0.9, 0.9, 1.0)
    """Chance that a traitor sabotages where nothing decides it."""
    distancing: float = 0.6
    """Chance that a traitor of a large side rejects a team with traitors that a loyal seat would approve, until a
    mission can decide the game: whoever always approves such teams is found out by their votes."""
    human_model_weight: float = 0.5
    """Weight of the model of people's play, relative to the expectation that traitors play to win."""
    memory: float = 1.0
    """Exponent by which the evidence of earlier missions fades with each mission that is over."""
    carelessness: float = 0.0
    """Chance that a traitor gives itself away where nothing decides the game: it votes and names teams for its side,
    and sabotages without regard to who else is aboard."""


PARAMETERS_BY_PLAYERS: Final = {
    6: PolicyParameters(approval_threshold=(0.7, 0.7, 0.7, 0.9, 1.15), leniency=(0.7, 0.45, 0.6, 0.05, 0.0)),
    7: PolicyParameters(approval_threshold=(0.7, 0.7, 0.7, 0.85, 1.1), leniency=(0.75, 0.77, 1.0, 0.05, 0.0)),
    8: PolicyParameters(leniency=(0.82, 0.87, 1.0, 0.05, 0.0)),
    10: PolicyParameters(distancing=0.8),
}
"""Parameters for particular player counts. With six to eight, people approve sooner or later than the defaults, so that
a game takes about as many teams as theirs. A side of four traitors gains by rejecting more of its own teams."""


def at_mission(numbers: Sequence[float], mission: int, wins: int) -> float:
    """Return the number for a mission, from numbers spread evenly over the missions of a game.

    >>> [at_mission((0.1, 0.5, 0.9), mission, wins=3) for mission in range(1, 6)]
    [0.1, 0.1, 0.5, 0.9, 0.9]
    >>> [at_mission((0.1, 0.5, 0.9), mission, wins=4) for mission in (1, 4, 7)]
    [0.1, 0.5, 0.9]
    """
    before_last = max(2 * wins - 2, 1)  # one of the two sides has won after at most 2 * wins - 1 missions
    return numbers[round(min(mission - 1, before_last) * (len(numbers) - 1) / before_last)]
