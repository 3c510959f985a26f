"""The Resistance: Winter Soldier, a game of its own that reuses The Resistance where the rules agree.

A chapter in another package may rely on the names in `__all__`, and on the hooks in `hooks`.
"""

from turncoat.games.winter_soldier.board import Board
from turncoat.games.winter_soldier.characters import AlexanderPierce, ArnimZola, BaronZemo, BlackWidow
from turncoat.games.winter_soldier.maria_hill import MariaHill
from turncoat.games.winter_soldier.roles import CharacterChapter, Signs
from turncoat.games.winter_soldier.rulebook import WinterSoldier
from turncoat.games.winter_soldier.scarlet_witch import ScarletWitch
from turncoat.games.winter_soldier.steps import Game
from turncoat.kernel.rulebooks import register

BOOK = WinterSoldier()
BOOK.add(BlackWidow())
BOOK.add(MariaHill())
BOOK.add(AlexanderPierce())
BOOK.add(ArnimZola())
BOOK.add(BaronZemo())
BOOK.add(ScarletWitch())
register(BOOK)

__all__ = ["BOOK", "Board", "CharacterChapter", "Game", "Signs", "WinterSoldier"]
