"""Variants of The Resistance with three missions, of which two win, and with seven, of which four win."""

from itertools import cycle, islice
from typing import ClassVar

from turncoat.games.resistance.board import Board
from turncoat.games.resistance.rulebook import Resistance
from turncoat.kernel.rulesets import Ruleset

SIZES = (2, 3, 2, 3, 3)


class SevenBoard(Board):
    """Board with seven missions."""

    __slots__ = ()
    missions: ClassVar[int] = 7
    wins: ClassVar[int] = 4

    def size_of(self, mission: int) -> int:
        return next(islice(cycle(SIZES), mission - 1, None))

    def fails_for(self, mission: int) -> int:
        return 1


class ThreeBoard(SevenBoard):
    """Board with three missions."""

    __slots__ = ()
    missions: ClassVar[int] = 3
    wins: ClassVar[int] = 2


class SevenMissions(Resistance):
    """Rulebook with seven missions, for five players."""

    name: ClassVar[str] = "seven-missions"
    players: ClassVar[range] = range(5, 6)

    def board(self, ruleset: Ruleset) -> SevenBoard:
        return SevenBoard(ruleset.players)


class ThreeMissions(SevenMissions):
    """Rulebook with three missions."""

    name: ClassVar[str] = "three-missions"

    def board(self, ruleset: Ruleset) -> ThreeBoard:
        return ThreeBoard(ruleset.players)
