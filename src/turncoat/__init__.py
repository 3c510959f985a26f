"""Open platform for hidden-loyalty games, for players, bots and researchers.

    >>> from turncoat import Choice, Game, Ruleset
    >>> ruleset = Ruleset.of("resistance", 5)
    >>> game = Game(ruleset, ruleset.deal(b"an evening"))
    >>> while game.prompts():
    ...     for seat in game.prompts():
    ...         game.play(seat, game.default(seat))
    >>> game.result
    Result(winner='spies', reason='five-rejections')

The names exported here are stable. Everything else may move between versions. `docs/python.md` shows them in use.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from turncoat.bots.bot import Bot, GameBot
    from turncoat.bots.draws import pick
    from turncoat.deduction.worlds import Worlds
    from turncoat.kernel.actions import Action, ActionSpace, PartialAnswer, begin_answer
    from turncoat.kernel.boards import Board, Result
    from turncoat.kernel.chapters import Deal, DealError, Offer, RulesetError
    from turncoat.kernel.compiled import events_of
    from turncoat.kernel.determinize import determinize
    from turncoat.kernel.draws import Draws
    from turncoat.kernel.events import Event, GameEnded, seen_by
    from turncoat.kernel.game import Game, LiveView
    from turncoat.kernel.options import Cards, Form, OneCard, OneSeat, Option, Order, Seats, Word, YesNo
    from turncoat.kernel.records import Record, RecordError, parse_record, print_record, record_of, replay
    from turncoat.kernel.refusals import Refusal, Refused
    from turncoat.kernel.rulebooks import Rulebook, rulebook
    from turncoat.kernel.rulesets import Ruleset
    from turncoat.kernel.seats import CHANCE, SPECTATOR, seat_set, seats_in
    from turncoat.kernel.steps import Choice, Prompt, Question
    from turncoat.kernel.views import View
    from turncoat.simulation.playing import play_game
    from turncoat.simulation.simulate import simulate
    from turncoat.telling import Teller

__version__ = "0.1.0"
"""Version of Turncoat, by semantic versioning.

>>> import turncoat
>>> len(turncoat.__version__.split("."))
3
"""

__all__ = [
    "CHANCE",
    "SPECTATOR",
    "Action",
    "ActionSpace",
    "Board",
    "Bot",
    "Cards",
    "Choice",
    "Deal",
    "DealError",
    "Draws",
    "Event",
    "Form",
    "Game",
    "GameBot",
    "GameEnded",
    "LiveView",
    "Offer",
    "OneCard",
    "OneSeat",
    "Option",
    "Order",
    "PartialAnswer",
    "Prompt",
    "Question",
    "Record",
    "RecordError",
    "Refusal",
    "Refused",
    "Result",
    "Rulebook",
    "Ruleset",
    "RulesetError",
    "Seats",
    "Teller",
    "View",
    "Word",
    "Worlds",
    "YesNo",
    "__version__",
    "begin_answer",
    "determinize",
    "events_of",
    "parse_record",
    "pick",
    "play_game",
    "print_record",
    "record_of",
    "replay",
    "rulebook",
    "seat_set",
    "seats_in",
    "seen_by",
    "simulate",
]

_HOMES = {
    "bots.bot": ("Bot", "GameBot"),
    "bots.draws": ("pick",),
    "deduction.worlds": ("Worlds",),
    "kernel.actions": ("Action", "ActionSpace", "PartialAnswer", "begin_answer"),
    "kernel.boards": ("Board", "Result"),
    "kernel.chapters": ("Deal", "DealError", "Offer", "RulesetError"),
    "kernel.compiled": ("events_of",),
    "kernel.determinize": ("determinize",),
    "kernel.draws": ("Draws",),
    "kernel.events": ("Event", "GameEnded", "seen_by"),
    "kernel.game": ("Game", "LiveView"),
    "kernel.options": ("Cards", "Form", "OneCard", "OneSeat", "Option", "Order", "Seats", "Word", "YesNo"),
    "kernel.records": ("Record", "RecordError", "parse_record", "print_record", "record_of", "replay"),
    "kernel.refusals": ("Refusal", "Refused"),
    "kernel.rulebooks": ("Rulebook", "rulebook"),
    "kernel.rulesets": ("Ruleset",),
    "kernel.seats": ("CHANCE", "SPECTATOR", "seat_set", "seats_in"),
    "kernel.steps": ("Choice", "Prompt", "Question"),
    "kernel.views": ("View",),
    "simulation.playing": ("play_game",),
    "simulation.simulate": ("simulate",),
    "telling": ("Teller",),
}
"""Home module of each exported name. Names are loaded on first use, which keeps the command line fast to start."""


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            import_module("turncoat.games")  # naming a ruleset requires the games to be registered
            value = globals()[name] = getattr(import_module(f"turncoat.{home}"), name)
            return value
    raise AttributeError(f"module 'turncoat' has no attribute {name!r}")
