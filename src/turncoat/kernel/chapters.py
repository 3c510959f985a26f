"""Chapters (modules of the rules) and what rules are made of: options, standing offers, deals, the narrator's lines."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

import msgspec

from turncoat.kernel.boards import Part
from turncoat.kernel.components import Component
from turncoat.kernel.draws import Draws
from turncoat.kernel.events import Event
from turncoat.kernel.hooks import NoticeHandler, PolicyHandler, WindowHandler
from turncoat.kernel.options import Answer, AnyOption
from turncoat.kernel.seats import Seat, SeatSet, everyone
from turncoat.kernel.words import N_, composed

if TYPE_CHECKING:
    from turncoat.kernel.game import Game
    from turncoat.kernel.rulesets import Ruleset
    from turncoat.kernel.views import View

OptionValue: TypeAlias = str | bool | int


class RulesetError(ValueError):
    """An impossible ruleset; the message names the clash and what would be right. `code` is stable."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        """Message id; what a chapter says of itself can be translated."""


class DealError(ValueError):
    """A deal that does not fit its ruleset; the message says what would be right. `code` is stable."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        """Message id; what a game or chapter says of it can be translated."""


class RuleOption(msgspec.Struct, frozen=True):
    """An option of the rules: something that players may reasonably want to play differently."""

    name: str
    description: str
    """What may be chosen, in a sentence (message id)."""
    values: tuple[OptionValue, ...]
    default: OptionValue
    label: str = ""
    """What it is about, in a word or two (message id)."""
    labels: tuple[str, ...] = ()
    """What its values are called, in their order (message ids); yes and no need none."""

    def label_of(self, value: OptionValue) -> str:
        """What a value is called (message id); the value itself where it has no label."""
        return dict(zip(self.values, self.labels, strict=False)).get(value, option_text(value))

    def parse(self, text: str) -> OptionValue:
        """The value that a text names. Raises RulesetError."""
        for value in self.values:
            if text == option_text(value):
                return value
        known = ", ".join(map(option_text, self.values))
        message = N_("option {name} is one of {known}, not {given}")
        raise RulesetError("unknown-option-value", composed(message, name=self.name, known=known, given=repr(text)))


def option_text(value: OptionValue) -> str:
    """An option's value as it is written on a command line: true, false, or the word itself."""
    return str(value).lower() if isinstance(value, bool) else str(value)


class Offer(msgspec.Struct, frozen=True):
    """A standing offer: a choice open to a seat at any time, listed apart from prompts; a choice names it by `name`."""

    name: str
    option: AnyOption
    sentence: str = ""
    """What it is about (message id)."""
    clause: str = ""
    warns: str = ""
    """What it may lead to (message id), where it cannot be undone: clients show it and ask for confirmation."""
    button: str = ""
    """The text of the button that takes it (message id)."""
    legend: str = ""
    """The heading above the choices (message id)."""


class CardText(msgspec.Struct, frozen=True):
    """The text on a card or token (message ids): what it is called, what it does, and when."""

    title: str
    text: str = ""
    when: str = ""
    advice: Mapping[str, str] = {}
    """What its back advises each side (a word) to do with it. Everybody may read all of it."""
    back: tuple[str, ...] = ()
    """What else its back says: the same on every card of its kind."""


class TalkRule(msgspec.Struct, frozen=True):
    """What may be said during a game, where its rules limit that (message ids)."""

    brief: str
    """The gist, in one line."""
    text: str
    clause: str
    allowed: tuple[str, ...] = ()
    """Examples of what may be said."""
    forbidden: tuple[str, ...] = ()
    """Examples of what may not be said."""


class Deal(msgspec.Struct, frozen=True):
    """Everything random that is fixed at the start, made from a seed or written out by hand.

    `roles`: a word for each seat; `first`: the seat that begins or deals; `decks`: deck name to cards, top card first.
    """

    roles: tuple[str, ...]
    first: Seat
    decks: dict[str, tuple[str, ...]] = {}


class HiddenCards(msgspec.Struct, frozen=True):
    """Cards that somebody did not see, as they may have been."""

    decks: dict[str, tuple[str, ...]] = {}
    """Decks as they may have been dealt, top card first."""
    events: dict[int, Event] = {}
    """Seen events with their hidden fields filled in, by their number among the seen ones."""


class ScriptLine(msgspec.Struct, frozen=True):
    """A line that a narrator reads at the reveal. It depends on the ruleset alone, never on the deal."""

    text: str
    """What the narrator reads (message id)."""
    eyes: str = ""
    """Whose eyes are open during the line (a word), empty: nobody's."""
    thumbs: str = ""
    """Whose thumbs are up during the line (a word), empty: nobody's."""
    pause: float = 2.0
    """Seconds of silence after it, the same whoever is at the table."""


class Ruling(msgspec.Struct, frozen=True):
    """What we decided where the sources of a game are silent or can be read in two ways."""

    clause: str
    """The clause that it belongs to, or whose gap it fills."""
    text: str
    """What was decided, in a sentence that can be read without the clause (message id).

    Where a clause is a ruling as a whole, it is the clause's own text, which the page then says once.
    """
    reason: str
    """Why (message id)."""


