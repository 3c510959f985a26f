"""Turncoat: an open platform for hidden-loyalty games, for people, bots and researchers.

    >>> from turncoat import Choice, Game, Ruleset
    >>> ruleset = Ruleset.of("resistance", 5)
    >>> game = Game(ruleset, ruleset.deal(b"an evening"))
    >>> while game.prompts():
    ...     for seat in game.prompts():
    ...         game.play(seat, game.default(seat))
    >>> game.result
    Result(winner='spies', reason='five-rejections')

What is named here stays; the rest may move from one version to the next.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from turncoat.bots.bot import Bot
    from turncoat.kernel.boards import Result
    from turncoat.kernel.chapters import Deal, RulesetError
    from turncoat.kernel.events import Event, seen_by
    from turncoat.kernel.game import Game
    from turncoat.kernel.records import RecordError, parse_record, print_record, record_of, replay
    from turncoat.kernel.refusals import Refusal, Refused
    from turncoat.kernel.rulesets import Ruleset
    from turncoat.kernel.seats import CHANCE, SPECTATOR
    from turncoat.kernel.steps import Choice, Prompt
    from turncoat.kernel.views import View
    from turncoat.lab.simulation import play_game, simulate
    from turncoat.telling import Teller

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "SPECTATOR",
    "Bot",
    "Choice",
    "Deal",
    "Event",
    "Game",
    "Prompt",
    "RecordError",
    "Refusal",
    "Refused",
    "Result",
    "Ruleset",
    "RulesetError",
    "Teller",
    "View",
    "__version__",
    "parse_record",
    "play_game",
    "print_record",
    "record_of",
    "replay",
    "seen_by",
    "simulate",
]

_HOMES = {
    "bots.bot": ("Bot",),
    "kernel.boards": ("Result",),
    "kernel.chapters": ("Deal", "RulesetError"),
    "kernel.events": ("Event", "seen_by"),
    "kernel.game": ("Game",),
    "kernel.records": ("RecordError", "parse_record", "print_record", "record_of", "replay"),
    "kernel.refusals": ("Refusal", "Refused"),
    "kernel.rulesets": ("Ruleset",),
    "kernel.seats": ("CHANCE", "SPECTATOR"),
    "kernel.steps": ("Choice", "Prompt"),
    "kernel.views": ("View",),
    "lab.simulation": ("play_game", "simulate"),
    "telling": ("Teller",),
}
"""Where each name lives. They are loaded when first asked for, so that the command line answers at once."""


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            import_module("turncoat.games")  # whoever names a ruleset expects the games to be known
            value = globals()[name] = getattr(import_module(f"turncoat.{home}"), name)
            return value
    raise AttributeError(f"module 'turncoat' has no attribute {name!r}")
