"""The model of how people play: how much an act weighs for each set of traitors. Its parameters are data.

    [parameters]
    "vote reject on 1" = -0.31

Each parameter is added to the score of a set of traitors once for every time that its feature (`features`) is seen. How
likely a set is goes by the exponential of its score. `docs/deduction.md` says where the numbers come from.
"""

import math
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from operator import sub
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from turncoat.deduction.features import (
    CLASSES,
    NO_BALLOT,
    VOTES,
    Naming,
    Running,
    Stem,
    Voting,
    ballots_of,
    features_of,
    naming_of,
    running_of,
    stems_of_all_votes,
    stems_of_loyal_vote,
    stems_of_mission,
    stems_of_naming,
    stems_of_vote,
    voting_of,
)
from turncoat.kernel.seats import Seat, SeatSet
from turncoat.missions import MissionRun, TeamAct, TeamNamed, TeamVoted

MOST_KINDS: Final = 1 << 12
"""For how many kinds of acts the weights are kept; when there are more, all are forgotten together."""
MOST: Final = 20.0
"""No parameter is further from 0: e to the 20th is as good as certain."""

K = TypeVar("K")
V = TypeVar("V")

ByClass: TypeAlias = tuple[float, ...]
"""A number for each class of sets."""
NOTHING: Final[ByClass] = (0.0,) * CLASSES


class ParameterError(ValueError):
    """A parameter that cannot be used; the text names its key."""


class BallotWeights:
    """What the ballots of one kind of vote add to the scores of sets, as far as they have been met."""

    __slots__ = ("array", "loyal", "met", "traitor", "whole")

    def __init__(self, whole: ByClass) -> None:
        self.whole = whole
        """What the vote adds as a whole."""
        self.met: list[int] = [NO_BALLOT]
        """The numbers of the ballots that were met, in that order."""
        self.traitor: list[ByClass | None] = [None] * len(VOTES) + [NOTHING]
        """How much more each ballot adds where a traitor cast it than where another did."""
        self.loyal: list[ByClass | None] = [None] * len(VOTES) + [NOTHING]
        """What it adds where another did."""
        self.array: Any = None
        """The same for those who reckon with NumPy, made by them."""


class Weights(NamedTuple):
    """What an act adds to the scores of sets: the number of the set's class, and what each seat's ballot adds."""

    leader: Seat
    team: SeatSet
    whole: ByClass
    ballots: Sequence[int] = ()
    """Of a vote, each seat's ballot by its number among VOTES, or NO_BALLOT."""
    of_ballots: BallotWeights | None = None
    """Of a vote, what these add."""

    def of_seats(self) -> tuple[ByClass, Sequence[ByClass]]:
        """What the act adds as a whole, and for each seat what it adds where that is a traitor; nothing of no vote."""
        of = self.of_ballots
        if of is None:
            return self.whole, ()
        loyal, traitor = of.loyal, of.traitor
        rows = [loyal[number] or NOTHING for number in self.ballots]
        return _added([self.whole, *rows]), [traitor[number] or NOTHING for number in self.ballots]


