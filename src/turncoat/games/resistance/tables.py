"""The tables of The Resistance, laid out as in the rulebook."""

PLAYERS = range(5, 11)

#                   players: 5  6  7  8  9  10
SPIES = dict(zip(PLAYERS, (2, 2, 3, 3, 3, 4), strict=True))
"""Number of spies by player count (RES-SETUP-2). The others are resistance."""

_TEAM_SIZES = (
    (2, 2, 2, 3, 3, 3),
    (3, 3, 3, 4, 4, 4),
    (2, 4, 3, 4, 4, 4),
    (3, 3, 4, 5, 5, 5),
    (3, 4, 4, 5, 5, 5),
)
TEAM_SIZES = {players: tuple(row[players - 5] for row in _TEAM_SIZES) for players in PLAYERS}
"""Team sizes of missions 1 to 5 by player count (RES-TEAM-1)."""

MISSION_CARDS = ("success", "fail")
OTHER_CARD = {"success": "fail", "fail": "success"}
CARDS_OF_SIDE = {"resistance": ("success",), "spies": MISSION_CARDS}
"""Mission cards that each side may play: only Success for the resistance, any for the spies (RES-MISSION-2)."""

MISSIONS = 5
WINS = 3
"""Number of successes or failures that ends the game (RES-END-1)."""
REJECTIONS = 5
"""Number of rejected teams in one round that ends the game (RES-VOTE-5)."""


def fails_needed(players: int, mission: int) -> int:
    """Return the Fails that sink a mission: two on mission 4 from 7 players up, otherwise one (RES-MISSION-4, -5)."""
    return 2 if players >= 7 and mission == 4 else 1


def team_size(players: int, mission: int) -> int:
    """Return the team size of a mission from 1 to 5."""
    return TEAM_SIZES[players][mission - 1]
