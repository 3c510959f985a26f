"""The Resistance: the base game in `rulebook` and `steps`, a chapter a file."""

from turncoat.games.resistance.blind_spies import BlindSpies
from turncoat.games.resistance.rulebook import Resistance
from turncoat.games.resistance.targeting import Targeting
from turncoat.kernel.rulesets import register

BOOK = Resistance()
BOOK.add(Targeting())
BOOK.add(BlindSpies())
register(BOOK)
