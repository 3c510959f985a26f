"""The tables of Hail Hydra, laid out as in the rulebook."""

from turncoat.kernel.seats import Seat, SeatSet

PLAYERS = range(5, 9)

#                  players: 5  6  7  8
HYDRA = dict(zip(PLAYERS, (2, 2, 3, 3), strict=True))
"""Number of HYDRA agents by player count, public (HH-SETUP-1); the others are S.H.I.E.L.D."""

VALUES = {"+1": 1, "+2": 2, "+3": 3, "+4": 4, "-2": -2, "-3": -3, "-4": -4, "-5": -5}
"""The attack cards and what they are worth: blue add, red subtract (HH-SETUP-3)."""

SKULL = 4
"""The level of Red Skull, who is always the last villain."""
LEVELS = (1, 2, 2, 3, SKULL)
"""The level of each villain of a game, in the order in which they are met (HH-SETUP-4)."""
CITY = 27
"""The health of New York City at the start, and the most it ever has (HH-SETUP-5)."""
MOST_HEALTH, MOST_DEFENSE = 13, 3
"""The most health and defense that a villain has: there are so many discs (HH-SETUP-8)."""
FULL_HAND = 6
LAST_ROUND = 99
"""The last round of a protection from knock-out that lasts to the end of the phase, however long that is."""
MOST_LAID = 3
"""Attack cards that a hero may lay in an offensive; at least one is a must (HH-OFF-2)."""
FEWEST_HEROES = 2
"""A mission never has fewer heroes than this (HH-KO-5)."""


def voting_rounds(players: int, level: int) -> int:
    """Voting rounds of the knock-out phase before a villain of that level (HH-KO-1)."""
    if level == SKULL:
        return 2 if players <= 6 else 3
    return level - 1


def opening_hand(players: int, holder: Seat, seat: Seat) -> int:
    """The attack cards that a seat begins with: 2 left of the First Player Token, then 4, then 6 (HH-SETUP-7)."""
    return {1: 2, 2: 4}.get((seat - holder) % players, FULL_HAND)


def next_of(among: SeatSet, start: Seat) -> Seat:
    """The first seat of a set that is not empty, at or after `start` clockwise: who comes first in token order."""
    ahead = among >> start
    if ahead:
        return start + (ahead & -ahead).bit_length() - 1
    return (among & -among).bit_length() - 1


def token_order(among: SeatSet, holder: Seat) -> list[Seat]:
    """The seats of a set from the holder of the First Player Token clockwise."""
    order = []
    while among:
        seat = next_of(among, holder)
        order.append(seat)
        among &= ~(1 << seat)
    return order
