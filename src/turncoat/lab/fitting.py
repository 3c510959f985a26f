"""Fitting the model of how people play to games that they played.

After each mission of a game the model says how likely each set of traitors is; the parameters are those under which the
true sets are likeliest, held back by a penalty on their squares (so that few sightings move a parameter little). That
is a conditional log-linear model: its loss is convex, and Newton's method finds the one best answer in a few steps.

Sums of floating numbers are made in one order, whoever works: games are looked at in pieces of a fixed size, and each
fit is one piece, reckoned by one thread.
"""

from collections.abc import Iterable, Sequence
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
from turncoat.kernel.opening import hiding_side
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR, Seat, SeatSet, seat_set
from turncoat.kernel.steps import Choice
from turncoat.lab.processes import ONE_PROCESS, Workers
from turncoat.missions import MissionRun, TeamAct, TeamNamed, TeamVoted, team_acts

Array: TypeAlias = Any
Played: TypeAlias = tuple[Ruleset, Deal, Sequence[tuple[Seat, Choice]]]
"""A game by what was dealt and chosen, as a worker gets it."""

GAMES_A_PIECE: Final = 16
"""At how many games a worker looks before it hands in what was to be seen. It depends on nothing."""
HESSIAN_INTERVAL: Final = 6
"""After how many steps the Hessian is computed again: it is expensive and changes little."""


class Moment(NamedTuple):
    """What was to be seen after a mission: the features of every set that was possible, less those of the true one."""

    mission: int
    features: Array
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


def true_set(game: Game[Any]) -> SeatSet:
    """Who hid in a game."""
    side_of, hiding = rulebook(game.ruleset.game).side_of, hiding_side(game.ruleset)
    return seat_set(seat for seat, role in enumerate(game.deal.roles) if side_of(role) == hiding)


def moments(game: Game[Any], index: FeatureIndex) -> list[tuple[Array, Array, Array, int]]:
    """After each mission of a game: features, deals and members by set, and which is the true set."""
    beliefs = Beliefs(game.ruleset, SPECTATOR, Model({}))
    masks = np.array([mask for mask, _ in beliefs.traitor_sets()])
    has = (masks[:, None] >> np.arange(game.ruleset.players)) & 1
    truth = int(np.flatnonzero(masks == true_set(game))[0])
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
    """What was to be seen in some games, with their own numbers of features."""

    names: list[str]
    """The features, in the order in which they were met."""
    met: Array
    """In how many of the games each of them was there at the end."""
    games: list[list[Moment]]
    """The features of a moment are those that had been met then, as whole numbers."""


def look_at(played: Sequence[Played]) -> Seen:
    """What is to be seen in these games."""
    index = FeatureIndex()
    raw = [moments(_game(*one), index) for one in played]
    met = np.zeros(len(index.numbers), int)
    games: list[list[Moment]] = []
    for of_game in raw:
        last = of_game[-1][0] if of_game else np.zeros((0, 0))
        met[: last.shape[1]] += (last != 0).any(axis=0)
        games.append([])
        for mission, (counts, deals, members, truth) in enumerate(of_game, 1):
            keep = np.flatnonzero(deals > 0)
            features = (counts[keep] - counts[truth]).astype(np.int16)
            offsets = np.log(deals[keep]) - np.log(deals[truth])
            games[-1].append(Moment(mission, features, offsets, members[keep], members[truth]))
    return Seen(list(index.numbers), met, games)


def _game(ruleset: Ruleset, deal: Deal, choices: Sequence[tuple[Seat, Choice]]) -> Game[Any]:
    game: Game[Any] = Game(ruleset, deal)
    for seat, choice in choices:
        game.play(seat, choice)
    return game


