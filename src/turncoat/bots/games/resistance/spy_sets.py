"""Inference of the spies from public events, for a seat that may know some spies.

Every possible set of spies has a weight, and each proposal, ballot and mission reduces some of them. Ten players have
210 sets, few enough to enumerate.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from random import Random

from turncoat.bots.odds import Odds
from turncoat.games.resistance.board import Board, MissionResult, Proposal
from turncoat.games.resistance.tables import REJECTIONS
from turncoat.kernel.seats import Seat, SeatSet, seat_set, seats_in

SABOTAGE = 0.65
"""Expected chance that a spy on a mission plays a Fail."""
MISCOUNT = 1e-6
"""Factor on a set that could not have played the observed cards. Not 0, because modules add other cards."""
FOR_OWN = 1.35
"""Likelihood ratio of a spy to others approving a team with a spy on it, or rejecting a team without one."""
LAST_CHANCE = 4.0
"""Likelihood ratio of a spy to others rejecting the last team before the spies win by rejections."""
DIGITS = 12
"""Decimal digits to which chances are rounded, so that equal sums compare equal."""


def ballots_factor(approving: int, rejecting: int, is_dirty: bool, is_last: bool) -> float:
    """Return the likelihood ratio of a set of spies, given how many of its members approved and rejected the team.

    `is_dirty` is true if one of them is on the team, `is_last` if one more rejection wins for the spies.
    """
    if is_last:
        return float(LAST_CHANCE**rejecting)
    against = 2 - FOR_OWN
    if is_dirty:
        return float(FOR_OWN**approving * against**rejecting)
    return float(against**approving * FOR_OWN**rejecting)


def mission_factor(spies: int, fails: int, sabotage: float) -> float:
    """Return the likelihood of a mission's Fails for a set with the given number of spies aboard.

    `sabotage` is the chance that a spy on a mission plays a Fail.
    """
    held = spies - fails
    return float(sabotage**fails * (1 - sabotage) ** held) if held >= 0 else MISCOUNT


class SpySets:
    """Possible sets of spies with their weights."""

    def __init__(self, players: int, spies: int, known: SeatSet = 0, cleared: SeatSet = 0) -> None:
        """Start with equal weights. `known` seats are certainly spies, `cleared` seats certainly not."""
        seats = range(players)
        possible = [seat_set(group) for group in combinations(seats, spies)]
        fitting = [group for group in possible if group & known == known and not group & cleared]
        self.players = players
        self.weights: dict[SeatSet, float] = dict.fromkeys(fitting or possible, 1.0)
        self._proposals = 0
        self._results = 0

    def follow(self, board: Board) -> None:
        """Process new proposals and missions on the board."""
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
        """Nearly eliminate the sets for which `clashes` is true, because they contradict an observation."""
        for group, weight in self.weights.items():
            if clashes(group):
                self.weights[group] = weight * MISCOUNT
        self.level()

    def level(self) -> None:
        """Normalize the weights to a sum of 1, since they would vanish in a long game."""
        total = sum(self.weights.values())
        if total > 0:
            for group in self.weights:
                self.weights[group] /= total

    def odds(self) -> Odds:
        """Return the sets as odds."""
        total = sum(self.weights.values())
        odds = Odds(self.players, [(group, weight / total) for group, weight in self.weights.items()])
        odds.suspicion = self.suspicion()
        return odds

    def suspicion(self) -> list[float]:
        """Return the chance of each seat to be a spy."""
        chances = [0.0] * self.players
        total = 0.0
        for group, weight in self.weights.items():
            total += weight
            for seat in seats_in(group):
                chances[seat] += weight
        return [round(chance / total, DIGITS) for chance in chances]

    def chance_of(self, team: SeatSet, spies: int) -> float:
        """Return the chance that the team has at least the given number of spies."""
        total = hit = 0.0
        for group, weight in self.weights.items():
            total += weight
            if (group & team).bit_count() >= spies:
                hit += weight
        return round(hit / total, DIGITS)


def least(rng: Random, suspicion: Sequence[float], seats: Iterable[Seat], size: int, team: SeatSet) -> SeatSet:
    """Return the team filled up to its size with the least suspect of these seats, ties at random."""
    for seat in sorted(seats, key=lambda seat: (round(suspicion[seat], 6), rng.random())):
        if team.bit_count() >= size:
            break
        team |= 1 << seat
    return team
