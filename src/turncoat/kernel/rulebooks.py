"""Rulebooks: a game's rules as data and chapters, and the registry of games."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from turncoat.kernel.balance import Balance
from turncoat.kernel.boards import Board, Votes
from turncoat.kernel.chapters import (
    CardText,
    Chapter,
    Deal,
    ReadySet,
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
    """Base class of games: player counts, flow, texts, and the chapters that have been added.

    >>> from turncoat import rulebook
    >>> book = rulebook("resistance")
    >>> isinstance(book, Rulebook), book.players, book.hiding_side
    (True, range(5, 11), 'spies')
    """

    version: ClassVar[str] = "1"
    """The version of the rules. A game and its record can be played only with the version that they started with."""
    players: ClassVar[range] = range(0)
    minutes: ClassVar[int] = 0
    """Approximate length of a game in minutes, for people choosing one. 0 if unknown."""
    hooks: ClassVar[tuple[Hook, ...]] = ()
    """The hooks that the game uses."""
    flows: ClassVar[Mapping[str, "tuple[Step, ...]"]] = {}
    """The flow of the game as data: named sequences of steps and windows, which a step starts with `game.flow`."""
    victories: ClassVar[Mapping[str, str]] = {}
    """The announcement of each side's victory (side to message id)."""
    hiding_side: ClassVar[str] = ""
    """The side that hides among the others, one of `victories`. Bots and the deduction ask who belongs to it."""
    hiders: ClassVar[str] = ""
    """The public size of the hiding side, as in "3 spies" (message id with `{count}`)."""
    clauses_elsewhere: ClassVar[Mapping[str, str]] = {}
    """Clauses of other games that apply here too (prefix of their IDs to name of the game)."""
    own_clauses: ClassVar[Mapping[str, str]] = {}
    """Clauses in this game for events borrowed from another game (event class name to clause)."""
    own_words: ClassVar[Mapping[str, str]] = {}
    """Nouns that the game's English texts use in place of those in texts shared with other games, in the singular."""
    clocks: ClassVar[tuple[str, ...]] = ()
    """Clocks named by the game's questions, besides the ordinary decision time (`Question.clock`)."""
    script_reader: ClassVar[str] = ""
    """The reader of the reveal script at a table with real cards, with any preparation (message id)."""
    touch_components: ClassVar[tuple[tuple[int, str], ...]] = ()
    """Contents of the box of a tactile edition: the number of copies, and the item (message id)."""
    role_deck: ClassVar[Deck] = ROLE_CARDS
    """The deck of role cards at a real table."""
    phrases: ClassVar[Mapping[str, str]] = {}
    """Quick phrases that players send with one tap (key to message id). `{seat}` in a phrase is a player. The keys are
    stored in logs."""
    ready_sets: ClassVar[tuple[ReadySet, ...]] = ()
    """Ready choices of modules, best first for each number of players."""
    talk_rule: ClassVar[TalkRule | None] = None
    """Limits on table talk during a game. None if anybody may say anything."""

    def __init__(self) -> None:
        self.chapters: dict[str, Chapter] = {}

    def add(self, chapter: Chapter) -> None:
        """Add a chapter, a module that rulesets may then name.

        Raises ValueError for a name already taken, and for a hook that the game does not use or that the chapter's
        function cannot handle.
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
        """Raise RulesetError for any other version of the rules."""
        if version != self.version:
            message = N_("written for rules version {given}; this is version {known}")
            raise RulesetError("rules-version", composed(message, given=version, known=self.version))

    def board(self, ruleset: "Ruleset") -> Board:
        """Return the empty board, before any event."""
        raise NotImplementedError

    def deal(self, ruleset: "Ruleset", draws: Draws) -> Deal:
        """Draw a deal of the base game."""
        raise NotImplementedError

    def role_cards(self, ruleset: "Ruleset") -> tuple[str, ...]:
        """Return the roles that the base game deals, in any order. They are public and the same in every deal."""
        return self.deal(ruleset, Draws(b"")).roles

    def begin(self, game: "Game[Any]") -> None:
        """Emit the deal, with what it tells the seats (`game.announce_deal`), and push the first step."""
        raise NotImplementedError

    def is_dealt(self, board: Any) -> bool:
        """Return whether all roles have been dealt, judging by the public board.

        True from the start, unless something is chosen first. In that case, `announce_deal` is called as soon as it
        becomes true.
        """
        return True

    def ended(self, game: "Game[Any]") -> None:
        """Emit what may be revealed after the end."""

    def script(self, ruleset: "Ruleset") -> "tuple[ScriptLine, ...]":
        """Return the lines that a narrator reads at the base game's reveal, before changes by chapters."""
        return ()

    def touch_script(self, ruleset: "Ruleset") -> "tuple[ScriptLine, ...]":
        """Return the lines for a reveal of the base game by touch, with tactile cards. Chapters have none."""
        return ()

    def words_of(self, ruleset: "Ruleset") -> Mapping[str, str]:
        """Return the labels of the base game's words and cards: `words`, unless an option changes one."""
        return self.words

    def card_text(self, ruleset: "Ruleset", word: str) -> CardText | None:
        """Return the text on a card of the base game, or None if its label and `about` say everything."""
        return None

    def votes(self, events: Iterable[Event], players: int) -> Votes:
        """Return the voting totals of a game from its public events. All zero if the game has no votes."""
        return Votes()

    def side_of(self, role: str, board: Any = None) -> str:
        """Return the side (a word) of the players who were dealt a role: on this board, or as dealt without one.

        In some games sides change, so ask with a board wherever there is one. A view's board is enough: all players
        of a role know as much about its side.
        """
        raise NotImplementedError

    def play_recorded(self, recorded: Mapping[str, Any]) -> "Game[Any]":
        """Replay a game from a collection of recorded games, given in the JSON of that collection.

        Raises ValueError for a game that breaks the rules, or if no such collection is known.
        """
        raise ValueError(f"no collection of recorded games of {self.name!r} is known")

    def recorded_of(self, game: "Game[Any]") -> dict[str, Any]:
        """Return a game in the JSON of a collection, the inverse of `play_recorded`.

        Raises ValueError for a game that no collection can hold.
        """
        raise ValueError(composed(N_("no collection of recorded games of {game} is known"), game=self.name))

    def balance(self, ruleset: "Ruleset") -> Balance:
        """Return the statistics, besides wins, that measure how balanced the ruleset is."""
        return Balance()


