"""The chance level for leaders who take fellow traitors along."""

from math import comb

from turncoat.missions import TeamAct


def fellows_by_chance(act: TeamAct, fellows: int) -> float:
    """Return the chance that a team has two traitors if its leader and `fellows` random others are the traitors.

    >>> from turncoat.missions import Situation, TeamNamed
    >>> fellows_by_chance(TeamNamed(0, 0b00011, Situation(5, 1)), 1)
    0.25
    """
    players, taken = act.situation.players, (act.team & ~(1 << act.leader)).bit_count()
    wanted = 1 if act.team >> act.leader & 1 else 2
    fewer = sum(comb(taken, some) * comb(players - 1 - taken, fellows - some) for some in range(wanted))
    return 1 - fewer / comb(players - 1, fellows)
