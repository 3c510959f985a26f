"""The public interface for rules: what a chapter or a whole game in a package of its own is written with.

    >>> from turncoat.chapters import N_, Chapter, EventWithoutEffect, Public, Seat
    >>> class RainBegan(EventWithoutEffect, frozen=True):
    ...     message = N_("{seat:seat} feels the first drops.")
    ...     clause = "RAI-1"
    ...     seat: Public[Seat]
    >>> class Rain(Chapter):
    ...     game = "resistance"
    ...     name = "rain"
    ...     title = N_("Rain")
    ...     clauses = {"RAI-1": N_("The leader feels the first drops.")}
    ...     events = (RainBegan,)
    >>> Rain().events[0](seat=2)
    RainBegan(seat=2)

What is named here stays; the modules that the names come from may move from one version to the next. What belongs to
one game is in the package of that game: `turncoat.games.resistance`, for example, has `RoleChapter`, and its module
`hooks` has the hooks. `docs/chapters.md` and `docs/games.md` show both in use.
"""

from turncoat.kernel.acts import Act
from turncoat.kernel.boards import Board, Part, Result
from turncoat.kernel.chapters import (
    CardText,
    Chapter,
    Deal,
    DealError,
    HiddenCards,
    Offer,
    OptionValue,
    ReadySet,
    RuleOption,
    RulesetError,
    Ruling,
    ScriptLine,
    TalkRule,
)
from turncoat.kernel.compiled import decide
from turncoat.kernel.components import Component, Deck
from turncoat.kernel.draws import Draws
from turncoat.kernel.events import Audience, Event, EventWithoutEffect, Hidden, Public, SeenBy, SeenByAll
from turncoat.kernel.facts import Answered, Fact, HasRole, NotTogether, Occasion, RolesSwapped, SomeHave
from turncoat.kernel.game import Game
from turncoat.kernel.hooks import (
    Hook,
    Notice,
    NoticeHandler,
    Policy,
    PolicyHandler,
    RulesetPolicy,
    Window,
    WindowHandler,
    WindowMemory,
)
from turncoat.kernel.opening import role_cards, roles_of_side
from turncoat.kernel.options import (
    Answer,
    AnyOption,
    Apart,
    Cards,
    Form,
    OneCard,
    OneSeat,
    Option,
    Order,
    Seats,
    SizeBy,
    Word,
    YesNo,
)
from turncoat.kernel.refusals import describe
from turncoat.kernel.rulebooks import Rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import (
    CHANCE,
    NOBODY,
    SPECTATOR,
    Seat,
    SeatSet,
    clockwise,
    everyone,
    first_clockwise,
    is_in,
    left_of,
    right_of,
    seat_set,
    seats_in,
)
from turncoat.kernel.steps import Ask, AskChance, AskOne, Choice, Prompt, Question, Step
from turncoat.kernel.views import View
from turncoat.kernel.words import N_, P_, composed

__all__ = [
    "CHANCE",
    "NOBODY",
    "N_",
    "P_",
    "SPECTATOR",
    "Act",
    "Answer",
    "Answered",
    "AnyOption",
    "Apart",
    "Ask",
    "AskChance",
    "AskOne",
    "Audience",
    "Board",
    "CardText",
    "Cards",
    "Chapter",
    "Choice",
    "Component",
    "Deal",
    "DealError",
    "Deck",
    "Draws",
    "Event",
    "EventWithoutEffect",
    "Fact",
    "Form",
    "Game",
    "HasRole",
    "Hidden",
    "HiddenCards",
    "Hook",
    "NotTogether",
    "Notice",
    "NoticeHandler",
    "Occasion",
    "Offer",
    "OneCard",
    "OneSeat",
    "Option",
    "OptionValue",
    "Order",
    "Part",
    "Policy",
    "PolicyHandler",
    "Prompt",
    "Public",
    "Question",
    "ReadySet",
    "Result",
    "RolesSwapped",
    "RuleOption",
    "Rulebook",
    "Ruleset",
    "RulesetError",
    "RulesetPolicy",
    "Ruling",
    "ScriptLine",
    "Seat",
    "SeatSet",
    "Seats",
    "SeenBy",
    "SeenByAll",
    "SizeBy",
    "SomeHave",
    "Step",
    "TalkRule",
    "View",
    "Window",
    "WindowHandler",
    "WindowMemory",
    "Word",
    "YesNo",
    "clockwise",
    "composed",
    "decide",
    "describe",
    "everyone",
    "first_clockwise",
    "is_in",
    "left_of",
    "right_of",
    "role_cards",
    "roles_of_side",
    "seat_set",
    "seats_in",
]
