"""What answers are worth to a seat's side.

Most are parts of a mission's stake (`turncoat.bots.stakes`), from -1 to 1: how much likelier a seat is to use what it
is given for the side than against it, or how much suspicion a look takes away.
"""

from collections.abc import Mapping
from math import floor
from random import Random
from typing import TypeVar

A = TypeVar("A")

RARE = 0.1
"""A loyal Reverser plays Reverse only where that does harm no oftener."""


def in_millionths(worth: float) -> int:
    """Return the worth rounded: what differs by less is equal.

    >>> in_millionths(0.25) == in_millionths(0.25 + 1e-9)
    True
    """
    return floor(worth * 1e6 + 0.5)


def best(worths: Mapping[A, float], rng: Random) -> A:
    """Return the answer that is worth most, ties at random."""
    most = max(map(in_millionths, worths.values()))
    answers = [answer for answer, worth in worths.items() if in_millionths(worth) == most]
    return answers[0] if len(answers) == 1 else answers[int(rng.random() * len(answers))]


# Trust and knowledge


def of_ally(suspicion: float, public: float, is_traitor: bool) -> float:
    """By how much somebody with a card rather helps the side than harms it.

    To a traitor those of its fellows are worth most whom the table trusts.
    """
    return 2 * suspicion - public - 1 if is_traitor else 1 - 2 * suspicion


def of_enemy(suspicion: float, is_traitor: bool) -> float:
    """Return how likely somebody is of the other side."""
    return 1 - suspicion if is_traitor else suspicion


def of_knowing(suspicion: float) -> float:
    """Return how much is left to know of somebody."""
    return suspicion * (1 - suspicion)


def of_showing(suspicion: float, own: float, is_traitor: bool) -> float:
    """By how much one's own card changes what a loyal player thinks: traitors see nothing new in it.

    `own` is how suspect one is to everybody.
    """
    return (1 - suspicion) * (own - 1 if is_traitor else own)


def of_average(spies: int, players: int, is_traitor: bool) -> float:
    """Return how likely somebody else is of the other side at the start: what a card that is kept will meet."""
    return (players - spies if is_traitor else spies) / (players - 1)


# The Hunters


def of_accusing(right: float, now: float, if_wrong: float) -> float:
    """By how much an early accusation is better than none: a wrong one gives the failed mission away."""
    return right + (1 - right) * if_wrong - now


def of_a_chiefs_card(suspicion: float, spies: int, players: int) -> float:
    """Return how likely a Chief is a spy, where each side has one."""
    if_spy, if_loyal = suspicion / spies, (1 - suspicion) / (players - spies)
    return if_spy / (if_spy + if_loyal)


# Mission cards


def how_often(failure_worth: float) -> float:
    """Return how likely traitors make a mission fail that they can: the likelier, the more it is worth to them."""
    return min(1.0, max(0.0, failure_worth))


def of_reversing(fails: float, stake: float) -> float:
    """Return what a Reverse is worth to a loyal Reverser, by how likely the mission fails without."""
    return stake * (2 * fails - 1)


def of_sabotage(works: float, failure_worth: float, price: float) -> float:
    """Return the worth of a card against the mission to a traitor: `works` is by how much more often it fails,
    `price` what the card tells of its side."""
    return works * failure_worth - price
