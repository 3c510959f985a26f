"""The family `disguise`: traitors who vote and name teams as loyal seats would, with trained rates of sabotage."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import ClassVar, Final

from turncoat.bots.bot import Bot
from turncoat.extensions import find_bot
from turncoat.kernel.chapters import Offer
from turncoat.kernel.events import Event
from turncoat.kernel.options import Answer, OneCard
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat
from turncoat.kernel.steps import Choice, Prompt
from turncoat.missions import MissionRun
from turncoat.simulation.playing import BotMaker
from turncoat_lab.best_response.cross_entropy import Vector, search
from turncoat_lab.best_response.match import Response, Training
from turncoat_lab.best_response.standing import Standing

BASE: Final = "baseline:disguised"
"""The bot whose votes and teams they have."""
FIRST_CHANCE: Final = 0.5
"""Initial rate of sabotage. Where one failed mission wins the game, it starts at 1."""


class Disguise(Response, frozen=True):
    """Rates of sabotage by the missions that succeeded and failed so far, as in `1-0`."""

    sabotage: dict[str, float]

    def maker(self, itself: BotMaker) -> BotMaker:
        return partial(DisguiseBot, self.sabotage)


class DisguiseBot(Bot):
    """Plays as the disguised baseline does, except for the cards of missions."""

    name: ClassVar[str] = "disguise"

    def __init__(self, sabotage: Mapping[str, float], ruleset: Ruleset, seat: Seat, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self._sabotage = sabotage
        self._base = find_bot(BASE)(ruleset, seat, seed)
        self._standing = Standing(ruleset, seat)

    def see(self, events: Iterable[Event]) -> None:
        events = tuple(events)
        self._base.see(events)
        self._standing.see(events)

    def decide(self, prompt: Prompt) -> Answer:
        option, team = prompt.option, self._standing.named
        has_choice = isinstance(option, OneCard) and len(option.allowed) == len(option.shown) == 2
        if prompt.question.act != MissionRun.__name__ or not has_choice or team is None:
            return self._base.choose(prompt)
        assert isinstance(option, OneCard)
        sabotages = self.rng.random() < self._sabotage[self._standing.score]
        return option.shown[bool(sabotages and self._standing.saboteurs(team) >> self.seat & 1)]

    def consider(self, offers: Sequence[Offer]) -> Choice | None:
        return self._base.consider(offers)


def train(training: Training) -> Disguise:
    """Search for the rates that win most."""
    standing = Standing(training.match.ruleset, 0)
    wins = standing.now.wins
    scores = [(won, lost) for won in range(wins) for lost in range(wins)]

    def response_of(vector: Vector) -> Disguise:
        return Disguise({f"{won}-{lost}": chance for (won, lost), chance in zip(scores, vector, strict=True)})

    start = tuple(1.0 if lost == wins - 1 else FIRST_CHANCE for _, lost in scores)
    return response_of(search(training, start, response_of))
