"""Rulesets: the game, modules and options being played, their validation, and the choices at set-up."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from turncoat.kernel.chapters import (
    Chapter,
    Deal,
    DealError,
    OptionValue,
    RuleOption,
    Rules,
    RulesetError,
    option_text,
)
from turncoat.kernel.draws import Draws
from turncoat.kernel.rulebooks import rulebook, titles_of
from turncoat.kernel.words import N_, composed, number_text


class Ruleset(msgspec.Struct, frozen=True, cache_hash=True):
    """The rules of one game: modules in the rulebook's order, options complete and sorted by name.

    Build one with `Ruleset.of`, which raises RulesetError for an impossible one.

    >>> from turncoat import Ruleset
    >>> Ruleset.of("resistance", 7, ["hunter", "targeting"]).modules
    ('targeting', 'hunter')
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
    ) -> "Ruleset":
        """Return the ruleset with its modules in order and every option filled in.

        Option values may be given as text. Raises RulesetError that names the problem and what would be right.
        """
        ruleset = cls.draft(game, players, modules, options)
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
    ) -> "Ruleset":
        """Return a ruleset whose parts need not fit together, for people who are still choosing (`misfits`).

        Raises RulesetError for anything that the game does not know.
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
                "players", composed(message, game=game, low=str(low), high=str(high), given=number_text(players))
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
        for given, value in options.items():
            name = given.replace("_", "-")
            if name not in specs:
                known = ", ".join(sorted(specs)) or N_("none")
                message = N_("no option {name} in this ruleset; known: {known}")
                raise RulesetError("unknown-option", composed(message, name=repr(given), known=known))
            values[name] = specs[name].parse(option_text(value))
        return cls(game, players, chosen, tuple(sorted(values.items())))

    def option(self, name: str) -> OptionValue:
        """Return the value of an option. Raises KeyError if the ruleset has no such option."""
        for key, value in self.options:
            if key == name:
                return value
        raise KeyError(name)

    def has(self, module: str) -> bool:
        """Return whether the module is in play."""
        return module in self.modules

    def deal(self, seed: bytes) -> Deal:
        """Return the deal for a seed, identical on every machine.

        Raises DealError for a seed that is not bytes.
        """
        given: Any = seed
        if not isinstance(given, bytes):
            message = N_("a seed is bytes, such as {example}, not {given}")
            raise DealError("not-a-seed", composed(message, example='b"an evening"', given=type(given).__name__))
        return deal_of(self, Draws(seed))


def _check_types(game: Any, players: Any, modules: Any, options: Any) -> None:
    """Raise RulesetError for arguments that do not have the declared types of `Ruleset.of`."""
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
    """Return the objections to a draft, by chapter name, or "" for those of the game.

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


def chapters_of(ruleset: Ruleset) -> tuple[Chapter, ...]:
    """Return the chapters in play, in the rulebook's order."""
    chapters = rulebook(ruleset.game).chapters
    return tuple(chapters[name] for name in ruleset.modules)


def deal_of(ruleset: Ruleset, draws: Draws) -> Deal:
    """Draw a deal: the base game's, then the changes of each chapter."""
    deal = rulebook(ruleset.game).deal(ruleset, draws)
    for chapter in chapters_of(ruleset):
        deal = chapter.deal(ruleset, deal, draws)
    return deal


def options_of(ruleset: Ruleset) -> tuple[RuleOption, ...]:
    """Return the options of the game and its chapters in play, without those that have no effect."""
    sources: tuple[Rules, ...] = (rulebook(ruleset.game), *chapters_of(ruleset))
    return tuple(spec for source in sources for spec in source.options if source.option_matters(ruleset, spec.name))


def advice(ruleset: Ruleset) -> tuple[str, ...]:
    """Return advice for setting up this ruleset (message ids): the game's, then the chapters'."""
    return sum((chapter.advice(ruleset) for chapter in chapters_of(ruleset)), rulebook(ruleset.game).advice(ruleset))
