"""The model of how people play: the weight of an act for each set of traitors. Its parameters are data.

    [parameters]
    "vote reject on 1" = -0.31

Each occurrence of a feature (`features`) adds its parameter to the score of a set of traitors. The likelihood of a set
is proportional to the exponential of its score. `docs/deduction.md` describes how the parameters were fitted.
"""

import math
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from operator import sub
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from turncoat.deduction.features import (
    BALLOT_KINDS,
    COMPOSITION_COUNT,
    FEATURE_KINDS,
    NO_BALLOT,
    MissionContext,
    Stem,
    TeamContext,
    VoteContext,
    ballots_of,
    features_of,
    mission_context,
    stems_of_ballot,
    stems_of_loyal_ballot,
    stems_of_mission,
    stems_of_team,
    stems_of_vote,
    team_context,
    vote_context,
)
from turncoat.kernel.seats import Seat, SeatSet
from turncoat.missions import MissionRun, TeamAct, TeamNamed, TeamVoted

MOST_KINDS: Final = 1 << 12
"""Number of kinds of acts whose weights are cached. The cache is cleared when it overflows."""
MOST: Final = 20.0
"""Largest absolute value of a parameter: e to the 20th is as good as certain."""

K = TypeVar("K")
V = TypeVar("V")

ByComposition: TypeAlias = tuple[float, ...]
"""A number for each composition."""
NOTHING: Final[ByComposition] = (0.0,) * COMPOSITION_COUNT


class ParameterError(ValueError):
    """Error for an invalid parameter. The message names its key."""


class BallotWeights:
    """Scores added by the ballots of one kind of vote, for the ballots met so far."""

    __slots__ = ("array", "loyal", "met", "traitor", "whole")

    def __init__(self, whole: ByComposition) -> None:
        self.whole = whole
        """Score added by the vote as a whole."""
        self.met: list[int] = [NO_BALLOT]
        """Indices of the ballots met so far, in order."""
        self.traitor: list[ByComposition | None] = [None] * len(BALLOT_KINDS) + [NOTHING]
        """Difference between the scores of each ballot when cast by a traitor and by a loyal player."""
        self.loyal: list[ByComposition | None] = [None] * len(BALLOT_KINDS) + [NOTHING]
        """Score of each ballot when cast by a loyal player."""
        self.array: Any = None
        """These weights as arrays, set by `traitor_sets.ArraySets`."""


class Weights(NamedTuple):
    """Scores that an act adds to sets, by the composition of the team and by each seat's ballot."""

    leader: Seat
    team: SeatSet
    whole: ByComposition
    ballots: Sequence[int] = ()
    """Index in BALLOT_KINDS of each seat's ballot in a vote."""
    of_ballots: BallotWeights | None = None
    """Weights of these ballots."""

    def of_seats(self) -> tuple[ByComposition, Sequence[ByComposition]]:
        """Return the score of the act as a whole, and for each seat what its ballot adds if the seat is a traitor."""
        of = self.of_ballots
        if of is None:
            return self.whole, ()
        loyal, traitor = of.loyal, of.traitor
        rows = [loyal[number] or NOTHING for number in self.ballots]
        return _added([self.whole, *rows]), [traitor[number] or NOTHING for number in self.ballots]


class Model:
    """Model with parameters, which weighs acts.

    >>> Model({"vote": 1.0})
    Traceback (most recent call last):
      ...
    turncoat.deduction.model.ParameterError: 'vote' is not the name of a feature
    """

    def __init__(self, parameters: Mapping[str, float]) -> None:
        for key, value in parameters.items():
            _check(key, value)
        self.parameters = dict(parameters)
        self._rows: dict[Stem, ByComposition] = {}
        self._of_votes: dict[VoteContext, BallotWeights] = {}
        self._of_teams: dict[TeamContext, ByComposition] = {}
        self._of_missions: dict[MissionContext, ByComposition] = {}

    @classmethod
    def read(cls, text: str) -> "Model":
        """Return the model with the parameters in a TOML text. Raises ParameterError that names the key."""
        try:
            found = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise ParameterError(f"the parameters are not TOML: {error}") from None
        parameters = found.get("parameters")
        if not isinstance(parameters, dict):
            raise ParameterError("'parameters' is missing: a table from features to numbers")
        return cls(parameters)

    def weights(self, act: TeamAct, viewer: Seat) -> Weights | None:
        """Return the weights of an act for a viewer, or None if it has none.

        Viewers learn nothing from their own acts.
        """
        match act:
            case TeamNamed():
                if act.leader == viewer:
                    return None
                named = team_context(act)
                row = self._of_teams.get(named)
                if row is None:
                    row = _cached(self._of_teams, named, self._sum(stems_of_team(named)))
                return Weights(act.leader, act.team, row)
            case TeamVoted():
                vote, ballots = vote_context(act), ballots_of(act)
                if viewer >= 0:
                    ballots[viewer] = NO_BALLOT
                weights = self._of_votes.get(vote)
                if weights is None:
                    weights = _cached(self._of_votes, vote, BallotWeights(self._sum(stems_of_vote(vote))))
                if None in map(weights.loyal.__getitem__, ballots):
                    self._learn(weights, ballots, vote)
                return Weights(act.leader, act.team, weights.whole, ballots, weights)
            case MissionRun():
                team, fails = act.team, act.fails
                if viewer >= 0 and team >> viewer & 1:
                    team, fails = team & ~(1 << viewer), fails - act.known_fails
                leader = act.leader if act.leader != viewer else -1
                run = mission_context(act, fails)
                row = self._of_missions.get(run)
                if row is None:
                    row = _cached(self._of_missions, run, self._sum(stems_of_mission(run)))
                return Weights(leader, team, row)
        return None

    def _sum(self, stems: Iterable[Stem]) -> ByComposition:
        rows = self._rows
        return _added([rows.get(stem) or self._row(stem) for stem in stems])

    def _row(self, stem: Stem) -> ByComposition:
        value = self.parameters.get
        row = tuple([value(feature, 0.0) if feature else 0.0 for feature in features_of(stem)])
        self._rows[stem] = row
        return row

    def _learn(self, weights: BallotWeights, ballots: Iterable[int], context: VoteContext) -> None:
        for number in ballots:
            if weights.loyal[number] is None:
                kind = BALLOT_KINDS[number]
                loyal = self._sum(stems_of_loyal_ballot(kind, context))
                traitor = self._sum(stems_of_ballot(kind, context))
                weights.traitor[number], weights.loyal[number] = tuple(map(sub, traitor, loyal)), loyal
                weights.met.append(number)


def _cached(known: dict[K, V], kind: K, weights: V) -> V:
    if len(known) > MOST_KINDS:
        known.clear()
    known[kind] = weights
    return weights


def _added(rows: Sequence[ByComposition]) -> ByComposition:
    return tuple(map(sum, zip(*rows, strict=True)))


def _check(key: str, value: Any) -> None:
    kind, space, _ = key.partition(" ")
    if kind not in FEATURE_KINDS or not space:
        raise ParameterError(f"{key!r} is not the name of a feature")
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ParameterError(f"{key!r} must be a number from {-MOST:g} to {MOST:g}, not {value!r}")
    if not math.isfinite(value) or abs(value) > MOST:
        raise ParameterError(f"{key!r} must be a number from {-MOST:g} to {MOST:g}, not {value!r}")


@cache
def fitted() -> Model:
    """Return the model fitted to recorded play."""
    return Model.read(files("turncoat.deduction").joinpath("parameters.toml").read_text("utf-8"))
