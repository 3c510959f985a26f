"""Levels, as people choose them at a table. Each plays by what its seat may know alone; none is told more than others.

A level is a bot with other numbers (`PolicyParameters`). What it plays may get better under the same name: a table
stores that its bots play well, not how they do it. `turncoat.lab.baselines` keeps former versions to measure against.
"""

from typing import ClassVar, Final

import msgspec

from turncoat.bots.deducer import Deducer
from turncoat.bots.policy_parameters import PolicyParameters
from turncoat.kernel.words import N_

CARELESS: Final = PolicyParameters(
    approval_threshold=(0.6, 0.6, 0.6, 0.6, 0.6),
    leniency=(0.8, 0.8, 0.8, 0.5, 0.4),
    hopeless_below=(0.0, 0.0, 0.1, 0.1, 0.1),
    sabotage=(0.9, 0.9, 0.9, 0.9, 0.9),
    human_model_weight=0.2,
    memory=0.3,
    carelessness=0.85,
    error_rate=0.25,
    mission_error_rate=0.7,
)
"""How a beginner plays."""


class Easy(Deducer):
    """Makes a beginner's mistakes."""

    name: ClassVar[str] = "easy"
    title: ClassVar[str] = N_("Easy")
    summary: ClassVar[str] = N_("Trusts too easily, forgets things, and gives itself away as a traitor.")
    is_level: ClassVar[bool] = True

    @classmethod
    def parameters_at(cls, players: int) -> PolicyParameters:
        return CARELESS


class Normal(Deducer):
    """Plays well, with a mistake now and then."""

    name: ClassVar[str] = "normal"
    title: ClassVar[str] = N_("Normal")
    summary: ClassVar[str] = N_("Plays to win, but makes a mistake now and then.")
    is_level: ClassVar[bool] = True

    @classmethod
    def parameters_at(cls, players: int) -> PolicyParameters:
        return msgspec.structs.replace(
            super().parameters_at(players),
            human_model_weight=0.4,
            memory=0.7,
            carelessness=0.7,
            error_rate=0.07,
            mission_error_rate=0.3,
        )


class Hard(Deducer):
    """The strongest policy that there is."""

    name: ClassVar[str] = "hard"
    title: ClassVar[str] = N_("Hard")
    summary: ClassVar[str] = N_("Plays to win, at its best.")
    is_level: ClassVar[bool] = True
