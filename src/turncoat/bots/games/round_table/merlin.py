"""The search for Merlin: how much better acts fit a player who saw evil than one who knows nothing.

An ignorant seat is expected to vote as people do (`people`). Merlin leans away from that, and so do others to a lesser
degree, since a table finds out. Both leanings are in merlin.toml, in log-odds: for ballots by whether the team can fail
and whether the seat is on it, for named teams per evil player among the others, each by the number of missions so far.
They are fitted to recorded games (`turncoat lab fit merlin`).
"""

import tomllib
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib.resources import files
from math import comb, exp, log
from typing import Final, NamedTuple, TypeAlias

from turncoat.bots import people
from turncoat.kernel.seats import SEATS_IN, Seat, SeatSet
from turncoat.missions import MissionRun, TeamAct, TeamNamed, TeamVoted

KINDS: Final = ("merlin", "others")
"""Those who lean: Merlin, and all other good seats."""
BALLOTS: Final = ("dirty-outside", "dirty-aboard", "clean-outside", "clean-aboard")
"""Kinds of ballots: whether the team has enough evil to fail, as far as Merlin sees, and whether the seat is on it."""
TEAM: Final = "team"
STAGES: Final = 4
"""Numbers of missions so far that are told apart. The last stands for all later ones."""


Leanings: TypeAlias = dict[str, dict[str, tuple[float, ...]]]
"""Leanings by kind of player, and by kind of ballot or for teams: one number for each stage."""


class Ballot(NamedTuple):
    """A ballot on a team that somebody else named."""

    aboard: bool
    stage: int
    log_odds: float
    """Log-odds of approval by a seat that knows nothing."""
    approves: bool


class Vote(NamedTuple):
    """The ballots on a team, except the leader's."""

    team: SeatSet
    needed: int
    """Number of Fails that make the mission fail."""
    ballots: dict[Seat, Ballot]


class Named(NamedTuple):
    """The others on a team that a leader named."""

    leader: Seat
    others: SeatSet
    stage: int


class Traces:
    """Everything that each seat has done in public, and how much it looks like Merlin's play."""

    def __init__(self, players: int, leanings: Leanings | None = None) -> None:
        self.players = players
        self._leanings = leanings or fitted()
        self.votes: list[Vote] = []
        self.teams: list[Named] = []
        self._track = people.Track(players)
        self._ratios: list[tuple[list[float], list[float]]] = []
        """For each vote the log-likelihood ratios by seat if its team can fail, and if it cannot."""
        self._found: dict[SeatSet, tuple[int, int, list[float]]] = {}
        """Evidence by what Merlin saw, and the numbers of votes and teams that it is based on."""
        self._of_teams: dict[tuple[int, int, int, int], float] = {}
        self._latest: dict[SeatSet, list[float]] = {}
        """Exponentials of the evidence, cached until the next act."""

    def see(self, act: TeamAct) -> None:
        """Process a public act."""
        track = self._track
        self._latest.clear()
        stage = min(track.missions, STAGES - 1)
        if isinstance(act, TeamNamed):
            self.teams.append(Named(act.leader, act.team & ~(1 << act.leader), stage))
            track.named_before = act.team
        elif isinstance(act, TeamVoted):
            if not act.situation.is_last_attempt:
                self._see_vote(act, stage)
        elif isinstance(act, MissionRun):
            track.see(act)

    def _see_vote(self, act: TeamVoted, stage: int) -> None:
        habit, ballots = people.weights("ballot", "loyal"), {}
        dirty, clean = [0.0] * self.players, [0.0] * self.players
        for seat in SEATS_IN[(act.approvals | act.rejections) & ~(1 << act.leader)]:
            score = people.score(habit, self._track.ballot_features(seat, act, 0))
            ballot = Ballot(bool(act.team >> seat & 1), stage, score, bool(act.approvals >> seat & 1))
            ballots[seat] = ballot
            dirty[seat], clean[seat] = self._of_ballot(ballot, dirty=True), self._of_ballot(ballot, dirty=False)
        self.votes.append(Vote(act.team, act.situation.fails_needed, ballots))
        self._ratios.append((dirty, clean))

    def evidence(self, seen: SeatSet) -> list[float]:
        """Return for each seat the log-likelihood ratio of Merlin, who saw these as evil, to another good player."""
        votes, teams, old = self._found.get(seen, (0, 0, None))
        found = [0.0] * self.players if old is None else list(old)
        for vote, (dirty, clean) in zip(self.votes[votes:], self._ratios[votes:], strict=True):
            telling = dirty if (seen & vote.team).bit_count() >= vote.needed else clean
            for seat, ratio in enumerate(telling):
                found[seat] += ratio
        for named in self.teams[teams:]:
            evil = (named.others & seen).bit_count()
            found[named.leader] += self._of_team(named.stage, evil, named.others.bit_count(), seen.bit_count())
        self._found[seen] = len(self.votes), len(self.teams), found
        return found

    def _of_ballot(self, ballot: Ballot, *, dirty: bool) -> float:
        """Return the log-likelihood ratio of Merlin to another good player, on a team that Merlin sees can fail."""
        name = ballot_name(ballot.aboard, dirty)
        merlin, other = (log_likelihood(ballot, self._leanings[kind][name][ballot.stage]) for kind in KINDS)
        return merlin - other

    def _of_team(self, stage: int, evil: int, others: int, seen: int) -> float:
        """Return the log-likelihood ratio of Merlin to another good leader.

        The leader, who is not evil, names so many others, and so many of these are among the players seen as evil.
        """
        key = stage, evil, others, seen
        found = self._of_teams.get(key)
        if found is None:
            merlin, other = (
                log_chance(evil, others, seen, self.players, self._leanings[kind][TEAM][stage]) for kind in KINDS
            )
            found = self._of_teams[key] = merlin - other
        return found

    def likelihoods(self, evil: SeatSet, unseen: SeatSet) -> list[float]:
        """Return for each seat how much likelier its acts are if it is Merlin and these are evil, 0 for evil seats.

        Merlin does not see one of `unseen` (nobody if Mordred is not in play), each as likely as the others.
        """
        views = [evil & ~(1 << hidden) for hidden in SEATS_IN[unseen & evil]] or [evil]
        found = [sum(of_seat) / len(views) for of_seat in zip(*map(self._odds, views), strict=True)]
        for seat in SEATS_IN[evil]:
            found[seat] = 0.0
        return found

    def _odds(self, seen: SeatSet) -> list[float]:
        """Return the exponentials of the evidence."""
        found = self._latest.get(seen)
        if found is None:
            found = self._latest[seen] = list(map(exp, self.evidence(seen)))
        return found


