"""Fitting the model of how people play (`people`) to recorded games: log-linear models, held back by a penalty.

Beside them, how often people overlook what they could know.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, groupby
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from turncoat.bots.people import ANYBODY, FEATURES, SIDES, Track, steepness
from turncoat.kernel.game import Game
from turncoat.kernel.opening import hiding_side
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.seats import NOBODY, SEATS_IN, SPECTATOR, Seat, SeatSet, seat_set
from turncoat.missions import MissionRun, TeamNamed, TeamVoted, team_acts
from turncoat_lab.folds import folds_of, without

Array: TypeAlias = Any

PENALTY: Final = 2.0
"""Half of it times the square of each weight is added to the loss."""
STEPS: Final = 30
PRECISION: Final = 1e-6
SPREADS: Final = np.arange(0, 3, 0.05)
"""Of what all ballots on a team have in common, these are tried."""
NODES: Final = 21
"""At how many points the integral over it is taken (Gauss–Hermite)."""
LAST_ATTEMPT: Final = FEATURES["ballot"].index("last-attempt")


class Choice(NamedTuple):
    """A choice among several: the features of each, and which was made."""

    decision: str
    side: str
    features: Array
    made: int
    fails: tuple[bool, ...] = ()
    """For each alternative of a loyal seat whether it is for a team that must fail: by what the missions showed, and
    since the seat knows that it is loyal itself. Empty where nobody would ask that."""


def choices_of(game: Game[Any]) -> Iterator[Choice]:
    """Yield every choice of a recorded game that the model speaks of: ballots and teams once more as anybody's."""
    players, book = game.ruleset.players, rulebook(game.ruleset.game)
    hiding = seat_set(
        seat for seat, role in enumerate(game.deal.roles) if book.side_of(role) == hiding_side(game.ruleset)
    )
    sabotages = {seat: sabotages_of(game, seat) for seat in SEATS_IN[hiding]}
    track = Track(players)
    sets = [seat_set(seats) for seats in combinations(range(players), hiding.bit_count())]
    """The sets of those who hide that the missions allow."""

    def must_fail(team: SeatSet, seat: Seat, needed: int) -> bool:
        return not hiding >> seat & 1 and all((one & team).bit_count() >= needed for one in sets if not one >> seat & 1)

    for before, event in game.view(SPECTATOR).history():
        for act in team_acts(event, game.ruleset, before):
            now = act.situation
            if isinstance(act, TeamNamed):
                known = hiding if hiding >> act.leader & 1 else 0
                teams = [seat_set(seats) for seats in combinations(range(players), act.team.bit_count())]
                fails = tuple([must_fail(team, act.leader, now.fails_needed) for team in teams])
                for side, seen, must in ((SIDES[known != 0], known, fails), (ANYBODY, NOBODY, ())):
                    rows = [track.team_features(act.leader, team, now, seen) for team in teams]
                    yield Choice("team", side, np.array(rows), teams.index(act.team), must)
                track.named_before = act.team
            elif isinstance(act, TeamVoted):
                for seat in SEATS_IN[act.approvals | act.rejections]:
                    hides = hiding >> seat & 1
                    is_free = seat != act.leader and not now.is_last_attempt
                    fails = (False, must_fail(act.team, seat, now.fails_needed)) if is_free else ()
                    for side, seen, must in ((SIDES[hides], hiding if hides else NOBODY, fails), (ANYBODY, NOBODY, ())):
                        features = track.ballot_features(seat, act, seen)
                        yield Choice("ballot", side, with_none(features), act.approvals >> seat & 1, must)
            elif isinstance(act, MissionRun):
                for seat in SEATS_IN[act.team & hiding]:
                    features = track.card_features(now, act.team, hiding)
                    yield Choice("card", "hiding", with_none(features), int(sabotages[seat][track.missions]))
                track.see(act)
                sets = [one for one in sets if (one & act.team).bit_count() >= act.fails]


def with_none(features: Sequence[float]) -> Array:
    """The features of doing something, and of not doing it before them."""
    return np.array([[0.0] * len(features), features])


def sabotages_of(game: Game[Any], seat: Seat) -> list[bool]:
    """For each mission that was run whether this seat sabotaged it: a seat knows its own card."""
    return [
        act.known_fails > 0
        for before, event in game.view(seat).history()
        for act in team_acts(event, game.ruleset, before)
        if isinstance(act, MissionRun)
    ]


class Forced(NamedTuple):
    """Choices of loyal seats that could know that a team must fail: how many, how many were for such a team, and how
    many would have been by habit. The last two in relation are how often it is overlooked."""

    choices: int
    made: int
    by_habit: float


def forced(choices: Sequence[Choice], weights: Array) -> Forced:
    """Return how often what must follow was overlooked, among choices of one decision of loyal seats."""
    count, made, by_habit = 0, 0, 0.0
    for one in choices:
        if any(one.fails) and not all(one.fails):
            count += 1
            made += one.fails[one.made]
            by_habit += chances_of(stacked([one]), weights)[np.array(one.fails)].sum()
    return Forced(count, made, float(by_habit))


class Vote(NamedTuple):
    """The ballots on one team: the log-odds of each by the weights of its side, and which were approvals."""

    scores: Array
    approved: Array


