"""Round Table, the sister game of The Resistance at King Arthur's table, which it reuses where the rules agree.

A chapter in another package may rely on the names in `__all__`. The hooks are those of `turncoat.games.resistance`.
"""

from turncoat.games.round_table.board import Board
from turncoat.games.round_table.characters import Mordred, Morgana, Oberon, Percival
from turncoat.games.round_table.roles import CharacterChapter, Signs
from turncoat.games.round_table.rulebook import RoundTable
from turncoat.games.round_table.steps import Game
from turncoat.kernel.rulebooks import register

BOOK = RoundTable()
BOOK.add(Percival())
BOOK.add(Morgana())
BOOK.add(Mordred())
BOOK.add(Oberon())
register(BOOK)

__all__ = ["BOOK", "Board", "CharacterChapter", "Game", "RoundTable", "Signs"]
