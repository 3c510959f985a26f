"""The family `numbers`: the policy of `baseline:deducer`, with trained parameters."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from turncoat.simulation.playing import BotMaker
from turncoat_lab.baselines.deducer import Deducer
from turncoat_lab.baselines.policy_parameters import PolicyParameters
from turncoat_lab.best_response.cross_entropy import Vector, search
from turncoat_lab.best_response.match import Response, Training

MISTAKES: Final = frozenset({"memory", "carelessness"})
"""Parameters that only make play worse. A response keeps the defaults, which make no mistakes."""


class Numbers(Response, frozen=True):
    """The policy with these parameters."""

    parameters: PolicyParameters

    def maker(self, itself: BotMaker) -> BotMaker:
        parameters = self.parameters
        return type(
            "NumbersBot", (Deducer,), {"name": "numbers", "parameters_at": classmethod(lambda cls, players: parameters)}
        )


def train(training: Training) -> Numbers:
    """Search for the parameters that win most."""
    start = vector_of(Deducer.parameters_at(training.match.ruleset.players))
    return response_of(search(training, start, response_of))


def response_of(vector: Vector) -> Numbers:
    """Return the response with the parameters of a vector."""
    return Numbers(parameters_of(vector))


def vector_of(parameters: PolicyParameters) -> Vector:
    """Return the parameters as a vector, without those of mistakes.

    >>> parameters_of(vector_of(PolicyParameters())) == PolicyParameters()
    True
    """
    found: list[float] = []
    for name, value in msgspec.structs.asdict(parameters).items():
        if name not in MISTAKES:
            found += value if isinstance(value, tuple) else (value,)
    return tuple(found)


def parameters_of(vector: Sequence[float]) -> PolicyParameters:
    """Return the parameters that the vector stands for."""
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
