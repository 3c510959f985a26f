"""Targeting: the leader proposes a mission together with the team (TGT-1, -3, -4)."""

from typing import Any

from turncoat.games.resistance.tables import MISSIONS
from turncoat_lab.batch.compiler import compiled


@compiled
def open_missions(game: Any) -> int:
    """Return the missions that may be chosen, as a set: each once, the fifth after two others."""
    board = game.seen.board
    done = board.missions_run if game.seen.rules.fifth_mission_after else board.successes
    missions = 0
    for mission in range(1, MISSIONS + 1):
        if not board.attempted >> mission & 1 and (mission != MISSIONS or done >= 2):
            missions |= 1 << mission
    return missions


@compiled
def first_open_mission(game: Any) -> int:
    """Return the lowest mission not yet attempted, where the round marker waits until the leader chooses."""
    mission = 1
    while game.seen.board.attempted >> mission & 1:
        mission += 1
    return mission
