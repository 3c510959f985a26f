"""Rulesets (what is being played) and rulebooks (a game's rules as data and chapters), made ready to play."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from turncoat.kernel.balance import Balance
from turncoat.kernel.boards import Board
from turncoat.kernel.chapters import (
    Chapter,
    Deal,
    Offer,
    OptionValue,
    PolicyHandler,
    RuleOption,
    RulesetError,
    ScriptLine,
    WindowHandler,
    option_text,
)
from turncoat.kernel.draws import Draws
from turncoat.kernel.events import Event
from turncoat.kernel.options import Answer
from turncoat.kernel.seats import Seat, SeatSet, everyone
from turncoat.kernel.words import N_, Message, composed

if TYPE_CHECKING:
    from turncoat.kernel.game import Game
    from turncoat.kernel.steps import Step


class Rulebook:
    """A game's rules: player counts, chapters, and the one table of the order in which chapters are asked."""

    name: ClassVar[str] = ""
    title: ClassVar[str] = ""
    summary: ClassVar[str] = ""
    version: ClassVar[str] = "1"
    """The rules version: a running game and a record are bound to it."""
    players: ClassVar[range] = range(0)
    options: ClassVar[tuple[RuleOption, ...]] = ()
    words: ClassVar[Mapping[str, str]] = {}
    about: ClassVar[Mapping[str, str]] = {}
    events: ClassVar[tuple[type[Event], ...]] = ()
    flows: ClassVar[Mapping[str, "tuple[Step, ...]"]] = {}
    """The course of the game as data: sequences of steps and windows that a step lets follow by name (`game.flow`)."""
    order: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """Window or policy name to the chapters' names in the order in which they are asked; a chapter that is not
    named comes after those that are."""

    def __init__(self) -> None:
        self.chapters: dict[str, Chapter] = {}

    def add(self, chapter: Chapter) -> None:
        """Add a chapter (a module that rulesets may name). Raises ValueError for a name already taken."""
        if chapter.name in self.chapters:
            raise ValueError(f"{self.name} has a chapter {chapter.name!r} already")
        self.chapters[chapter.name] = chapter
        compiled.cache_clear()

    def check(self, ruleset: "Ruleset") -> None:
        """Raise RulesetError when the game itself does not fit the ruleset; chapters check themselves."""

    def advice(self, ruleset: "Ruleset") -> tuple[str, ...]:
        """Friendly words at set-up (message ids) about a ruleset that is allowed but not at its best."""
        return ()

    def board(self, ruleset: "Ruleset") -> Board:
        """The empty board, before any event."""
        raise NotImplementedError

    def deal(self, ruleset: "Ruleset", draws: Draws) -> Deal:
        """A random deal of the base game."""
        raise NotImplementedError

    def check_deal(self, ruleset: "Ruleset", deal: Deal) -> None:
        """Raise ValueError when a hand-written deal does not fit the ruleset."""

    def begin(self, game: "Game[Any]") -> None:
        """Emit the deal and put the first step on the stack."""
        raise NotImplementedError

    def ended(self, game: "Game[Any]") -> None:
        """Emit what may be shown after the end."""

    def face_up_items(self, board: Any, seat: Seat) -> tuple[str, ...]:
        """The base game's tokens and cards that lie face up before a seat, but the leader's token."""
        return ()

    def offer_holders(self, game: "Game[Any]") -> SeatSet:
        """The seats to whom a standing offer of the base game may be open now; `offers` has the last word."""
        return everyone(game.ruleset.players)

    def offers(self, game: "Game[Any]", seat: Seat) -> Iterable[Offer]:
        """The standing offers of the base game that are open to the seat now."""
        return ()

    def take(self, game: "Game[Any]", seat: Seat, offer: str, answer: Answer) -> None:
        """Carry out an accepted standing offer of the base game."""
        raise NotImplementedError

    def script(self, ruleset: "Ruleset") -> "tuple[ScriptLine, ...]":
        """The lines that a narrator reads at the reveal of the base game; chapters change them in `reveal_script`."""
        return ()

    def side_of(self, role: str) -> str:
        """The side (a word) that a role belongs to."""
        raise NotImplementedError

    def balance(self, ruleset: "Ruleset") -> Balance:
        """What is counted, besides wins, by those who measure how balanced the ruleset is."""
        return Balance()


