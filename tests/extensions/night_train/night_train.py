"""A package from outside that brings all that the rules and the bots take: a game, a chapter of it, and a bot."""

from typing import ClassVar

from turncoat.bots import Bot
from turncoat.games.resistance.rulebook import Resistance
from turncoat.kernel.chapters import Chapter
from turncoat.kernel.options import Answer
from turncoat.kernel.steps import Prompt


class NightTrain(Resistance):
    name: ClassVar[str] = "night-train"
    title: ClassVar[str] = "Night Train"


class SleepingCar(Chapter):
    game: ClassVar[str] = "night-train"
    name: ClassVar[str] = "sleeping-car"
    title: ClassVar[str] = "Sleeping Car"


class Approver(Bot):
    name: ClassVar[str] = "approver"

    def decide(self, prompt: Prompt) -> Answer:
        return "approve"
