"""The sheets of a kit as PDF files."""

import json
import re
from collections.abc import Callable, Sequence
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import msgspec

from turncoat.kernel.words import N_, composed
from turncoat.kit.contents import Card, CardDeck, Kit
from turncoat.kit.errors import CardTooSmall
from turncoat.kit.fonts import write_fonts
from turncoat.kit.raised_marks import BOX
from turncoat.kit.words import SheetWords

CARD: Final = (63.0, 88.0)
"""Size of a card in millimetres, which fits common sleeves."""
LARGE_CARD: Final = (95.0, 133.0)
"""Size of a large-print card in millimetres. Four fit on a page of A4 or Letter."""
PAPERS: Final = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height of each paper size in millimetres."""

_TOO_LONG: Final = re.compile(r'too long for a card: ([^"\n]+)')


class Drawings(msgspec.Struct, frozen=True):
    """Sources of drawings as SVG. Each may be empty."""

    card: Callable[[Card], str]
    side: Callable[[str], str]
    """Outline of a side, given as a word."""
    back: str
    fonts: tuple[tuple[str, bytes], ...]
    """The website's font files, with names and contents."""


_SHORTEN: Final = N_("the text of the card {card} is too long for it: shorten the text")


def print_sheets(kit: Kit, drawings: Drawings, words: SheetWords, paper: str) -> dict[str, bytes]:
    """Return the PDF files of a kit by name. `paper` is one of PAPERS."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        families = write_fonts(drawings.fonts, folder)
        data = _data(kit, drawings, words, paper, families)
        compile_ = _compiler(folder)
        pages = {
            "cards.pdf": ("cards.typ", {**data, "card": CARD, "large": False}),
            "cards-large-print.pdf": ("cards.typ", {**data, "card": LARGE_CARD, "large": True}),
            "boards-and-tokens.pdf": ("boards.typ", {**data, "card": CARD}),
            "players.pdf": ("players.typ", data),
            "evening-large-print.pdf": ("evening.typ", data),
        }
        if kit.touch_script:
            pages["marks-for-fingers.pdf"] = ("marks.typ", {**data, "card": CARD, "box": BOX})
        return {file: compile_(template, given) for file, (template, given) in pages.items()}


def _compiler(folder: Path) -> Callable[[str, dict[str, Any]], bytes]:
    """Return a function that compiles a template with its data to PDF, using the fonts in the folder."""
    import typst

    parts = files("turncoat.kit.print")
    shared = parts.joinpath("shared.typ").read_bytes()
    fonts = typst.Fonts(include_system_fonts=False, font_paths=[folder])

    def compile_(template: str, data: dict[str, Any]) -> bytes:
        source = shared + b"\n" + parts.joinpath(template).read_bytes()
        try:  # a fixed timestamp makes equal kits equal byte for byte
            return typst.compile(source, font_paths=fonts, sys_inputs={"data": json.dumps(data)}, timestamp=0)
        except typst.TypstError as error:
            if (found := _TOO_LONG.search(str(error))) is None:
                raise
            raise CardTooSmall(composed(_SHORTEN, card=found[1])) from None

    return compile_


def _data(kit: Kit, drawings: Drawings, words: SheetWords, paper: str, families: Sequence[str]) -> dict[str, Any]:
    width, height = PAPERS[paper]
    sides = dict.fromkeys(card.side for deck in kit.decks for card in deck.cards if card.side)
    return {
        "title": kit.title,
        "subtitle": kit.subtitle,
        "language": kit.language,
        "families": list(families),
        "players": kit.ruleset.players,
        "width": width,
        "height": height,
        "decks": [_deck(deck, drawings) for deck in kit.decks],
        "sides": {side: drawings.side(side) for side in sides},
        "back": drawings.back,
        "rules": [{"title": one.title, "paragraphs": one.paragraphs} for one in kit.rules],
        "reader": kit.reader,
        "script": kit.script,
        "touch": kit.touch_script,
        "hiding": kit.hiding_side,
        "leaflet": msgspec.to_builtins(kit.leaflet),
        "words": msgspec.to_builtins(words),
    }


def _deck(deck: CardDeck, drawings: Drawings) -> dict[str, Any]:
    return {
        "title": deck.title,
        "shape": deck.deck.shape,
        "cards": [
            {**msgspec.to_builtins(card), "text": card.text, "drawing": drawings.card(card)} for card in deck.cards
        ],
    }