class Rules:
    """What a game and a chapter both have: a name, options, words, events, and standing offers."""

    name: ClassVar[str] = ""
    title: ClassVar[str] = ""
    summary: ClassVar[str] = ""
    options: ClassVar[tuple[RuleOption, ...]] = ()
    events: ClassVar[tuple[type[Event], ...]] = ()
    words: ClassVar[Mapping[str, str]] = {}
    """Labels of words and cards (word to message id)."""
    about: ClassVar[Mapping[str, str]] = {}
    """What a card or token does, in one line (word to message id): what a client shows when it is tapped."""
    icons: ClassVar[Mapping[str, str]] = {}
    """The drawing of a card or token (word to the name of a drawing)."""
    abilities: ClassVar[Mapping[str, str]] = {}
    """What each role can do or has to fear, for its holder (role to message id), where it is always the same."""
    goals: ClassVar[Mapping[str, str]] = {}
    """What each side is after, in one line (side to message id); a chapter's text replaces that of its game."""
    clauses: ClassVar[Mapping[str, str]] = {}
    """The rules in words (clause ID to message id), where they have no page of their own: prompts link to them."""
    rulings: ClassVar[tuple[Ruling, ...]] = ()
    """Our own decisions about the rules; the rules page marks them. A game lists those of its own modules too."""
    no_value: ClassVar[str] = N_("nobody has worked out best play for it")
    """Why `turncoat lab value` knows no value with it (message id); empty where its proof (lab/docs/value.md) holds."""

    def check(self, ruleset: "Ruleset") -> None:
        """Raise RulesetError when this does not fit the ruleset."""

    def option_matters(self, ruleset: "Ruleset", option: str) -> bool:
        """Whether one of its options changes anything in the ruleset; if not, set-up does not offer it."""
        return True

    def advice(self, ruleset: "Ruleset") -> tuple[str, ...]:
        """Friendly words at set-up (message ids) about a ruleset that is allowed but not at its best."""
        return ()

    def opening_knowledge(self, ruleset: "Ruleset", roles: tuple[str, ...]) -> Iterable[Event]:
        """What a deal of these roles tells the seats before anything is chosen, as events.

        A function of the roles and nothing else; the game deals that knowledge from here (`game.tell_deal`). Events of
        these kinds stand for that knowledge alone and happen at no other time.
        """
        return ()

    def abilities_of(self, ruleset: "Ruleset", role: str) -> Iterable[str]:
        """What it lets the role do, or gives it to fear, in sentences for its holder (message ids).

        On a role's card the sentences of the game stand first, then those of every chapter in play.
        """
        return (self.abilities[role],) if role in self.abilities else ()

    def about_word(self, ruleset: "Ruleset", word: str) -> str:
        """What a card or token does (message id): `about`, unless the ruleset changes it; empty if unknown."""
        return self.about.get(word, "")

    def check_deal(self, ruleset: "Ruleset", deal: Deal) -> None:
        """Raise DealError when a deal written by hand does not fit. Its parts have the right types already."""

    def hidden_cards(self, view: "View[Any]", draws: Draws) -> HiddenCards | None:
        """Its decks as they may have been dealt, drawn uniformly among those that fit what the view saw.

        Needed where cards of a deck are shown during the game. A deck that is not returned is drawn as in any other
        deal. None: nothing that fits was found.
        """
        return HiddenCards()

    def components(self, ruleset: "Ruleset") -> Iterable[Component]:
        """What it brings to a real table, in the numbers that the rules ask for. Cards of roles come by themselves."""
        return ()

    def face_up_items(self, board: Any, seat: Seat) -> tuple[str, ...]:
        """The tokens and cards that lie face up before a seat (words), except whose turn it is, which clients show.

        The board is the one that everybody sees.
        """
        return ()

    def offer_holders(self, game: "Game[Any]") -> SeatSet:
        """The seats that may have a standing offer now; `offers` has the last word."""
        return everyone(game.ruleset.players)

    def offers(self, game: "Game[Any]", seat: Seat) -> Iterable[Offer]:
        """The standing offers that are open to the seat now."""
        return ()

    def take(self, game: "Game[Any]", seat: Seat, offer: str, answer: Answer) -> None:
        """Carry out an accepted standing offer."""
        raise NotImplementedError


class Chapter(Rules):
    """A module of the rules, in one file: what it brings, and the hooks at which it has a say.

    The base game does not mention its chapters.
    """

    game: ClassVar[str] = ""
    """For chapters from outside: the name of the game that the chapter belongs to."""
    needs: ClassVar[tuple[str, ...]] = ()
    """The chapters that this one makes no sense without. At set-up it stands below the last of them."""

    def windows(self) -> tuple[WindowHandler, ...]:
        """The windows in which the chapter may put in a step of its own."""
        return ()

    def policies(self) -> tuple[PolicyHandler, ...]:
        """The decisions of the rules that the chapter may change."""
        return ()

    def notices(self) -> tuple[NoticeHandler, ...]:
        """What the chapter hears of, and acts on."""
        return ()

    def deal(self, ruleset: "Ruleset", deal: Deal, draws: Draws) -> Deal:
        """The deal with what this chapter adds (a deck) or replaces (roles)."""
        return deal

    def role_cards(self, ruleset: "Ruleset", cards: tuple[str, ...]) -> tuple[str, ...]:
        """The roles that a deal gives, in no order, with those that this chapter puts in the place of others."""
        return cards

    def script(self, ruleset: "Ruleset", lines: "tuple[ScriptLine, ...]") -> "tuple[ScriptLine, ...]":
        """The reveal script as this chapter changes it."""
        return lines

    def part(self, ruleset: "Ruleset") -> Part | None:
        """What the chapter adds to the board, kept in `board.parts[name]`."""
        return None

    def begin(self, game: "Game[Any]") -> None:
        """Emit what the deal means for this chapter, before the first step: at least what it tells the seats."""
        game.tell_deal(self)
