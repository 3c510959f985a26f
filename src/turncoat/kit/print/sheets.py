"""The sheets of a kit as PDF files."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, TypeAlias

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


def print_booklet(kit: Kit, drawings: Drawings, words: SheetWords, paper: str, *, large: bool = False) -> bytes:
    """Return cards, boards, tokens and sheets of a kit as one PDF file, to be printed on one side or on both.

    `paper` is one of PAPERS. If `large`, cards and sheets are in large print.
    """
    parts = ["cards.typ", "boards.typ", *(["evening.typ"] if large else []), "players.typ"]
    with _typst(drawings.fonts) as (families, compile_):
        data = _data(kit, drawings, words, paper, families) | {"booklet": True}
        sizes = {part: {"card": CARD, "large": False} for part in parts}
        sizes["cards.typ"] = {"card": LARGE_CARD if large else CARD, "large": large}
        return compile_(data, sizes)


def print_sheets(kit: Kit, drawings: Drawings, words: SheetWords, paper: str) -> dict[str, bytes]:
    """Return the PDF files of a kit by name. `paper` is one of PAPERS."""
    with _typst(drawings.fonts) as (families, compile_):
        data = _data(kit, drawings, words, paper, families) | {"booklet": False}
        pages: dict[str, tuple[str, dict[str, Any]]] = {
            "cards.pdf": ("cards.typ", {"card": CARD, "large": False}),
            "cards-large-print.pdf": ("cards.typ", {"card": LARGE_CARD, "large": True}),
            "boards-and-tokens.pdf": ("boards.typ", {"card": CARD}),
            "players.pdf": ("players.typ", {}),
            "evening-large-print.pdf": ("evening.typ", {}),
        }
        if kit.touch_script:
            pages["marks-for-fingers.pdf"] = ("marks.typ", {"card": CARD, "box": BOX})
        return {file: compile_(data, dict([part])) for file, part in pages.items()}


_Compile: TypeAlias = Callable[[dict[str, Any], Mapping[str, dict[str, Any]]], bytes]


@contextmanager
def _typst(site_fonts: Iterable[tuple[str, bytes]]) -> Iterator[tuple[list[str], _Compile]]:
    """Yield the names of the font families, and a function that compiles templates to one PDF.

    It takes the data of all templates, and for each template what is added to them.
    """
    import typst

    folder = files("turncoat.kit.print")

    def compile_(data: dict[str, Any], parts: Mapping[str, dict[str, Any]]) -> bytes:
        given = {"data": json.dumps(data)} | {name: json.dumps(more) for name, more in parts.items()}
        source = folder.joinpath("shared.typ").read_text("utf-8")
        for name in parts:
            template = folder.joinpath(name).read_text("utf-8")
            source += f'\n#[\n#let data = data + json(bytes(sys.inputs.at("{name}")))\n{template}\n]\n'
        try:  # a fixed timestamp makes equal kits equal byte for byte
            return typst.compile(source.encode(), font_paths=fonts, sys_inputs=given, timestamp=0)
        except typst.TypstError as error:
            if (found := _TOO_LONG.search(str(error))) is None:
                raise
            raise CardTooSmall(composed(_SHORTEN, card=found[1])) from None

    with TemporaryDirectory() as name:
        families = write_fonts(site_fonts, Path(name))
        fonts = typst.Fonts(include_system_fonts=False, font_paths=[name])
        yield families, compile_


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
