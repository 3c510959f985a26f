"""Shared parts of the contract checks: seeded games, walks through them, and a game's whole state as a value."""

from collections.abc import Iterator
from random import Random
from typing import Any

from turncoat.kernel.game import Game
from turncoat.kernel.hooks import WindowFrame
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.steps import AskFrame
from turncoat.testing.rulesets import label
from turncoat.testing.walks import random_walk


def state_of(game: Game[Any]) -> tuple[Any, ...]:
    """Return everything that a choice could change, for later comparison. The board is text, so as to share nothing."""
    stack = [
        (entry.step, entry.number, dict(entry.prompts), dict(entry.answers))
        if isinstance(entry, AskFrame)
        else (entry.window, {name: dict(memory) for name, memory in entry.memories.items() if memory})
        if isinstance(entry, WindowFrame)
        else entry
        for entry in game.stack
    ]
    open_step = game.frame is not None
    return repr(game.board), tuple(game.events), tuple(game.choices), game.latest_prompt, stack, open_step


def new_game(ruleset: Ruleset, seed: int) -> tuple[Game[Any], Random]:
    """Return a game and the random generator that plays it, determined by ruleset and seed."""
    name = f"{label(ruleset)}/{seed}"
    return Game(ruleset, ruleset.deal(name.encode())), Random(name)


def walk(ruleset: Ruleset, seed: int, changes: float = 0.05) -> Iterator[tuple[Game[Any], Random]]:
    """Yield a random game before the first choice, and after each one."""
    game, rng = new_game(ruleset, seed)
    yield game, rng
    for _ in random_walk(game, rng, changes=changes):
        yield game, rng
