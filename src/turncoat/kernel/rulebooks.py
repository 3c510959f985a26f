"""Rulebooks: a game's rules as data and chapters, and which games are known."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from turncoat.kernel.balance import Balance
from turncoat.kernel.boards import Board, Votes
from turncoat.kernel.chapters import (
    CardText,
    Chapter,
    Deal,
    Rules,
    RulesetError,
    Ruling,
    ScriptLine,
    TalkRule,
)
from turncoat.kernel.components import ROLE_CARDS, Deck
from turncoat.kernel.draws import Draws
from turncoat.kernel.events import Event
from turncoat.kernel.hooks import (
    Hook,
    HookHandler,
    check_handler,
    in_order,
)
from turncoat.kernel.words import N_, Message, composed

if TYPE_CHECKING:
    from turncoat.kernel.game import Game
    from turncoat.kernel.rulesets import Ruleset
    from turncoat.kernel.steps import Step


class Rulebook(Rules):
    """A game: its player counts, its course, what is said of it, and the chapters that have been added."""

    version: ClassVar[str] = "1"
    """The version of the rules: a running game and a record can only be played by the one that they began with."""
    players: ClassVar[range] = range(0)
    minutes: ClassVar[int] = 0
    """About how long a game takes, in minutes, for those who choose one; 0 where nobody has said."""
    hooks: ClassVar[tuple[Hook, ...]] = ()
    """The windows, policies and notices that the game asks."""
    flows: ClassVar[Mapping[str, "tuple[Step, ...]"]] = {}
    """The course of the game as data: sequences of steps and windows that a step lets follow by name (`game.flow`)."""
    victories: ClassVar[Mapping[str, str]] = {}
    """How the victory of each side is announced (side to message id)."""
    hiding_side: ClassVar[str] = ""
    """The side that hides among the others, one of `victories`: bots and the deduction ask who belongs to it."""
    hiders: ClassVar[str] = ""
    """How many of that side there are, which everybody knows, as in "3 spies" (message id with `{count}`)."""
    clauses_elsewhere: ClassVar[Mapping[str, str]] = {}
    """Clauses of other games that hold here too (how their IDs begin, to the name of the game)."""
    own_clauses: ClassVar[Mapping[str, str]] = {}
    """For events taken over from another game: their clause here (name of the event to clause)."""
    clocks: ClassVar[tuple[str, ...]] = ()
    """The clocks that its questions name, apart from the ordinary time for a decision (`Question.clock`)."""
    script_reader: ClassVar[str] = ""
    """Who reads the script of the reveal at a table with real cards, and what comes before it (message id)."""
    touch_components: ClassVar[tuple[tuple[int, str], ...]] = ()
    """What is in the box of an edition that is played by touch: how many, and of what (message id)."""
    role_deck: ClassVar[Deck] = ROLE_CARDS
    """What its roles are dealt with on a real table."""
    phrases: ClassVar[Mapping[str, str]] = {}
    """Quick phrases: what players often say, sent with one tap (key to message id). `{seat}` in one is a person; the
    keys are stored in logs."""
    talk_rule: ClassVar[TalkRule | None] = None
    """What may be said while it is played; None where anybody may say anything."""

    def __init__(self) -> None:
        self.chapters: dict[str, Chapter] = {}

    def add(self, chapter: Chapter) -> None:
        """Add a chapter (a module that rulesets may name).

        Raises ValueError for a name already taken, and for a hook that the game does not ask or that the chapter's
        function cannot answer.
        """
        if chapter.name in self.chapters:
            raise ValueError(f"{self.name} has a chapter {chapter.name!r} already")
        answered: set[str] = set()
        for handler in handlers_of(chapter):
            name = handler.hook.name
            if handler.hook not in self.hooks:
                known = ", ".join(hook.name for hook in self.hooks) or "nothing"
                raise ValueError(f"the chapter {chapter.name!r}: {self.name} does not ask {name!r}; it asks {known}")
            if name in answered:
                raise ValueError(f"the chapter {chapter.name!r} answers {name!r} twice")
            answered.add(name)
            try:
                check_handler(handler)
            except ValueError as error:
                raise ValueError(f"the chapter {chapter.name!r}: {error}") from None
        with_it = {**self.chapters, chapter.name: chapter}
        handlers_by_hook(self.hooks, with_it)
        self.chapters = with_it

    def check_version(self, version: str) -> None:
        """Raise RulesetError for another version of the rules than this one."""
        if version != self.version:
            message = N_("written for rules version {given}; this is version {known}")
            raise RulesetError("rules-version", composed(message, given=version, known=self.version))

    def board(self, ruleset: "Ruleset") -> Board:
        """The empty board, before any event."""
        raise NotImplementedError

    def deal(self, ruleset: "Ruleset", draws: Draws) -> Deal:
        """A random deal of the base game."""
        raise NotImplementedError

    def role_cards(self, ruleset: "Ruleset") -> tuple[str, ...]:
        """The roles that the base game deals, in no order: what everybody knows of a deal. The same in every deal."""
        return self.deal(ruleset, Draws(b"")).roles

    def begin(self, game: "Game[Any]") -> None:
        """Emit the deal, with what it tells the seats (`game.tell_deal`), and put the first step on the stack."""
        raise NotImplementedError

    def is_dealt(self, board: Any) -> bool:
        """Whether everybody has got their role, as everybody sees it on the board.

        It is so from the start, unless something is chosen before. Then `tell_deal` is called as soon as it is so.
        """
        return True

    def ended(self, game: "Game[Any]") -> None:
        """Emit what may be shown after the end."""

    def script(self, ruleset: "Ruleset") -> "tuple[ScriptLine, ...]":
        """The lines that a narrator reads at the reveal of the base game; chapters change them in `reveal_script`."""
        return ()

    def touch_script(self, ruleset: "Ruleset") -> "tuple[ScriptLine, ...]":
        """The lines for a reveal of the base game by touch, with cards that can be felt; chapters have none."""
        return ()

    def words_of(self, ruleset: "Ruleset") -> Mapping[str, str]:
        """The labels of the base game's words and cards in a ruleset: `words`, but where an option changes a text."""
        return self.words

    def card_text(self, ruleset: "Ruleset", word: str) -> CardText | None:
        """The text on a card of the base game; None where its label and the line about it say all."""
        return None

    def votes(self, events: Iterable[Event], players: int) -> Votes:
        """The votes of a game, from what everybody saw; all zero where nothing is voted on."""
        return Votes()

    def side_of(self, role: str) -> str:
        """The side (a word) that a role belongs to."""
        raise NotImplementedError

    def play_recorded(self, recorded: Mapping[str, Any]) -> "Game[Any]":
        """A game from a collection of recorded ones, as its JSON has it, played again by the rules.

        Raises ValueError for one that the rules do not take, or where no such collections are known.
        """
        raise ValueError(f"no collection of recorded games of {self.name!r} is known")

    def balance(self, ruleset: "Ruleset") -> Balance:
        """What is counted, besides wins, by those who measure how balanced the ruleset is."""
        return Balance()


