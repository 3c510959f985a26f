"""Fit the model of people's play (`people`) to recorded games, as penalized log-linear models.

It also measures the share in which people overlook what they could infer.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, groupby
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from turncoat.bots.people import ANYBODY, FEATURES, SIDES, Track, steepness
from turncoat.kernel.game import Game
from turncoat.kernel.seats import NOBODY, SEATS_IN, SPECTATOR, Seat, SeatSet, seat_set
from turncoat.missions import MissionRun, TeamNamed, TeamVoted, team_acts
from turncoat.simulation.playing import traitors_of
from turncoat_lab.folds import folds_of, without

Array: TypeAlias = Any

PENALTY: Final = 2.0
"""L2 penalty: half of it times each squared weight is added to the loss."""
STEPS: Final = 30
PRECISION: Final = 1e-6
SPREADS: Final = np.arange(0, 3, 0.05)
"""Candidates for the standard deviation of the effect shared by all ballots on a team."""
NODES: Final = 21
"""Number of nodes of the integral over that effect (Gauss–Hermite)."""
LAST_ATTEMPT: Final = FEATURES["ballot"].index("last-attempt")


class Choice(NamedTuple):
    """A choice among alternatives, with the features of each and the one that was made."""

    decision: str
    side: str
    features: Array
    made: int
    fails: tuple[bool, ...] = ()
    """For each alternative of a loyal seat, True if it is for a team that must fail, by the results of missions and
    since the seat knows that it is loyal. Empty where the question does not arise."""


def choices_of(game: Game[Any]) -> Iterator[Choice]:
    """Yield every choice of a recorded game that the model covers. Ballots and teams are repeated as anybody's."""
    players, hiding = game.ruleset.players, traitors_of(game)
    sabotages = {seat: sabotages_of(game, seat) for seat in SEATS_IN[hiding]}
    track = Track(players)
    sets = [seat_set(seats) for seats in combinations(range(players), hiding.bit_count())]
    """Hidden sets that the missions allow."""

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
    """Return the features of not doing something, which are zero, above those of doing it."""
    return np.array([[0.0] * len(features), features])


def sabotages_of(game: Game[Any], seat: Seat) -> list[bool]:
    """Return, for each mission that was run, whether this seat sabotaged it. The seat's own view has its card."""
    return [
        act.known_fails > 0
        for before, event in game.view(seat).history()
        for act in team_acts(event, game.ruleset, before)
        if isinstance(act, MissionRun)
    ]


class Forced(NamedTuple):
    """Forced choices: those of loyal seats that could infer that a team must fail.

    The fields are the number of such choices, those made for such a team, and those expected by habit. The ratio of the
    last two is the rate of oversight.
    """

    choices: int
    made: int
    by_habit: float


def forced(choices: Sequence[Choice], weights: Array) -> Forced:
    """Count the inferences that were overlooked, among choices of one decision of loyal seats."""
    count, made, by_habit = 0, 0, 0.0
    for one in choices:
        if any(one.fails) and not all(one.fails):
            count += 1
            made += one.fails[one.made]
            by_habit += chances_of(stacked([one]), weights)[np.array(one.fails)].sum()
    return Forced(count, made, float(by_habit))


class Vote(NamedTuple):
    """The ballots on one team: the log-odds of each by the weights of its side, and the approvals."""

    scores: Array
    approved: Array


def votes_of(choices: Sequence[Choice], weights: dict[str, Array]) -> list[Vote]:
    """Return the votes of a game, except on a last team: to reject that is to lose, so nobody has to agree."""
    votes = []
    for decision, ballots in groupby(choices, key=lambda one: one.decision):
        cast = [one for one in ballots if one.side != ANYBODY]
        if decision == "ballot" and not cast[0].features[1][LAST_ATTEMPT]:
            scores = [one.features[1] @ weights[one.side] for one in cast]
            votes.append(Vote(np.array(scores), np.array([one.made for one in cast])))
    return votes


def shared_loss(votes: Sequence[Vote], spread: float) -> float:
    """Return the negative log-likelihood of whole votes, where the ballots of a vote share a normal effect."""
    nodes, shares = np.polynomial.hermite_e.hermegauss(NODES)
    total = 0.0
    for vote in votes:
        scores = steepness(spread) * vote.scores[:, None] + spread * nodes
        signs = np.where(vote.approved == 1, 1.0, -1.0)[:, None]
        chances = np.exp(-np.logaddexp(0.0, -signs * scores).sum(axis=0))
        total -= np.log(chances @ shares / shares.sum())
    return float(total)


def fitted_spread(votes: Sequence[Vote]) -> float:
    """Fit the standard deviation of the shared effect."""
    return float(min(SPREADS, key=lambda spread: shared_loss(votes, spread)))


class Rows(NamedTuple):
    """Stacked choices: the features of all alternatives, each choice's first row and number of rows, and the chosen
    rows."""

    features: Array
    starts: Array
    sizes: Array
    made: Array


def stacked(choices: Sequence[Choice]) -> Rows:
    """Stack these choices."""
    sizes = np.array([len(choice.features) for choice in choices])
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    made = starts + np.array([choice.made for choice in choices])
    return Rows(np.concatenate([choice.features for choice in choices]), starts, sizes, made)


def fitted(rows: Rows) -> Array:
    """Fit the weights of one decision and side by Newton's method, which suits the convex loss."""
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
    """Return the chance of each alternative."""
    scores = rows.features @ weights
    scores -= np.repeat(np.maximum.reduceat(scores, rows.starts), rows.sizes)
    chances = np.exp(scores)
    return chances / np.repeat(np.add.reduceat(chances, rows.starts), rows.sizes)


def loss(rows: Rows, weights: Array) -> float:
    """Return the negative log-likelihood of the choices made."""
    return float(-np.log(chances_of(rows, weights)[rows.made]).sum())


def fit(games: Sequence[Game[Any]]) -> str:
    """Fit the weights, and return them as the text of people.toml with their cross-validated loss."""
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
    """Return the mean loss per choice in cross-validation by game, and that of equally likely alternatives."""
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
