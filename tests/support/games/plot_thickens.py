"""Tables for testing plot cards, with handwritten decks, roles and choices."""

from collections.abc import Sequence
from typing import Any

import turncoat.games  # noqa: F401 - registers the games
from turncoat.games.resistance.plot_thickens.deck import CHAPTER, full_deck
from turncoat.games.resistance.steps import Game as ResistanceGame
from turncoat.games.resistance.tables import SPIES
from turncoat.kernel.chapters import Deal, OptionValue
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset
from turncoat.testing import play

STRONG, EYE, NO, OPINION, TAKE, HEAR, OPEN, ESTABLISH, SPOT = (
    "strong-leader",
    "keeping-a-close-eye",
    "no-confidence",
    "opinion-maker",
    "take-responsibility",
    "overheard-conversation",
    "open-up",
    "establish-confidence",
    "in-the-spotlight",
)


def ruleset(players: int, *others: str, **options: OptionValue) -> Ruleset:
    return Ruleset.of("resistance", players, (CHAPTER, *others), options)


def table(
    players: int,
    deck: Sequence[str],
    script: str = "",
    *,
    spies: Sequence[int] | None = None,
    first: int = 0,
    **options: OptionValue,
) -> ResistanceGame:
    """Play a script with a short deck. By default, the spies take the last seats."""
    rules = ruleset(players, **options)
    if spies is None:
        spies = range(players - SPIES[players], players)
    roles = tuple("spy" if seat in spies else "resistance" for seat in range(players))
    game: ResistanceGame = Game(rules, Deal(roles, first, {CHAPTER: tuple(deck)}))
    play(game, script)
    return game


def stacked(players: int, *top: str) -> tuple[str, ...]:
    """Return the whole deck with these cards on top."""
    rest = list(full_deck(players))
    for card in top:
        rest.remove(card)
    return (*top, *rest)


def asked(game: Game[Any]) -> list[tuple[int, str]]:
    """Return the seats that are asked, with their questions."""
    return [(seat, prompt.question.name) for seat, prompt in game.prompts().items()]


def questions(game: Game[Any]) -> list[tuple[int, str]]:
    """Return the seats and questions of all answers so far, in order."""
    again: Game[Any] = Game(game.ruleset, game.deal)
    told: list[tuple[int, str]] = []
    for seat, choice in game.choices:
        prompt = again.prompt(seat)
        told.append((seat, prompt.question.name if prompt is not None and not isinstance(choice.to, str) else ""))
        again.play(seat, choice)
    return told


def happened(game: Game[Any], kind: str) -> list[Any]:
    """Return the events of this kind."""
    return [event for event in game.events if type(event).__name__ == kind]
