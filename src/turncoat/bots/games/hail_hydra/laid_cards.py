"""Inference of the HYDRA agents: every possible set of them, weighted by the attacks so far.

An attack reveals which cards were laid and how many each hero laid, but not whose they are. Honest heroes lay red cards
only when they must, agents when they like. So each attack makes some sets more likely and others less.
"""

from collections import Counter
from functools import lru_cache
from itertools import combinations
from math import comb, exp, log
from typing import Final

from turncoat.games.hail_hydra.board import Board, Hand
from turncoat.games.hail_hydra.tables import HYDRA
from turncoat.kernel.seats import SEATS_IN, Seat, SeatSet, seat_set

LIKELIHOOD_RATIOS: Final = {"+1": 0.8, "+2": 0.7, "+3": 0.55, "+4": 0.45, "-2": 1.2, "-3": 2.5, "-4": 6.0, "-5": 12.0}
"""Ratio of an agent's to an honest hero's rate of laying each card, since heroes lay red only when they must."""
TRUST: Final = 1.4
"""Exponent on an attack's likelihood ratios, above 1 because agents lay more red than the ratios say."""


@lru_cache(maxsize=16384)
def log_likelihoods(cards: Hand) -> tuple[float, ...]:
    """Return the log likelihood ratio of these cards for 0, 1, 2, … of them by agents, relative to none.

    Nobody knows which of the cards those would be.
    """
    ways = [1.0]  # column k: the sum of the ratios over all choices of k cards
    for card in cards:
        ratio = LIKELIHOOD_RATIOS[card]
        ways = [
            (ways[taken] if taken < len(ways) else 0.0) + (ways[taken - 1] * ratio if taken else 0.0)
            for taken in range(len(ways) + 1)
        ]
    return tuple(log(way / comb(len(cards), taken)) for taken, way in enumerate(ways))


class LaidCardEvidence:
    """Possible sets of agents with their weights, given that some seats are honest.

    `trust` is the exponent on each attack's likelihood ratios.
    """

    def __init__(self, players: int, honest: SeatSet, trust: float = TRUST) -> None:
        seats = [seat for seat in range(players) if not honest >> seat & 1]
        self.players = players
        self.trust = trust
        self.weights: dict[SeatSet, float] = {seat_set(agents): 0.0 for agents in combinations(seats, HYDRA[players])}
        self.prior: float = HYDRA[players] / len(seats)
        """Suspicion of each seat before anything has happened."""
        self._suspicion: list[float] | None = None

    def attack(self, board: Board, cards: Hand, known: SeatSet) -> None:
        """Weigh a revealed attack. `board` must still show each hero's number of cards, and the openly laid cards."""
        hidden = Counter(cards)
        laid_openly = {seat: laid for seat, laid in board.laid.items() if known >> seat & 1}
        for laid in laid_openly.values():
            hidden.subtract(laid)
        gained = log_likelihoods(tuple(sorted(hidden.elements())))
        most = len(gained) - 1
        counts = [0 if seat in laid_openly else board.laid_counts.get(seat, 0) for seat in range(self.players)]
        open_cards = [(1 << seat, log_likelihoods(laid)[-1]) for seat, laid in laid_openly.items()]
        for agents, weight in self.weights.items():
            by_agents = 0
            for seat in SEATS_IN[agents]:
                by_agents += counts[seat]
            gain = gained[by_agents if by_agents < most else most]
            for seats, ratio in open_cards:
                if agents & seats:
                    gain += ratio
            self.weights[agents] = weight + self.trust * gain
        self._suspicion = None

    def revealed(self, seat: Seat) -> None:
        """Condition the sets on a seat that is certainly an agent."""
        self.weights = {agents: weight for agents, weight in self.weights.items() if agents >> seat & 1} or self.weights
        self._suspicion = None

    @property
    def suspicion(self) -> list[float]:
        """Chance of each seat to be an agent."""
        if self._suspicion is None:
            best = max(self.weights.values())
            shares = {agents: exp(weight - best) for agents, weight in self.weights.items()}
            everything = sum(shares.values())
            self._suspicion = [
                sum(share for agents, share in shares.items() if agents >> seat & 1) / everything
                for seat in range(self.players)
            ]
        return self._suspicion
