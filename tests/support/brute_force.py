"""Brute-force search for the deals that fit a view: replays each deal with every possible secret choice."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from turncoat.kernel.chapters import Deal
from turncoat.kernel.events import Event, all_seen_by
from turncoat.kernel.game import Game
from turncoat.kernel.opening import role_cards
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat
from turncoat.kernel.steps import Choice, Prompt
from turncoat.testing.walks import next_choice

SECRET = frozenset({"play-card", "hand-loyalty-card", "early-accusation", "pour"})
"""Questions whose answers are hidden from other seats. All other answers are public, or don't depend on roles."""
SECRET_OFFERS = frozenset({"assassinate-hill"})
"""Standing offers that a seat may take without the others' knowledge."""


def short_game(ruleset: Ruleset, seed: str, missions: int, deal: Deal | None = None) -> Game[Any]:
    """Return an unfinished game after this many missions. Most teams are approved, and all other choices are random."""
    rng = Random(seed)
    game: Game[Any] = Game(ruleset, deal or ruleset.deal(seed.encode()))
    while missions_of(game) <= missions:
        seat, choice = next_choice(game, rng, 0.02, 0.0)
        approval = Choice(choice.to, "approve")
        if game.refusal(seat, approval) is None and rng.random() < 0.85:
            choice = approval
        after = game.clone()
        after.play(seat, choice)
        if after.result is not None:
            break
        game = after
    return game


def missions_of(game: Game[Any]) -> int:
    """Return the number of the current mission. In Hail Hydra this includes the mission under way."""
    return len(game.board.results) if hasattr(game.board, "results") else game.board.mission - 1


class Seen:
    """The events and prompts that a seat has seen, choice by choice."""

    def __init__(self, game: Game[Any], viewer: Seat) -> None:
        self.viewer = viewer
        self.choices = game.choices
        self.events: list[list[Event]] = []
        """The events seen before the first choice, and after each."""
        self.asked: list[Prompt | None] = []
        self.questions: list[str] = []
        """The question that each choice answered."""
        again: Game[Any] = Game(game.ruleset, game.deal)
        told = 0
        for seat, choice in [*game.choices, (None, None)]:
            self.events.append(all_seen_by(again.events[told:], viewer))
            self.asked.append(again.prompt(viewer))
            told = len(again.events)
            if seat is not None and choice is not None:
                prompt = again.prompt(seat)
                is_answer = prompt is not None and prompt.number == choice.to
                self.questions.append(prompt.question.name if prompt and is_answer else str(choice.to))
                again.play(seat, choice)

    def allows(self, game: Game[Any], at: int, told: int) -> bool:
        """Return whether the seat sees the same events and prompt in another game.

        `at` is the number of choices made, and `told` the number of events before the last of them.
        """
        return (
            all_seen_by(game.events[told:], self.viewer) == self.events[at]
            and game.prompt(self.viewer) == self.asked[at]
        )

    def happens_in(self, game: Game[Any], at: int = 0, told: int = 0) -> bool:
        """Return whether a game at this point can continue in a way that matches everything the seat has seen."""
        if not self.allows(game, at, told):
            return False
        if at == len(self.choices):
            return True
        told = len(game.events)
        for seat, choice in self.choices_at(game, at):
            twin = game.clone()
            if choice is not None:
                twin.play(seat, choice)
            if self.happens_in(twin, at + 1, told):
                return True
        return False

    def choices_at(self, game: Game[Any], at: int) -> Iterator[tuple[Seat, Choice | None]]:
        """Yield the choices that another game may have had in this place, or None where none is needed."""
        seat, choice = self.choices[at]
        question = self.questions[at]
        if seat != self.viewer and question in SECRET:
            prompt = game.prompt(seat)
            for answer in prompt.option.answers() if prompt is not None else ():
                yield seat, Choice(choice.to, answer)
            return
        if seat != self.viewer and question in SECRET_OFFERS:
            yield seat, None
        if game.refusal(seat, choice) is None:
            yield seat, choice


def arrangements(cards: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield every distinct order of the cards."""
    if not cards:
        yield ()
    for card in dict.fromkeys(cards):
        rest = list(cards)
        rest.remove(card)
        for others in arrangements(tuple(rest)):
            yield (card, *others)


def possible_deals(game: Game[Any], viewer: Seat) -> set[tuple[str, ...]]:
    """Return the role deals that are consistent with everything the viewer has seen."""
    seen = Seen(game, viewer)
    return {
        roles
        for roles in arrangements(role_cards(game.ruleset))
        if seen.happens_in(Game(game.ruleset, msgspec.structs.replace(game.deal, roles=roles)))
    }
