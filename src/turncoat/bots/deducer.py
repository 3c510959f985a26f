"""`deducer`: at each game the latest bot that plays by beliefs; where there is none yet, as `sensible` does."""

from typing import ClassVar

from turncoat.bots.bot import Bot
from turncoat.bots.registry import deducer_of
from turncoat.bots.sensible import Sensible


class Deducer(Sensible):
    """Plays as the latest deducing bot of the game does."""

    name: ClassVar[str] = "deducer"
    title: ClassVar[str] = ""
    summary: ClassVar[str] = ""

    @classmethod
    def version(cls, game: str) -> type[Bot]:
        return deducer_of(game)
