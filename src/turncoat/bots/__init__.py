"""Bots: players that hold a view and nothing else.

Bots for every game are here, and each game's own bot is in `games`.
"""

from collections.abc import Sequence

from turncoat.bots import games
from turncoat.bots.bot import OFFER_CHANCE, Bot, GameBot, RandomBot
from turncoat.bots.characters import CHARACTERS, Character
from turncoat.bots.guided import Guided
from turncoat.bots.levels import Easy, Hard, Normal
from turncoat.bots.registry import (
    BOTS,
    UnknownBotError,
    default_bot,
    find,
    for_people,
    names,
    register,
    title_of,
)
from turncoat.bots.sensible import Sensible

# The order in which tables list them.
register(Easy)
register(Normal)
register(Hard)
register(Sensible)
register(RandomBot)
register(Guided)  # never chosen by people: it plays guided first games

__all__: Sequence[str] = (
    "BOTS",
    "CHARACTERS",
    "OFFER_CHANCE",
    "Bot",
    "Character",
    "GameBot",
    "UnknownBotError",
    "default_bot",
    "find",
    "for_people",
    "games",
    "names",
    "register",
    "title_of",
)
