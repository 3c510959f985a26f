"""`sensible`, the bot that plays as each game's default bot."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from turncoat.bots.bot import Bot
from turncoat.bots.registry import default_bot
from turncoat.kernel.chapters import Offer
from turncoat.kernel.events import Event
from turncoat.kernel.options import Answer
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat
from turncoat.kernel.steps import Choice, Prompt
from turncoat.kernel.words import N_


class Sensible(Bot):
    """Plays as the game's default bot."""

    name: ClassVar[str] = "sensible"
    title: ClassVar[str] = N_("Sensible")
    summary: ClassVar[str] = N_("Plays to win, using only what its seat may know.")

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self._bot = default_bot(ruleset.game)(ruleset, seat, seed)

    def see(self, events: Iterable[Event]) -> None:
        self._bot.see(events)

    def decide(self, prompt: Prompt) -> Answer:
        return self._bot.choose(prompt)

    def consider(self, offers: Sequence[Offer]) -> Choice | None:
        return self._bot.consider(offers)
