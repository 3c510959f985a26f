"""What was done, weighed by several policies at once: nobody knows by which of them the others play.

A hypothesis says by which policy the loyal seats play, and by which the traitors do; or that the traitors hide behind
that of the loyal ones. For each hypothesis and each set of traitors it adds up how likely all public acts were. What a
hypothesis explains badly counts for less and less, so the mixture learns how a table plays while it plays.

All that goes into a mixture is public, so the bots of a table share theirs (`beginning`, `after`).
"""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from math import exp, log
from operator import itemgetter
from typing import Final

from turncoat.bots.opponents import (
    CARD_NOISE,
    BallotChances,
    CarefulPolicy,
    CunningPolicy,
    Opponents,
    PeoplePolicy,
    PublicRecord,
    fails_of_best_play,
    teams_of,
)
from turncoat.kernel.seats import SEATS_IN, SPECTATOR, Seat, SeatSet
from turncoat.missions import MissionPlan, MissionRun, TeamAct, TeamNamed, TeamVoted

POLICIES: Final[dict[str, Opponents]] = {
    "people": PeoplePolicy(),
    "careful": CarefulPolicy(),
    "cunning": CunningPolicy(),
}
BALLOT_NOISE: Final = 0.06
"""How often a ballot is cast as no policy says."""
TEAM_NOISE: Final = 0.1
"""The same for teams."""


def masked(policy: str) -> str:
    """The name of traitors who vote and name teams as loyal seats of the policy do."""
    return f"masked {policy}"


BEST_PLAY: Final = "best play"
"""Traitors who play as `hard` does: masked as careful, and sabotage what best play does."""
MASKED: Final = {masked(policy): policy for policy in POLICIES} | {BEST_PLAY: "careful"}
"""The policy behind which traitors hide."""
HYPOTHESES: Final = tuple((loyal, traitors) for loyal in POLICIES for traitors in (*POLICIES, *MASKED))
"""Every policy of the loyal seats with every policy of the traitors."""
OF_LOYAL: Final = {"people": 0.2, "careful": 0.7, "cunning": 0.1}
"""How likely the loyal seats are to play by each policy, before anything is seen."""
OF_TRAITORS: Final = {
    "people": 0.19,
    "careful": 0.04,
    "cunning": 0.15,
    masked("people"): 0.23,
    masked("careful"): 0.06,
    masked("cunning"): 0.08,
    BEST_PLAY: 0.25,
}
"""The same of the traitors."""
CARDS: Final = {
    **{policy: (policy,) for policy in POLICIES},
    masked("people"): ("people", "cunning"),
    masked("careful"): ("careful",),
    masked("cunning"): ("people", "cunning"),
    BEST_PLAY: (BEST_PLAY,),
}
"""By which policies each kind of traitors may play its cards: the mean of them counts."""
PRIORS: Final = {pair: log(OF_LOYAL[pair[0]] * OF_TRAITORS[pair[1]]) for pair in HYPOTHESES}
"""The logarithm of how likely each pair is then."""


KEPT: Final = 256
"""How many mixtures are kept for other bots: a few for each table, of 0.1 MB each with ten players."""


