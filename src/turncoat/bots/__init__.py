"""Players that hold a view and nothing else."""

from collections.abc import Sequence
from typing import Final

from turncoat.bots.bot import OFFER_CHANCE, Bot, RandomBot
from turncoat.bots.hydra import Hydra1
from turncoat.bots.newest import Sensible
from turncoat.bots.sensible import Sensible1
from turncoat.bots.winter import Winter1
from turncoat.kernel.words import N_, composed

BOTS: Final[dict[str, type[Bot]]] = {bot.name: bot for bot in (RandomBot, Sensible, Sensible1, Hydra1, Winter1)}
"""Every bot by its name. `sensible` stands for the newest version at each game."""


class UnknownBotError(ValueError):
    """There is no bot of that name; the message lists those that there are."""


def register(bot: type[Bot]) -> None:
    """Make a bot known by its name. Raises ValueError for a name already taken."""
    if not bot.name:
        raise ValueError(f"{bot.__qualname__} has no name")
    if BOTS.setdefault(bot.name, bot) is not bot:
        raise ValueError(f"there is a bot {bot.name!r} already")


def names() -> tuple[str, ...]:
    """The names that `find` knows.

    >>> names()
    ('hydra-1', 'random', 'sensible', 'sensible-1', 'winter-1')
    """
    return tuple(sorted(BOTS))


def find(name: str) -> type[Bot]:
    """The bot of that name. Raises UnknownBotError."""
    bot = BOTS.get(name)
    if bot is None:
        says = N_("unknown bot {name}; known: {known}")
        raise UnknownBotError(composed(says, name=repr(name), known=", ".join(names())))
    return bot


__all__: Sequence[str] = ("BOTS", "OFFER_CHANCE", "Bot", "UnknownBotError", "find", "names", "register")