BOOKS: dict[str, Rulebook] = {}
"""Every rulebook that is known, by name; `turncoat.games` fills it."""


def register(book: Rulebook) -> Rulebook:
    """Make a rulebook known. Raises ValueError for a name already taken."""
    if book.name in BOOKS:
        raise ValueError(f"there is a game {book.name!r} already")
    BOOKS[book.name] = book
    return book


def default_game() -> str:
    """The game that is meant when nobody names one: the first of the known ones."""
    return next(iter(BOOKS))


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


class Ruleset(msgspec.Struct, frozen=True, cache_hash=True):
    """What is being played. Modules stand in the rulebook's order, options are complete and sorted by name.

    Build one with `Ruleset.of`; an impossible one raises RulesetError.
    """

    game: str
    players: int
    modules: tuple[str, ...] = ()
    options: tuple[tuple[str, OptionValue], ...] = ()

    @classmethod
    def of(
        cls, game: str, players: int, modules: Iterable[str] = (), options: Mapping[str, OptionValue] | None = None
    ) -> "Ruleset":
        """The ruleset with its modules in order and every option filled in.

        Option values may be given as texts. Raises RulesetError that names what is wrong and what would be right.
        """
        book = rulebook(game)
        if players not in book.players:
            low, high = book.players[0], book.players[-1]
            message = N_("{game} is for {low} to {high} players, not {given}")
            raise RulesetError(
                "players", composed(message, game=game, low=str(low), high=str(high), given=str(players))
            )
        wanted = set(modules)
        for module in sorted(wanted - book.chapters.keys()):
            known = ", ".join(book.chapters) or N_("none")
            message = N_("{game} has no module {name}; known: {known}")
            raise RulesetError("unknown-module", composed(message, game=game, name=repr(module), known=known))
        chosen = tuple(name for name in book.chapters if name in wanted)
        specs = {spec.name: spec for spec in book.options}
        for name in chosen:
            specs.update((spec.name, spec) for spec in book.chapters[name].options)
        values = {name: spec.default for name, spec in specs.items()}
        for given, value in (options or {}).items():
            name = given.replace("_", "-")
            if name not in specs:
                known = ", ".join(sorted(specs)) or N_("none")
                message = N_("no option {name} in this ruleset; known: {known}")
                raise RulesetError("unknown-option", composed(message, name=repr(given), known=known))
            values[name] = specs[name].parse(option_text(value))
        ruleset = cls(game, players, chosen, tuple(sorted(values.items())))
        book.check(ruleset)
        for name in chosen:
            book.chapters[name].check(ruleset)
        return ruleset

    def option(self, name: str) -> OptionValue:
        """The value of an option. Raises KeyError when the ruleset has none of that name."""
        for key, value in self.options:
            if key == name:
                return value
        raise KeyError(name)

    def has(self, module: str) -> bool:
        """Whether the module is in play."""
        return module in self.modules

    def deal(self, seed: bytes) -> Deal:
        """The deal that a seed stands for; the same seed gives the same deal on every machine."""
        return deal_of(self, Draws(seed))


class Compiled(msgspec.Struct, frozen=True):
    """A ruleset made ready to play: its book, its chapters, and who answers each window and policy, in order."""

    book: Rulebook
    chapters: tuple[Chapter, ...]
    windows: dict[str, tuple[tuple[str, WindowHandler], ...]]
    policies: dict[str, tuple[PolicyHandler, ...]]
    flows: "dict[str, tuple[Step, ...]]"
    """The rulebook's flows without the windows that nobody in play uses, last step first, as the stack takes them."""
    offering: "tuple[Rulebook | Chapter, ...]"
    """Who makes standing offers: the base game first, then the chapters."""


