"""Chapters (modules of the rules) and their parts: options, standing offers, deals, narrator's lines."""

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
    """An impossible ruleset. The message names the conflict and a valid alternative, and `code` is stable.

    >>> from turncoat import Ruleset
    >>> try:
    ...     Ruleset.of("resistance", 4)
    ... except RulesetError as error:
    ...     print(error.code, "-", error)
    players - resistance is for 5 to 10 players, not 4
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        """Message id. A chapter's own objections are translatable."""


class DealError(ValueError):
    """A deal that does not fit its ruleset. The message says what would fit, and `code` is stable.

    >>> from turncoat import Game, Ruleset
    >>> try:
    ...     Game(Ruleset.of("resistance", 5), Deal(("spy", "spy", "spy", "resistance", "resistance"), first=0))
    ... except DealError as error:
    ...     print(error.code, "-", error)
    role-count - 5 players have 2 spies, not 3
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        """Message id. The objections of a game or chapter are translatable."""


class RuleOption(msgspec.Struct, frozen=True):
    """An option of the rules: something that groups may reasonably want to play differently."""

    name: str
    description: str
    """The choice it offers, in a sentence (message id)."""
    values: tuple[OptionValue, ...]
    default: OptionValue
    label: str = ""
    """Its subject, in a word or two (message id)."""
    labels: tuple[str, ...] = ()
    """The labels of its values, in order (message ids). Yes and no need none."""

    def label_of(self, value: OptionValue) -> str:
        """Return the label of a value (message id), or the value itself if it has none."""
        return dict(zip(self.values, self.labels, strict=False)).get(value, option_text(value))

    def parse(self, text: str) -> OptionValue:
        """Parse a value. Raises RulesetError for an unknown one."""
        for value in self.values:
            if text == option_text(value):
                return value
        known = ", ".join(map(option_text, self.values))
        message = N_("option {name} is one of {known}, not {given}")
        raise RulesetError("unknown-option-value", composed(message, name=self.name, known=known, given=repr(text)))


def option_text(value: OptionValue) -> str:
    """Return an option's value as written on a command line: true, false, or the word itself."""
    return str(value).lower() if isinstance(value, bool) else str(value)


class Offer(msgspec.Struct, frozen=True):
    """A standing offer: a choice open to a seat at any time, outside of prompts. A choice refers to it by `name`.

    >>> from turncoat import OneSeat, seat_set
    >>> others = seat_set([1, 2])
    >>> list(Offer("blame", OneSeat(others, others)).option.answers())
    [1, 2]
    """

    name: str
    option: AnyOption
    sentence: str = ""
    """A sentence about it (message id)."""
    clause: str = ""
    warns: str = ""
    """A warning about consequences that cannot be undone (message id). Clients show it and ask for confirmation."""
    button: str = ""
    """The label of the button that takes the offer (message id)."""
    legend: str = ""
    """The heading above the choices (message id)."""
    text: str = ""
    """The text of the card that makes the offer, which says what it does (message id)."""
    is_public: bool = False
    """True if everybody knows that the seat may take it, so clients may show it beside the question. All other offers
    stay out of sight, since nobody may see from afar who has one."""


class CardText(msgspec.Struct, frozen=True):
    """The text on a card or token (message ids): its name, its effect, and when it applies."""

    title: str
    text: str = ""
    when: str = ""
    advice: Mapping[str, str] = {}
    """Advice on its back for each side (a word). Everybody may read all of it."""
    back: tuple[str, ...] = ()
    """Other text on its back, identical on every card of its kind."""


class TalkRule(msgspec.Struct, frozen=True):
    """Limits that the rules put on table talk (message ids)."""

    brief: str
    """The gist, in one line."""
    text: str
    clause: str
    allowed: tuple[str, ...] = ()
    """Examples of permitted talk."""
    forbidden: tuple[str, ...] = ()
    """Examples of forbidden talk."""


class Deal(msgspec.Struct, frozen=True):
    """Everything random that is fixed at the start, drawn from a seed or written by hand.

    `roles`: one word per seat. `first`: the seat that begins or deals. `decks`: deck name to cards, top card first.

    >>> from turncoat import Game, Ruleset
    >>> deal = Deal(("spy", "resistance", "spy", "resistance", "resistance"), first=3)
    >>> game = Game(Ruleset.of("resistance", 5), deal)
    >>> game.prompt(3).question.name
    'name-team'
    """

    roles: tuple[str, ...]
    first: Seat
    decks: dict[str, tuple[str, ...]] = {}


