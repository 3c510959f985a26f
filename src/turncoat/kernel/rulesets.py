"""Rulesets (what is being played) and rulebooks (a game's rules as data and chapters), made ready to play."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, TypeVarTuple

import msgspec

from turncoat.kernel.balance import Balance
from turncoat.kernel.boards import Board, Votes
from turncoat.kernel.chapters import (
    CardText,
    Chapter,
    Deal,
    DealError,
    OptionValue,
    RuleOption,
    Rules,
    RulesetError,
    Ruling,
    ScriptLine,
    TalkRule,
    option_text,
)
from turncoat.kernel.draws import Draws
from turncoat.kernel.events import Event, GameEnded, all_seen_by
from turncoat.kernel.hooks import (
    AnyNotice,
    AnyPolicy,
    AnyRulesetPolicy,
    Handler,
    Hook,
    Notice,
    Policy,
    RulesetPolicy,
    Window,
    check_handler,
    in_order,
)
from turncoat.kernel.seats import Seat
from turncoat.kernel.words import N_, Message, composed

if TYPE_CHECKING:
    from turncoat.kernel.game import Game
    from turncoat.kernel.steps import Step

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class Rulebook(Rules):
    """A game: its player counts, its course, what is said of it, and the chapters that have been added."""

    version: ClassVar[str] = "1"
    """The rules version: a running game and a record are bound to the one that they began with."""
    earlier_versions: ClassVar[tuple[str, ...]] = ()
    """Versions before it by which the game can still be played: steps ask `game.rules` where they differ."""
    players: ClassVar[range] = range(0)
    hooks: ClassVar[tuple[Hook, ...]] = ()
    """The windows, policies and notices that the game asks."""
    flows: ClassVar[Mapping[str, "tuple[Step, ...]"]] = {}
    """The course of the game as data: sequences of steps and windows that a step lets follow by name (`game.flow`)."""
    victories: ClassVar[Mapping[str, str]] = {}
    """How the victory of each side is announced (side to message id)."""
    clauses_elsewhere: ClassVar[Mapping[str, str]] = {}
    """Clauses of other games that hold here too (how their IDs begin, to the name of the game)."""
    own_clauses: ClassVar[Mapping[str, str]] = {}
    """For events that it has from another game: the clause that they stand for here (name of the event to clause)."""
    clocks: ClassVar[tuple[str, ...]] = ()
    """The clocks that its questions name, apart from the ordinary time for a decision (`Question.clock`)."""
    script_reader: ClassVar[str] = ""
    """Who reads the script of the reveal at a table with cards of its own, and what comes before (message id)."""
    touch_components: ClassVar[tuple[tuple[int, str], ...]] = ()
    """What is in the box of an edition that is played by touch: how many, and of what (message id)."""
    phrases: ClassVar[Mapping[str, str]] = {}
    """What is often said while it is played, to be said with one tap (key to message id). `{seat}` in it is a person;
    the keys are kept in logs."""
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
        compiled.cache_clear()

    @property
    def versions(self) -> tuple[str, ...]:
        """The versions by which the game can be played, the newest last."""
        return (*self.earlier_versions, self.version)

    def plays(self, version: str) -> bool:
        """Whether a game that is bound to this version of the rules can be played."""
        return version in self.versions

    def check_version(self, version: str) -> None:
        """Raise RulesetError, which names the versions that play, for a version by which no game can be played."""
        if not self.plays(version):
            message, known = (
                N_("written for rules version {given}; versions that play: {known}"),
                ", ".join(self.versions),
            )
            raise RulesetError("rules-version", composed(message, given=version, known=known))

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
        """What stands on a card of the base game; None where its label and the line about it say all."""
        return None

    def votes(self, events: Iterable[Event], players: int) -> Votes:
        """The votes of a game, from what everybody saw; all zero in a game without teams to vote on."""
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
    """Make a rulebook known. Raises ValueError for a name already taken."""
    if book.name in BOOKS:
        raise ValueError(f"there is a game {book.name!r} already")
    BOOKS[book.name] = book
    return book


def default_game() -> str:
    """The game that is meant when nobody names one: the first of the known ones."""
    return next(iter(BOOKS))


def game_of_clause(game: str, clause: str) -> str:
    """The game among whose rules a clause stands that somebody meets in this game."""
    elsewhere = rulebook(game).clauses_elsewhere
    return next((other for begins, other in elsewhere.items() if clause.startswith(begins)), game)


def rule_of(ruleset: "Ruleset", events: Sequence[Event], at: int) -> str:
    """The clause that an event of those that a viewer saw stands for, in this game; empty where there is none."""
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
        cls,
        game: str,
        players: int,
        modules: Iterable[str] = (),
        options: Mapping[str, OptionValue] | None = None,
        *,
        rules: str = "",
    ) -> "Ruleset":
        """The ruleset with its modules in order and every option filled in.

        Option values may be given as texts. `rules` is the version of the rules whose defaults are filled in, today's
        when it is left out. Raises RulesetError that names what is wrong and what would be right.
        """
        ruleset = cls.draft(game, players, modules, options, rules=rules)
        for error in misfits(ruleset).values():
            raise error
        return ruleset

    @classmethod
    def draft(
        cls,
        game: str,
        players: int,
        modules: Iterable[str] = (),
        options: Mapping[str, OptionValue] | None = None,
        *,
        rules: str = "",
    ) -> "Ruleset":
        """The same, whether its parts fit together or not: for people who are still choosing. `misfits` tells them.

        Raises RulesetError for what the game does not know.
        """
        modules = tuple(modules) if isinstance(modules, Iterator) else modules
        options = {} if options is None else options
        _check_types(game, players, modules, options)
        book = rulebook(game)
        if players not in book.players:
            low, high = book.players[0], book.players[-1]
            message = N_("{game} is for {low} to {high} players, not {given}")
            if low == high:
                message = N_("{game} is for {low} players, not {given}")
            raise RulesetError(
                "players", composed(message, game=game, low=str(low), high=str(high), given=_number_text(players))
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
        values = {name: spec.default_by(rules) for name, spec in specs.items()}
        for given, value in options.items():
            name = given.replace("_", "-")
            if name not in specs:
                known = ", ".join(sorted(specs)) or N_("none")
                message = N_("no option {name} in this ruleset; known: {known}")
                raise RulesetError("unknown-option", composed(message, name=repr(given), known=known))
            values[name] = specs[name].parse(option_text(value))
        return cls(game, players, chosen, tuple(sorted(values.items())))

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
        """The deal that a seed stands for; the same seed gives the same deal on every machine.

        Raises DealError for a seed that is not bytes.
        """
        given: Any = seed
        if not isinstance(given, bytes):
            message = N_("a seed is bytes, such as {example}, not {given}")
            raise DealError("not-a-seed", composed(message, example='b"an evening"', given=type(given).__name__))
        return deal_of(self, Draws(seed))


def _check_types(game: Any, players: Any, modules: Any, options: Any) -> None:
    """Raise RulesetError when a program passes something else than what stands in the signature of `Ruleset.of`."""
    if not isinstance(game, str):
        message = N_("a game is a word, not {given}")
        raise RulesetError("unknown-game", composed(message, given=type(game).__name__))
    if type(players) is not int:
        message = N_("the number of players is a whole number, not {given}")
        raise RulesetError("players", composed(message, given=type(players).__name__))
    if isinstance(modules, str) or not isinstance(modules, Collection) or not all(isinstance(m, str) for m in modules):
        raise RulesetError("unknown-module", N_("modules are a list of names"))
    if not isinstance(options, Mapping) or not all(isinstance(name, str) for name in options):
        raise RulesetError("unknown-option", N_("options are a dict: the name of each option, and its value"))
    for name, value in options.items():
        if not isinstance(value, str | int) or (isinstance(value, int) and value.bit_length() > 64):
            message = N_("the value of option {name} is a word, a number, or true or false")
            raise RulesetError("unknown-option-value", composed(message, name=name))


_NEEDS = N_("{module} needs {other}: add {other} or leave {module} out")


def misfits(ruleset: Ruleset) -> dict[str, RulesetError]:
    """What does not fit in a ruleset that was only drafted: each chapter's objection, by its name; "" is the game's.

    >>> list(misfits(Ruleset.draft("resistance", 8, ["dummy-agent"])))
    ['dummy-agent']
    """
    book = rulebook(ruleset.game)
    found: dict[str, RulesetError] = {}
    for name, rules in (("", book), *((name, book.chapters[name]) for name in ruleset.modules)):
        try:
            for other in rules.needs if isinstance(rules, Chapter) else ():
                if not ruleset.has(other):
                    one, two = titles_of(ruleset.game, (name, other))
                    raise RulesetError("needs-module", composed(_NEEDS, module=one, other=two))
            rules.check(ruleset)
        except RulesetError as error:
            found[name] = error
    return found


def handlers_of(chapter: Chapter) -> tuple[Handler, ...]:
    """All that a chapter answers."""
    return (*chapter.windows(), *chapter.policies(), *chapter.notices())


def handlers_by_hook(hooks: Iterable[Hook], chapters: Mapping[str, Chapter]) -> dict[Hook, dict[str, Handler]]:
    """Who answers each hook, in the order in which they are asked. Raises ValueError when chapters contradict it."""
    found: dict[Hook, dict[str, Handler]] = {hook: {} for hook in hooks}
    for name, chapter in chapters.items():
        for handler in handlers_of(chapter):
            found[handler.hook][name] = handler
    for hook, by in found.items():
        try:
            found[hook] = {name: by[name] for name in in_order(by)}
        except ValueError as error:
            raise ValueError(f"{hook.name!r}: {error}") from None
    return found


class Compiled(msgspec.Struct, frozen=True):
    """A ruleset made ready to play: its book, its chapters, and who answers each hook, in order."""

    book: Rulebook
    chapters: tuple[Chapter, ...]
    windows: dict[Window, tuple[tuple[str, Callable[..., Any]], ...]]
    """With the names of the chapters."""
    policies: dict[AnyPolicy, tuple[Callable[..., Any], ...]]
    ruleset_policies: dict[AnyRulesetPolicy, tuple[Callable[..., Any], ...]]
    notices: dict[AnyNotice, tuple[Callable[..., Any], ...]]
    flows: "dict[str, tuple[Step, ...]]"
    """The rulebook's flows without the windows that nobody in play uses, last step first, as the stack takes them."""
    offering: tuple[Rules, ...]
    """Who makes standing offers: the base game first, then the chapters."""


