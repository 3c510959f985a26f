"""Bayesian mixture of policies, since nobody knows by which of them the others play.

A hypothesis pairs a policy of the loyal seats with a policy of the traitors, who may also hide behind a loyal one. For
each hypothesis and each set of traitors the mixture accumulates the likelihood of all public acts. A hypothesis that
explains them badly loses weight, so the mixture learns how a table plays during the game.

Everything in a mixture is public, so the bots of a table share theirs (`beginning`, `after`).
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
"""Chance that a ballot follows no policy."""
TEAM_NOISE: Final = 0.1
"""Chance that a named team follows no policy."""


def masked(policy: str) -> str:
    """Return the name of traitors who name teams and vote like the loyal seats of a policy."""
    return f"masked {policy}"


BEST_PLAY: Final = "best play"
"""Name of traitors who play like `hard`: masked as careful, with the sabotage of best play."""
MASKED: Final = {masked(policy): policy for policy in POLICIES} | {BEST_PLAY: "careful"}
"""Policies behind which traitors hide, by their names."""
HYPOTHESES: Final = tuple((loyal, traitors) for loyal in POLICIES for traitors in (*POLICIES, *MASKED))
"""Every combination of a loyal policy and a traitors' policy."""
OF_LOYAL: Final = {"people": 0.2, "careful": 0.7, "cunning": 0.1}
"""Prior probability of each policy of the loyal seats."""
OF_TRAITORS: Final = {
    "people": 0.19,
    "careful": 0.04,
    "cunning": 0.15,
    masked("people"): 0.23,
    masked("careful"): 0.06,
    masked("cunning"): 0.08,
    BEST_PLAY: 0.25,
}
"""Prior probability of each policy of the traitors."""
CARDS: Final = {
    **{policy: (policy,) for policy in POLICIES},
    masked("people"): ("people", "cunning"),
    masked("careful"): ("careful",),
    masked("cunning"): ("people", "cunning"),
    BEST_PLAY: (BEST_PLAY,),
}
"""Policies for the cards of each kind of traitors, whose likelihoods are averaged."""
PRIORS: Final = {pair: log(OF_LOYAL[pair[0]] * OF_TRAITORS[pair[1]]) for pair in HYPOTHESES}
"""Logarithm of the prior probability of each hypothesis."""


CACHED_MIXTURES: Final = 256
"""Number of mixtures cached for other bots: a few for each table, of 0.1 MB each with ten players."""


class Mixture:
    """Likelihood of all acts for each set of traitors and each hypothesis."""

    def __init__(self, players: int, sets: tuple[SeatSet, ...], plan: MissionPlan | None) -> None:
        self.record = PublicRecord(players, sets, plan)
        self._traitors = {policy: [0.0] * len(sets) for policy in (*POLICIES, *MASKED)}
        """Log-likelihood of the traitors' acts, by traitors' policy and set."""
        self._loyal = {policy: [0.0] * players for policy in POLICIES}
        """Log-likelihood of each seat's acts, by loyal policy."""
        self._hidden: list[float] | None = None
        """Log-likelihood per set over all traitors' policies, cached until the next act."""

    def copy(self) -> "Mixture":
        """Return an independent copy."""
        twin = Mixture(self.record.players, self.record.sets, self.record.plan)
        twin.record = self.record.copy()
        twin._traitors = {policy: list(numbers) for policy, numbers in self._traitors.items()}
        twin._loyal = {policy: list(numbers) for policy, numbers in self._loyal.items()}
        return twin

    def see(self, act: TeamAct) -> None:
        """Process a public act."""
        self._hidden = None
        if isinstance(act, TeamNamed):
            self._see_team(act)
        elif isinstance(act, TeamVoted):
            self._see_ballots(act)
        elif isinstance(act, MissionRun):
            self._see_cards(act)
        self.record.see(act)

    def believe(self, log_deals: Sequence[float]) -> None:
        """Update a spectator's beliefs. `log_deals` are the logarithms of the number of possible deals for each set."""
        self.record.weights = self.weights(log_deals, SPECTATOR)
        self.record.changed()

    def weights(self, log_deals: Sequence[float], seat: Seat) -> list[float]:
        """Return the weight of each set for a player on the seat, scaled so that the largest is 1.

        The seat's own acts tell that player nothing.
        """
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
        """Return the posterior probability of each hypothesis if these are the traitors."""
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
        """Return the chance of each seat to approve the team if these are the traitors."""
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
        """Return the log-likelihoods of all kinds of traitors who hide behind the policy."""
        return [self._traitors[kind] for kind, behind in MASKED.items() if behind == policy]

    def _see_cards(self, act: MissionRun) -> None:
        aboard = [(traitors & act.team).bit_count() for traitors in self.record.sets]
        tables = {name: policy.fails(self.record, act) for name, policy in POLICIES.items()}
        tables[BEST_PLAY] = fails_of_best_play(self.record, act.situation, act.team.bit_count())
        for policy, numbers in self._traitors.items():
            log_chances = [0.0] * (act.team.bit_count() + 1)  # more Fails than traitors aboard are left to the rules
            for many in range(act.fails, len(log_chances)):
                chances = [tables[one][many][act.fails] for one in CARDS[policy]]
                log_chances[many] = log(CARD_NOISE / (many + 1) + (1 - CARD_NOISE) * sum(chances) / len(chances))
            for number, many in enumerate(aboard):
                numbers[number] += log_chances[many]


@cache
def beginning(players: int, sets: tuple[SeatSet, ...], plan: MissionPlan | None) -> Mixture:
    """Return the mixture at the beginning of a game. Shared between callers, so do not mutate it."""
    return Mixture(players, sets, plan)


@lru_cache(maxsize=CACHED_MIXTURES)
def after(mixture: Mixture, acts: tuple[TeamAct, ...], log_deals: tuple[float, ...]) -> Mixture:
    """Return the mixture after these acts, with a spectator's updated beliefs.

    It is shared between callers, so do not mutate it.
    """
    then = mixture.copy()
    for act in acts:
        then.see(act)
    then.believe(log_deals)
    return then


def sums_over(sets: tuple[SeatSet, ...], numbers: Sequence[float]) -> list[float]:
    """Return the sum of the members' numbers for each set.

    >>> sums_over((0b101, 0b110), [1.0, 2.0, 3.0])
    [4.0, 5.0]
    """
    return list(map(sum, zip(*[members(numbers) for members in members_of(sets)], strict=True)))


@lru_cache(maxsize=64)
def members_of(sets: tuple[SeatSet, ...]) -> tuple[Callable[[Sequence[float]], tuple[float, ...]], ...]:
    """Return getters for the first members of all sets, the second ones, and so on, from a sequence by seat.

    All sets must have the same size.
    """
    return tuple(itemgetter(*seats) for seats in zip(*[SEATS_IN[one] for one in sets], strict=True))


def log_sums(columns: Sequence[Sequence[float]]) -> list[float]:
    """Return for each row the logarithm of a sum, given the logarithms of the terms as columns.

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
    """Return the logarithms of the ballot's likelihoods."""
    return BallotChances(
        *[log(BALLOT_NOISE / 2 + (1 - BALLOT_NOISE) * (chance if approves else 1 - chance)) for chance in chances]
    )
