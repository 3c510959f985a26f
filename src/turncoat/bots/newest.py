"""`sensible`: at each game the newest bot that plays it sensibly. What is measured names the version instead."""

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Final

from turncoat.bots.bot import Bot
from turncoat.bots.hydra import Hydra1
from turncoat.bots.sensible import Sensible1
from turncoat.bots.winter import Winter1
from turncoat.kernel.chapters import Offer
from turncoat.kernel.events import Event
from turncoat.kernel.options import Answer
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat
from turncoat.kernel.steps import Choice, Prompt

NEWEST: Final[Mapping[str, type[Bot]]] = {"resistance": Sensible1, "hail-hydra": Hydra1, "winter-soldier": Winter1}
"""The newest sensible bot of each game; at a game that has none, Sensible1 draws what it does not know."""


class Sensible(Bot):
    """Plays as the newest sensible bot of the game does."""

    name: ClassVar[str] = "sensible"

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self._newest = NEWEST.get(ruleset.game, Sensible1)(ruleset, seat, seed)

    def see(self, events: Iterable[Event]) -> None:
        self._newest.see(events)

    def decide(self, prompt: Prompt) -> Answer:
        return self._newest.choose(prompt)

    def consider(self, offers: Sequence[Offer]) -> Choice | None:
        return self._newest.consider(offers)