BOOKS: dict[str, Rulebook] = {}
"""Every rulebook that is known, by name; `turncoat.games` fills it."""


def register(book: Rulebook) -> Rulebook:
    """Make a rulebook known. Raises ValueError for a name already taken, or for a side that does not exist."""
    if book.name in BOOKS:
        raise ValueError(f"there is a game {book.name!r} already")
    if book.victories and book.hiding_side not in book.victories:
        raise ValueError(f"{book.name}: hiding_side is one of {', '.join(book.victories)}, not {book.hiding_side!r}")
    BOOKS[book.name] = book
    return book


def default_game() -> str:
    """The game that is meant when nobody names one: the first of the known ones."""
    return next(iter(BOOKS))


def game_of_clause(game: str, clause: str) -> str:
    """The game whose rules contain a clause that is cited in this game."""
    elsewhere = rulebook(game).clauses_elsewhere
    return next((other for begins, other in elsewhere.items() if clause.startswith(begins)), game)


def rule_of(ruleset: "Ruleset", events: Sequence[Event], at: int) -> str:
    """The clause in this game of an event that a viewer saw; empty if there is none."""
    event = events[at]
    return rulebook(ruleset.game).own_clauses.get(type(event).__name__) or event.rule(events, at)


def titles_of(game: str, modules: Iterable[str]) -> list[str]:
    """What modules are called: a name in English, as it is typed, and the title in other languages."""
    chapters = rulebook(game).chapters
    return [Message.named(name, chapters[name].title) if name in chapters else name for name in modules]


def rulebook(name: str) -> Rulebook:
    """The rulebook of that name. Raises RulesetError that lists the known ones."""
    if name not in BOOKS:
        message = N_("unknown game {name}; known: {known}")
        raise RulesetError("unknown-game", composed(message, name=repr(name), known=", ".join(sorted(BOOKS))))
    return BOOKS[name]


def handlers_of(chapter: Chapter) -> tuple[HookHandler, ...]:
    """All handlers of a chapter."""
    return (*chapter.windows(), *chapter.policies(), *chapter.notices())


def handlers_by_hook(hooks: Iterable[Hook], chapters: Mapping[str, Chapter]) -> dict[Hook, dict[str, HookHandler]]:
    """Who answers each hook, in the order in which they are asked. Raises ValueError when chapters contradict it."""
    found: dict[Hook, dict[str, HookHandler]] = {hook: {} for hook in hooks}
    for name, chapter in chapters.items():
        for handler in handlers_of(chapter):
            found[handler.hook][name] = handler
    for hook, by in found.items():
        try:
            found[hook] = {name: by[name] for name in in_order(by)}
        except ValueError as error:
            raise ValueError(f"{hook.name!r}: {error}") from None
    return found


def rulings_of(book: Rulebook) -> tuple[Ruling, ...]:
    """Every decision of ours in a game's rules: the game's own list, then those of its chapters."""
    return sum((chapter.rulings for chapter in book.chapters.values()), book.rulings)