class HiddenCards(msgspec.Struct, frozen=True):
    """A possible assignment of cards that a viewer did not see."""

    decks: dict[str, tuple[str, ...]] = {}
    """Decks as they may have been dealt, top card first."""
    events: dict[int, Event] = {}
    """Seen events with their hidden fields filled in, by index into the seen events."""


class ScriptLine(msgspec.Struct, frozen=True):
    """A line that a narrator reads at the reveal. It depends on the ruleset alone, never on the deal."""

    text: str
    """The words to read (message id)."""
    eyes: str = ""
    """The players whose eyes are open during the line (a word). Empty for nobody."""
    thumbs: str = ""
    """The players whose thumbs are up during the line (a word). Empty for nobody."""
    pause: float = 2.0
    """Seconds of silence after the line, the same whoever is at the table."""


class Ruling(msgspec.Struct, frozen=True):
    """A decision of ours where the sources of a game are silent or ambiguous."""

    clause: str
    """The clause that it belongs to, or whose gap it fills."""
    text: str
    """The decision, in a sentence that reads on its own (message id).

    Where a whole clause is a ruling, this is the clause's own text, which the page then prints once.
    """
    reason: str
    """The reason for it (message id)."""


class ReadySet(msgspec.Struct, frozen=True):
    """A ready choice of modules for a number of players, which set-up may offer."""

    players: int
    modules: tuple[str, ...]
    title: str = ""
    """Its name (message id). If empty, it is called by its modules."""


class Rules:
    """Base class of games and chapters: name, options, words, events, and standing offers."""

    name: ClassVar[str] = ""
    title: ClassVar[str] = ""
    summary: ClassVar[str] = ""
    options: ClassVar[tuple[RuleOption, ...]] = ()
    events: ClassVar[tuple[type[Event], ...]] = ()
    questions: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """The questions that these rules ask (name to the words and cards that answers may have). Seats, yes, no and
    passing need no entry. A chapter also lists the words that it adds to a question of its game."""
    offered: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """The standing offers that these rules make (name to words and cards, as in `questions`)."""
    words: ClassVar[Mapping[str, str]] = {}
    """Labels of words and cards (word to message id)."""
    about: ClassVar[Mapping[str, str]] = {}
    """Effects of cards and tokens, in one line (word to message id). Clients show them on tap."""
    explanations: ClassVar[Mapping[str, str]] = {}
    """Explanations of roles, cards and tokens, in a sentence for everybody (word to message id). A role's says what it
    knows. A line in `about` is enough."""
    icons: ClassVar[Mapping[str, str]] = {}
    """Icons of cards and tokens (word to icon name)."""
    abilities: ClassVar[Mapping[str, str]] = {}
    """Abilities and weaknesses of roles, for their holders (role to message id), if they never vary."""
    goals: ClassVar[Mapping[str, str]] = {}
    """Goals of sides, in one line (side to message id). A chapter's text overrides that of its game."""
    clauses: ClassVar[Mapping[str, str]] = {}
    """The rules in words (clause ID to message id), if they have no page of their own. Prompts link to them."""
    rulings: ClassVar[tuple[Ruling, ...]] = ()
    """Our own decisions about the rules, marked on the rules page. A game's list includes those of its built-in
    modules."""
    offers_are_public: ClassVar[bool] = False
    """True if everybody knows who has these rules' standing offers: then each of them `is_public`, and no client
    prepares a place for them at the other seats."""
    no_value: ClassVar[str] = N_("its optimal play is not known")
    """The reason why `turncoat lab value` has no value for it (message id). Empty if its proof (lab/docs/value.md)
    holds."""

    def check(self, ruleset: "Ruleset") -> None:
        """Raise RulesetError if this does not fit the ruleset."""

    def option_matters(self, ruleset: "Ruleset", option: str) -> bool:
        """Return whether the option affects anything in the ruleset. Set-up hides options that do not."""
        return True

    def advice(self, ruleset: "Ruleset") -> tuple[str, ...]:
        """Return friendly advice at set-up (message ids) about a ruleset that is allowed but not ideal."""
        return ()

    def opening_knowledge(self, ruleset: "Ruleset", roles: tuple[str, ...]) -> Iterable[Event]:
        """Return what a deal of these roles tells the seats before any choice, as events.

        The result must depend on the roles and nothing else, because the game deals this knowledge from here
        (`game.announce_deal`). Events of these kinds carry only opening knowledge and occur at no other time.
        """
        return ()

    def abilities_of(self, ruleset: "Ruleset", role: str) -> Iterable[str]:
        """Return the role's abilities and weaknesses under these rules, in sentences for its holder (message ids).

        A role card lists the game's sentences first, then those of each chapter in play.
        """
        return (self.abilities[role],) if role in self.abilities else ()

    def questions_of(self, ruleset: "Ruleset") -> Mapping[str, tuple[str, ...]]:
        """Return the questions asked under these rules: `questions`, unless the words depend on the ruleset."""
        return self.questions

    def about_word(self, ruleset: "Ruleset", word: str) -> str:
        """Return what a card or token does (message id): `about`, unless the ruleset changes it. Empty if unknown."""
        return self.about.get(word, "")

    def explanation_of(self, ruleset: "Ruleset", word: str) -> Iterable[str]:
        """Return what a role, card or token does and knows under these rules, in sentences for everybody (message ids).

        The page "Who is in this game" has the game's sentences first, then those of each chapter in play.
        """
        told = self.explanations.get(word) or self.about_word(ruleset, word)
        return (told,) if told else ()

    def check_deal(self, ruleset: "Ruleset", deal: Deal) -> None:
        """Raise DealError if a deal written by hand does not fit. The types of its parts have been checked already."""

    def hidden_cards(self, view: "View[Any]", draws: Draws) -> HiddenCards | None:
        """Draw these rules' decks uniformly from those consistent with what the view saw.

        Override it if cards of a deck are revealed during the game. Decks that are left out are drawn as in any other
        deal. None means that no consistent decks were found.
        """
        return HiddenCards()

    def components(self, ruleset: "Ruleset") -> Iterable[Component]:
        """Return the components for a real table, in the numbers that the rules require.

        Role cards are added automatically.
        """
        return ()

    def face_up_items(self, board: Any, seat: Seat) -> tuple[str, ...]:
        """Return the tokens and cards that lie face up before a seat (words).

        The board is the public one. Leave out markers of whose turn it is, which clients show by themselves.
        """
        return ()

    def offer_holders(self, game: "Game[Any]") -> SeatSet:
        """Return the seats that may have a standing offer now: a superset of those for which `offers` has any."""
        return everyone(game.ruleset.players)

    def offers(self, game: "Game[Any]", seat: Seat) -> Iterable[Offer]:
        """Return the standing offers open to the seat now."""
        return ()

    def take(self, game: "Game[Any]", seat: Seat, offer: str, answer: Answer) -> None:
        """Carry out an accepted standing offer."""
        raise NotImplementedError


