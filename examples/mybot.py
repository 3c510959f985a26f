"""A bot in thirty lines: `turncoat arena resistance --players 5 --bots ./examples/mybot.py:Grudging,random`."""

from collections.abc import Iterable
from typing import Any

from turncoat import Bot, Event, Prompt, Ruleset, View, pick, seats_in


class Grudging(Bot):
    """Remembers who was on teams that failed, and approves no team with any of them. The rest it draws."""

    name = "grudging"
    title = "Grudging"
    summary = "Forgives nobody who was on a team that failed."

    def __init__(self, ruleset: Ruleset, seat: int, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self.view: View[Any] = View(ruleset, seat)

    def see(self, events: Iterable[Event]) -> None:
        self.view.see(events)

    def decide(self, prompt: Prompt) -> object:
        board = self.view.board
        failed = {seat for result in board.results if not result.success for seat in seats_in(result.team)}
        if prompt.question.name == "cast-ballot":
            return "reject" if failed & set(seats_in(board.team)) - {self.seat} else "approve"
        tries = [pick(prompt.option, self.rng) for _ in range(50)]
        if prompt.question.name == "name-team":  # of some teams drawn, the one with fewest of them
            return min(tries, key=lambda answer: len(failed & set(seats_in(answer[-1]))))
        return "fail" if "fail" in tries else "success" if "success" in tries else tries[0]
