"""A game from outside with seven missions, of which four win: The Resistance, for a longer evening."""

from typing import ClassVar

from turncoat.games.resistance.board import Board
from turncoat.games.resistance.rulebook import Resistance
from turncoat.kernel.rulesets import Ruleset

SIZES = (2, 3, 2, 3, 3, 2, 3)


class SevenBoard(Board):
    """The board with two missions more."""

    __slots__ = ()
    missions: ClassVar[int] = len(SIZES)
    wins: ClassVar[int] = 4

    def size_of(self, mission: int) -> int:
        return SIZES[mission - 1]

    def fails_for(self, mission: int) -> int:
        return 1


class SevenMissions(Resistance):
    """Its rulebook, for five players."""

    name: ClassVar[str] = "seven-missions"
    players: ClassVar[range] = range(5, 6)

    def board(self, ruleset: Ruleset) -> SevenBoard:
        return SevenBoard(ruleset.players)
