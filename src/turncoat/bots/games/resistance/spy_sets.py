"""Suspicion: how likely each set of spies is, for somebody who knows some spies and weighs what everybody saw.

Every possible set of spies has a weight; each proposal, ballot and mission makes some of them weigh less. At ten
players there are 210 sets, few enough to keep them all.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from random import Random

from turncoat.bots.odds import Odds
from turncoat.games.resistance.board import Board, MissionResult, Proposal
from turncoat.games.resistance.tables import REJECTIONS
from turncoat.kernel.seats import Seat, SeatSet, seat_set, seats_in

SABOTAGE = 0.65
"""How often a spy on a mission is expected to play a Fail."""
MISCOUNT = 1e-6
"""What is left of the weight of a set that could not have played the cards seen. Not 0: modules bring other cards."""
FOR_OWN = 1.35
"""How much likelier than others a spy is to approve a team with a spy on it, and to reject a team without."""
LAST_CHANCE = 4.0
"""How much likelier than others a spy is to reject the last team before the spies win by rejections."""
DIGITS = 12
"""To how many digits chances are exact: sums of equal ones differ by less, and none is just below what it equals."""


def ballots_factor(approving: int, rejecting: int, is_dirty: bool, is_last: bool) -> float:
    """How much likelier a set of spies is by the ballots of its members: how many approved and rejected the team.

    `is_dirty` is whether one of them is on the team, `is_last` whether the spies win by one more rejection.
    """
    if is_last:
        return float(LAST_CHANCE**rejecting)
    against = 2 - FOR_OWN
    if is_dirty:
        return float(FOR_OWN**approving * against**rejecting)
    return float(against**approving * FOR_OWN**rejecting)


def mission_factor(spies: int, fails: int, sabotage: float) -> float:
    """How much likelier a set of spies is by the cards of a mission that so many of them were on.

    `sabotage` is how often a spy on a mission plays a Fail.
    """
    held = spies - fails
    return float(sabotage**fails * (1 - sabotage) ** held) if held >= 0 else MISCOUNT


class SpySets:
    """The possible sets of spies and their weights."""

    def __init__(self, players: int, spies: int, known: SeatSet = 0, cleared: SeatSet = 0) -> None:
        """`known`: seats that are spies for sure; `cleared`: seats that are none."""
        seats = range(players)
        possible = [seat_set(group) for group in combinations(seats, spies)]
        fitting = [group for group in possible if group & known == known and not group & cleared]
        self.players = players
        self.weights: dict[SeatSet, float] = dict.fromkeys(fitting or possible, 1.0)
        self._proposals = 0
        self._results = 0

    def follow(self, board: Board) -> None:
        """Weigh the proposals and missions on the board that are new."""
        attempt: dict[int, int] = {}
        for index, proposal in enumerate(board.proposals):
            attempt[proposal.round] = attempt.get(proposal.round, 0) + 1
            if index >= self._proposals:
                self.weigh_ballots(proposal, last=attempt[proposal.round] == REJECTIONS)
        for result in board.results[self._results :]:
            self.weigh_mission(result)
        self._proposals, self._results = len(board.proposals), len(board.results)

    def weigh_ballots(self, proposal: Proposal, *, last: bool) -> None:
        approvals = proposal.approvals
        rejections = ~approvals & (1 << self.players) - 1
        for group, weight in self.weights.items():
            ayes, noes = (group & approvals).bit_count(), (group & rejections).bit_count()
            self.weights[group] = weight * ballots_factor(ayes, noes, group & proposal.team != 0, last)
        self.level()

    def weigh_mission(self, result: MissionResult, sabotage: float = SABOTAGE) -> None:
        fails = result.cards.count("fail") + result.cards.count("chief-fail")  # either side may play a Reverse
        for group, weight in self.weights.items():
            self.weights[group] = weight * mission_factor((group & result.team).bit_count(), fails, sabotage)
        self.level()

    def rule_out(self, clashes: Callable[[SeatSet], bool]) -> None:
        """Something was seen that the sets for which `clashes` is true cannot explain."""
        for group, weight in self.weights.items():
            if clashes(group):
                self.weights[group] = weight * MISCOUNT
        self.level()

    def level(self) -> None:
        """Bring the weights to a sum of 1: in a long game they would all shrink to nothing."""
        total = sum(self.weights.values())
        if total > 0:
            for group in self.weights:
                self.weights[group] /= total

    def odds(self) -> Odds:
        """The same as odds."""
        total = sum(self.weights.values())
        odds = Odds(self.players, [(group, weight / total) for group, weight in self.weights.items()])
        odds.suspicion = self.suspicion()
        return odds

    def suspicion(self) -> list[float]:
        """How likely each seat is a spy."""
        chances = [0.0] * self.players
        total = 0.0
        for group, weight in self.weights.items():
            total += weight
            for seat in seats_in(group):
                chances[seat] += weight
        return [round(chance / total, DIGITS) for chance in chances]

    def chance_of(self, team: SeatSet, spies: int) -> float:
        """How likely at least so many spies are on the team."""
        total = hit = 0.0
        for group, weight in self.weights.items():
            total += weight
            if (group & team).bit_count() >= spies:
                hit += weight
        return round(hit / total, DIGITS)


def least(rng: Random, suspicion: Sequence[float], seats: Iterable[Seat], size: int, team: SeatSet) -> SeatSet:
    """The team filled up to its size with the least suspect of these seats, ties at random."""
    for seat in sorted(seats, key=lambda seat: (round(suspicion[seat], 6), rng.random())):
        if team.bit_count() >= size:
            break
        team |= 1 << seat
    return team
