"""What the laboratory computes, in small. Each experiment gives bytes, which are the same whoever does the work."""

from collections.abc import Callable
from typing import Any, Final

import msgspec

import turncoat.games  # noqa: F401 - makes the games known
from tests.lab.people import people
from turncoat.cli.bot_names import find
from turncoat.kernel.game import Game
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.lab import arena
from turncoat.lab.balance import measure
from turncoat.lab.deduction import cross_validated, fitted_parameters, parameters_text
from turncoat.lab.processes import Workers
from turncoat.lab.simulation import simulate

RULESET = Ruleset.of("resistance", 5)


def simulation(workers: Workers) -> bytes:
    report = simulate(RULESET, ["random", "sensible"], 250, "x", workers=workers)
    timeless = msgspec.structs.replace(report, seconds=0.0, games_per_second=0.0, choices_per_second=0.0)
    return msgspec.json.encode(timeless)


def balance(workers: Workers) -> bytes:
    return msgspec.json.encode(measure(RULESET, {"resistance": "sensible", "spies": "random"}, 250, workers))


def contest(workers: Workers) -> bytes:
    given = arena.contest(RULESET, ["random", "sensible"], 40)
    return msgspec.json.encode(arena.report(given, arena.play(given, find, workers)))


def fitting(workers: Workers) -> bytes:
    games, prior = [_recorded(number) for number in range(40)], [_recorded(number) for number in range(40, 60)]
    return parameters_text(*fitted_parameters(games, prior, workers)).encode()


def deduction(workers: Workers) -> bytes:
    return msgspec.json.encode(cross_validated([_recorded(number) for number in range(40)], workers=workers))


def _recorded(number: int) -> Game[Any]:
    return rulebook("resistance").play_recorded(people(number))


EXPERIMENTS: Final[dict[str, Callable[[Workers], bytes]]] = {
    "simulation": simulation,
    "balance": balance,
    "arena": contest,
    "fitting": fitting,
    "deduction": deduction,
}
