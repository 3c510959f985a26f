"""Small versions of the laboratory's computations. Each returns bytes, which must not depend on the workers."""

from collections.abc import Callable
from typing import Any, Final

import msgspec

import turncoat.games  # noqa: F401 - makes the games known
from tests.support.recorded_people import people
from turncoat.arena import arena
from turncoat.cli.bot_names import find
from turncoat.kernel.game import Game
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.simulation.processes import Workers
from turncoat.simulation.simulate import simulate
from turncoat_lab import cross
from turncoat_lab.balance import measure
from turncoat_lab.best_response.exploitability import FAMILIES, LEAST_BUDGET, exploit
from turncoat_lab.best_response.match import Match
from turncoat_lab.cli.cross import play_pair
from turncoat_lab.deduction import cross_validated, fitted_parameters, parameters_text
from turncoat_lab.likeness import measuring as likeness_measuring
from turncoat_lab.tells import measuring as tells_measuring

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


def cross_table(workers: Workers) -> bytes:
    entrants = [cross.Entrant("random"), cross.Entrant("sensible")]
    given = cross.cross_table([RULESET], entrants, 60)
    return msgspec.json.encode(cross.report(given, cross.measure(given, play_pair, workers)))


def exploitability(workers: Workers) -> bytes:
    match = Match(RULESET, "random", "spies")
    return msgspec.json.encode(exploit(match, list(FAMILIES), LEAST_BUDGET, 4, "s", workers))


def likeness(workers: Workers) -> bytes:
    """Play the games that are compared. The rest of the work is done by one process."""
    rows = likeness_measuring.play({RULESET: 60}, ["random", "baseline:people"], "s", workers)
    return msgspec.json.encode(rows)


def tells(workers: Workers) -> bytes:
    return msgspec.json.encode(tells_measuring.measure(RULESET, "baseline:people", 60, workers=workers))


def fitting(workers: Workers) -> bytes:
    games, prior = [_recorded(number) for number in range(40)], [_recorded(number) for number in range(40, 60)]
    return parameters_text(*fitted_parameters(games, prior, workers)).encode()


def deduction(workers: Workers) -> bytes:
    return msgspec.json.encode(cross_validated([_recorded(number) for number in range(40)], workers=workers))


def _recorded(number: int) -> Game[Any]:
    return rulebook("resistance").play_recorded(people(number))


COMPUTATIONS: Final[dict[str, Callable[[Workers], bytes]]] = {
    "simulation": simulation,
    "balance": balance,
    "arena": contest,
    "cross": cross_table,
    "exploit": exploitability,
    "likeness": likeness,
    "tells": tells,
    "fitting": fitting,
    "deduction": deduction,
}
