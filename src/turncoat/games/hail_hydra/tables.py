"""The tables of Hail Hydra, laid out as in the rulebook."""

from turncoat.kernel.seats import Seat, SeatSet

PLAYERS = range(5, 9)

#                  players: 5  6  7  8
HYDRA = dict(zip(PLAYERS, (2, 2, 3, 3), strict=True))
"""Number of HYDRA agents by player count, which is public (HH-SETUP-1). The others are S.H.I.E.L.D."""

VALUES = {"+1": 1, "+2": 2, "+3": 3, "+4": 4, "-2": -2, "-3": -3, "-4": -4, "-5": -5}
"""Attack cards and their values: blue ones add, red ones subtract (HH-SETUP-3)."""

SKULL = 4
"""Level of Red Skull, who is always the last villain."""
LEVELS = (1, 2, 2, 3, SKULL)
"""Level of each villain, in the order in which they are met (HH-SETUP-4)."""
CITY = 27
"""Health of New York City at the start, which is also its maximum (HH-SETUP-5)."""
MOST_HEALTH, MOST_DEFENSE = 13, 3
"""Largest health and defense of a villain, limited by the discs in the box (HH-SETUP-8)."""
FULL_HAND = 6
LAST_ROUND = 99
"""Last round of a protection from knock-out that lasts to the end of the phase, whatever its length."""
MOST_LAID = 3
"""Largest number of attack cards that a hero may lay in an offensive. The smallest is one (HH-OFF-2)."""
FEWEST_HEROES = 2
"""Smallest number of heroes on a mission (HH-KO-5)."""
ROUTINE = 0.1
"""Part of a bot's usual pause before a step that nobody is in suspense for, such as laying cards face down."""


def voting_rounds(players: int, level: int) -> int:
    """Return the voting rounds of the knock-out phase before a villain of that level (HH-KO-1)."""
    if level == SKULL:
        return 2 if players <= 6 else 3
    return level - 1


def opening_hand(players: int, holder: Seat, seat: Seat) -> int:
    """Return the size of a seat's opening hand: left of the First Player Token 2, then 4, then 6 (HH-SETUP-7)."""
    return {1: 2, 2: 4}.get((seat - holder) % players, FULL_HAND)


def next_of(among: SeatSet, start: Seat) -> Seat:
    """Return the first seat of a non-empty set, clockwise from `start` inclusive."""
    ahead = among >> start
    if ahead:
        return start + (ahead & -ahead).bit_length() - 1
    return (among & -among).bit_length() - 1


def token_order(among: SeatSet, holder: Seat) -> list[Seat]:
    """Return the seats of a set in token order: clockwise from the holder of the First Player Token."""
    order = []
    while among:
        seat = next_of(among, holder)
        order.append(seat)
        among &= ~(1 << seat)
    return order
