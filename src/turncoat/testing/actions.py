"""Checks of action spaces: every question is declared, and actions lead to every answer in exactly one way."""

from collections.abc import Iterator
from typing import Any

from turncoat.kernel.actions import ActionSpace, PartialAnswer, begin_answer
from turncoat.kernel.options import AnyOption
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import CHANCE
from turncoat.testing.broken import require
from turncoat.testing.domains import candidates
from turncoat.testing.games import walk

MOST_ANSWERS = 300
"""Number of answers above which an option is sampled rather than listed."""


def check_actions(ruleset: Ruleset, seed: int = 1) -> None:
    """Check that the ruleset declares every question, offer and word, and that actions lead to all answers."""
    space = ActionSpace(ruleset)
    require(len(set(map(str, space.actions))) == len(space.actions), "two actions have the same name")
    seen: set[Any] = set()
    for game, rng in walk(ruleset, seed):
        asked = {seat: prompt.option for seat, prompt in game.prompts().items()}
        for prompt in game.prompts().values():
            require(
                prompt.question.name in space.questions, f"the question {prompt.question.name} is not declared", game
            )
        offered = [offer for seat in range(ruleset.players) for offer in game.offers(seat)]
        for offer in offered:
            require(offer.name in space.offers, f"the standing offer {offer.name} is not declared", game)
        for option in (*asked.values(), *(offer.option for offer in offered)):
            if (key := (type(option), option)) in seen:
                continue
            seen.add(key)
            _check_option(space, option)
        for seat, option in asked.items():
            partial = begin_answer(option)
            while partial.actions:
                if seat == CHANCE:
                    require(abs(sum(partial.chances().values()) - 1) < 1e-9, "chances do not add up to 1", game)
                action = rng.choice(partial.actions)
                require(action in space.numbers, f"{action} is not among the actions of the ruleset", game)
                partial = partial.after(action)
            refusal = option.refusal(partial.answer)
            require(refusal is None, f"actions lead to {partial.answer!r}, which is refused: {refusal}", game)


def _check_option(space: ActionSpace, option: AnyOption) -> None:
    """Check that the sequences of actions and the answers of an option are the same in number, if they are few."""
    if candidates(option) is None:
        return
    answers = list(option.answers())
    if len(answers) > MOST_ANSWERS:
        return
    found = list(_answers(space, begin_answer(option)))
    require(
        len(found) == len(answers) and set(found) == set(answers), f"actions lead to {found}; {option} has {answers}"
    )


def _answers(space: ActionSpace, partial: PartialAnswer) -> Iterator[Any]:
    if not partial.actions:
        yield partial.answer
    for action in partial.actions:
        require(action in space.numbers, f"{action} is not among the actions of the ruleset")
        yield from _answers(space, partial.after(action))
