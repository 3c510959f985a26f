"""Ratings of bots that play in mixed teams: the Bradley-Terry model, with a strength for each bot on each side.

The strength of a side is a constant of its own plus the mean strength of its players. A side wins with a probability
equal to its share of the exponentials of all sides' strengths. With two sides that is Bradley-Terry, and on a scale of
400 points for a factor of ten in the odds it is Elo's formula. The fit takes all games at once, so their order does not
matter. A normal prior (`PRIOR`) keeps strengths finite for a bot that has lost everything.
"""

from collections.abc import Mapping, Sequence
from math import exp, log, sqrt
from typing import Final

import msgspec

from turncoat.simulation.intervals import Z

POINTS: Final = 400 / log(10)
"""Rating points per unit of log-odds."""
PRIOR: Final = 2.0
"""Standard deviation of the prior on strengths, in log-odds: 347 points."""
STEPS: Final = 50


class RatedGame(msgspec.Struct, frozen=True):
    """A game as the rating needs it: the bots on each side, and the winner. Games of a block share their partners."""

    block: int
    teams: Mapping[str, Mapping[str, float]]
    """Share of each side's seats that each bot held."""
    winner: str


class Estimate(msgspec.Struct, frozen=True):
    """Points above the average of the compared bots, with standard error and 95% interval."""

    points: float
    error: float
    low: float
    high: float


class Rating(msgspec.Struct, frozen=True):
    """A bot's rating: the mean over the sides, and the estimate for each side."""

    points: float
    error: float
    low: float
    high: float
    sides: dict[str, Estimate]


def rate(games: Sequence[RatedGame], bots: Sequence[str], sides: Sequence[str]) -> dict[str, Rating]:
    """Rate each bot, with robust standard errors that do not treat the games of a block as independent.

    >>> won, lost = ({"a": {x: 1.0}, "b": {y: 1.0}} for x, y in (("new", "old"), ("old", "new")))
    >>> games = [RatedGame(n, won, "a") for n in range(30)]
    >>> games += [RatedGame(n, lost, "a" if n % 2 else "b") for n in range(30, 60)]
    >>> ratings = rate(games, ["new", "old"], ["a", "b"])
    >>> ratings["new"].low > ratings["old"].high
    True
    """
    places = {(bot, side): place for place, (bot, side) in enumerate((bot, side) for bot in bots for side in sides)}
    size = len(places) + len(sides)
    rows = [(game.block, _features(game, sides, places), sides.index(game.winner)) for game in games]
    alike: dict[object, tuple[list[dict[int, float]], int, int]] = {}  # there are few different line-ups
    for _, features, winner in rows:
        key = (tuple(tuple(side.items()) for side in features), winner)
        alike[key] = (features, winner, alike[key][2] + 1 if key in alike else 1)
    strengths = [0.0] * size
    inverse: list[list[float]] = []
    for _ in range(STEPS):
        gradient = [-strength / PRIOR**2 for strength in strengths]
        curvature = [[1 / PRIOR**2 if i == j else 0.0 for j in range(size)] for i in range(size)]
        for features, winner, times in alike.values():
            _add(gradient, curvature, features, winner, strengths, times)
        inverse = inverse_of(curvature)
        step = [sum(a * b for a, b in zip(row, gradient, strict=True)) for row in inverse]
        strengths = [strength + change for strength, change in zip(strengths, step, strict=True)]
        if max(map(abs, step)) < 1e-9:
            break
    by_block: dict[int, list[float]] = {}
    for block, features, winner in rows:
        _add(by_block.setdefault(block, [0.0] * size), None, features, winner, strengths)
    scores = list(by_block.values()) + [
        [1 / PRIOR if i == j else 0.0 for j in range(size)] for i in range(size)
    ]  # the prior is evidence, too
    ratings: dict[str, Rating] = {}
    for bot in bots:
        sides_of_bot = {
            side: _estimate([(bot, side)], bots, sides, places, strengths, inverse, scores) for side in sides
        }
        whole = _estimate([(bot, side) for side in sides], bots, sides, places, strengths, inverse, scores)
        ratings[bot] = Rating(whole.points, whole.error, whole.low, whole.high, sides_of_bot)
    return ratings


def inverse_of(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return the inverse of a symmetric positive definite matrix, for which no pivoting is needed.

    >>> inverse_of([[2.0, 1.0], [1.0, 1.0]])
    [[1.0, -1.0], [-1.0, 2.0]]
    """
    size = len(matrix)
    rows = [[*row, *(float(place == number) for place in range(size))] for number, row in enumerate(matrix)]
    for place, pivot in enumerate(rows):
        pivot[:] = [value / pivot[place] for value in pivot]
        for row in rows:
            if row is not pivot and (factor := row[place]):
                row[:] = [value - factor * part for value, part in zip(row, pivot, strict=True)]
    return [row[size:] for row in rows]


def _features(game: RatedGame, sides: Sequence[str], places: Mapping[tuple[str, str], int]) -> list[dict[int, float]]:
    """Return the terms of each side's strength."""
    own = len(places)
    return [
        {own + number: 1.0, **{places[bot, side]: share for bot, share in game.teams.get(side, {}).items()}}
        for number, side in enumerate(sides)
    ]


def _add(
    gradient: list[float],
    curvature: list[list[float]] | None,
    features: Sequence[Mapping[int, float]],
    winner: int,
    strengths: Sequence[float],
    times: int = 1,
) -> None:
    """Add the contribution of `times` games like this one to the gradient and curvature of the log-likelihood."""
    weights = [exp(sum(strengths[place] * part for place, part in side.items())) for side in features]
    total = sum(weights)
    mean: dict[int, float] = {}
    for weight, side in zip(weights, features, strict=True):
        for place, part in side.items():
            mean[place] = mean.get(place, 0.0) + weight / total * part
    for place, part in features[winner].items():
        gradient[place] += times * part
    for place, part in mean.items():
        gradient[place] -= times * part
    if curvature is None:
        return
    for weight, side in zip(weights, features, strict=True):
        centred = {place: side.get(place, 0.0) - part for place, part in mean.items()}
        for one, part in centred.items():
            for other, also in centred.items():
                curvature[one][other] += times * weight / total * part * also


def _estimate(
    whom: Sequence[tuple[str, str]],
    bots: Sequence[str],
    sides: Sequence[str],
    places: Mapping[tuple[str, str], int],
    strengths: Sequence[float],
    inverse: Sequence[Sequence[float]],
    scores: Sequence[Sequence[float]],
) -> Estimate:
    """Return the mean strength of these pairs of bot and side, relative to all bots on the same sides."""
    contrast = [0.0] * len(strengths)
    for bot, side in whom:
        contrast[places[bot, side]] += 1 / len(whom)
        for other in bots:
            contrast[places[other, side]] -= 1 / len(whom) / len(bots)
    points = POINTS * sum(part * strength for part, strength in zip(contrast, strengths, strict=True))
    leaning = [
        sum(part * row[column] for part, row in zip(contrast, inverse, strict=True)) for column in range(len(contrast))
    ]
    variance = sum(sum(part * value for part, value in zip(leaning, score, strict=True)) ** 2 for score in scores)
    error = POINTS * sqrt(variance)
    return Estimate(points, error, points - Z * error, points + Z * error)
