"""The Resistance: Winter Soldier, a game of its own that reuses The Resistance where the rules agree."""

from turncoat.games.winter_soldier.characters import AlexanderPierce, ArnimZola, BaronZemo, BlackWidow
from turncoat.games.winter_soldier.maria_hill import MariaHill
from turncoat.games.winter_soldier.rulebook import WinterSoldier
from turncoat.games.winter_soldier.scarlet_witch import ScarletWitch
from turncoat.kernel.rulebooks import register

BOOK = WinterSoldier()
BOOK.add(BlackWidow())
BOOK.add(MariaHill())
BOOK.add(AlexanderPierce())
BOOK.add(ArnimZola())
BOOK.add(BaronZemo())
BOOK.add(ScarletWitch())
register(BOOK)
