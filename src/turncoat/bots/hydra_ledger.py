"""Who the HYDRA agents may be: every possible set of them, weighed by what the attacks showed.

An attack shows how many red cards were laid and how many cards each hero laid, not whose they are. Honest heroes lay
red when they must, agents when they like; each reveal makes some of the sets likelier and others less.
"""

from functools import lru_cache
from itertools import combinations
from math import comb, exp, log
from typing import Final

from turncoat.games.hail_hydra.board import Board
from turncoat.games.hail_hydra.tables import HYDRA, VALUES
from turncoat.kernel.seats import SEATS_IN, Seat, SeatSet, seat_set

RED_HONEST: Final = 0.2
"""How often a card that an honest hero lays is red."""
RED_AGENT: Final = 0.5
"""The same of a hidden agent."""
TRUST: Final = 0.8
"""How much of a reveal's evidence is believed: players are not coins."""


@lru_cache(maxsize=65536)
def red_evidence(agents: int, others: int, reds: int) -> float:
    """The logarithm of the chance of so many red cards when agents and others laid so many cards."""
    chance = 0.0
    for by_agents in range(max(0, reds - others), min(agents, reds) + 1):
        rest = reds - by_agents
        chance += (
            comb(agents, by_agents)
            * RED_AGENT**by_agents
            * (1 - RED_AGENT) ** (agents - by_agents)
            * comb(others, rest)
            * RED_HONEST**rest
            * (1 - RED_HONEST) ** (others - rest)
        )
    return log(chance)


class Ledger:
    """The possible sets of agents and their weights, for one who knows that some seats are honest."""

    def __init__(self, players: int, honest: SeatSet) -> None:
        seats = [seat for seat in range(players) if not honest >> seat & 1]
        self.players = players
        self.worlds: dict[SeatSet, float] = {seat_set(agents): 0.0 for agents in combinations(seats, HYDRA[players])}
        self.prior: float = HYDRA[players] / len(seats)
        """How suspect everybody is before anything has happened."""
        self._suspicion: list[float] | None = None

    def attack(self, board: Board, cards: tuple[str, ...]) -> None:
        """An attack was revealed; `board` still shows who laid how many, and which cards of it this viewer knows."""
        reds = sum(VALUES[card] < 0 for card in cards)
        unknown = dict(board.laid_counts)
        known: list[tuple[Seat, int, int]] = []
        for seat, laid in board.laid.items():
            laid_red = sum(VALUES[card] < 0 for card in laid)
            reds -= laid_red
            known.append((seat, unknown.pop(seat), laid_red))
        total = sum(unknown.values()) + board.blind_count
        reds = max(0, min(reds, total))
        for agents in self.worlds:
            by_agents = 0
            for seat in SEATS_IN[agents]:
                by_agents += unknown.get(seat, 0)
            gained = red_evidence(by_agents, total - by_agents, reds)
            for seat, count, laid_red in known:
                is_agent = agents >> seat & 1
                gained += red_evidence(count if is_agent else 0, 0 if is_agent else count, laid_red)
            self.worlds[agents] += TRUST * gained
        self._suspicion = None

    def revealed(self, seat: Seat) -> None:
        """A seat is an agent for certain."""
        self.worlds = {agents: weight for agents, weight in self.worlds.items() if agents >> seat & 1} or self.worlds
        self._suspicion = None

    @property
    def suspicion(self) -> list[float]:
        """The chance of each seat to be an agent."""
        if self._suspicion is None:
            best = max(self.worlds.values())
            shares = {agents: exp(weight - best) for agents, weight in self.worlds.items()}
            everything = sum(shares.values())
            self._suspicion = [
                sum(share for agents, share in shares.items() if agents >> seat & 1) / everything
                for seat in range(self.players)
            ]
        return self._suspicion