def gather(
    games: Sequence[Game[Any]], seen: int = 1, workers: Workers = ONE_PROCESS
) -> tuple[list[str], list[list[Moment]]]:
    """The features that occurred in at least that many games, and the moments of each game."""
    played = [(game.ruleset, game.deal, tuple(game.choices)) for game in games]
    pieces = [(played[first : first + GAMES_A_PIECE],) for first in range(0, len(played), GAMES_A_PIECE)]
    parts = list(workers.in_order(look_at, pieces))
    numbers: dict[str, int] = {}
    columns = [np.array([numbers.setdefault(name, len(numbers)) for name in part.names], int) for part in parts]
    met = np.zeros(len(numbers), int)
    for part, of_part in zip(parts, columns, strict=True):
        met[of_part] += part.met
    often = np.flatnonzero(met >= seen)
    place = np.full(len(numbers), -1)
    place[often] = np.arange(len(often))
    found: list[list[Moment]] = []
    for part, of_part in zip(parts, columns, strict=True):
        to = place[of_part]
        for of_game in part.games:
            found.append([_with_columns(moment, to[: moment.features.shape[1]], len(often)) for moment in of_game])
    names = list(numbers)
    return [names[number] for number in often], found


def _with_columns(moment: Moment, to: Array, width: int) -> Moment:
    """The moment with each feature in another column, or, where that is -1, without it."""
    kept = to >= 0
    features = np.zeros((len(moment.features), width), np.float32)
    features[:, to[kept]] = moment.features[:, kept]
    return moment._replace(features=features)


class Rows(NamedTuple):
    """Moments of many games, one below the other."""

    features: Array
    deals: Array
    starts: Array
    """Where each moment begins."""
    sizes: Array

    def broadcast(self, numbers: Array) -> Array:
        """A number for each moment, given to each of its rows."""
        return np.repeat(numbers, self.sizes)


def stacked(moments: Sequence[Moment]) -> Rows:
    """These moments, one below the other."""
    sizes = np.array([len(moment.deals) for moment in moments])
    return Rows(
        np.concatenate([moment.features for moment in moments]),
        np.concatenate([moment.deals for moment in moments]).astype(np.float32),
        np.concatenate([[0], np.cumsum(sizes)[:-1]]),
        sizes,
    )


def losses(rows: Rows, parameters: Array, temperature: Array | float = 1.0) -> tuple[Array, Array]:
    """For each moment minus the logarithm of the true set's chance, and for each row its chance."""
    scores = rows.features @ parameters.astype(np.float32) * temperature + rows.deals
    most = np.maximum.reduceat(scores, rows.starts)
    weights = np.exp(scores - rows.broadcast(most))
    total = np.add.reduceat(weights, rows.starts)
    return np.log(total) + most, weights / rows.broadcast(total)


def fit(rows: Rows, penalty: Array, start: Array | None = None, steps: int = 30) -> Array:
    """The parameters with the least loss and penalty, by Newton's method with halved steps where it goes too far."""
    with one_thread():
        return _fit(rows, penalty, start, steps)


def one_thread() -> Any:
    """A context in which matrices are multiplied by one thread: how many there are would change the last bits."""
    return threadpool_limits(limits=1, user_api="blas")


def _fit(rows: Rows, penalty: Array, start: Array | None, steps: int) -> Array:
    width = rows.features.shape[1]
    parameters = np.zeros(width) if start is None else start.copy()
    loss, chances = losses(rows, parameters)
    total = float(loss.sum(dtype=float) + 0.5 * (penalty * parameters**2).sum())
    inverse: Array = None
    for step in range(steps):
        weighed = rows.features * chances[:, None].astype(np.float32)
        means = np.add.reduceat(weighed, rows.starts)
        gradient = means.sum(axis=0, dtype=float) + penalty * parameters
        if step % HESSIAN_INTERVAL == 0:
            hessian = (rows.features.T @ weighed - means.T @ means).astype(float) + np.diag(penalty)
            inverse = np.linalg.inv(hessian)
        direction = inverse @ gradient
        length = 1.0
        while True:
            tried = parameters - length * direction
            loss, chances = losses(rows, tried)
            after = float(loss.sum(dtype=float) + 0.5 * (penalty * tried**2).sum())
            if after <= total or length < 1e-3:
                break
            length /= 2
        gained, total, parameters = total - after, after, tried
        if gained < 1e-2:
            break
    return parameters
