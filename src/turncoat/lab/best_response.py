"""How far a bot can be exploited: a best response to it is trained, and then measured on other deals.

    python -m turncoat.lab.best_response resistance --players 5 --against hard --side spies

The response is the policy of `hard` with other parameters, on one side of the table; the bot that is to be exploited
has the other side. The parameters are found by the cross-entropy method: each round draws candidates around a mean, all
play the same deals, and the best of them make the next mean. What it finds is a lower bound: a bot may be exploited
further by play that no parameters of this policy describe.
"""

import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Sequence
from random import Random
from statistics import fmean, pstdev
from typing import Any, Final, TypeAlias

import msgspec

from turncoat.bots.bot import Bot
from turncoat.bots.deducer import Deducer
from turncoat.bots.policy_parameters import PolicyParameters
from turncoat.extensions import ExtensionError, load_extensions
from turncoat.kernel.chapters import Deal, OptionValue
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.lab import baselines
from turncoat.lab.intervals import difference, wilson
from turncoat.lab.processes import ONE_PROCESS, Processes, Workers
from turncoat.lab.simulation import play_numbered, sides

INITIAL_DEVIATION: Final = 0.25
"""The standard deviation of the candidates in the first round; parameters go from 0 to 1."""
MIN_DEVIATION: Final = 0.03
ELITE_SHARE: Final = 0.25
"""Which part of the candidates makes the next mean."""
PIECES: Final = 4
"""Into how many pieces the games of a candidate are cut, for workers to share."""

MISTAKES: Final = frozenset({"memory", "carelessness", "error_rate", "mission_error_rate"})
"""Parameters that only make play worse: a response has those of `hard`."""

Vector: TypeAlias = tuple[float, ...]
"""The parameters that are searched for, one after another."""


class Training(msgspec.Struct, frozen=True):
    """What is trained against what, and for how long."""

    ruleset: Ruleset
    against: str
    """The bot that is to be exploited."""
    side: str
    """The side of the response."""
    rounds: int = 6
    candidates: int = 12
    games: int = 60
    """Games of each candidate in a round, on the same deals for all."""
    seed: str = "best-response"


class Share(msgspec.Struct, frozen=True):
    """A share of games won, with its 95% interval (Wilson)."""

    wins: int
    share: float
    low: float
    high: float


class BestResponseReport(msgspec.Struct, frozen=True):
    """What a best response gains over the bot itself in its place, on deals that it was not trained on."""

    game: str
    players: int
    modules: tuple[str, ...]
    options: dict[str, OptionValue]
    against: str
    side: str
    trained_on: int
    """Games played in training."""
    games: int
    response: Share
    itself: Share
    gain: float
    low: float
    high: float
    """The difference of the two shares and its 95% interval (Newcombe)."""
    parameters: PolicyParameters


def vector_of(parameters: PolicyParameters) -> Vector:
    """The parameters as a vector, without those of mistakes.

    >>> parameters_of(vector_of(PolicyParameters())) == PolicyParameters()
    True
    """
    found: list[float] = []
    for name, value in msgspec.structs.asdict(parameters).items():
        if name not in MISTAKES:
            found += value if isinstance(value, tuple) else (value,)
    return tuple(found)


def parameters_of(vector: Sequence[float]) -> PolicyParameters:
    """The parameters that the vector stands for."""
    left = list(vector)
    values: dict[str, Any] = {}
    for name, value in msgspec.structs.asdict(PolicyParameters()).items():
        if name in MISTAKES:
            continue
        if isinstance(value, tuple):
            values[name] = tuple(left.pop(0) for _ in value)
        else:
            values[name] = left.pop(0)
    return PolicyParameters(**values)


def response(vector: Vector) -> type[Bot]:
    """The bot that plays by these parameters."""
    parameters = parameters_of(vector)
    return type(
        "Response", (Deducer,), {"name": "response", "parameters_at": classmethod(lambda cls, players: parameters)}
    )


def train(training: Training, workers: Workers = ONE_PROCESS, told: Callable[[str], object] | None = None) -> Vector:
    """The parameters of the best response. Equal arguments give equal parameters, whoever plays the games."""
    mean = vector_of(Deducer.parameters_at(training.ruleset.players))
    deviations = [INITIAL_DEVIATION] * len(mean)
    rng = Random(f"{training.seed}/candidates")
    for number in range(training.rounds):
        candidates = [mean]
        while len(candidates) < training.candidates:
            drawn = [rng.gauss(about, wide) for about, wide in zip(mean, deviations, strict=True)]
            candidates.append(tuple(min(1.0, max(0.0, one)) for one in drawn))
        wins = _wins_of_all(training, candidates, training.games, f"{training.seed}/{number}", workers)
        order = sorted(range(len(candidates)), key=lambda index: -wins[index])
        best = [candidates[index] for index in order[: max(2, round(ELITE_SHARE * len(candidates)))]]
        mean = tuple(fmean(column) for column in zip(*best, strict=True))
        found = [pstdev(column) for column in zip(*best, strict=True)]
        deviations = [max(MIN_DEVIATION, fmean(two)) for two in zip(deviations, found, strict=True)]
        if told is not None:
            told(f"round {number + 1} of {training.rounds}: {wins[order[0]]} of {training.games} games won")
    return mean


