"""Fit the model of people's play to recorded games.

After each mission of a game, the model gives a chance to each set of traitors. The parameters maximize the likelihood
of the true sets, with a quadratic penalty on their distance from a centre, so that few observations move a parameter
little. The penalty is a matrix, since distances may be correlated. This is a conditional log-linear model: its loss is
convex, and Newton's method finds the unique optimum in a few steps.

Floating-point sums are made in a fixed order, whatever workers there are: games are read in pieces of a fixed size, and
each fit is one piece, computed by one thread.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from turncoat.deduction.beliefs import Beliefs
from turncoat.deduction.features import (
    BALLOT_KINDS,
    COMPOSITION_COUNT,
    MOST_ABOARD,
    NO_BALLOT,
    Stem,
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
from turncoat.deduction.model import Model
from turncoat.kernel.chapters import Deal
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR, Seat
from turncoat.kernel.steps import Choice
from turncoat.missions import MissionRun, TeamAct, TeamNamed, TeamVoted, team_acts
from turncoat.simulation.playing import traitors_of
from turncoat.simulation.processes import ONE_PROCESS, Workers

Array: TypeAlias = Any
Played: TypeAlias = tuple[Ruleset, Deal, Sequence[tuple[Seat, Choice]]]
"""A game by its deal and choices, as sent to a worker."""

GAMES_A_PIECE: Final = 16
"""Games that a worker reads before it returns their moments. The size is fixed."""
ROWS_A_BLOCK: Final = 20_000
"""Approximate number of rows converted to floats at a time, since those of thousands of games would fill the memory."""
HESSIAN_INTERVAL: Final = 5
"""Steps between computations of the Hessian, which is expensive and changes little."""
STEPS: Final = 40
PRECISION: Final = 1e-6
"""Stop when a step gains less than this many nats over all moments."""


class Moment(NamedTuple):
    """Observations after a mission: the features of every possible set, minus those of the true one."""

    mission: int
    features: Array
    """Integers, with a row for each set and a column for each feature met so far."""
    deals: Array
    """Logarithm of each set's number of deals, minus that of the true set."""
    members: Array
    """Membership of each seat in each set."""
    truth: Array
    """Membership of each seat in the true set."""


