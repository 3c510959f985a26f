"""The reveal at a real table: whatever a deal tells the seats of one another, a narrator can have them told."""

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import TypeAlias

from turncoat.kernel.chapters import Rules
from turncoat.kernel.compiled import compiled
from turncoat.kernel.events import Event, all_seen_by
from turncoat.kernel.opening import role_cards
from turncoat.kernel.rulesets import Ruleset
from turncoat.testing.broken import require

SHUFFLES = 12
"""Number of deals of the same role to the same seat that are compared."""

Knowledge: TypeAlias = Callable[[Ruleset, tuple[str, ...]], Iterable[Event]]


def check_reveal_script(ruleset: Ruleset, seed: int = 1) -> None:
    """The script of the reveal has a line for whatever opening knowledge tells a seat about others.

    A game needs a script then, and a chapter has to change it.
    """
    rng = Random(f"script/{seed}")
    play = compiled(ruleset)
    lines = play.book.script(ruleset)
    for chapter in play.chapters:
        before, lines = lines, chapter.script(ruleset, lines)
        if lines == before:
            _require_nothing_told(ruleset, chapter, "adds no line", rng)
    if not lines:
        _require_nothing_told(ruleset, play.book, "is empty", rng)


def _require_nothing_told(ruleset: Ruleset, rules: Rules, fault: str, rng: Random) -> None:
    told = told_about_others(ruleset, rules.opening_knowledge, rng)
    name = type(rules).__name__
    require(
        not told,
        f"{name}.opening_knowledge tells seats about others ({told}), but {name}.script {fault}; "
        "a narrator at a real table needs a ScriptLine for it",
    )


def told_about_others(ruleset: Ruleset, knowledge: Knowledge, rng: Random) -> str:
    """Return the names of the events that tell a seat more than where it sits and its own role; may be empty."""
    kinds = {kind for seat in range(ruleset.players) for kind in _telling(ruleset, knowledge, seat, rng)}
    return ", ".join(sorted(kinds))


def _telling(ruleset: Ruleset, knowledge: Knowledge, seat: int, rng: Random) -> Iterator[str]:
    cards = role_cards(ruleset)
    for own in set(cards):
        others = list(cards)
        others.remove(own)
        first: dict[str, list[Event]] | None = None
        for _ in range(SHUFFLES):
            rng.shuffle(others)
            told = _by_kind(all_seen_by(knowledge(ruleset, (*others[:seat], own, *others[seat:])), seat))
            if first is None:
                first = told
            yield from (kind for kind in first.keys() | told.keys() if first.get(kind) != told.get(kind))


def _by_kind(events: Iterable[Event]) -> dict[str, list[Event]]:
    by: dict[str, list[Event]] = {}
    for event in events:
        by.setdefault(type(event).__name__, []).append(event)
    return by
