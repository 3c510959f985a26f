"""Fit the deduction to recorded games, and measure its predictions on games that it was not fitted to.

Games of a sister game, of which there are many more, may serve as a *prior*. The model is fitted to them first, and the
result is summarized by its parameters and the Hessian, which measures their certainty. Then the model is fitted to the
recorded games with this summary added at a weight. Two numbers (`Trust`) determine its influence. They are chosen in
folds inside the fitted games, so a predicted game has no part in its own prediction.

The figure is the loss of a public observer: minus the natural logarithm of the chance given to the true set of traitors
("nats"), averaged over the games that reached a mission, after that mission.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from math import inf, isfinite
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec
import numpy as np

from turncoat.kernel.game import Game
from turncoat.missions import plan_of
from turncoat.simulation.processes import ONE_PROCESS, Workers
from turncoat_lab.cache import ResultCache
from turncoat_lab.fitting import (
    GAMES_A_PIECE,
    Moment,
    Observations,
    Played,
    Rows,
    fit,
    gather,
    hessian_of,
    losses,
    one_thread,
    played,
    rows_of,
)
from turncoat_lab.folds import FOLDS, folds_of, without

BINS: Final = 10

LEAST_GAMES: Final = 6
"""Without a prior, features that occur in fewer games than this are left out."""
PENALTIES: Final[Mapping[str, float]] = {
    "vote": 450.0,
    "votes": 450.0,
    "team": 400.0,
    "cards": 20.0,
    "cards.players": 40.0,
    "loyal": 1500.0,
    "loyal.score": 10_000.0,
    "vote.record": inf,
    "vote.record.score": inf,
}
"""Penalties without a prior, by a feature's first word or the stem before its first dot. Infinite if the feature is not
fitted."""
PRIOR_PENALTIES: Final[Mapping[str, float]] = {
    "vote": 800.0,
    "votes": 800.0,
    "team": 400.0,
    "cards": 20.0,
    "loyal": 50.0,
}
"""Penalties for the games of the prior, which are many. bench/notes/deduction.md tells how they were chosen."""


class Prior(msgspec.Struct, frozen=True):
    """Summary of the model fitted to games of a sister game."""

    parameters: dict[str, float]
    hessian: list[list[float]]
    """Second derivatives of its loss and penalty at these parameters, in their order."""


class Trust(NamedTuple):
    """Influence of a prior."""

    scale: float
    """Factor on its parameters."""
    weight: float
    """Weight of each of its games, relative to 1 for each fitted game."""


TRUSTS: Final = tuple(Trust(scale, weight) for scale in (0.9, 1.0, 1.1) for weight in (0.03, 0.1, 0.3))
"""Candidates among which the fitted games choose."""
INNER_FOLDS: Final = 3
"""Number of folds for that choice."""
CHOICE_PRECISION: Final = 0.05
"""Precision of fits that are only compared."""
DIGITS: Final = 3
"""Decimal places of printed parameters."""

Array: TypeAlias = Any
Parameters: TypeAlias = Mapping[str, float]
Progress: TypeAlias = Callable[[int, int], None]


class Bin(msgspec.Struct, frozen=True):
    """Seats that were believed to be traitors with about the same chance."""

    low: float
    high: float
    seats: int
    believed: float
    """Mean of the believed chances."""
    true: float
    """Share of the seats that were traitors."""


class ModelReport(msgspec.Struct, frozen=True):
    """Predictions of one model. Lists are of missions 1 to 5, with None after one that no game reached."""

    nats: list[float | None]
    errors: list[float | None]
    """Standard errors of `nats`."""
    gained: list[float | None]
    """Mean decrease of the nats from the preceding model. For the first model it is 0."""
    gained_errors: list[float | None]
    """Standard errors of `gained`, smaller since both models predict the same games."""
    calibration: list[Bin]


class DeductionReport(msgspec.Struct, frozen=True):
    """Results of the measurement. Every model predicts the same games in the same folds."""

    games: int
    reached: list[int]
    """Number of games that reached missions 1 to 5."""
    models: dict[str, ModelReport]


LOGIC: Final = "logic"
"""The model without parameters: all deals that the rules allow are equally likely."""
ALONE: Final = "alone"
"""The model fitted to the recorded games alone."""
WITH_PRIOR: Final = "prior"
"""The model fitted to them with a prior."""


class Guessed(NamedTuple):
    """Predictions of a model for some games."""

    lost: list[tuple[int, float]]
    """Mission and loss in nats of each moment."""
    seats: list[tuple[float, bool]]
    """Believed chance and truth of each seat at each moment."""


def cross_validated(
    games: Sequence[Game[Any]],
    prior: Prior | None = None,
    progress: Progress | None = None,
    workers: Workers = ONE_PROCESS,
) -> DeductionReport:
    """Fit on all folds except one and report on that one, for each fold."""
    seen, folds = gather(played(games), workers), folds_of(len(games))
    missions = max((len(plan.missions) for game in games if (plan := plan_of(game.board)) is not None), default=0)
    parts: list[dict[str, Guessed]] = []
    for part in workers.map(partial(guess_fold, seen, folds, prior), [(fold,) for fold in range(FOLDS)]):
        parts.append(part)
        if progress is not None:
            progress(len(parts), FOLDS)
    guesses = {
        name: Guessed(
            [one for part in parts for one in part[name].lost], [one for part in parts for one in part[name].seats]
        )
        for name in parts[0]
    }
    reached = [sum(mission == one for mission, _ in guesses[LOGIC].lost) for one in range(1, missions + 1)]
    before = guesses[LOGIC]
    models = {}
    for name, guessed in guesses.items():
        models[name], before = _report(guessed, before, missions), guessed
    return DeductionReport(len(games), reached, models)


def guess_fold(
    seen: Sequence[Observations], folds: Sequence[Sequence[int]], prior: Prior | None, fold: int
) -> dict[str, Guessed]:
    """Predict the games of a fold with each model, fitted to all other folds. Folds are independent of each other."""
    rest = without(folds, fold)
    models: dict[str, Parameters] = {LOGIC: {}, ALONE: fitted_alone(seen, rest)}
    if prior is not None:
        models[WITH_PRIOR], _ = fitted_with(prior, seen, rest)
    return {name: guess(seen, folds[fold], parameters) for name, parameters in models.items()}


def guess(seen: Sequence[Observations], numbers: Sequence[int], parameters: Parameters) -> Guessed:
    """Predict the games with these numbers by the parameters."""
    rows = rows_of(seen, numbers, list(parameters))
    guessed = Guessed([], [])
    with one_thread():
        loss, chances = losses(rows, np.array(list(parameters.values())))
        for moment, one, begins in zip(_moments(seen, numbers), loss, rows.starts, strict=True):
            guessed.lost.append((moment.mission, float(one)))
            believed = chances[begins : begins + len(moment.deals)] @ moment.members
            guessed.seats.extend(zip(believed.tolist(), (moment.truth == 1).tolist(), strict=True))
    return guessed


def _moments(seen: Sequence[Observations], numbers: Iterable[int]) -> list[Moment]:
    return [one for number in numbers for one in seen[number // GAMES_A_PIECE].games[number % GAMES_A_PIECE]]


def _report(guessed: Guessed, before: Guessed, missions: int) -> ModelReport:
    """Report the figures of a model, compared with another that predicted the same moments in the same order."""
    lost = np.array([nats for _, nats in guessed.lost])
    gained = np.array([nats for _, nats in before.lost]) - lost
    mission = np.array([mission for mission, _ in guessed.lost])
    nats = [_mean(lost[mission == one]) for one in range(1, missions + 1)]
    gains = [_mean(gained[mission == one]) for one in range(1, missions + 1)]
    return ModelReport(
        [mean for mean, _ in nats],
        [error for _, error in nats],
        [mean for mean, _ in gains],
        [error for _, error in gains],
        bins_of(guessed.seats),
    )


def _mean(values: Array) -> tuple[float | None, float | None]:
    """Return the mean and its standard error, or None for both with fewer than two values."""
    if len(values) < 2:
        return None, None
    return float(values.mean()), float(values.std(ddof=1) / np.sqrt(len(values)))


def bins_of(seats: Sequence[tuple[float, bool]]) -> list[Bin]:
    """Compare believed chances with the truth in bins of equal width. Empty bins are left out."""
    found = []
    for number in range(BINS):
        inside = [(chance, true) for chance, true in seats if min(BINS - 1, int(chance * BINS)) == number]
        if inside:
            believed = sum(chance for chance, _ in inside) / len(inside)
            true = sum(true for _, true in inside) / len(inside)
            found.append(Bin(number / BINS, (number + 1) / BINS, len(inside), believed, true))
    return found


def fitted_alone(seen: Sequence[Observations], numbers: Sequence[int]) -> Parameters:
    """Fit parameters to these games, with a penalty that keeps them near 0."""
    met = games_met(seen, numbers)
    names = sorted(
        name for name, games in met.items() if games >= LEAST_GAMES and isfinite(penalty_of(name, PENALTIES))
    )
    with one_thread():
        return _held_near_0(rows_of(seen, numbers, names), names, PENALTIES)[0]


def _held_near_0(rows: Rows, names: Sequence[str], penalties: Mapping[str, float]) -> tuple[Parameters, Array]:
    """Fit parameters with a penalty around 0, and return them with the penalty matrix."""
    penalty = np.diag([penalty_of(name, penalties) for name in names])
    found = fit(rows, penalty, np.zeros(len(names)))
    return dict(zip(names, found.tolist(), strict=True)), penalty


def penalty_of(name: str, penalties: Mapping[str, float]) -> float:
    """Return the penalty of a feature, by its first words."""
    kind = name.partition(" ")[0]
    return penalties.get(kind) or penalties[kind.partition(".")[0]]


def games_met(seen: Sequence[Observations], numbers: Iterable[int]) -> dict[str, int]:
    """Count, for each feature that distinguished sets, the games in which it did."""
    found: dict[str, int] = {}
    for number in numbers:
        piece = seen[number // GAMES_A_PIECE]
        for moment in piece.games[number % GAMES_A_PIECE][-1:]:
            for column in np.flatnonzero(moment.features.any(axis=0)):
                name = piece.names[column]
                found[name] = found.get(name, 0) + 1
    return found


def prior_of(games: Sequence[Game[Any]], workers: Workers = ONE_PROCESS) -> Prior:
    """Summarize these games as a prior. It is computed once for the same games."""
    (found,) = workers.map(fit_prior, [(played(games),)], ResultCache(Prior))
    return found


def fit_prior(games: Sequence[Played]) -> Prior:
    """Fit the model to the games of a prior."""
    seen, numbers = gather(games), range(len(games))
    names = sorted(games_met(seen, numbers))
    rows = rows_of(seen, numbers, names)
    with one_thread():
        parameters, penalty = _held_near_0(rows, names, PRIOR_PENALTIES)
        hessian = hessian_of(rows, np.array(list(parameters.values()))) + penalty
    return Prior(dict(parameters), hessian.tolist())


def fitted_with(prior: Prior, seen: Sequence[Observations], numbers: Sequence[int]) -> tuple[Parameters, Trust]:
    """Fit parameters to these games and a prior, and return them with the influence that the games chose.

    The loss of the prior's games is approximated by its parabola at the minimum.
    """
    names = list(prior.parameters)
    centre, hessian = np.array(list(prior.parameters.values())), np.array(prior.hessian)
    trust = chosen_trust(seen, numbers, names, centre, hessian)
    with one_thread():
        found = fit(rows_of(seen, numbers, names), trust.weight * hessian, trust.scale * centre)
    return dict(zip(names, found.tolist(), strict=True)), trust


def chosen_trust(
    seen: Sequence[Observations], numbers: Sequence[int], names: Sequence[str], centre: Array, hessian: Array
) -> Trust:
    """Choose the influence of a prior by cross-validation within these games, whose numbers come in random order."""
    folds = [numbers[fold::INNER_FOLDS] for fold in range(INNER_FOLDS)]
    lost = np.zeros(len(TRUSTS))
    with one_thread():
        for fold in range(INNER_FOLDS):
            rows = rows_of(seen, without(folds, fold), names).made_quick()
            left_out = rows_of(seen, folds[fold], names)
            of_rows = hessian_of(rows, centre)
            for place, trust in enumerate(TRUSTS):
                found = fit(rows, trust.weight * hessian, trust.scale * centre, of_rows, CHOICE_PRECISION)
                lost[place] += losses(left_out, found)[0].sum()
    return TRUSTS[int(lost.argmin())]


def fitted_parameters(
    games: Sequence[Game[Any]], prior: Sequence[Game[Any]] = (), workers: Workers = ONE_PROCESS
) -> tuple[Parameters, str]:
    """Fit the parameters that are shipped to all these games, and return them with a line about the fit."""
    seen = gather(played(games), workers)
    numbers = [number for fold in folds_of(len(games)) for number in fold]  # shuffled, as in cross-validation
    about = f"Fitted to {len(games)} recorded games"
    if prior:
        parameters, trust = fitted_with(prior_of(prior, workers), seen, numbers)
        about += f" and {len(prior)} of a sister game, which count {trust.weight:g} (scale {trust.scale:g})"
    else:
        parameters = fitted_alone(seen, numbers)
    rounded = {name: round(value, DIGITS) for name, value in parameters.items()}
    return {name: value for name, value in rounded.items() if value}, f"{about}."


def parameters_text(parameters: Parameters, about: str) -> str:
    """Format parameters as the TOML that `Model.read` reads."""
    lines = [
        f"# {about}",
        "# Each number is added to the score of a set of traitors for each sighting of its feature.",
        "",
    ]
    lines += ["[parameters]", *(f'"{name}" = {value}' for name, value in parameters.items())]
    return "\n".join(lines) + "\n"
