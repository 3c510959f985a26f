"""The cost of search: copies of a game, random playouts from a copy, and games made from what a seat saw."""

from collections.abc import Callable
from time import process_time
from typing import Any

import msgspec

from bench import driver
from turncoat.kernel.determinize import determinize
from turncoat.kernel.draws import Draws
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.steps import Choice

FROM_MISSION = 3
"""The mission at whose first ballots all measurements start."""


class SearchSpeed(msgspec.Struct, frozen=True):
    """Speed at the first ballots of the third mission, by the best round of each figure, in processor time."""

    players: int
    clone_microseconds: float
    """Time of a copy without history."""
    playouts_per_second: float
    """Games played to their end at random, each from a copy of its own."""
    determinize_milliseconds: float
    """Time of a game made from what one seat has seen, with the roles that were dealt."""


def game_at_mission(ruleset: Ruleset, seed: int = 1) -> Game[Any]:
    """Return a game of random players at the first ballots of the mission, from the first seed that reaches them."""
    player = driver.RandomTable(seed)
    while True:
        seed += 1
        game: Game[Any] = Game(ruleset, ruleset.deal(seed.to_bytes(8, "big")))
        while prompts := game.prompts():
            seat, prompt = next(iter(prompts.items()))
            if game.board.mission == FROM_MISSION and prompt.question.name == "cast-ballot":
                return game
            game.play(seat, Choice(prompt.number, player.draw(prompt.option)))


def measure(ruleset: Ruleset, seconds: float, rounds: int) -> SearchSpeed:
    """Return each figure in the best of several rounds of this many seconds."""
    game = game_at_mission(ruleset)
    player = driver.RandomTable(20)

    def copy() -> None:
        for _ in range(100):
            game.clone(history=False)

    def play_on() -> None:
        driver.play(game.clone(history=False), player)

    view, draws = game.view(0), Draws(b"bench")

    def make() -> None:
        determinize(view, game.deal.roles, draws)

    return SearchSpeed(
        ruleset.players,
        1e6 / (100 * best_rate(copy, seconds, rounds)),
        best_rate(play_on, seconds, rounds),
        1e3 / best_rate(make, seconds, rounds),
    )


def best_rate(do: Callable[[], None], seconds: float, rounds: int) -> float:
    """Return the calls per second of processor time, which excludes other programs."""
    rates: list[float] = []
    for _ in range(rounds):
        began, count = process_time(), 0
        while (passed := process_time() - began) < seconds:
            do()
            count += 1
        rates.append(count / passed)
    return max(rates)