def measure(training: Training, vector: Vector, games: int, workers: Workers = ONE_PROCESS) -> BestResponseReport:
    """How often a trained response wins, and how often the bot itself in its place, on the same new deals."""
    seed = f"{training.seed}/measured"
    won, itself = _wins_of_all(training, [vector, None], games, seed, workers)
    low, high = difference(won, games, itself, games)
    ruleset = training.ruleset
    return BestResponseReport(
        ruleset.game,
        ruleset.players,
        ruleset.modules,
        dict(ruleset.options),
        training.against,
        training.side,
        training.rounds * training.candidates * training.games,
        games,
        _share(won, games),
        _share(itself, games),
        (won - itself) / games,
        low,
        high,
        parameters_of(vector),
    )


def _share(wins: int, games: int) -> Share:
    return Share(wins, wins / games, *wilson(wins, games))


def _wins_of_all(
    training: Training, players: Sequence[Vector | None], games: int, seed: str, workers: Workers
) -> tuple[int, ...]:
    """How many of the games each player wins; None is the bot itself."""
    step = max(1, -(-games // PIECES))
    pieces = [
        (training, vector, seed, first, min(games, first + step))
        for vector in players
        for first in range(0, games, step)
    ]
    each = list(workers.in_order(count_wins, pieces))
    per_player = len(each) // len(players)
    return tuple(sum(each[index * per_player : (index + 1) * per_player]) for index in range(len(players)))


def count_wins(training: Training, vector: Vector | None, seed: str, first: int, last: int) -> int:
    """How many of the games of these numbers the side of the response wins."""
    side_of = rulebook(training.ruleset.game).side_of
    other = baselines.find(training.against)
    own = other if vector is None else response(vector)

    def seat_bots(deal: Deal) -> list[type[Bot]]:
        return [own if side_of(role) == training.side else other for role in deal.roles]

    won = 0
    for number in range(first, last):
        result = play_numbered(training.ruleset, seat_bots, seed, number).result
        won += result is not None and result.winner == training.side
    return won


def main(arguments: Sequence[str] | None = None) -> None:
    """The command: prints the report as JSON."""
    parser = ArgumentParser("python -m turncoat.lab.best_response", description="How far a bot can be exploited.")
    parser.add_argument("game")
    parser.add_argument("--players", type=int, required=True)
    parser.add_argument("--with", action="append", default=[], dest="modules", metavar="MODULE")
    parser.add_argument("--against", required=True, metavar="BOT", help="the bot that is to be exploited")
    parser.add_argument("--side", required=True, help="the side of the best response")
    parser.add_argument("--rounds", type=_at_least_one, default=6)
    parser.add_argument("--candidates", type=_at_least_one, default=12, help="in each round")
    parser.add_argument("--games", type=_at_least_one, default=60, help="of each candidate")
    parser.add_argument("--measure", type=_at_least_one, default=400, help="games in which the result is measured")
    parser.add_argument("--seed", default="best-response")
    parser.add_argument("--jobs", type=_at_least_one, default=1, help="processes; the figures do not depend on it")
    args = parser.parse_args(arguments)
    try:
        load_extensions()
        ruleset = Ruleset.of(args.game, args.players, args.modules)
        baselines.find(args.against)
    except (ExtensionError, ValueError) as error:
        parser.error(str(error))
    if args.side not in sides(ruleset):
        parser.error(f"the sides are {', '.join(sides(ruleset))}, not {args.side!r}")
    if args.candidates < 2:
        parser.error("it takes at least 2 candidates")
    training = Training(ruleset, args.against, args.side, args.rounds, args.candidates, args.games, args.seed)
    workers = Processes(args.jobs)
    vector = train(training, workers, lambda line: sys.stderr.write(f"{line}\n"))
    report = measure(training, vector, args.measure, workers)
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(report), indent=2).decode() + "\n")


def _at_least_one(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"write a whole number from 1 on, not {text!r}")
    return int(text)


if __name__ == "__main__":
    main()
