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
from typing import Any, Final, NamedTuple, TypeAlias

from turncoat.deduction.features import (
    CLASSES,
    VOTES,
    Stem,
    Voting,
    features_of,
    stems_of_all_votes,
    stems_of_loyal_vote,
    stems_of_mission,
    stems_of_naming,
    stems_of_vote,
    votes_of,
    voting_of,
)
from turncoat.kernel.acts import Act, MissionRun, TeamNamed, TeamVoted
from turncoat.kernel.seats import Seat, SeatSet

MOST_VOTINGS: Final = 1 << 12
"""For how many kinds of votes the weights of ballots are kept; when there are more, all are forgotten together."""
MOST: Final = 20.0
"""No parameter is further from 0: e to the 20th is as good as certain."""

ByClass: TypeAlias = tuple[float, ...]
"""A number for each class of sets."""
NOTHING: Final[ByClass] = (0.0,) * CLASSES


class ParameterError(ValueError):
    """A parameter that cannot be used; the text names its key."""


class Weights(NamedTuple):
    """What an act adds to the scores of sets: the number of the set's class, and of that class one for each traitor."""

    leader: Seat
    team: SeatSet
    whole: ByClass
    seats: tuple[ByClass, ...]
    """For each seat, in order, what it adds where it is a traitor; empty where nobody's own part matters."""


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
        self._of_votes: dict[Voting, list[tuple[ByClass, ByClass] | None]] = {}
        """What each of VOTES adds, once met: how much more for a traitor than for another, and that for the other."""

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

    def weights(self, act: Act, viewer: Seat) -> Weights | None:
        """What an act weighs for a viewer, to whom their own acts say nothing; None where it weighs nothing."""
        match act:
            case TeamNamed():
                if act.leader == viewer:
                    return None
                return Weights(act.leader, act.team, self._sum(stems_of_naming(act)), ())
            case TeamVoted():
                rows = [self._sum(stems_of_all_votes(act))]
                seats = [NOTHING] * act.situation.players
                voting = voting_of(act)
                known = self._of_votes.get(voting) or self._begin(voting)
                for seat, vote in votes_of(act):
                    if seat != viewer:
                        seats[seat], loyal = known[vote] or self._learn(known, vote, voting)
                        rows.append(loyal)
                return Weights(act.leader, act.team, _added(rows), tuple(seats))
            case MissionRun():
                team, fails = act.team, act.fails
                if viewer >= 0 and team >> viewer & 1:
                    team, fails = team & ~(1 << viewer), fails - act.known_fails
                leader = act.leader if act.leader != viewer else -1
                return Weights(leader, team, self._sum(stems_of_mission(act, fails)), ())
        return None

    def _sum(self, stems: Iterable[Stem]) -> ByClass:
        rows = self._rows
        return _added([rows.get(stem) or self._row(stem) for stem in stems])

    def _row(self, stem: Stem) -> ByClass:
        value = self.parameters.get
        row = tuple([value(feature, 0.0) if feature else 0.0 for feature in features_of(stem)])
        self._rows[stem] = row
        return row

    def _begin(self, voting: Voting) -> list[tuple[ByClass, ByClass] | None]:
        if len(self._of_votes) > MOST_VOTINGS:
            self._of_votes.clear()
        found = self._of_votes[voting] = [None] * len(VOTES)
        return found

    def _learn(
        self, known: list[tuple[ByClass, ByClass] | None], number: int, voting: Voting
    ) -> tuple[ByClass, ByClass]:
        vote = VOTES[number]
        traitor, loyal = self._sum(stems_of_vote(vote, voting)), self._sum(stems_of_loyal_vote(vote, voting))
        found = known[number] = tuple(map(sub, traitor, loyal)), loyal
        return found


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
