"""Odds of sets of traitors, and their consequences for teams."""

from collections.abc import Iterable
from functools import cached_property
from math import exp
from random import Random

from turncoat.kernel.seats import SEATS_IN, SeatSet


class Odds:
    """Possible sets of traitors with their chances.

    >>> odds = Odds(3, [(0b001, 0.5), (0b010, 0.5)])
    >>> odds.clean(0b001, 1), odds.clean(0b100, 1), odds.where_loyal(0b010).suspicion
    (0.5, 1.0, [1.0, 0.0, 0.0])
    """

    def __init__(self, players: int, sets: Iterable[tuple[SeatSet, float]]) -> None:
        self.players = players
        self.sets = list(sets)

    @cached_property
    def suspicion(self) -> list[float]:
        """Chance of each seat to be a traitor."""
        chances = [0.0] * self.players
        for traitors, chance in self.sets:
            for seat in SEATS_IN[traitors]:
                chances[seat] += chance
        return chances

    def clean(self, team: SeatSet, needed: int) -> float:
        """Return the chance that the team has too few traitors to make its mission fail."""
        if needed == 1:
            return sum([chance for traitors, chance in self.sets if not traitors & team])
        return sum([chance for traitors, chance in self.sets if (traitors & team).bit_count() < needed])

    def where_loyal(self, seats: SeatSet) -> "Odds":
        """Return the odds conditional on these seats being loyal, or the same odds if that is impossible."""
        left = [(traitors, chance) for traitors, chance in self.sets if not traitors & seats]
        total = sum([chance for _, chance in left])
        return Odds(self.players, [(traitors, chance / total) for traitors, chance in left]) if total else self

    def best_team(self, seats: SeatSet, size: int, needed: int, rng: Random, team: SeatSet = 0) -> SeatSet:
        """Return the team filled up with these seats, added one at a time so that it stays as clean as possible."""
        left, trust = list(SEATS_IN[seats & ~team]), [-round(chance, 9) for chance in self.suspicion]
        rng.shuffle(left)  # ties in random order
        while left and team.bit_count() < size:
            least = needed if team.bit_count() + 1 >= needed else 1
            with_it = [(round(self.clean(team | 1 << seat, least), 9), trust[seat]) for seat in left]
            team |= 1 << left.pop(max(range(len(left)), key=with_it.__getitem__))
        return team


def logistic(x: float) -> float:
    """Return the chance with these log-odds.

    >>> logistic(0.0), logistic(-1000.0) < 1e-9
    (0.5, True)
    """
    return 1 / (1 + exp(-max(-40.0, min(40.0, x))))
