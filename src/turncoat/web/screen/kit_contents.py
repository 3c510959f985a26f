"""Contents and drawings of a kit, taken from the rules pages and the website's art."""

from importlib.resources import files
from importlib.util import find_spec
from typing import Final

from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kit.contents import Card, Kit, Section, kit_of
from turncoat.kit.print.sheets import Drawings
from turncoat.telling import Translate, company
from turncoat.web.games.drawings import card_back, drawing_of, outline_drawing
from turncoat.web.site.rules_text import rules_sections

PACKAGES: Final = ("typst", "fontTools", "brotli")
"""Packages of the extra `kit` that print sheets."""


def can_print() -> bool:
    """Return whether the packages that print sheets are installed."""
    return all(find_spec(package) is not None for package in PACKAGES)


def kit_contents(ruleset: Ruleset, language: str, say: Translate) -> Kit:
    """Return the kit of a ruleset with its rules. `say` translates into the language."""
    chapters = rulebook(ruleset.game).chapters
    subtitle = ", ".join((company(ruleset, say), *(say(chapters[name].title) for name in ruleset.modules)))
    rules = (Section(title, paragraphs) for title, paragraphs in rules_sections(ruleset, language))
    return kit_of(ruleset, language, say, subtitle, rules)


def drawings_of(ruleset: Ruleset) -> Drawings:
    """Return the website's drawings for a game's cards."""
    folder = files("turncoat.web").joinpath("static", "fonts")
    fonts = tuple((file.name, file.read_bytes()) for file in folder.iterdir() if file.name.endswith(".woff2"))

    def card(card: Card) -> str:
        return drawing_of(ruleset.game, card.word, card.icon, card.side)

    def side(side: str) -> str:
        return outline_drawing(ruleset.game, side)

    return Drawings(card, side, card_back(), tuple(sorted(fonts)))
