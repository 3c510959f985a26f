"""Registry of bots by name, with a default bot for each game. Third-party packages register theirs here as well."""

from typing import Final, TypeVar

from turncoat.bots.bot import Bot, RandomBot
from turncoat.kernel.words import N_, composed

BOTS: Final[dict[str, type[Bot]]] = {}
"""Registered bots by name. Importing `turncoat.bots` fills it."""
DEFAULT_BOTS: Final[dict[str, type[Bot]]] = {}
"""Default bots by the name of their game."""

B = TypeVar("B", bound=Bot)


class UnknownBotError(ValueError):
    """Raised for an unknown bot. The message lists the known ones."""


def register(bot: type[B]) -> type[B]:
    """Register a bot. Usable as a class decorator, and idempotent.

    Raises ValueError for a bot without a name or a summary, for a name that is taken, and for a second default bot of a
    game.
    """
    if not (bot.name or bot.is_default):
        raise ValueError(composed(N_("the bot {given} needs a name"), given=bot.__name__))
    if BOTS.get(bot.name, bot) is not bot:
        raise ValueError(composed(N_("a bot {name} exists already; choose another name"), name=repr(bot.name)))
    if bot.title and not bot.summary:
        raise ValueError(composed(N_("the bot {name} has a title, so it needs a summary"), name=bot.name))
    if bot.is_default:
        if not bot.game:
            message = N_("the bot {name} is a game's default bot, so it must name the game")
            raise ValueError(composed(message, name=bot.name))
        other = DEFAULT_BOTS.setdefault(bot.game, bot)
        if other is not bot:
            message = N_("{game} already has a default bot: {name}")
            raise ValueError(composed(message, game=bot.game, name=other.name or other.__name__))
    if bot.name:
        BOTS[bot.name] = bot
    return bot


def names() -> tuple[str, ...]:
    """Return the registered names in alphabetical order.

    >>> import turncoat.bots
    >>> {"random", "sensible"} <= set(names())
    True
    """
    return tuple(sorted(BOTS))


def find(name: str) -> type[Bot]:
    """Return the bot registered under a name. Raises UnknownBotError."""
    bot = BOTS.get(name)
    if bot is None:
        message = N_("unknown bot {name}; known: {known}")
        raise UnknownBotError(composed(message, name=repr(name), known=", ".join(names())))
    return bot


def default_bot(game: str) -> type[Bot]:
    """Return the default bot of a game, or `RandomBot` for a game without one.

    >>> default_bot("chess").name
    'random'
    """
    return DEFAULT_BOTS.get(game, RandomBot)


def for_people() -> tuple[type[Bot], ...]:
    """Return the bots that are offered to people at a table, which are those with a title."""
    return tuple(bot for bot in BOTS.values() if bot.title)


def title_of(name: str) -> str:
    """Return a bot's title (message id), or the name itself if the bot has no title or is unknown."""
    bot = BOTS.get(name)
    return (bot.title if bot is not None else "") or name