class FeatureIndex:
    """Numbers of the features met so far."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def rows(self, stems: Iterable[Stem]) -> list[list[int]]:
        """Return, for each composition, the numbers of the features with these stems."""
        numbers = self.numbers
        rows: list[list[int]] = [[] for _ in range(COMPOSITION_COUNT)]
        for stem in stems:
            for row, feature in zip(rows, features_of(stem), strict=True):
                if feature is not None:
                    row.append(numbers.setdefault(feature, len(numbers)))
        return rows


def moments(game: Game[Any], index: FeatureIndex) -> list[tuple[Array, Array, Array, int]]:
    """Return features, deals and members by set, and the index of the true set, after each mission of a game."""
    beliefs = Beliefs(game.ruleset, SPECTATOR, Model({}))
    masks = np.array([mask for mask, _ in beliefs.traitor_sets()])
    has = (masks[:, None] >> np.arange(game.ruleset.players)) & 1
    truth = int(np.flatnonzero(masks == traitors_of(game))[0])
    found = []
    counts: Array = np.zeros((len(masks), 0), np.float32)
    for event in game.view(SPECTATOR).events:
        acts = list(team_acts(event, game.ruleset, beliefs.worlds.view.board))
        for act in acts:
            counts = _counted(counts, act, masks, has, index)
        beliefs.see((event,))
        if any(isinstance(act, MissionRun) for act in acts):
            found.append((counts.copy(), np.array(beliefs.deals_of_sets(), float), has, truth))
    return found


def _counted(counts: Array, act: TeamAct, masks: Array, has: Array, index: FeatureIndex) -> Array:
    aboard = np.minimum(np.bitwise_count(masks & act.team), MOST_ABOARD)
    of = 2 * aboard + (masks >> act.leader & 1)
    seats: list[tuple[int, list[list[int]], list[list[int]]]] = []
    match act:
        case TeamNamed():
            whole = index.rows(stems_of_team(team_context(act)))
        case TeamVoted():
            voting = vote_context(act)
            whole = index.rows(stems_of_vote(voting))
            for seat, number in enumerate(ballots_of(act)):
                if number == NO_BALLOT:
                    continue
                vote = BALLOT_KINDS[number]
                traitor, loyal = stems_of_ballot(vote, voting), stems_of_loyal_ballot(vote, voting)
                seats.append((seat, index.rows(traitor), index.rows(loyal)))
        case MissionRun():
            whole = index.rows(stems_of_mission(mission_context(act, act.fails)))
        case _:
            return counts
    width = len(index.numbers)
    counts = np.pad(counts, ((0, 0), (0, width - counts.shape[1])))
    for number in range(COMPOSITION_COUNT):
        rows = np.flatnonzero(of == number)
        if not len(rows):
            continue
        for feature in whole[number]:
            counts[rows, feature] += 1
        for seat, of_traitor, of_loyal in seats:
            for is_member, by_class in ((1, of_traitor), (0, of_loyal)):
                members = rows[has[rows, seat] == is_member]
                for feature in by_class[number]:
                    counts[members, feature] += 1
    return counts


class Observations(NamedTuple):
    """Observations of some games."""

    names: list[str]
    """The features, in the order in which they were first met."""
    games: list[list[Moment]]
    """The moments of each game."""


def observations_of(played: Sequence[Played]) -> Observations:
    """Observe these games."""
    index = FeatureIndex()
    games: list[list[Moment]] = []
    for one in played:
        games.append([])
        for mission, (counts, deals, members, truth) in enumerate(moments(_game(*one), index), 1):
            keep = np.flatnonzero(deals > 0)
            features = (counts[keep] - counts[truth]).astype(np.int16)
            offsets = np.log(deals[keep]) - np.log(deals[truth])
            games[-1].append(Moment(mission, features, offsets, members[keep], members[truth]))
    return Observations(list(index.numbers), games)


def _game(ruleset: Ruleset, deal: Deal, choices: Sequence[tuple[Seat, Choice]]) -> Game[Any]:
    game: Game[Any] = Game(ruleset, deal)
    for seat, choice in choices:
        game.play(seat, choice)
    return game


def played(games: Iterable[Game[Any]]) -> list[Played]:
    """Return games in the form that is sent to a worker."""
    return [(game.ruleset, game.deal, tuple(game.choices)) for game in games]


def gather(games: Sequence[Played], workers: Workers = ONE_PROCESS) -> list[Observations]:
    """Observe games in pieces of GAMES_A_PIECE."""
    pieces = [(games[first : first + GAMES_A_PIECE],) for first in range(0, len(games), GAMES_A_PIECE)]
    return list(workers.map(observations_of, pieces))


class Rows(NamedTuple):
    """Moments of many games, stacked."""

    features: Array
    """Integers, with a row for each set of each moment and a column for each feature."""
    deals: Array
    starts: Array
    """First row of each moment."""
    sizes: Array

    def blocks(self) -> Iterator["Rows"]:
        """Yield blocks of whole moments as floats: double precision for integers, single for quick rows."""
        first = 0
        while first < len(self.starts):
            begins = self.starts[first]
            after = max(first + 1, int(np.searchsorted(self.starts, begins + ROWS_A_BLOCK)))
            rows = slice(begins, self.starts[after - 1] + self.sizes[after - 1])
            features = self.features[rows]
            if features.dtype == np.int16:
                features = features.astype(float)
            yield Rows(features, self.deals[rows], self.starts[first:after] - begins, self.sizes[first:after])
            first = after

    def made_quick(self) -> "Rows":
        """Return the rows in single precision, for fits that are only compared."""
        return self._replace(features=self.features.astype(np.float32))


def rows_of(seen: Sequence[Observations], numbers: Iterable[int], names: Sequence[str]) -> Rows:
    """Stack the moments of the games with these numbers, with a column for each of these features."""
    place = {name: number for number, name in enumerate(names)}
    to = [np.array([place.get(name, -1) for name in piece.names], int) for piece in seen]
    found = [
        (moment, to[number // GAMES_A_PIECE])
        for number in numbers
        for moment in seen[number // GAMES_A_PIECE].games[number % GAMES_A_PIECE]
    ]
    sizes = np.array([len(moment.deals) for moment, _ in found], int)
    starts = np.cumsum(sizes) - sizes
    features = np.zeros((int(sizes.sum()), len(names)), np.int16)
    for (moment, columns), begins in zip(found, starts, strict=True):
        columns = columns[: moment.features.shape[1]]
        known = columns >= 0
        features[begins : begins + len(moment.deals), columns[known]] = moment.features[:, known]
    return Rows(features, np.concatenate([np.zeros(0), *(moment.deals for moment, _ in found)]), starts, sizes)


def losses(rows: Rows, parameters: Array) -> tuple[Array, Array]:
    """Return each moment's loss, minus the logarithm of the true set's chance, and each row's chance."""
    found = [(np.zeros(0), np.zeros(0)), *(_losses(block, parameters) for block in rows.blocks())]
    return np.concatenate([loss for loss, _ in found]), np.concatenate([chances for _, chances in found])