def merlin_chances(
    traces: Traces, sets: Iterable[tuple[SeatSet, float]], unseen: Callable[[SeatSet], SeatSet]
) -> list[float]:
    """Return the chance of each seat to be Merlin, given the chances of the sets of evil players.

    A good seat is Merlin as likely as any other before anybody acts. `unseen` tells for each set who of it Merlin may
    not have seen.
    """
    found = [0.0] * traces.players
    for evil, chance in sets:
        likelihoods = traces.likelihoods(evil, unseen(evil))
        total = sum(likelihoods)
        for seat, likelihood in enumerate(likelihoods):
            found[seat] += chance * likelihood / total
    return found


@cache
def fitted() -> Leanings:
    """Return the fitted leanings: of Merlin and of others, by kind of ballot and for teams, by stage."""
    numbers = tomllib.loads(files(__package__).joinpath("merlin.toml").read_text("utf-8"))
    return {kind: {name: tuple(map(float, values)) for name, values in numbers[kind].items()} for kind in KINDS}


def ballot_name(aboard: bool, dirty: bool) -> str:
    """Return the kind of a ballot, one of BALLOTS."""
    return BALLOTS[(0 if dirty else 2) + aboard]


def log_likelihood(ballot: Ballot, leaning: float) -> float:
    """Return the log-likelihood of a ballot with this leaning."""
    score = ballot.log_odds + leaning
    return -log(1 + exp(-score if ballot.approves else score))


def log_chance(evil: int, others: int, seen: int, players: int, leaning: float) -> float:
    """Return the logarithm of the chance, up to a constant, of so many evil among the others on a leader's team.

    Every team is as likely as its number of evil players says.
    """
    return leaning * evil - log(
        sum(ways * exp(leaning * many) for many, ways in numbers_of_evil(others, seen, players))
    )


def numbers_of_evil(others: int, seen: int, players: int) -> Iterator[tuple[int, int]]:
    """Yield each possible number of evil players among the others on a team, and the number of such teams."""
    good = players - 1 - seen
    return (
        (many, comb(seen, many) * comb(good, others - many))
        for many in range(min(others, seen) + 1)
        if others - many <= good
    )
