"""An outside package with a game, whose card sets users can add, a chapter of the game, and a bot."""

import tomllib
from typing import ClassVar, NamedTuple

from turncoat.bots import Bot
from turncoat.games.resistance.rulebook import Resistance
from turncoat.kernel.chapters import Chapter, RuleOption
from turncoat.kernel.options import Answer
from turncoat.kernel.steps import Prompt


class Line(NamedTuple):
    name: str
    summary: str


class NightTrain(Resistance):
    name: ClassVar[str] = "night-train"
    title: ClassVar[str] = "Night Train"
    options: ClassVar[tuple[RuleOption, ...]] = (RuleOption("line", "The line.", ("main",), "main"),)

    def read_cards(self, text: str) -> Line:
        line = tomllib.loads(text)
        return Line(line["name"], f"{len(line['stops'])} stops")

    def add_cards(self, cards: Line) -> None:
        NightTrain.options = (RuleOption("line", "The line.", ("main", cards.name), "main"),)


class SleepingCar(Chapter):
    game: ClassVar[str] = "night-train"
    name: ClassVar[str] = "sleeping-car"
    title: ClassVar[str] = "Sleeping Car"


class Approver(Bot):
    name: ClassVar[str] = "approver"

    def decide(self, prompt: Prompt) -> Answer:
        return "approve"
