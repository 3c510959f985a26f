"""Worths of answers to a seat's side.

Most are fractions of a mission's stake (`turncoat.bots.stakes`), from -1 to 1: how much more likely a seat is to use a
card for the side than against it, or how much uncertainty a look removes.
"""

from collections.abc import Mapping
from math import floor
from random import Random
from typing import TypeVar

A = TypeVar("A")

RARE = 0.1
"""Chance of harm up to which a loyal Reverser plays Reverse."""


def in_millionths(worth: float) -> int:
    """Return the worth in rounded millionths, in which nearly equal worths compare equal.

    >>> in_millionths(0.25) == in_millionths(0.25 + 1e-9)
    True
    """
    return floor(worth * 1e6 + 0.5)


def best(worths: Mapping[A, float], rng: Random) -> A:
    """Return the answer with the highest worth, ties at random."""
    most = max(map(in_millionths, worths.values()))
    answers = [answer for answer, worth in worths.items() if in_millionths(worth) == most]
    return answers[0] if len(answers) == 1 else answers[int(rng.random() * len(answers))]


# Trust and knowledge


def of_ally(suspicion: float, public: float, is_traitor: bool) -> float:
    """Return how much more likely a card holder is to help the side than to harm it.

    A traitor values most those fellow traitors whom the table trusts.
    """
    return 2 * suspicion - public - 1 if is_traitor else 1 - 2 * suspicion


def of_enemy(suspicion: float, is_traitor: bool) -> float:
    """Return the chance that a seat is on the other side."""
    return 1 - suspicion if is_traitor else suspicion


def of_knowing(suspicion: float) -> float:
    """Return the remaining uncertainty about a seat."""
    return suspicion * (1 - suspicion)


def of_showing(suspicion: float, own: float, is_traitor: bool) -> float:
    """Return how much the seat's own card changes a loyal player's mind. A traitor has nothing new to learn from it.

    `own` is the public suspicion of the seat.
    """
    return (1 - suspicion) * (own - 1 if is_traitor else own)


def of_average(spies: int, players: int, is_traitor: bool) -> float:
    """Return the chance that another seat is on the other side at the start, which a saved card will meet on
    average."""
    return (players - spies if is_traitor else spies) / (players - 1)


# The Hunters


def of_accusing(right: float, now: float, if_wrong: float) -> float:
    """Return the gain of an early accusation over none. A wrong one turns the failed mission into a success."""
    return right + (1 - right) * if_wrong - now


def of_a_chiefs_card(suspicion: float, spies: int, players: int) -> float:
    """Return the chance that a Chief is a spy, where each side has one."""
    if_spy, if_loyal = suspicion / spies, (1 - suspicion) / (players - spies)
    return if_spy / (if_spy + if_loyal)


# Mission cards


def how_often(failure_worth: float) -> float:
    """Return the chance that traitors fail a mission if they can, which grows with its worth to them."""
    return min(1.0, max(0.0, failure_worth))


def of_reversing(fails: float, stake: float) -> float:
    """Return the worth of a Reverse to a loyal Reverser, given the chance that the mission fails without it."""
    return stake * (2 * fails - 1)


def of_sabotage(works: float, failure_worth: float, price: float) -> float:
    """Return the worth to a traitor of a card against the mission.

    `works` is the increase in the chance of failure, `price` the cost of what the card reveals about the traitor's
    side.
    """
    return works * failure_worth - price
