"""A bot made for Lighthouse."""

from collections.abc import Sequence
from typing import ClassVar

from lighthouse.rules import NIGHTS, Board
from turncoat import Choice, GameBot, Offer, OneCard, Prompt, pick, seats_in
from turncoat.chapters import Answer

WATERS = 0.7
"""Probability that a wrecker pours water."""


class Lamplighter(GameBot[Board]):
    """Rings the bell when it has seen water, or guesses when the next dark night would lose the game."""

    name: ClassVar[str] = "lamplighter"
    game: ClassVar[str] = "lighthouse"
    is_default: ClassVar[bool] = True

    def answer(self, board: Board, prompt: Prompt) -> Answer:
        if isinstance(prompt.option, OneCard):
            return "water" if board.roles[self.seat] == "wrecker" and self.rng.random() < WATERS else "oil"
        return pick(prompt.option, self.rng)

    def consider(self, offers: Sequence[Offer]) -> Choice | None:
        if self.view is None:
            return super().consider(offers)
        board = self.view.board
        if not offers or board.roles[self.seat] == "wrecker":
            return None
        if board.caught:
            return Choice(offers[0].name, seats_in(board.caught)[0])
        return Choice(offers[0].name, pick(offers[0].option, self.rng)) if board.dark == NIGHTS - 1 else None
