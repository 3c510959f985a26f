"""The bots that are known, by name. Packages from outside register theirs here too."""

from typing import Final, TypeVar

from turncoat.bots.bot import Bot, RandomBot
from turncoat.kernel.words import N_, composed

BOTS: Final[dict[str, type[Bot]]] = {}
"""Every bot that is known, by name; importing `turncoat.bots` fills it."""

B = TypeVar("B", bound=Bot)


class UnknownBotError(ValueError):
    """There is no bot of that name; the message lists those that there are."""


def register(bot: type[B]) -> type[B]:
    """Make a bot known; also a decorator. Doing it twice does no harm.

    Raises ValueError for a bot that lacks words, for a name that is taken, and for a second sensible bot of one game.
    """
    if not bot.name:
        raise ValueError(composed(N_("the bot {given} has to have a name"), given=bot.__name__))
    if BOTS.get(bot.name, bot) is not bot:
        raise ValueError(composed(N_("there is a bot {name} already"), name=repr(bot.name)))
    if bot.title and not bot.summary:
        raise ValueError(composed(N_("the bot {name} has a title, so it has to have a summary"), name=bot.name))
    if bot.is_sensible:
        if not bot.game:
            message = N_("the bot {name} is a game's sensible bot, so it has to name the game")
            raise ValueError(composed(message, name=bot.name))
        other = latest(bot.game)
        if other.is_sensible and other is not bot:
            message = N_("{game} has a sensible bot already: {name}")
            raise ValueError(composed(message, game=bot.game, name=other.name))
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


def latest(game: str) -> type[Bot]:
    """The version that `sensible` stands for at the game; a game without a bot of its own is played at random.

    >>> latest("chess").name
    'random'
    """
    return next((bot for bot in BOTS.values() if bot.is_sensible and bot.game == game), RandomBot)


def bot_of_game(game: str, *players: str) -> type[Bot]:
    """The bot of the game as which these bots for every game play it: the first that one says so of, else the latest.

    >>> bot_of_game("chess", "deducer").name
    'random'
    """
    for player in players:
        ours = [bot for bot in BOTS.values() if player in bot.plays_for and bot.game == game]
        if ours:
            return ours[-1]
    return latest(game)


def for_people() -> tuple[type[Bot], ...]:
    """The bots that people choose from at a table: those with a title."""
    return tuple(bot for bot in BOTS.values() if bot.title)


def title_of(name: str) -> str:
    """What people call the bot of that name (message id); its name where it has no title or is not known."""
    bot = BOTS.get(name)
    return (bot.title if bot is not None else "") or name
