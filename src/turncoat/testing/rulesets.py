"""Rulesets for tests: every game at every player count, with enough combinations of modules and options."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations, cycle

from turncoat.extensions import register_chapter, register_game
from turncoat.kernel.chapters import Chapter, OptionValue, RulesetError, option_text
from turncoat.kernel.rulebooks import BOOKS, Rulebook, rulebook
from turncoat.kernel.rulesets import Ruleset, options_of

MANY = 12
"""Number of modules above which only small and nearly full module sets are combined."""


def rulesets(*rules: str | type[Rulebook] | type[Chapter], every: bool = False) -> list[Ruleset]:
    """Return rulesets of the named games, or of every known game, at each player count.

    Each count is played without modules, with each module alone (or with the modules that it needs), and with each
    value of each option. Over all counts, every two modules occur together, both absent, and one without the other, as
    far as the rules allow. With `every`, return all module sets that the rules allow at each count.

    A game is given by its name, or by its class, which is made known if it is not yet. The class of a chapter stands
    for the rulesets of its game in which the chapter is in play; it is added to the game if it is not there yet.
    Raises ValueError for an unknown game, and for a chapter that no ruleset has in play.
    """
    return [ruleset for one in rules or tuple(BOOKS) for ruleset in _of(one, every)]


def label(ruleset: Ruleset) -> str:
    """Return a short name: game, player count, modules, and options that differ from their defaults."""
    book = BOOKS[ruleset.game]
    specs = [*book.options, *(spec for name in ruleset.modules for spec in book.chapters[name].options)]
    defaults = {spec.name: spec.default for spec in specs}
    changed = [f"{name}={option_text(value)}" for name, value in ruleset.options if value != defaults[name]]
    return "-".join([ruleset.game, str(ruleset.players), *ruleset.modules, *changed])


def _of(rules: str | type[Rulebook] | type[Chapter], every: bool) -> list[Ruleset]:
    if isinstance(rules, str):
        name = rules
    elif issubclass(rules, Rulebook):
        name = rules.name
        if not isinstance(BOOKS.get(name), rules):
            register_game(rules)
    else:
        register_chapter(rules)
        name = rules.game
    book = rulebook(name)
    found = list(_of_book(book, tuple(book.chapters.values()), every))
    if isinstance(rules, str) or issubclass(rules, Rulebook):
        return found
    having = [ruleset for ruleset in found if ruleset.has(rules.name)]
    if not having:
        raise ValueError(f"no ruleset of {name} has the chapter {rules.name!r} in play; does its `check` refuse it?")
    return having


# Many test modules ask for the same rulesets, and trying all module sets takes a second. The chapters are an argument
# because adding one changes the result.
@lru_cache(maxsize=16)
def _of_book(book: Rulebook, chapters: tuple[Chapter, ...], every: bool) -> tuple[Ruleset, ...]:
    names = tuple(chapter.name for chapter in chapters)
    needs = {chapter.name: set(chapter.needs) for chapter in chapters}
    module_sets = [modules for modules in _module_sets(names) if all(needs[name].issubset(modules) for name in modules)]
    possible = {
        players: [r for modules in module_sets if (r := _try(book, players, modules))] for players in book.players
    }
    chosen = possible if every else _covering(names, possible)
    return tuple(
        ruleset
        for turn, players in enumerate(book.players)
        for ruleset in (*chosen[players], *_with_options(book, players, possible[players], turn % 2 == 0))
    )


def _try(
    book: Rulebook, players: int, modules: Iterable[str], options: dict[str, OptionValue] | None = None
) -> Ruleset | None:
    try:
        return Ruleset.of(book.name, players, modules, options)
    except RulesetError:
        return None


def _module_sets(modules: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield module sets, small ones first."""
    for size in range(len(modules) + 1):
        if len(modules) <= MANY or size <= 2 or size >= len(modules) - 1:
            yield from combinations(modules, size)


def _covering(modules: tuple[str, ...], possible: dict[int, list[Ruleset]]) -> dict[int, list[Ruleset]]:
    """Return by player count: no module, each module with as few others as possible, and sets that cover all pairs."""
    chosen: dict[int, list[Ruleset]] = {}
    seen: set[tuple[str, bool, str, bool]] = set()
    pairs = {ruleset: _pairs(modules, ruleset) for rulesets in possible.values() for ruleset in rulesets}
    for players, rulesets in possible.items():
        chosen[players] = few = [ruleset for ruleset in rulesets if len(ruleset.modules) <= 1]
        for module in modules:
            if not any(module in ruleset.modules for ruleset in few):
                few.extend([ruleset for ruleset in rulesets if module in ruleset.modules][:1])
        seen.update(*(pairs[ruleset] for ruleset in few))
    # Each count in turn takes the module set with the most pairs that no count has covered yet.
    idle = 0
    for players in cycle(possible):
        best = max(possible[players], key=lambda ruleset: len(pairs[ruleset] - seen), default=None)
        idle = 0 if best is not None and pairs[best] - seen else idle + 1
        if idle == len(possible):
            break
        if idle == 0 and best is not None:
            chosen[players].append(best)
            seen |= pairs[best]
    return chosen


def _pairs(modules: tuple[str, ...], ruleset: Ruleset) -> set[tuple[str, bool, str, bool]]:
    there = [(module, module in ruleset.modules) for module in modules]
    return {(*one, *other) for one, other in combinations(there, 2)}


def _with_options(book: Rulebook, players: int, possible: list[Ruleset], small: bool) -> Iterator[Ruleset]:
    """Yield each non-default value of each option, in the smallest or the largest module set that has the option."""
    specs = [*book.options, *(spec for chapter in book.chapters.values() for spec in chapter.options)]
    done: set[Ruleset] = set()
    for spec in {spec.name: spec for spec in specs}.values():
        having = [ruleset for ruleset in possible if spec in options_of(ruleset)]
        for value in spec.values:
            if value == spec.default:
                continue
            tried = (_try(book, players, old.modules, {spec.name: value}) for old in having[:: 1 if small else -1])
            ruleset = next((ruleset for ruleset in tried if ruleset is not None), None)
            if ruleset is not None and ruleset not in done:
                done.add(ruleset)
                yield ruleset
