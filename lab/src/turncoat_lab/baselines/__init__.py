"""Baselines: bots for measurement, opponents for comparison with the levels (`easy`, `normal`, `hard`).

Simulations and the arena find them by name after `baseline:`, as in `--bots spies=baseline:sensible-1`. Nobody can
choose them at a table. lab/docs/bots.md has the results of such comparisons.
"""

from collections.abc import Mapping
from typing import Final

from turncoat.bots import UnknownBotError
from turncoat.bots.bot import Bot
from turncoat.extensions import BASELINE
from turncoat.kernel.words import N_, composed
from turncoat_lab.baselines.beginner import Beginner
from turncoat_lab.baselines.deducer import Deducer
from turncoat_lab.baselines.disguised import Disguised
from turncoat_lab.baselines.imitator import Imitator
from turncoat_lab.baselines.people import People
from turncoat_lab.baselines.planner import Planner
from turncoat_lab.baselines.reader import Reader
from turncoat_lab.baselines.sensible_1 import Sensible1
from turncoat_lab.baselines.winter_plan import WinterPlan

BASELINES: Final[Mapping[str, type[Bot]]] = {
    bot.name.removeprefix(BASELINE): bot
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
    """Return the baseline with this full name. Raises UnknownBotError.

    >>> find("baseline:people") is People
    True
    """
    bot = BASELINES.get(name.removeprefix(BASELINE))
    if bot is None:
        message = N_("unknown baseline {name}; known: {known}")
        known = ", ".join(BASELINE + one for one in sorted(BASELINES))
        raise UnknownBotError(composed(message, name=repr(name), known=known))
    return bot