class Mixture:
    """How likely everything that was done is, for each set of traitors and each hypothesis."""

    def __init__(self, players: int, sets: tuple[SeatSet, ...], plan: MissionPlan | None) -> None:
        self.record = PublicRecord(players, sets, plan)
        self._traitors = {policy: [0.0] * len(sets) for policy in (*POLICIES, *MASKED)}
        """For each policy of traitors, and each set: the logarithm of how likely the traitors' acts were."""
        self._loyal = {policy: [0.0] * players for policy in POLICIES}
        """For each policy of loyal seats, and each seat: the same of its acts."""
        self._hidden: list[float] | None = None
        """For each set the same by all policies of traitors, if it was asked since something happened."""

    def copy(self) -> "Mixture":
        """An independent copy, to think on with."""
        twin = Mixture(self.record.players, self.record.sets, self.record.plan)
        twin.record = self.record.copy()
        twin._traitors = {policy: list(numbers) for policy, numbers in self._traitors.items()}
        twin._loyal = {policy: list(numbers) for policy, numbers in self._loyal.items()}
        return twin

    def see(self, act: TeamAct) -> None:
        """Take in an act as everybody saw it."""
        self._hidden = None
        if isinstance(act, TeamNamed):
            self._see_team(act)
        elif isinstance(act, TeamVoted):
            self._see_ballots(act)
        elif isinstance(act, MissionRun):
            self._see_cards(act)
        self.record.see(act)

    def believe(self, log_deals: Sequence[float]) -> None:
        """Bring up to date what a spectator believes; `log_deals`: of each set the logarithm of its possible deals."""
        self.record.weights = self.weights(log_deals, SPECTATOR)
        self.record.changed()

    def weights(self, log_deals: Sequence[float], seat: Seat) -> list[float]:
        """How likely each set is, the likeliest 1: to somebody on the seat, whose own acts tell them nothing."""
        loyal = {policy: list(numbers) for policy, numbers in self._loyal.items()}
        if seat != SPECTATOR:
            for numbers in loyal.values():
                numbers[seat] = 0.0
        shown = []
        for policy, numbers in loyal.items():
            total = log(OF_LOYAL[policy]) + sum(numbers)
            shown.append([total - one for one in sums_over(self.record.sets, numbers)])
        hidden = self._hidden
        if hidden is None:
            hidden = self._hidden = log_sums(
                [[log(OF_TRAITORS[policy]) + one for one in numbers] for policy, numbers in self._traitors.items()]
            )
        # The two sides' policies are independent of each other, so the sum over pairs is a product of two sums.
        sums = zip(log_deals, log_sums(shown), hidden, strict=True)
        found = [deals + of_loyal + of_traitors for deals, of_loyal, of_traitors in sums]
        most = max(found)
        return [exp(one - most) for one in found]

    def policies(self, traitors: SeatSet) -> dict[tuple[str, str], float]:
        """How likely each hypothesis is if these are the traitors; the sum is 1."""
        number, seats = self.record.sets.index(traitors), SEATS_IN[traitors]
        scores = {
            (of_loyal, of_traitors): prior
            + sum(self._loyal[of_loyal])
            - sum([self._loyal[of_loyal][seat] for seat in seats])
            + self._traitors[of_traitors][number]
            for (of_loyal, of_traitors), prior in PRIORS.items()
        }
        most = max(scores.values())
        odds = {pair: exp(score - most) for pair, score in scores.items()}
        total = sum(odds.values())
        return {pair: one / total for pair, one in odds.items()}

    def approvals(self, named: TeamNamed, traitors: SeatSet) -> list[float]:
        """How often each seat approves the team, if these are the traitors."""
        fails = (traitors & named.team).bit_count() >= named.situation.fails_needed
        ballots = {name: policy.ballots(self.record, named) for name, policy in POLICIES.items()}
        found = [0.0] * self.record.players
        for (of_loyal, of_traitors), chance in self.policies(traitors).items():
            for seat in range(self.record.players):
                if not traitors >> seat & 1:
                    often = ballots[of_loyal][seat].loyal
                elif of_traitors in ballots:
                    own = ballots[of_traitors][seat]
                    often = own.failing if fails else own.clean
                else:
                    often = ballots[MASKED[of_traitors]][seat].loyal
                found[seat] += chance * often
        return found

    def _see_team(self, act: TeamNamed) -> None:
        leader, sets = act.leader, self.record.sets
        floor = TEAM_NOISE / len(teams_of(self.record.players, act.team.bit_count()))
        for name, policy in POLICIES.items():
            loyal, traitor = policy.team(self.record, act)
            as_loyal = log(floor + (1 - TEAM_NOISE) * loyal)
            self._loyal[name][leader] += as_loyal
            own, masks = self._traitors[name], self._masked_as(name)
            for number, traitors in enumerate(sets):
                if traitors >> leader & 1:
                    for mask in masks:
                        mask[number] += as_loyal
                    own[number] += log(floor + (1 - TEAM_NOISE) * traitor[number])

    def _see_ballots(self, act: TeamVoted) -> None:
        sets, voters, needed = self.record.sets, act.approvals | act.rejections, act.situation.fails_needed
        for name, policy in POLICIES.items():
            chances = policy.ballots(self.record, act)
            rows = [
                log_of_ballot(chances[seat], bool(act.approvals >> seat & 1)) if voters >> seat & 1 else NO_BALLOT
                for seat in range(self.record.players)
            ]
            for seat, row in enumerate(rows):
                self._loyal[name][seat] += row.loyal
            loyal, failing, clean = (sums_over(sets, column) for column in zip(*rows, strict=True))
            own, masks = self._traitors[name], self._masked_as(name)
            for number, traitors in enumerate(sets):
                for mask in masks:
                    mask[number] += loyal[number]
                own[number] += (failing if (traitors & act.team).bit_count() >= needed else clean)[number]

    def _masked_as(self, policy: str) -> list[list[float]]:
        """The numbers of all traitors who hide behind the policy."""
        return [self._traitors[kind] for kind, behind in MASKED.items() if behind == policy]

    def _see_cards(self, act: MissionRun) -> None:
        aboard = [(traitors & act.team).bit_count() for traitors in self.record.sets]
        tables = {name: policy.fails(self.record, act) for name, policy in POLICIES.items()}
        tables[BEST_PLAY] = fails_of_best_play(self.record, act.situation, act.team.bit_count())
        for policy, numbers in self._traitors.items():
            log_chances = [0.0] * (
                act.team.bit_count() + 1
            )  # where there are more Fails than traitors, the rules say so
            for many in range(act.fails, len(log_chances)):
                chances = [tables[one][many][act.fails] for one in CARDS[policy]]
                log_chances[many] = log(CARD_NOISE / (many + 1) + (1 - CARD_NOISE) * sum(chances) / len(chances))
            for number, many in enumerate(aboard):
                numbers[number] += log_chances[many]