class Chapter(Rules):
    """A module of the rules, in one file: its data, and the hooks that it handles.

    The base game does not mention its chapters.
    """

    game: ClassVar[str] = ""
    """For third-party chapters: the name of the game that the chapter extends."""
    needs: ClassVar[tuple[str, ...]] = ()
    """Chapters that this one requires. At set-up it is listed below the last of them."""

    def windows(self) -> tuple[WindowHandler, ...]:
        """Return handlers of the windows in which the chapter may insert steps."""
        return ()

    def policies(self) -> tuple[PolicyHandler, ...]:
        """Return handlers of the policies that the chapter may change."""
        return ()

    def notices(self) -> tuple[NoticeHandler, ...]:
        """Return handlers of the notices that the chapter reacts to."""
        return ()

    def deal(self, ruleset: "Ruleset", deal: Deal, draws: Draws) -> Deal:
        """Return the deal with what the chapter adds (a deck) or replaces (roles)."""
        return deal

    def role_cards(self, ruleset: "Ruleset", cards: tuple[str, ...]) -> tuple[str, ...]:
        """Return the dealt roles, in any order, after the chapter's replacements."""
        return cards

    def script(self, ruleset: "Ruleset", lines: "tuple[ScriptLine, ...]") -> "tuple[ScriptLine, ...]":
        """Return the reveal script with the chapter's changes."""
        return lines

    def part(self, ruleset: "Ruleset") -> Part | None:
        """Return the chapter's part of the board, stored as `board.parts[name]`, if it has one."""
        return None

    def begin(self, game: "Game[Any]") -> None:
        """Emit what the deal means for this chapter, before the first step: at least what it tells the seats."""
        game.announce_deal(self)
