"""The bots that are known: by name, and for each game its own. Packages from outside register theirs here too."""

from typing import Final, TypeVar

from turncoat.bots.bot import Bot, RandomBot
from turncoat.kernel.words import N_, composed

BOTS: Final[dict[str, type[Bot]]] = {}
"""Every bot that can be asked for, by name; importing `turncoat.bots` fills it."""
DEFAULT_BOTS: Final[dict[str, type[Bot]]] = {}
"""The bot that was made for each game, by the game's name."""

B = TypeVar("B", bound=Bot)


class UnknownBotError(ValueError):
    """There is no bot of that name; the message lists those that exist."""


def register(bot: type[B]) -> type[B]:
    """Make a bot known; also a decorator. Registering the same bot again does nothing.

    Raises ValueError for a bot without a name or a summary, for a name that is taken, and for a second default bot of
    a game.
    """
    if not (bot.name or bot.is_default):
        raise ValueError(composed(N_("the bot {given} has to have a name"), given=bot.__name__))
    if BOTS.get(bot.name, bot) is not bot:
        raise ValueError(composed(N_("there is a bot {name} already"), name=repr(bot.name)))
    if bot.title and not bot.summary:
        raise ValueError(composed(N_("the bot {name} has a title, so it has to have a summary"), name=bot.name))
    if bot.is_default:
        if not bot.game:
            message = N_("the bot {name} is a game's default bot, so it has to name the game")
            raise ValueError(composed(message, name=bot.name))
        other = DEFAULT_BOTS.setdefault(bot.game, bot)
        if other is not bot:
            message = N_("{game} has a default bot already: {name}")
            raise ValueError(composed(message, game=bot.game, name=other.name or other.__name__))
    if bot.name:
        BOTS[bot.name] = bot
    return bot


def names() -> tuple[str, ...]:
    """The names that `find` knows.

    >>> import turncoat.bots
    >>> {"random", "sensible"} <= set(names())
    True
    """
    return tuple(sorted(BOTS))


def find(name: str) -> type[Bot]:
    """The bot of that name. Raises UnknownBotError."""
    bot = BOTS.get(name)
    if bot is None:
        message = N_("unknown bot {name}; known: {known}")
        raise UnknownBotError(composed(message, name=repr(name), known=", ".join(names())))
    return bot


def default_bot(game: str) -> type[Bot]:
    """The bot that was made for the game; a game without one is played at random.

    >>> default_bot("chess").name
    'random'
    """
    return DEFAULT_BOTS.get(game, RandomBot)


def for_people() -> tuple[type[Bot], ...]:
    """The bots that people choose from at a table: those with a title."""
    return tuple(bot for bot in BOTS.values() if bot.title)


def title_of(name: str) -> str:
    """What people call the bot of that name (message id); its name where it has no title or is not known."""
    bot = BOTS.get(name)
    return (bot.title if bot is not None else "") or name