@lru_cache(maxsize=1024)
def compiled(ruleset: Ruleset) -> Compiled:
    """The ruleset made ready to play."""
    book = rulebook(ruleset.game)
    chapters = tuple(book.chapters[name] for name in ruleset.modules)
    # The order is that of all chapters, so that it does not depend on which of them are in play.
    asked: dict[Hook, list[tuple[str, Callable[..., Any]]]] = {
        hook: [(name, handler.call) for name, handler in by.items() if ruleset.has(name)]
        for hook, by in handlers_by_hook(book.hooks, book.chapters).items()
    }
    offering: tuple[Rules, ...] = tuple(chapter for chapter in chapters if type(chapter).offers is not Rules.offers)
    if type(book).offers is not Rules.offers:
        offering = (book, *offering)
    return Compiled(
        book,
        chapters,
        {hook: tuple(by) for hook, by in asked.items() if isinstance(hook, Window)},
        {hook: tuple(call for _, call in by) for hook, by in asked.items() if isinstance(hook, Policy)},
        {hook: tuple(call for _, call in by) for hook, by in asked.items() if isinstance(hook, RulesetPolicy)},
        {hook: tuple(call for _, call in by) for hook, by in asked.items() if isinstance(hook, Notice)},
        {
            name: tuple(step for step in reversed(flow) if not isinstance(step, Window) or asked[step])
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


def decide(ruleset: Ruleset, policy: RulesetPolicy[T, *Ts], value: T, *args: *Ts) -> T:
    """A decision that needs no game: the base game's value, as the chapters in play leave it, asked in their order."""
    for handler in compiled(ruleset).ruleset_policies[policy]:
        value = handler(ruleset, value, *args)
    return value


@lru_cache(maxsize=1 << 8)
def role_cards(ruleset: Ruleset) -> tuple[str, ...]:
    """The roles that every deal of the ruleset gives, sorted: what everybody knows of a deal.

    >>> import turncoat.games
    >>> role_cards(Ruleset.of("resistance", 5, ["hunter"]))
    ('resistance', 'resistance-chief', 'resistance-hunter', 'spy-chief', 'spy-hunter')
    """
    play = compiled(ruleset)
    cards = play.book.role_cards(ruleset)
    for chapter in play.chapters:
        cards = chapter.role_cards(ruleset, cards)
    return tuple(sorted(cards))


def roles_of_side(ruleset: Ruleset, side: str) -> frozenset[str]:
    """The roles of a side that a deal of the ruleset gives."""
    book = rulebook(ruleset.game)
    return frozenset(role for role in role_cards(ruleset) if book.side_of(role) == side)


def hiding_side(ruleset: Ruleset) -> str:
    """The side that hides among the other: of the rulebook's two, the second.

    >>> import turncoat.games
    >>> hiding_side(Ruleset.of("resistance", 5))
    'spies'
    """
    return tuple(rulebook(ruleset.game).victories)[-1]


def roles_but(ruleset: Ruleset, *roles: str) -> frozenset[str]:
    """The roles that a deal of the ruleset gives, without these."""
    return frozenset(role_cards(ruleset)).difference(roles)


def opening_knowledge(ruleset: Ruleset, roles: tuple[str, ...], seat: Seat) -> list[Event]:
    """What a deal of these roles tells the seat (or SPECTATOR) before anything is chosen, as events that it sees.

    >>> import turncoat.games
    >>> opening_knowledge(Ruleset.of("resistance", 5), ("spy", "resistance", "resistance", "spy", "resistance"), 0)
    [RoleDealt(seat=0, role='spy'), SpiesSeen(lookers=9, spies=9)]
    """
    return all_seen_by(_opening(ruleset, roles), seat)


def opening_kinds(ruleset: Ruleset, roles: tuple[str, ...]) -> frozenset[type[Event]]:
    """The kinds of events in which a deal of these roles is told; the same for every deal of a ruleset."""
    return frozenset(map(type, _opening(ruleset, roles)))


def _opening(ruleset: Ruleset, roles: tuple[str, ...]) -> Iterator[Event]:
    play = compiled(ruleset)
    yield from play.book.opening_knowledge(ruleset, roles)
    for chapter in play.chapters:
        yield from chapter.opening_knowledge(ruleset, roles)


_WORDS = frozenset({str})


def check_deal(ruleset: Ruleset, deal: Deal, play: Compiled | None = None) -> None:
    """Raise DealError when a hand-written deal does not fit the ruleset."""
    wrong = _wrong_type(deal)
    if wrong:
        raise DealError("not-a-deal", wrong)
    if len(deal.roles) != ruleset.players:
        message = N_("the deal has {roles} roles for {players} players")
        raise DealError("role-count", composed(message, roles=str(len(deal.roles)), players=str(ruleset.players)))
    if not 0 <= deal.first < ruleset.players:
        message = N_("the first seat is one of 0 to {last}, not {given}")
        raise DealError("first-seat", composed(message, last=str(ruleset.players - 1), given=_number_text(deal.first)))
    play = play or compiled(ruleset)
    if deal.decks:
        _check_decks(ruleset, deal)
    try:
        play.book.check_deal(ruleset, deal)
        for chapter in play.chapters:
            chapter.check_deal(ruleset, deal)
    except DealError:
        raise
    except ValueError as error:  # rules from outside may raise one without a code
        raise DealError("unfit-deal", error.args[0] if error.args else "") from error


def _wrong_type(deal: Deal) -> str:
    """What is wrong with the types of a deal's parts (message id); empty when they are right.

    They are the exact types: True equals 1 and counts as a number in Python, but no record can hold it.
    """
    if type(deal) is not Deal:
        return composed(N_("a deal is a Deal, not {given}"), given=type(deal).__name__)
    if type(deal.roles) is not tuple or not _WORDS.issuperset(map(type, deal.roles)):
        return N_("the roles of a deal are a tuple of words, one for each seat")
    if type(deal.first) is not int:
        message = N_("the first seat of a deal is a whole number, not {given}")
        return composed(message, given=type(deal.first).__name__)
    decks = deal.decks
    if type(decks) is dict and all(
        type(name) is str and type(cards) is tuple and _WORDS.issuperset(map(type, cards))
        for name, cards in decks.items()
    ):
        return ""
    return N_("the decks of a deal are a dict: the name of each deck, and a tuple of its cards")


@lru_cache(maxsize=1024)
def deck_names(ruleset: Ruleset) -> frozenset[str]:
    """The names of the decks that a deal of the ruleset has."""
    return frozenset(deal_of(ruleset, Draws(b"")).decks)


def _check_decks(ruleset: Ruleset, deal: Deal) -> None:
    """Raise DealError for a deck that the ruleset does not have."""
    known_decks = deck_names(ruleset)
    unknown = deal.decks.keys() - known_decks
    if unknown:
        known = ", ".join(sorted(known_decks)) or N_("none")
        message = N_("there is no deck {name} in this ruleset; known: {known}")
        raise DealError("unknown-deck", composed(message, name=repr(min(unknown)), known=known))


def _number_text(number: int) -> str:
    """A number that somebody gave, as an error tells it; Python does not even print one of 5,000 digits."""
    return str(number) if number.bit_length() < 64 else "…"


def reveal_script(ruleset: Ruleset) -> tuple[ScriptLine, ...]:
    """The lines that a narrator reads at the reveal, from the modules in play."""
    play = compiled(ruleset)
    lines = play.book.script(ruleset)
    for chapter in play.chapters:
        lines = chapter.script(ruleset, lines)
    return lines


def touch_script(ruleset: Ruleset) -> tuple[ScriptLine, ...]:
    """The lines for the reveal by touch: none where a module changes what is revealed."""
    book = rulebook(ruleset.game)
    return book.touch_script(ruleset) if reveal_script(ruleset) == book.script(ruleset) else ()


def face_up_items(ruleset: Ruleset, board: Any, seat: Seat) -> tuple[str, ...]:
    """The tokens and cards that lie face up before a seat (words), of the game and of every chapter in play."""
    play = compiled(ruleset)
    words = play.book.face_up_items(board, seat)
    for chapter in play.chapters:
        words += chapter.face_up_items(board, seat)
    return words


def events_of(ruleset: Ruleset) -> dict[str, type[Event]]:
    """What can happen in a game of this ruleset: every class of event, by the name that it has on the wire.

    >>> import turncoat.games
    >>> events_of(Ruleset.of("resistance", 5))["TeamProposed"].clause
    'RES-TEAM-2'
    """
    play = compiled(ruleset)
    kinds: list[type[Event]] = [
        *play.book.events,
        *(kind for chapter in play.chapters for kind in chapter.events),
        GameEnded,
    ]
    return {str(kind.__struct_config__.tag): kind for kind in kinds}


def about_word(ruleset: Ruleset, word: str) -> str:
    """What a card or token does, in one line (message id); empty when nobody says."""
    return _first(ruleset, word, lambda source: source.about)


def ability_of(ruleset: Ruleset, role: str) -> str:
    """What a role can do, in one line (message id): for a chapter's own role the chapter says it. Empty for none."""
    said = _first(ruleset, role, lambda source: source.abilities)
    chapter = rulebook(ruleset.game).chapters.get(role)
    return said or (chapter.summary if chapter is not None else about_word(ruleset, role))


def icon_of(ruleset: Ruleset, word: str) -> str:
    """The name of the drawing of a card or token; empty when it has none."""
    return _first(ruleset, word, lambda source: source.icons)


def goal_of(ruleset: Ruleset, side: str) -> str:
    """What a side is after, in one line (message id); empty when nobody says."""
    return _first(ruleset, side, lambda source: source.goals)


def card_text(ruleset: Ruleset, word: str) -> CardText:
    """What stands on a card or token."""
    found = rulebook(ruleset.game).card_text(ruleset, word)
    return found or CardText(_first(ruleset, word, lambda source: source.words) or word, about_word(ruleset, word))


def _first(ruleset: Ruleset, word: str, table: Callable[[Rules], Mapping[str, str]]) -> str:
    """What the chapters in play, or else the game, have in a table under a word; empty when they have nothing."""
    play = compiled(ruleset)
    sources: tuple[Rules, ...] = (*play.chapters, play.book)
    return next((table(source)[word] for source in sources if word in table(source)), "")


def rulings_of(book: Rulebook) -> tuple[Ruling, ...]:
    """Every decision of ours in a game's rules: the game's own list, then those of its chapters."""
    return sum((chapter.rulings for chapter in book.chapters.values()), book.rulings)


def options_of(ruleset: Ruleset) -> tuple[RuleOption, ...]:
    """The options to choose from with these modules: the game's, then the chapters', but those that change nothing."""
    play = compiled(ruleset)
    sources: tuple[Rules, ...] = (play.book, *play.chapters)
    return tuple(spec for source in sources for spec in source.options if source.option_matters(ruleset, spec.name))


def advice(ruleset: Ruleset) -> tuple[str, ...]:
    """What to tell people who set this ruleset up (message ids): the game's advice, then the chapters'."""
    play = compiled(ruleset)
    return sum((chapter.advice(ruleset) for chapter in play.chapters), play.book.advice(ruleset))
