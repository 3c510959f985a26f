"""Levels, as people choose them at a table. Each plays by what its seat may know alone; none is told more than others.

A level is a bot with other numbers (`Temper`). What it plays may get better under the same name: a table stores that
its bots play well, not how they do it. Who measures names the policy instead.
"""

from typing import ClassVar, Final

import msgspec

from turncoat.bots.deducer import Deducer, Temper
from turncoat.kernel.words import N_

CARELESS: Final = Temper(
    nearly=(0.6, 0.6, 0.6, 0.6, 0.6),
    indulgent=(0.8, 0.8, 0.8, 0.5, 0.4),
    hopeless=(0.0, 0.0, 0.1, 0.1, 0.1),
    sabotage=(0.9, 0.9, 0.9, 0.9, 0.9),
    people=0.2,
    memory=0.3,
    careless=0.85,
    slips=0.25,
    slips_on_missions=0.7,
)
"""How a beginner plays."""


class Easy(Deducer):
    """Makes a beginner's mistakes."""

    name: ClassVar[str] = "easy"
    title: ClassVar[str] = N_("Easy")
    summary: ClassVar[str] = N_("Trusts too easily, forgets things, and gives itself away as a traitor.")
    is_level: ClassVar[bool] = True

    @classmethod
    def temper_at(cls, players: int) -> Temper:
        return CARELESS


class Normal(Deducer):
    """Plays well, with a mistake now and then."""

    name: ClassVar[str] = "normal"
    title: ClassVar[str] = N_("Normal")
    summary: ClassVar[str] = N_("Plays to win, but makes a mistake now and then.")
    is_level: ClassVar[bool] = True

    @classmethod
    def temper_at(cls, players: int) -> Temper:
        mistakes = {"people": 0.4, "memory": 0.7, "careless": 0.7, "slips": 0.07, "slips_on_missions": 0.3}
        return msgspec.structs.replace(super().temper_at(players), **mistakes)


class Hard(Deducer):
    """The strongest policy that there is."""

    name: ClassVar[str] = "hard"
    title: ClassVar[str] = N_("Hard")
    summary: ClassVar[str] = N_("Plays to win, at its best.")
    is_level: ClassVar[bool] = True
