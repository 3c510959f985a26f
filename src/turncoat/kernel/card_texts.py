"""Texts about cards, roles, sides and the reveal, collected from the game and the chapters in play."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from turncoat.kernel.chapters import (
    CardText,
    Rules,
    ScriptLine,
)
from turncoat.kernel.compiled import compiled
from turncoat.kernel.components import Component
from turncoat.kernel.opening import role_cards
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat


def reveal_script(ruleset: Ruleset) -> tuple[ScriptLine, ...]:
    """Return the lines that a narrator reads at the reveal, with the changes of the chapters in play."""
    play = compiled(ruleset)
    lines = play.book.script(ruleset)
    for chapter in play.chapters:
        lines = chapter.script(ruleset, lines)
    return lines


def touch_script(ruleset: Ruleset) -> tuple[ScriptLine, ...]:
    """Return the lines for a reveal by touch. Empty if a chapter changes what is revealed."""
    book = rulebook(ruleset.game)
    return book.touch_script(ruleset) if reveal_script(ruleset) == book.script(ruleset) else ()


def components_of(ruleset: Ruleset) -> tuple[Component, ...]:
    """Return the components needed at a real table: role cards, then those of the game and its chapters.

    A component that several of them list is included once.
    """
    play = compiled(ruleset)
    roles = (Component(play.book.role_deck, role, copies) for role, copies in Counter(role_cards(ruleset)).items())
    chapters = (component for chapter in play.chapters for component in chapter.components(ruleset))
    return tuple(dict.fromkeys((*roles, *play.book.components(ruleset), *chapters)))


def face_up_items(ruleset: Ruleset, board: Any, seat: Seat) -> tuple[str, ...]:
    """Return the tokens and cards that lie face up before a seat (words), from the game and the chapters in play."""
    play = compiled(ruleset)
    words = play.book.face_up_items(board, seat)
    for chapter in play.chapters:
        words += chapter.face_up_items(board, seat)
    return words


def about_word(ruleset: Ruleset, word: str) -> str:
    """Return what a card or token does, in one line (message id). Empty if unknown."""
    return next(filter(None, (source.about_word(ruleset, word) for source in _sources(ruleset))), "")


def abilities_of(ruleset: Ruleset, role: str) -> tuple[str, ...]:
    """Return the abilities and weaknesses of a role, in sentences for its holder (message ids).

    Empty for a plain role.
    """
    play = compiled(ruleset)
    sources: tuple[Rules, ...] = (play.book, *play.chapters)
    return tuple(said for source in sources for said in source.abilities_of(ruleset, role))


def icon_of(ruleset: Ruleset, word: str) -> str:
    """Return the icon name of a card or token. Empty if it has none."""
    return _first(ruleset, word, lambda source: source.icons)


def goal_of(ruleset: Ruleset, side: str) -> str:
    """Return the goal of a side, in one line (message id). Empty if unknown."""
    return _first(ruleset, side, lambda source: source.goals)


def card_text(ruleset: Ruleset, word: str) -> CardText:
    """Return the text on a card or token."""
    found = rulebook(ruleset.game).card_text(ruleset, word)
    return found or CardText(_first(ruleset, word, lambda source: source.words) or word, about_word(ruleset, word))


def _first(ruleset: Ruleset, word: str, table: Callable[[Rules], Mapping[str, str]]) -> str:
    """Look a word up in a table of the chapters in play, last chapter first, then of the game. Empty if none has it."""
    return next((table(source)[word] for source in _sources(ruleset) if word in table(source)), "")


def _sources(ruleset: Ruleset) -> tuple[Rules, ...]:
    """Return the sources of texts by precedence: the chapters in play, last one first, then the game."""
    play = compiled(ruleset)
    return (*reversed(play.chapters), play.book)
