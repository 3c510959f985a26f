"""Round Table, the sister game of The Resistance at King Arthur's table, which it reuses where the rules agree.

A chapter in another package may rely on the names in `__all__`, and on the hooks in `hooks`, which are those of
`turncoat.games.resistance`.
"""

from turncoat.games.resistance.targeting import Targeting
from turncoat.games.round_table.board import Board
from turncoat.games.round_table.characters import Mordred, Morgana, Oberon, Percival
from turncoat.games.round_table.excalibur import Excalibur
from turncoat.games.round_table.lady_of_the_lake import LadyOfTheLake
from turncoat.games.round_table.lancelots import Lancelots
from turncoat.games.round_table.roles import CharacterChapter, Signs
from turncoat.games.round_table.rulebook import RoundTable
from turncoat.games.round_table.steps import Game
from turncoat.kernel.rulebooks import register

BOOK = RoundTable()
BOOK.add(Percival())
BOOK.add(Morgana())
BOOK.add(Mordred())
BOOK.add(Oberon())
BOOK.add(Lancelots())
BOOK.add(LadyOfTheLake())
BOOK.add(Excalibur())
BOOK.add(Targeting())
register(BOOK)

__all__ = ["BOOK", "Board", "CharacterChapter", "Game", "RoundTable", "Signs"]
