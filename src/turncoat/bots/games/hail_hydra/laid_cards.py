"""Who the HYDRA agents may be: every possible set of them, weighed by what the attacks showed.

An attack shows which cards were laid and how many each hero laid, but not whose they are. Honest heroes lay red cards
when they must, agents when they like. So each attack makes some of the sets likelier and others less likely.
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
"""How many times as often an agent lays a card as an honest hero, who lays red only when they must."""
TRUST: Final = 1.4
"""The weight of an attack's evidence: above 1, since agents lay more red than the ratios say."""


@lru_cache(maxsize=16384)
def log_likelihoods(cards: Hand) -> tuple[float, ...]:
    """The log likelihood ratio of these cards if agents laid 0, 1, 2, … of them, against none.

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
    """The possible sets of agents and their weights, for somebody who knows that some seats are honest. `trust` is how
    much of an attack's evidence they believe."""

    def __init__(self, players: int, honest: SeatSet, trust: float = TRUST) -> None:
        seats = [seat for seat in range(players) if not honest >> seat & 1]
        self.players = players
        self.trust = trust
        self.weights: dict[SeatSet, float] = {seat_set(agents): 0.0 for agents in combinations(seats, HYDRA[players])}
        self.prior: float = HYDRA[players] / len(seats)
        """How suspect everybody is before anything has happened."""
        self._suspicion: list[float] | None = None

    def attack(self, board: Board, cards: Hand, known: SeatSet) -> None:
        """An attack was revealed. `board` still shows who laid how many cards, and which cards where that is known."""
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
            news = gained[by_agents if by_agents < most else most]
            for seats, ratio in open_cards:
                if agents & seats:
                    news += ratio
            self.weights[agents] = weight + self.trust * news
        self._suspicion = None

    def revealed(self, seat: Seat) -> None:
        """A seat is an agent for certain."""
        self.weights = {agents: weight for agents, weight in self.weights.items() if agents >> seat & 1} or self.weights
        self._suspicion = None

    @property
    def suspicion(self) -> list[float]:
        """The chance of each seat to be an agent."""
        if self._suspicion is None:
            best = max(self.weights.values())
            shares = {agents: exp(weight - best) for agents, weight in self.weights.items()}
            everything = sum(shares.values())
            self._suspicion = [
                sum(share for agents, share in shares.items() if agents >> seat & 1) / everything
                for seat in range(self.players)
            ]
        return self._suspicion
