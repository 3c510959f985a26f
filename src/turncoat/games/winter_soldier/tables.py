"""The tables of Winter Soldier, laid out as in the rulebook."""

from turncoat.kernel.words import N_

PLAYERS = range(5, 13)

#                   players: 5  6  7  8  9  10 11 12
SHIELD_CARDS = dict(zip(PLAYERS, (3, 4, 4, 5, 6, 6, 7, 7), strict=True))
"""S.H.I.E.L.D. character cards by player count, special ones included (WIN-SETUP-1). The others are HYDRA's."""

_TEAM_SIZES = (
    (2, 2, 2, 3, 3, 3, 3, 4),
    (3, 3, 3, 4, 4, 4, 4, 5),
    (2, 4, 3, 4, 4, 4, 5, 5),
    (3, 3, 4, 5, 5, 5, 6, 6),
    (3, 4, 4, 5, 5, 5, 6, 6),
)
TEAM_SIZES = {players: tuple(row[players - 5] for row in _TEAM_SIZES) for players in PLAYERS}
"""Team sizes of missions 1 to 5 by player count (WIN-TEAM-1)."""

PLACES = ("lemurian-star", "roosevelt-bridge", "camp-lehigh", "triskelion", "insight-helicarriers")
"""Locations of missions 1 to 5."""
PLACE_WORDS = {
    "lemurian-star": N_("Lemurian Star"),
    "roosevelt-bridge": N_("Roosevelt Bridge"),
    "camp-lehigh": N_("Camp Lehigh"),
    "triskelion": N_("Triskelion"),
    "insight-helicarriers": N_("Insight Helicarriers"),
}

MISSIONS = len(PLACES)
WINS = 3
"""Failures that end the game, and successes that lead to the last guess (WIN-END-1, WIN-END-2)."""
REJECTIONS = 3
"""Rejected teams in a row that make the mission fail (WIN-VOTE-3)."""


def hydra_cards(players: int) -> int:
    """Return the number of HYDRA agents, which is public (RES-SETUP-5)."""
    return players - SHIELD_CARDS[players]


def team_size(players: int, mission: int) -> int:
    """Return the team size of a mission from 1 to 5 while everybody is in the game."""
    return TEAM_SIZES[players][mission - 1]


def fails_needed(players: int, mission: int) -> int:
    """Return the Failures that make the mission fail, by the starting player count (WIN-MISSION-2)."""
    if players % 2 == 0 and team_size(players, mission) >= 5:
        return 2
    return 2 if players in (9, 11) and mission == 4 else 1