@cache
def beginning(players: int, sets: tuple[SeatSet, ...], plan: MissionPlan | None) -> Mixture:
    """The mixture before anything has happened. Not to be changed: all who ask get the same one."""
    return Mixture(players, sets, plan)


@lru_cache(maxsize=KEPT)
def after(mixture: Mixture, acts: tuple[TeamAct, ...], log_deals: tuple[float, ...]) -> Mixture:
    """The mixture once these acts are taken in, and what a spectator believes then. Not to be changed."""
    then = mixture.copy()
    for act in acts:
        then.see(act)
    then.believe(log_deals)
    return then


def sums_over(sets: tuple[SeatSet, ...], numbers: Sequence[float]) -> list[float]:
    """For each set the sum of its seats' numbers.

    >>> sums_over((0b101, 0b110), [1.0, 2.0, 3.0])
    [4.0, 5.0]
    """
    return list(map(sum, zip(*[members(numbers) for members in members_of(sets)], strict=True)))


@lru_cache(maxsize=64)
def members_of(sets: tuple[SeatSet, ...]) -> tuple[Callable[[Sequence[float]], tuple[float, ...]], ...]:
    """Pick the first members of all sets from a sequence by seat, then the second ones, and so on.

    All sets are of one size."""
    return tuple(itemgetter(*seats) for seats in zip(*[SEATS_IN[one] for one in sets], strict=True))


def log_sums(columns: Sequence[Sequence[float]]) -> list[float]:
    """For each row the logarithm of a sum, from the logarithms of what is summed, each in a column.

    >>> [round(exp(one)) for one in log_sums([[log(2), log(1)], [log(6), log(2)]])]
    [8, 3]
    """
    most = list(map(max, *columns))
    sums = [0.0] * len(most)
    for column in columns:
        sums = [total + exp(one - high) for total, one, high in zip(sums, column, most, strict=True)]
    return [high + log(total) for high, total in zip(most, sums, strict=True)]


NO_BALLOT: Final = BallotChances(0.0, 0.0, 0.0)


def log_of_ballot(chances: BallotChances, approves: bool) -> BallotChances:
    """The logarithms of how likely the ballot is."""
    return BallotChances(
        *[log(BALLOT_NOISE / 2 + (1 - BALLOT_NOISE) * (chance if approves else 1 - chance)) for chance in chances]
    )
