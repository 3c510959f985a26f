"""A ruleset made ready to play: its book, its chapters, and who answers what is asked of them."""

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


def compiled(ruleset: Ruleset) -> Compiled:
    """The ruleset made ready to play."""
    book = rulebook(ruleset.game)
    return _compiled(ruleset, book, len(book.chapters))


@lru_cache(maxsize=1024)
def _compiled(ruleset: Ruleset, book: Rulebook, known_chapters: int) -> Compiled:
    """Cached until the book knows more chapters: a new one may change the order of those in play."""
    chapters = chapters_of(ruleset)
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


def decide(ruleset: Ruleset, policy: RulesetPolicy[T, *Ts], value: T, *args: *Ts) -> T:
    """A decision that needs no game: the base game's value, as the chapters in play leave it, asked in their order."""
    for handler in compiled(ruleset).ruleset_policies[policy]:
        value = handler(ruleset, value, *args)
    return value


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
