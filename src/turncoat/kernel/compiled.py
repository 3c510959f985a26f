"""Compiled rulesets: the rulebook, the chapters in play, and the handlers of each hook."""

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar, TypeVarTuple

import msgspec

from turncoat.kernel.chapters import (
    Chapter,
    Rules,
)
from turncoat.kernel.events import Event, GameEnded
from turncoat.kernel.hooks import (
    AnyNotice,
    AnyPolicy,
    AnyRulesetPolicy,
    Hook,
    Notice,
    Policy,
    RulesetPolicy,
    Window,
)
from turncoat.kernel.rulebooks import Rulebook, handlers_by_hook, rulebook
from turncoat.kernel.rulesets import Ruleset, chapters_of

if TYPE_CHECKING:
    from turncoat.kernel.steps import Step


T = TypeVar("T")


Ts = TypeVarTuple("Ts")


class Compiled(msgspec.Struct, frozen=True):
    """A ruleset prepared for play: its rulebook, its chapters, and the handlers of each hook in order."""

    book: Rulebook
    chapters: tuple[Chapter, ...]
    windows: dict[Window, tuple[tuple[str, Callable[..., Any]], ...]]
    """Handlers of each window, with the names of their chapters."""
    policies: dict[AnyPolicy, tuple[Callable[..., Any], ...]]
    ruleset_policies: dict[AnyRulesetPolicy, tuple[Callable[..., Any], ...]]
    notices: dict[AnyNotice, tuple[Callable[..., Any], ...]]
    flows: "dict[str, tuple[Step, ...]]"
    """The rulebook's flows without unused windows, last step first, as the stack takes them."""
    offering: tuple[Rules, ...]
    """Sources of standing offers: the base game first, then the chapters."""


def compiled(ruleset: Ruleset) -> Compiled:
    """Return the ruleset prepared for play."""
    book = rulebook(ruleset.game)
    return _compiled(ruleset, book, len(book.chapters))


@lru_cache(maxsize=1024)
def _compiled(ruleset: Ruleset, book: Rulebook, known_chapters: int) -> Compiled:
    """Compile a ruleset. The cache key includes the number of known chapters, since a new one may change the order."""
    chapters = chapters_of(ruleset)
    # The order is that of all known chapters, so it does not depend on which of them are in play.
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


def decide(ruleset: Ruleset, policy: RulesetPolicy[T, *Ts], value: T, *args: *Ts) -> T:
    """Decide without a game: pass the base game's value through the handlers of the chapters in play, in order."""
    for handler in compiled(ruleset).ruleset_policies[policy]:
        value = handler(ruleset, value, *args)
    return value


def events_of(ruleset: Ruleset) -> dict[str, type[Event]]:
    """Return every event class that a game of this ruleset can emit, by its wire name.

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
