"""What a bot is: a player that gets its seat, the events as its seat saw them, and what it is asked. Nothing else."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import ClassVar, Final

from turncoat.bots.draws import pick
from turncoat.kernel.chapters import Offer
from turncoat.kernel.events import Event
from turncoat.kernel.options import Answer
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat
from turncoat.kernel.steps import Choice, Prompt

OFFER_CHANCE: Final = 0.02
"""How likely a bot is to take a standing offer, each time that it considers what is open to it."""


class Bot:
    """A player. Subclasses say what they choose in `decide`; what would not be legal is drawn instead.

    Equal seeds, events and questions give equal choices.
    """

    name: ClassVar[str] = ""
    """The name by which it is chosen. A bot that plays otherwise gets another name, so that figures stay comparable."""
    looks: ClassVar[bool] = True
    """Whether it wants to see events; who runs the game need not bring them to a bot that does not look."""

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes) -> None:
        self.ruleset = ruleset
        self.seat = seat
        self.rng = Random(seed)

    def see(self, events: Iterable[Event]) -> None:
        """Take in what happened, as seen from the seat (`seen_by`), each event once and in order."""

    def decide(self, prompt: Prompt) -> Answer:
        """What the bot would choose."""
        raise NotImplementedError

    def choose(self, prompt: Prompt) -> Answer:
        """A legal answer to the prompt."""
        answer = self.decide(prompt)
        return answer if prompt.option.refusal(answer) is None else pick(prompt.option, self.rng)

    def consider(self, offers: Sequence[Offer]) -> Choice | None:
        """A choice that takes one of the standing offers, or None to leave them; taken with OFFER_CHANCE."""
        if not offers or self.rng.random() >= OFFER_CHANCE:
            return None
        offer = offers[int(self.rng.random() * len(offers))]
        return Choice(offer.name, pick(offer.option, self.rng))


class RandomBot(Bot):
    """Chooses every legal answer equally often."""

    name: ClassVar[str] = "random"
    looks: ClassVar[bool] = False

    def decide(self, prompt: Prompt) -> Answer:
        return pick(prompt.option, self.rng)

    def choose(self, prompt: Prompt) -> Answer:
        return pick(prompt.option, self.rng)
