"""Players that hold a view and nothing else. What serves every game is here; each game's own bot is in `games`."""

from collections.abc import Sequence

from turncoat.bots import games
from turncoat.bots.bot import OFFER_CHANCE, Bot, GameBot, RandomBot
from turncoat.bots.deducer import Deducer
from turncoat.bots.registry import BOTS, UnknownBotError, find, for_people, latest, names, register, title_of
from turncoat.bots.sensible import Sensible

# The order in which people find them at a table.
register(Sensible)
register(Deducer)
register(RandomBot)

__all__: Sequence[str] = (
    "BOTS",
    "OFFER_CHANCE",
    "Bot",
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
