"""Fitting the model of how people play to games that they played.

After each mission of a game the model says how likely each set of traitors is; the parameters are those under which the
true sets are likeliest, held near a centre by a penalty on the squares of their distances (so that few sightings move a
parameter little; the penalty is a matrix, since distances may go together). That is a conditional log-linear model:
its loss is convex, and Newton's method finds the one best answer in a few steps.

Sums of floating numbers are made in one order, whoever works: games are looked at in pieces of a fixed size, and each
fit is one piece, reckoned by one thread.
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
"""A game by what was dealt and chosen, as a worker gets it."""

GAMES_A_PIECE: Final = 16
"""At how many games a worker looks before it hands in what was to be seen. It depends on nothing."""
ROWS_A_BLOCK: Final = 20_000
"""About how many rows are floating numbers at a time: those of thousands of games would fill the memory."""
HESSIAN_INTERVAL: Final = 5
"""After how many steps the Hessian is computed again: it is expensive and changes little."""
STEPS: Final = 40
PRECISION: Final = 1e-6
"""Where a step gains less than this, in nats over all moments, the parameters are found."""


class Moment(NamedTuple):
    """What was to be seen after a mission: the features of every set that was possible, less those of the true one."""

    mission: int
    features: Array
    """Whole numbers: a row for each set, and a column for each feature that had been met then."""
    deals: Array
    """The logarithm of each set's number of deals, less that of the true set."""
    members: Array
    """For each set and seat, whether the seat belongs to it."""
    truth: Array
    """The same of the true set."""


class FeatureIndex:
    """The features that were met, numbered."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def rows(self, stems: Iterable[Stem]) -> list[list[int]]:
        """For each composition the numbers of the features with these stems."""
        numbers = self.numbers
        rows: list[list[int]] = [[] for _ in range(COMPOSITION_COUNT)]
        for stem in stems:
            for row, feature in zip(rows, features_of(stem), strict=True):
                if feature is not None:
                    row.append(numbers.setdefault(feature, len(numbers)))
        return rows


def moments(game: Game[Any], index: FeatureIndex) -> list[tuple[Array, Array, Array, int]]:
    """After each mission of a game: features, deals and members by set, and which is the true set."""
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


class Seen(NamedTuple):
    """What was to be seen in some games."""

    names: list[str]
    """The features, in the order in which they were met."""
    games: list[list[Moment]]
    """The moments of each game."""


def look_at(played: Sequence[Played]) -> Seen:
    """What is to be seen in these games."""
    index = FeatureIndex()
    games: list[list[Moment]] = []
    for one in played:
        games.append([])
        for mission, (counts, deals, members, truth) in enumerate(moments(_game(*one), index), 1):
            keep = np.flatnonzero(deals > 0)
            features = (counts[keep] - counts[truth]).astype(np.int16)
            offsets = np.log(deals[keep]) - np.log(deals[truth])
            games[-1].append(Moment(mission, features, offsets, members[keep], members[truth]))
    return Seen(list(index.numbers), games)


def _game(ruleset: Ruleset, deal: Deal, choices: Sequence[tuple[Seat, Choice]]) -> Game[Any]:
    game: Game[Any] = Game(ruleset, deal)
    for seat, choice in choices:
        game.play(seat, choice)
    return game


def played(games: Iterable[Game[Any]]) -> list[Played]:
    """Games as a worker gets them."""
    return [(game.ruleset, game.deal, tuple(game.choices)) for game in games]


def gather(games: Sequence[Played], workers: Workers = ONE_PROCESS) -> list[Seen]:
    """What is to be seen in games, in pieces of GAMES_A_PIECE."""
    pieces = [(games[first : first + GAMES_A_PIECE],) for first in range(0, len(games), GAMES_A_PIECE)]
    return list(workers.in_order(look_at, pieces))


class Rows(NamedTuple):
    """Moments of many games, one below the other."""

    features: Array
    """Whole numbers: a row for each set of each moment, and a column for each feature."""
    deals: Array
    starts: Array
    """Where each moment begins."""
    sizes: Array

    def blocks(self) -> Iterator["Rows"]:
        """The same in blocks of whole moments, with floating numbers, exact ones where there were whole ones."""
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
        """The same with half as exact numbers, for parameters that are only compared."""
        return self._replace(features=self.features.astype(np.float32))


def rows_of(seen: Sequence[Seen], numbers: Iterable[int], names: Sequence[str]) -> Rows:
    """The moments of the games of these numbers, with a column for each of these features."""
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
    """For each moment minus the logarithm of the true set's chance, and for each row its chance."""
    found = [(np.zeros(0), np.zeros(0)), *(_losses(block, parameters) for block in rows.blocks())]
    return np.concatenate([loss for loss, _ in found]), np.concatenate([chances for _, chances in found])


def _losses(block: Rows, parameters: Array) -> tuple[Array, Array]:
    scores = block.features @ parameters.astype(block.features.dtype) + block.deals
    most = np.maximum.reduceat(scores, block.starts)
    weights = np.exp(scores - np.repeat(most, block.sizes))
    total = np.add.reduceat(weights, block.starts)
    return np.log(total) + most, weights / np.repeat(total, block.sizes)


def one_thread() -> Any:
    """A context in which matrices are multiplied by one thread: how many there are would change the last bits."""
    return threadpool_limits(limits=1, user_api="blas")


def hessian_of(rows: Rows, parameters: Array) -> Array:
    """The second derivatives of the loss, by the square; half as exact as the rest, since only steps depend on them."""
    width = rows.features.shape[1]
    found = np.zeros((width, width))
    for block in rows.blocks():
        features = block.features.astype(np.float32)
        weighed = features * _losses(block, parameters)[1][:, None].astype(np.float32)
        means = np.add.reduceat(weighed, block.starts)
        found += features.T @ weighed - means.T @ means
    return found


def fit(rows: Rows, penalty: Array, centre: Array, hessian: Array | None = None, precision: float = PRECISION) -> Array:
    """The parameters with the least loss and penalty, by Newton's method with halved steps where it goes too far.

    Half of the penalty (a square matrix) times the squares of the distances from the centre is added to the loss. A
    Hessian that is nearly that of the loss at the centre saves computing it.
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
    """The loss, and its derivatives."""
    total, gradient = 0.0, np.zeros(len(parameters))
    for block in rows.blocks():
        loss, chances = _losses(block, parameters)
        total += float(loss.sum())
        gradient += chances.astype(block.features.dtype) @ block.features
    return total, gradient
