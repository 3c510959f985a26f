"""Players that hold a view and nothing else. What serves every game is here; each game's own bot is in `games`."""

from collections.abc import Sequence

from turncoat.bots import games
from turncoat.bots.beginner import Beginner
from turncoat.bots.bot import OFFER_CHANCE, Bot, GameBot, RandomBot
from turncoat.bots.characters import CHARACTERS, Character
from turncoat.bots.deducer import Deducer
from turncoat.bots.disguised import Disguised
from turncoat.bots.levels import Easy, Hard, Normal
from turncoat.bots.registry import BOTS, UnknownBotError, find, for_people, latest, names, register, title_of
from turncoat.bots.sensible import Sensible
from turncoat.bots.strategist import QuickStrategist, Strategist

# The order in which people find them at a table.
register(Easy)
register(Normal)
register(Hard)
register(Sensible)
register(Deducer)
register(Strategist)
register(QuickStrategist)
register(RandomBot)
register(Beginner)
register(Disguised)

__all__: Sequence[str] = (
    "BOTS",
    "CHARACTERS",
    "OFFER_CHANCE",
    "Bot",
    "Character",
    "GameBot",
    "UnknownBotError",
    "find",
    "for_people",
    "games",
    "latest",
    "names",
    "register",
    "title_of",
)