def votes_of(choices: Sequence[Choice], weights: dict[str, Array]) -> list[Vote]:
    """The votes of a game, but those on a last team: to reject it is to lose, so there is nothing to agree on."""
    votes = []
    for decision, ballots in groupby(choices, key=lambda one: one.decision):
        cast = [one for one in ballots if one.side != ANYBODY]
        if decision == "ballot" and not cast[0].features[1][LAST_ATTEMPT]:
            scores = [one.features[1] @ weights[one.side] for one in cast]
            votes.append(Vote(np.array(scores), np.array([one.made for one in cast])))
    return votes


def shared_loss(votes: Sequence[Vote], spread: float) -> float:
    """The sum of the negative logarithms of the chances of whole votes, where ballots share a normal number."""
    nodes, shares = np.polynomial.hermite_e.hermegauss(NODES)
    total = 0.0
    for vote in votes:
        scores = steepness(spread) * vote.scores[:, None] + spread * nodes
        signs = np.where(vote.approved == 1, 1.0, -1.0)[:, None]
        chances = np.exp(-np.logaddexp(0.0, -signs * scores).sum(axis=0))
        total -= np.log(chances @ shares / shares.sum())
    return float(total)


def fitted_spread(votes: Sequence[Vote]) -> float:
    """How far what ballots share spreads."""
    return float(min(SPREADS, key=lambda spread: shared_loss(votes, spread)))


class Rows(NamedTuple):
    """Choices one below the other: the features of all alternatives, where each choice begins, how many alternatives it
    has, and which row was chosen."""

    features: Array
    starts: Array
    sizes: Array
    made: Array


def stacked(choices: Sequence[Choice]) -> Rows:
    """These choices, one below the other."""
    sizes = np.array([len(choice.features) for choice in choices])
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    made = starts + np.array([choice.made for choice in choices])
    return Rows(np.concatenate([choice.features for choice in choices]), starts, sizes, made)


def fitted(rows: Rows) -> Array:
    """The weights of one decision and side (Newton's method: the loss is convex)."""
    width = rows.features.shape[1]
    weights = np.zeros(width)
    for _ in range(STEPS):
        weighed = rows.features * chances_of(rows, weights)[:, None]
        means = np.add.reduceat(weighed, rows.starts)
        gradient = means.sum(axis=0) - rows.features[rows.made].sum(axis=0) + PENALTY * weights
        hessian = rows.features.T @ weighed - means.T @ means + PENALTY * np.eye(width)
        step = np.linalg.solve(hessian, gradient)
        weights = weights - step
        if np.abs(step).max() < PRECISION:
            break
    return weights


def chances_of(rows: Rows, weights: Array) -> Array:
    """How likely each alternative is."""
    scores = rows.features @ weights
    scores -= np.repeat(np.maximum.reduceat(scores, rows.starts), rows.sizes)
    chances = np.exp(scores)
    return chances / np.repeat(np.add.reduceat(chances, rows.starts), rows.sizes)


def loss(rows: Rows, weights: Array) -> float:
    """The sum of the negative logarithms of the chances of what was chosen."""
    return float(-np.log(chances_of(rows, weights)[rows.made]).sum())


def fit(games: Sequence[Game[Any]]) -> str:
    """The fitted weights as the text of people.toml, with how well they guess games that they were not fitted to."""
    by_game = [list(choices_of(game)) for game in games]
    lines = [f"# How people play, fitted to {len(games)} games; turncoat/bots/people.py says what the features are."]
    ballots: dict[str, Array] = {}
    overlooked: list[str] = []
    for decision, names in FEATURES.items():
        for side in (*SIDES, ANYBODY):
            choices = [[one for one in game if (one.decision, one.side) == (decision, side)] for game in by_game]
            every = [one for game in choices for one in game]
            if not every:
                continue
            nats, even = cross_validated(choices)
            lines += ["", f"# {len(every)} choices; nats each, in ten folds by game: {nats:.4f}; all alike: {even:.4f}"]
            lines += [f"[{decision}.{side}]"]
            weights = fitted(stacked(every))
            lines += [f"{name} = {weight:.3f}" for name, weight in zip(names, weights, strict=True)]
            if decision == "ballot":
                ballots[side] = weights
            if side == "loyal":
                found = forced(every, weights)
                overlooked += [
                    "",
                    f"# {found.choices} choices; {found.made} overlooked it; by habit {found.by_habit:.1f}",
                ]
                overlooked += [f"[{decision}.overlooked]", f"share = {found.made / max(found.by_habit, 1.0):.2f}"]
    votes = [vote for game in by_game for vote in votes_of(game, ballots)]
    spread = fitted_spread(votes)
    apart, shared = (shared_loss(votes, one) / len(votes) for one in (0.0, spread))
    lines += ["", f"# {len(votes)} votes; nats each: {shared:.3f}; where ballots share nothing: {apart:.3f}"]
    lines += ["[ballot.table]", f"spread = {spread:.2f}", *overlooked]
    return "\n".join(lines) + "\n"


def cross_validated(games: Sequence[Sequence[Choice]]) -> tuple[float, float]:
    """The mean loss of choices of games that were left out, in folds by game, and that of alternatives all alike."""
    total, count, even = 0.0, 0, 0.0
    folds = folds_of(len(games))
    for fold, left_out in enumerate(folds):
        train = [one for number in without(folds, fold) for one in games[number]]
        test = [one for number in left_out for one in games[number]]
        if train and test:
            rows = stacked(test)
            total += loss(rows, fitted(stacked(train)))
            even += float(np.log(rows.sizes).sum())
            count += len(test)
    return total / count, even / count