BOOKS: dict[str, Rulebook] = {}
"""All registered rulebooks, by name. `turncoat.games` fills it."""


def register(book: Rulebook) -> Rulebook:
    """Register a rulebook. Raises ValueError for a name already taken, or if `hiding_side` is not one of its sides."""
    if book.name in BOOKS:
        raise ValueError(f"there is a game {book.name!r} already")
    if book.victories and book.hiding_side not in book.victories:
        raise ValueError(f"{book.name}: hiding_side is one of {', '.join(book.victories)}, not {book.hiding_side!r}")
    BOOKS[book.name] = book
    return book


def default_game() -> str:
    """Return the default game: the first one registered."""
    return next(iter(BOOKS))


def game_of_clause(game: str, clause: str) -> str:
    """Return the game whose rules contain a clause that is cited in this game."""
    elsewhere = rulebook(game).clauses_elsewhere
    return next((other for begins, other in elsewhere.items() if clause.startswith(begins)), game)


def rule_of(ruleset: "Ruleset", events: Sequence[Event], at: int) -> str:
    """Return the clause, in this game, behind an event that a viewer saw. Empty if there is none."""
    event = events[at]
    return rulebook(ruleset.game).own_clauses.get(type(event).__name__) or event.rule(events, at)


def titles_of(game: str, modules: Iterable[str]) -> list[str]:
    """Return display names of modules: in English as they are typed, in other languages by title."""
    chapters = rulebook(game).chapters
    return [Message.named(name, chapters[name].title) if name in chapters else name for name in modules]


def rulebook(name: str) -> Rulebook:
    """Return the rulebook of that name. Raises RulesetError that lists the known ones.

    >>> from turncoat import rulebook
    >>> sorted(rulebook("winter-soldier").chapters)[:3]
    ['alexander-pierce', 'arnim-zola', 'baron-zemo']
    """
    if name not in BOOKS:
        message = N_("unknown game {name}; known: {known}")
        raise RulesetError("unknown-game", composed(message, name=repr(name), known=", ".join(sorted(BOOKS))))
    return BOOKS[name]


def handlers_of(chapter: Chapter) -> tuple[HookHandler, ...]:
    """Return all handlers of a chapter."""
    return (*chapter.windows(), *chapter.policies(), *chapter.notices())


def handlers_by_hook(hooks: Iterable[Hook], chapters: Mapping[str, Chapter]) -> dict[Hook, dict[str, HookHandler]]:
    """Return the handlers of each hook, in calling order.

    Raises ValueError if the constraints of chapters form a cycle.
    """
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
    """Return the rulings of a game: its own list, then those of its chapters."""
    return sum((chapter.rulings for chapter in book.chapters.values()), book.rulings)
