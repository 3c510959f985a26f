"""Baselines: bots made for measuring, to compare the levels with.

Simulations and the arena find them by their name after `baseline:`, as in `--bots spies=baseline:sensible-1`. At a
table nobody can choose them. bench/notes/bots.md has the figures that were counted with them.
"""

from collections.abc import Mapping
from typing import Final

from turncoat import bots
from turncoat.bots.bot import Bot
from turncoat.kernel.words import N_, composed
from turncoat.lab.baselines.beginner import Beginner
from turncoat.lab.baselines.deducer import Deducer
from turncoat.lab.baselines.disguised import Disguised
from turncoat.lab.baselines.imitator import Imitator
from turncoat.lab.baselines.people import People
from turncoat.lab.baselines.planner import Planner
from turncoat.lab.baselines.reader import Reader
from turncoat.lab.baselines.sensible_1 import Sensible1
from turncoat.lab.baselines.winter_plan import WinterPlan

PREFIX: Final = "baseline:"
BASELINES: Final[Mapping[str, type[Bot]]] = {
    bot.name.removeprefix(PREFIX): bot
    for bot in (
        Beginner,
        Deducer,
        Disguised,
        Imitator,
        People,
        Planner,
        Reader,
        Sensible1,
        WinterPlan,
    )
}
"""The baselines by name, without the prefix."""


def find(name: str) -> type[Bot]:
    """The bot of that name, or the baseline of the name after the prefix. Raises UnknownBotError.

    >>> find("baseline:beginner") is Beginner, find("random").name
    (True, 'random')
    """
    if name.startswith(PREFIX):
        bot = BASELINES.get(name.removeprefix(PREFIX))
        if bot is None:
            message = N_("unknown baseline {name}; known: {known}")
            known = ", ".join(PREFIX + one for one in sorted(BASELINES))
            raise bots.UnknownBotError(composed(message, name=repr(name), known=known))
        return bot
    try:
        return bots.find(name)
    except bots.UnknownBotError:
        if name not in BASELINES:
            raise
        message = N_("the bot {name} is for measuring alone; name {baseline}")
        raise bots.UnknownBotError(composed(message, name=repr(name), baseline=PREFIX + name)) from None
