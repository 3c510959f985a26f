"""The bots that are known, by name. Packages from outside register theirs here too."""

from typing import Final, TypeVar

from turncoat.bots.bot import Bot, RandomBot
from turncoat.kernel.words import N_, composed

_BOTS: Final[dict[str, type[Bot]]] = {}
_LATEST: Final[dict[str, type[Bot]]] = {}

B = TypeVar("B", bound=Bot)


class UnknownBotError(ValueError):
    """There is no bot of that name; the message lists those that there are."""


def register(bot: type[B]) -> type[B]:
    """Make a bot known; also a decorator. Doing it twice does no harm.

    Raises ValueError for a bot that lacks words, and for a name or a game that is taken.
    """
    if not bot.name:
        raise ValueError(f"{bot.__qualname__} has no name")
    if bot.title and not bot.summary:
        raise ValueError(f"{bot.name}: a bot with a title for people has a summary too")
    if bot.is_sensible and not bot.game:
        raise ValueError(f"{bot.name}: a bot that `sensible` stands for names its game")
    if _BOTS.get(bot.name, bot) is not bot:
        raise ValueError(f"there is a bot {bot.name!r} already")
    if bot.is_sensible:
        sensible = _LATEST.setdefault(bot.game, bot)
        if sensible is not bot:
            raise ValueError(f"{bot.name}: `sensible` plays {bot.game} as {sensible.name} already")
    _BOTS[bot.name] = bot
    return bot


def names() -> tuple[str, ...]:
    """The names that `find` knows.

    >>> import turncoat.bots
    >>> names()
    ('hydra-1', 'random', 'sensible', 'sensible-1', 'winter-1')
    """
    return tuple(sorted(_BOTS))


def find(name: str) -> type[Bot]:
    """The bot of that name. Raises UnknownBotError."""
    bot = _BOTS.get(name)
    if bot is None:
        message = N_("unknown bot {name}; known: {known}")
        raise UnknownBotError(composed(message, name=repr(name), known=", ".join(names())))
    return bot


def latest(game: str) -> type[Bot]:
    """The version that `sensible` stands for at the game; a game without a bot of its own is played at random.

    >>> import turncoat.bots
    >>> latest("winter-soldier").name, latest("chess").name
    ('winter-1', 'random')
    """
    return _LATEST.get(game, RandomBot)


def for_people() -> tuple[type[Bot], ...]:
    """The bots that people choose from at a table: those with a title."""
    return tuple(bot for bot in _BOTS.values() if bot.title)


def title_of(name: str) -> str:
    """What people call the bot of that name (message id); its name where it has no title or is not known."""
    bot = _BOTS.get(name)
    return (bot.title if bot is not None else "") or name
