"""Speed of complete games of random players (`simulation.random_table`), with and without every seat's view."""

from collections.abc import Callable
from time import perf_counter, process_time
from typing import Any

import msgspec

import turncoat.games  # noqa: F401 - makes the games known
from turncoat.kernel.events import seen_by
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.steps import Choice
from turncoat.kernel.views import View
from turncoat.simulation.random_table import RandomTable, play

__all__ = ("RandomTable", "Speed", "measure", "play", "play_with_views")


def play_with_views(game: Game[Any], table: RandomTable) -> None:
    """Play a game of random players, updating a view for every seat.

    Whenever the table opens a question, and after the end, each seat's view gets the new events as the seat may see
    them (`seen_by`, folded into its board), and the seat's prompt, offers and waiting state (`Game.ask`).
    """
    views: list[View[Any]] = [View(game.ruleset, seat) for seat in range(game.ruleset.players)]
    events = game.events
    told = 0
    while True:
        new = events[told:]
        told = len(events)
        for view in views:
            seat = view.seat
            view.see([seen for event in new if (seen := seen_by(event, seat)) is not None])
            game.refresh(view)
        prompts = game.prompts()
        if not prompts:
            return
        for seat, prompt in prompts.items():
            game.play(seat, Choice(prompt.number, table.draw(prompt.option)))


class Speed(msgspec.Struct, frozen=True):
    """Games per second in the best and in the median of several rounds, and the choices and events of a game."""

    players: int
    games_per_second: float
    median_games_per_second: float
    games_per_cpu_second: float
    """Per second of the process's own processor time, which excludes other programs."""
    choices_per_second: float
    choices_per_game: float
    events_per_game: float


def measure(ruleset: Ruleset, how: Callable[[Game[Any], RandomTable], None], seconds: float, rounds: int) -> Speed:
    """Play complete games, each from its own deal, for this many seconds in each round."""
    table = RandomTable(20)
    rates: list[float] = []
    cpu_rates: list[float] = []
    games = choices = events = number = 0
    for _ in range(rounds):
        began, cpu_began = perf_counter(), process_time()
        done = 0
        while (passed := perf_counter() - began) < seconds:
            for _ in range(20):
                number += 1
                game: Game[Any] = Game(ruleset, ruleset.deal(number.to_bytes(8, "big")))
                how(game, table)
                choices += len(game.choices)
                events += len(game.events)
            done += 20
        rates.append(done / passed)
        cpu_rates.append(done / (process_time() - cpu_began))
        games += done
    best, middle = max(rates), sorted(rates)[len(rates) // 2]
    cpu = max(cpu_rates)
    return Speed(ruleset.players, best, middle, cpu, best * choices / games, choices / games, events / games)
