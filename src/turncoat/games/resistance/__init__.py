"""The Resistance: base game in `rulebook` and `steps`, and a file for the chapter of each variant or module.

A chapter in another package may rely on the names in `__all__`, and on the hooks in `hooks`.
"""

from turncoat.games.resistance.blind_spies import BlindSpies
from turncoat.games.resistance.board import Board
from turncoat.games.resistance.hunter import Blame, Coordinator, DeepAgent, DummyAgent, Hunter, Pretender
from turncoat.games.resistance.inquisitor import Inquisitor
from turncoat.games.resistance.loyalty import LoyaltyShown, show_loyalty
from turncoat.games.resistance.plot_thickens import PlotThickens
from turncoat.games.resistance.reveal import before_the_end, role_holders, spies_reveal
from turncoat.games.resistance.reverser import Reverser
from turncoat.games.resistance.roles import RoleChapter, side_of
from turncoat.games.resistance.rulebook import Resistance
from turncoat.games.resistance.steps import Game
from turncoat.games.resistance.targeting import Targeting
from turncoat.kernel.rulebooks import register

BOOK = Resistance()
BOOK.add(Targeting())
BOOK.add(BlindSpies())
BOOK.add(PlotThickens())
BOOK.add(Hunter())
BOOK.add(DummyAgent())
BOOK.add(Coordinator())
BOOK.add(DeepAgent())
BOOK.add(Pretender())
BOOK.add(Blame())
BOOK.add(Inquisitor())
BOOK.add(Reverser())
register(BOOK)

__all__ = [
    "BOOK",
    "Board",
    "Game",
    "LoyaltyShown",
    "Resistance",
    "RoleChapter",
    "before_the_end",
    "role_holders",
    "show_loyalty",
    "side_of",
    "spies_reveal",
]
