"""The tables of Round Table, laid out as in the rulebook. Team sizes and Fails needed are those of The Resistance."""

from turncoat.games.resistance.tables import MISSION_CARDS, PLAYERS

GOOD = "good"
EVIL = "evil"

#                 players: 5  6  7  8  9  10
GOOD_CARDS = dict(zip(PLAYERS, (3, 4, 4, 5, 6, 6), strict=True))
"""Good character cards by player count, special ones included (RT-SETUP-1). The others are evil."""
CARDS_OF_SIDE = {GOOD: ("success",), EVIL: MISSION_CARDS}
"""Mission cards that each side may play: only Success for good, any for evil (RT-QUEST-1)."""


def cards_of(players: int, side: str) -> int:
    """Return the number of character cards of a side (RT-SETUP-1)."""
    return GOOD_CARDS[players] if side == GOOD else players - GOOD_CARDS[players]
