"""What the game and the chapters in play say about cards, roles and sides, and at the reveal."""

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


def components_of(ruleset: Ruleset) -> tuple[Component, ...]:
    """What the ruleset needs on a real table: the cards of its roles, then what the game and its chapters bring.

    A component that several of them bring is needed once.
    """
    play = compiled(ruleset)
    roles = (Component(play.book.role_deck, role, copies) for role, copies in Counter(role_cards(ruleset)).items())
    chapters = (component for chapter in play.chapters for component in chapter.components(ruleset))
    return tuple(dict.fromkeys((*roles, *play.book.components(ruleset), *chapters)))


def face_up_items(ruleset: Ruleset, board: Any, seat: Seat) -> tuple[str, ...]:
    """The tokens and cards that lie face up before a seat (words), of the game and of every chapter in play."""
    play = compiled(ruleset)
    words = play.book.face_up_items(board, seat)
    for chapter in play.chapters:
        words += chapter.face_up_items(board, seat)
    return words


def about_word(ruleset: Ruleset, word: str) -> str:
    """What a card or token does, in one line (message id); empty if unknown."""
    return next(filter(None, (source.about_word(ruleset, word) for source in _sources(ruleset))), "")


def abilities_of(ruleset: Ruleset, role: str) -> tuple[str, ...]:
    """What a role can do or has to fear, in sentences for its holder (message ids); none for a plain one."""
    play = compiled(ruleset)
    sources: tuple[Rules, ...] = (play.book, *play.chapters)
    return tuple(said for source in sources for said in source.abilities_of(ruleset, role))


def icon_of(ruleset: Ruleset, word: str) -> str:
    """The name of the drawing of a card or token; empty when it has none."""
    return _first(ruleset, word, lambda source: source.icons)


def goal_of(ruleset: Ruleset, side: str) -> str:
    """What a side is after, in one line (message id); empty if unknown."""
    return _first(ruleset, side, lambda source: source.goals)


def card_text(ruleset: Ruleset, word: str) -> CardText:
    """The text on a card or token."""
    found = rulebook(ruleset.game).card_text(ruleset, word)
    return found or CardText(_first(ruleset, word, lambda source: source.words) or word, about_word(ruleset, word))


def _first(ruleset: Ruleset, word: str, table: Callable[[Rules], Mapping[str, str]]) -> str:
    """What the chapters in play, the last of them first, or else the game, have in a table under a word; or nothing."""
    return next((table(source)[word] for source in _sources(ruleset) if word in table(source)), "")


def _sources(ruleset: Ruleset) -> tuple[Rules, ...]:
    """What has a say in a text: the chapters in play, the last of them first, then the game."""
    play = compiled(ruleset)
    return (*reversed(play.chapters), play.book)