class Model:
    """Parameters, ready to weigh acts.

    >>> Model({"vote": 1.0})
    Traceback (most recent call last):
      ...
    turncoat.deduction.model.ParameterError: 'vote' is not the name of a feature
    """

    def __init__(self, parameters: Mapping[str, float]) -> None:
        for key, value in parameters.items():
            _check(key, value)
        self.parameters = dict(parameters)
        self._rows: dict[Stem, ByClass] = {}
        self._of_votes: dict[Voting, BallotWeights] = {}
        self._of_namings: dict[Naming, ByClass] = {}
        self._of_missions: dict[Running, ByClass] = {}

    @classmethod
    def read(cls, text: str) -> "Model":
        """The model whose parameters a TOML text has. Raises ParameterError that names the key."""
        try:
            found = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise ParameterError(f"the parameters are no TOML: {error}") from None
        parameters = found.get("parameters")
        if not isinstance(parameters, dict):
            raise ParameterError("'parameters' is missing: a table from features to numbers")
        return cls(parameters)

    def weights(self, act: TeamAct, viewer: Seat) -> Weights | None:
        """What an act weighs for a viewer, to whom their own acts say nothing; None where it weighs nothing."""
        match act:
            case TeamNamed():
                if act.leader == viewer:
                    return None
                naming = naming_of(act)
                row = self._of_namings.get(naming)
                if row is None:
                    row = _kept(self._of_namings, naming, self._sum(stems_of_naming(naming)))
                return Weights(act.leader, act.team, row)
            case TeamVoted():
                voting, ballots = voting_of(act), ballots_of(act)
                if viewer >= 0:
                    ballots[viewer] = NO_BALLOT
                weights = self._of_votes.get(voting)
                if weights is None:
                    weights = _kept(self._of_votes, voting, BallotWeights(self._sum(stems_of_all_votes(voting))))
                if None in map(weights.loyal.__getitem__, ballots):
                    self._learn(weights, ballots, voting)
                return Weights(act.leader, act.team, weights.whole, ballots, weights)
            case MissionRun():
                team, fails = act.team, act.fails
                if viewer >= 0 and team >> viewer & 1:
                    team, fails = team & ~(1 << viewer), fails - act.known_fails
                leader = act.leader if act.leader != viewer else -1
                running = running_of(act, fails)
                row = self._of_missions.get(running)
                if row is None:
                    row = _kept(self._of_missions, running, self._sum(stems_of_mission(running)))
                return Weights(leader, team, row)
        return None

    def _sum(self, stems: Iterable[Stem]) -> ByClass:
        rows = self._rows
        return _added([rows.get(stem) or self._row(stem) for stem in stems])

    def _row(self, stem: Stem) -> ByClass:
        value = self.parameters.get
        row = tuple([value(feature, 0.0) if feature else 0.0 for feature in features_of(stem)])
        self._rows[stem] = row
        return row

    def _learn(self, weights: BallotWeights, ballots: Iterable[int], voting: Voting) -> None:
        for number in ballots:
            if weights.loyal[number] is None:
                vote = VOTES[number]
                traitor, loyal = self._sum(stems_of_vote(vote, voting)), self._sum(stems_of_loyal_vote(vote, voting))
                weights.traitor[number], weights.loyal[number] = tuple(map(sub, traitor, loyal)), loyal
                weights.met.append(number)


def _kept(known: dict[K, V], kind: K, weights: V) -> V:
    if len(known) > MOST_KINDS:
        known.clear()
    known[kind] = weights
    return weights


def _added(rows: Sequence[ByClass]) -> ByClass:
    return tuple(map(sum, zip(*rows, strict=True)))


KINDS: Final = frozenset(
    {
        *("vote", "vote.leader", "vote.leader.margin", "vote.attempt", "vote.score", "vote.leads", "vote.distance"),
        *("vote.margin", "vote.margin.players", "vote.margin.mission", "votes", "loyal", "loyal.score"),
        *("team", "team.mission", "team.attempt", "team.score", "team.size", "team.suspects", "team.proved"),
        *("cards", "cards.players", "cards.score", "cards.size", "cards.leads"),
    }
)
"""The first words of all features."""


def _check(key: str, value: Any) -> None:
    kind, space, _ = key.partition(" ")
    if kind not in KINDS or not space:
        raise ParameterError(f"{key!r} is not the name of a feature")
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ParameterError(f"{key!r} is a number from {-MOST:g} to {MOST:g}, not {value!r}")
    if not math.isfinite(value) or abs(value) > MOST:
        raise ParameterError(f"{key!r} is a number from {-MOST:g} to {MOST:g}, not {value!r}")


@cache
def fitted() -> Model:
    """The model that was fitted to how people play."""
    return Model.read(files("turncoat.deduction").joinpath("parameters.toml").read_text("utf-8"))