@lru_cache(maxsize=1024)
def compiled(ruleset: Ruleset) -> Compiled:
    """The ruleset made ready to play."""
    book = rulebook(ruleset.game)
    chapters = tuple(book.chapters[name] for name in ruleset.modules)

    def in_order(table: str, names: Iterable[str]) -> list[str]:
        order = book.order.get(table, ())
        return sorted(names, key=lambda name: (order.index(name) if name in order else len(order), name))

    windows: dict[str, dict[str, WindowHandler]] = {}
    policies: dict[str, dict[str, PolicyHandler]] = {}
    for chapter in chapters:
        for table, window in chapter.windows().items():
            windows.setdefault(table, {})[chapter.name] = window
        for table, policy in chapter.policies().items():
            policies.setdefault(table, {})[chapter.name] = policy
    offering: tuple[Rulebook | Chapter, ...] = tuple(
        chapter for chapter in chapters if type(chapter).offers is not Chapter.offers
    )
    if type(book).offers is not Rulebook.offers:
        offering = (book, *offering)
    return Compiled(
        book,
        chapters,
        {table: tuple((name, by[name]) for name in in_order(table, by)) for table, by in windows.items()},
        {table: tuple(by[name] for name in in_order(table, by)) for table, by in policies.items()},
        {
            name: tuple(step for step in reversed(flow) if getattr(step, "window", None) in (None, *windows))
            for name, flow in book.flows.items()
        },
        offering,
    )


def deal_of(ruleset: Ruleset, draws: Draws) -> Deal:
    """A random deal: the base game's, then what each chapter adds."""
    play = compiled(ruleset)
    deal = play.book.deal(ruleset, draws)
    for chapter in play.chapters:
        deal = chapter.deal(ruleset, deal, draws)
    return deal


def check_deal(ruleset: Ruleset, deal: Deal, play: Compiled | None = None) -> None:
    """Raise ValueError when a hand-written deal does not fit the ruleset."""
    if len(deal.roles) != ruleset.players:
        message = N_("the deal has {roles} roles for {players} players")
        raise ValueError(composed(message, roles=str(len(deal.roles)), players=str(ruleset.players)))
    if not 0 <= deal.first < ruleset.players:
        message = N_("the first seat is one of 0 to {last}, not {given}")
        raise ValueError(composed(message, last=str(ruleset.players - 1), given=str(deal.first)))
    play = play or compiled(ruleset)
    play.book.check_deal(ruleset, deal)
    for chapter in play.chapters:
        chapter.check_deal(ruleset, deal)


def reveal_script(ruleset: Ruleset) -> tuple[ScriptLine, ...]:
    """The lines that a narrator reads at the reveal, from the modules in play."""
    play = compiled(ruleset)
    lines = play.book.script(ruleset)
    for chapter in play.chapters:
        lines = chapter.script(ruleset, lines)
    return lines


def face_up_items(ruleset: Ruleset, board: Any, seat: Seat) -> tuple[str, ...]:
    """The tokens and cards that lie face up before a seat (words), of the game and of every chapter in play."""
    play = compiled(ruleset)
    words = play.book.face_up_items(board, seat)
    for chapter in play.chapters:
        words += chapter.face_up_items(board, seat)
    return words


def about_word(ruleset: Ruleset, word: str) -> str:
    """What a card or token does, in one line (message id); empty when nobody says."""
    play = compiled(ruleset)
    sources: tuple[Chapter | Rulebook, ...] = (*play.chapters, play.book)
    for source in sources:
        if word in source.about:
            return source.about[word]
    return ""


def advice(ruleset: Ruleset) -> tuple[str, ...]:
    """What to tell people who set this ruleset up (message ids): the game's advice, then the chapters'."""
    play = compiled(ruleset)
    return sum((chapter.advice(ruleset) for chapter in play.chapters), play.book.advice(ruleset))