def _losses(block: Rows, parameters: Array) -> tuple[Array, Array]:
    scores = block.features @ parameters.astype(block.features.dtype) + block.deals
    most = np.maximum.reduceat(scores, block.starts)
    weights = np.exp(scores - np.repeat(most, block.sizes))
    total = np.add.reduceat(weights, block.starts)
    return np.log(total) + most, weights / np.repeat(total, block.sizes)


def one_thread() -> Any:
    """Return a context in which BLAS has one thread, since the number of threads would change the last bits."""
    return threadpool_limits(limits=1, user_api="blas")


def hessian_of(rows: Rows, parameters: Array) -> Array:
    """Return the second derivatives of the loss, as a square matrix. Single precision is enough: only steps depend on
    it."""
    width = rows.features.shape[1]
    found = np.zeros((width, width))
    for block in rows.blocks():
        features = block.features.astype(np.float32)
        weighed = features * _losses(block, parameters)[1][:, None].astype(np.float32)
        means = np.add.reduceat(weighed, block.starts)
        found += features.T @ weighed - means.T @ means
    return found


def fit(rows: Rows, penalty: Array, centre: Array, hessian: Array | None = None, precision: float = PRECISION) -> Array:
    """Minimize loss and penalty by Newton's method, halving a step that goes too far.

    The penalty is half the quadratic form of its square matrix in the distance from the centre. A Hessian close to that
    of the loss at the centre saves computing it.
    """
    parameters, inverse = centre.copy(), None
    total, gradient = _slope(rows, parameters)
    for step in range(STEPS):
        if step % HESSIAN_INTERVAL == 0:
            if hessian is None or step:
                hessian = hessian_of(rows, parameters)
            inverse = np.linalg.inv(hessian + penalty)
        direction = inverse @ (gradient + penalty @ (parameters - centre))
        length = 1.0
        while True:
            tried = parameters - length * direction
            after, slope = _slope(rows, tried)
            after += 0.5 * float((tried - centre) @ penalty @ (tried - centre))
            if after <= total or length < 1e-3:
                break
            length /= 2
        gained, total, parameters, gradient = total - after, after, tried, slope
        if gained < precision:
            break
    return parameters


def _slope(rows: Rows, parameters: Array) -> tuple[float, Array]:
    """Return the loss and its gradient."""
    total, gradient = 0.0, np.zeros(len(parameters))
    for block in rows.blocks():
        loss, chances = _losses(block, parameters)
        total += float(loss.sum())
        gradient += chances.astype(block.features.dtype) @ block.features
    return total, gradient
