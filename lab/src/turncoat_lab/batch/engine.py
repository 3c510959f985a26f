"""Play many games: from a ruleset, policies and a seed to the outcome of each game."""

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from turncoat.kernel.rulesets import Ruleset
from turncoat_lab.batch.chance import key_of
from turncoat_lab.batch.compiler import entry
from turncoat_lab.batch.events import MOST_ROWS, ROW
from turncoat_lab.batch.games.resistance import flow as resistance
from turncoat_lab.batch.games.winter_soldier import flow as winter_soldier
from turncoat_lab.batch.rules import rules_of
from turncoat_lab.batch.state import new_game

WINNER, REASON, MISSIONS_RUN, CHOICES = range(4)
"""Columns of an outcome."""
OUTCOME: Final = 4
"""Number of the columns."""


@entry
def play_many(games: Any, first: int, last: int, outcomes: Any, log: Any) -> None:
    """Play the games with these numbers, and write winner, reason, missions and choices to a row for each."""
    game = games[0]
    for number in range(first, last):
        if game.seen.rules.is_winter_soldier:
            winter_soldier.play(game, log, np.uint64(number))
        else:
            resistance.play(game, log, np.uint64(number))
        row, board = outcomes[number - first], game.seen.board
        row[0], row[1], row[2], row[3] = board.winner, board.reason, board.missions_run, board.choices


def outcomes_of(
    ruleset: Ruleset, seed: str, first: int, last: int, loyal: str = "random", hiding: str = "random"
) -> Any:
    """Return one row for each game with these numbers, with these policies on the two sides.

    Raises NotInBatch for a ruleset that it does not know, ValueError for a policy.
    """
    return outcomes_by(rules_of(ruleset, (loyal, hiding)), seed, first, last)


def outcomes_by(rules: Any, seed: str, first: int, last: int) -> Any:
    """Return one row for each game with these numbers by these rules (an array of one `RULES`)."""
    outcomes = np.zeros((last - first, OUTCOME), np.int64)
    play_many(new_game(rules, key_of(seed)), first, last, outcomes, None)
    return outcomes


def logged_games(
    ruleset: Ruleset, seed: str, first: int, last: int, loyal: str = "random", hiding: str = "random"
) -> Iterator[tuple[Any, Any]]:
    """Yield the log rows and the outcome of each game, for the kernel to replay."""
    log, outcomes = np.zeros((MOST_ROWS, ROW), np.int64), np.zeros((1, OUTCOME), np.int64)
    game = new_game(rules_of(ruleset, (loyal, hiding)), key_of(seed))
    for number in range(first, last):
        log[0, 0] = 0
        play_many(game, number, number + 1, outcomes, log)
        yield log[1 : log[0, 0] + 1].copy(), outcomes[0].copy()
