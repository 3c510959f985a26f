"""How well the deduction guesses, by ten-fold cross-validation on recorded games.

The penalties are the same for all parts; docs/deduction.md says how they were chosen. The figure is that of a public
observer: minus the natural logarithm of the chance that they gave to the true set of traitors ("nats"), averaged over
the games that reached a mission, after that mission.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec
import numpy as np

from turncoat.kernel.game import Game
from turncoat.lab.fitting import Moment, fit, gather, losses, one_thread, stacked
from turncoat.lab.processes import ONE_PROCESS, Workers
from turncoat.missions import plan_of

FOLDS: Final = 10
BINS: Final = 10
SEED: Final = "ten parts"
SEEN: Final = 6
"""A feature that was met in fewer games than this is left out."""
VOTES: Final = 450.0
"""The penalty on the parameters of votes."""
TEAMS: Final = 400.0
"""The penalty on those of teams."""
CARDS: Final = 20.0
"""The penalty on those of mission cards: they tell most, and the same at every table."""
CARDS_BY_PLAYERS: Final = 40.0
"""The penalty on those of mission cards that depend on the number of players."""
LOYAL: Final = 1500.0
"""The penalty on those of loyal players."""
LOYAL_BY_SCORE: Final = 10_000.0
"""The penalty on those that depend on the score: they help only late in a game."""

Array: TypeAlias = Any
Progress: TypeAlias = Callable[[int, int], None]


class Bin(msgspec.Struct, frozen=True):
    """Seats that were believed to be traitors with about the same chance."""

    low: float
    high: float
    seats: int
    believed: float
    """The mean of what was believed."""
    true: float
    """The share of them who were traitors."""


class DeductionReport(msgspec.Struct, frozen=True):
    """What came of the measurement."""

    games: int
    nats: list[float | None]
    """After missions 1 to 5; None after one that no game reached."""
    reached: list[int]
    """How many games reached them."""
    calibration: list[Bin]


class Guessed(NamedTuple):
    """What came of one part of the games."""

    lost: list[tuple[int, float]]
    """For each moment its mission, and the nats that were lost."""
    seats: list[tuple[float, bool]]
    """For each moment and seat what was believed, and what was true."""


def cross_validated(
    games: Sequence[Game[Any]],
    folds: int = FOLDS,
    progress: Progress | None = None,
    workers: Workers = ONE_PROCESS,
) -> DeductionReport:
    """Fit on all parts but one and report on that one, for each part."""
    names, found = gather(games, SEEN, workers)
    order = list(range(len(games)))
    Random(SEED).shuffle(order)
    missions = max((len(plan.missions) for game in games if (plan := plan_of(game.board)) is not None), default=0)
    lost: list[list[float]] = [[] for _ in range(missions)]
    seats: list[tuple[float, bool]] = []
    work = partial(guess_part, found, penalty_of(names), order, folds)
    for fold, guessed in enumerate(workers.in_order(work, [(fold,) for fold in range(folds)])):
        for mission, nats in guessed.lost:
            lost[mission - 1].append(nats)
        seats += guessed.seats
        if progress is not None:
            progress(fold + 1, folds)
    means = [sum(of_mission) / len(of_mission) if of_mission else None for of_mission in lost]
    return DeductionReport(len(games), means, list(map(len, lost)), bins_of(seats))


def guess_part(
    found: Sequence[Sequence[Moment]], penalty: Array, order: Sequence[int], folds: int, fold: int
) -> Guessed:
    """Fit on all parts but this one, and guess this one. Parts begin from nothing, so that none waits for another."""
    held_out = order[fold::folds]
    rest = [number for number in order if number not in set(held_out)]
    measured = [moment for number in held_out for moment in found[number]]
    guessed = Guessed([], [])
    if not measured:
        return guessed
    parameters = fit(_rows(found, rest), penalty)
    rows = stacked(measured)
    with one_thread():
        loss, chances = losses(rows, parameters)
        for moment, one, begins in zip(measured, loss, rows.starts, strict=True):
            guessed.lost.append((moment.mission, float(one)))
            believed = chances[begins : begins + len(moment.deals)] @ moment.members
            guessed.seats.extend(zip(believed.tolist(), (moment.truth == 1).tolist(), strict=True))
    return guessed


PENALTIES: Final = {
    "cards": CARDS,
    "cards.players": CARDS_BY_PLAYERS,
    "team": TEAMS,
    "loyal": LOYAL,
    "loyal.score": LOYAL_BY_SCORE,
}
"""The penalties by the first words of a feature, or the first of them; all others are of votes."""


def penalty_of(names: Sequence[str]) -> Array:
    """The penalty of each feature."""
    kinds = [name.partition(" ")[0] for name in names]
    return np.array([PENALTIES.get(kind) or PENALTIES.get(kind.partition(".")[0], VOTES) for kind in kinds])


def _rows(found: Sequence[Sequence[Moment]], numbers: Sequence[int]) -> Any:
    return stacked([moment for number in numbers for moment in found[number]])


def bins_of(seats: Sequence[tuple[float, bool]]) -> list[Bin]:
    """What was believed of seats against what they were, in bins of equal width; empty ones are left out."""
    found = []
    for number in range(BINS):
        inside = [(chance, true) for chance, true in seats if min(BINS - 1, int(chance * BINS)) == number]
        if inside:
            believed = sum(chance for chance, _ in inside) / len(inside)
            true = sum(true for _, true in inside) / len(inside)
            found.append(Bin(number / BINS, (number + 1) / BINS, len(inside), believed, true))
    return found


def fitted_parameters(games: Sequence[Game[Any]], workers: Workers = ONE_PROCESS) -> tuple[Mapping[str, float], str]:
    """The parameters that fit all these games, and a line on how they were fitted."""
    names, found = gather(games, SEEN, workers)
    parameters = fit(_rows(found, range(len(found))), penalty_of(names))
    kept = {name: round(float(value), 4) for name, value in zip(names, parameters, strict=True)}
    return {name: value for name, value in sorted(kept.items()) if value}, f"Fitted to {len(games)} recorded games."


def parameters_text(parameters: Mapping[str, float], about: str) -> str:
    """Parameters as the TOML that `Model.read` reads."""
    lines = [
        f"# {about}",
        "# Each number is added to the score of a set of traitors for each sighting of its feature.",
        "",
    ]
    lines += ["[parameters]", *(f'"{name}" = {value}' for name, value in parameters.items())]
    return "\n".join(lines) + "\n"
