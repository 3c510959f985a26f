"""The index page of a kit, which describes each file and the steps of printing, embossing and cutting."""

from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Final

import msgspec
from jinja2 import Environment

from turncoat.kernel.words import N_
from turncoat.kit.braille.files import deck_file
from turncoat.kit.contents import Kit
from turncoat.kit.words import UNOFFICIAL
from turncoat.telling import Translate, filled, in_words_of

_PRINT: Final = N_("Print")
_EMBOSS: Final = N_("Emboss")
_TOUCH: Final = N_("Mark for fingers")
_PLAY: Final = N_("Game night")
_CARDS: Final = N_("{count} card to cut", "{count} cards to cut")
_ABOUT: Final[Mapping[str, str]] = {
    "cards.pdf": N_(
        "The cards. Print on both sides, turned on the long edge, on heavy paper; cut along the marks. They fit "
        "sleeves of 63 × 88 mm."
    ),
    "cards-large-print.pdf": N_("The same cards in large print, four on a page, for people with low vision."),
    "boards-and-tokens.pdf": N_(
        "The boards, and tokens to cut out. One side is enough. Where a board has several pages, cut along the dashed "
        "line and glue them together; a mission card fits each space."
    ),
    "players.pdf": N_("A sheet for each player: what is in play, who learns what at the reveal, and the rules."),
    "evening-large-print.pdf": N_("The script of the reveal, and how the table stays fair, in large print."),
    "marks-for-fingers.pdf": N_(
        "Boxes for the lower edge of the role cards, with an X on the side that hides. Lay the page on the cut cards, "
        "and punch along the lines or trace them with puff paint."
    ),
    "mark-box.stl": N_(
        "The box for a 3D printer: a tile for each card of the side that does not hide, glued on its sleeve."
    ),
    "mark-box-with-x.stl": N_("The box with an X for a 3D printer: a tile for each card of the side that hides."),
    "cards.brf": N_("All cards in a booklet: their two cells, names and texts."),
    "rules.brf": N_("The rules of the game and of the chosen modules."),
    "evening.brf": N_("The script of the reveal, and how the table stays fair."),
    "labels.brf": N_("Labels for clear sleeves or adhesive tape, one a line."),
    "script.txt": N_("The script of the reveal as text."),
}
"""Descriptions of the files. Decks in Braille and sound files are described where they are made."""


_DECK: Final = N_("emboss, then cut along the gaps.")


class KitStep(msgspec.Struct, frozen=True):
    """A step of making the kit, with its files."""

    title: str
    files: tuple[tuple[str, str], ...]
    note: str = ""


def index_page(kit: Kit, say: Translate, made: Iterable[str], notes: Mapping[str, str], missing: str = "") -> bytes:
    """Return the page as HTML, for the files that were made.

    `notes` describe files that are not in `_ABOUT`, and `missing` says why there is no Braille.
    """
    names, say = list(made), in_words_of(kit.ruleset.game, say)
    about = {name: say(text) for name, text in _ABOUT.items()} | dict(notes)
    for deck in kit.decks:
        about[deck_file(deck)] = f"{deck.title}: {say(_DECK)}"
    kinds = {
        _PRINT: [name for name in names if name.endswith(".pdf") and not name.startswith(("mark", "evening"))],
        _EMBOSS: [name for name in names if name.endswith(".brf")],
        _TOUCH: [name for name in names if name.startswith("mark")],
        _PLAY: [name for name in names if name.startswith("evening") or name.endswith((".txt", ".wav"))],
    }
    unchecked = say(
        N_("No reader of Braille has checked these files yet. If you read Braille, please tell us what is wrong.")
    )
    steps = [
        KitStep(
            say(kind),
            tuple((name, about.get(name, "")) for name in found),
            (missing or unchecked) if kind == _EMBOSS else "",
        )
        for kind, found in kinds.items()
        if found or (kind == _EMBOSS and missing)
    ]
    cards = sum(card.copies for deck in kit.decks if deck.deck.shape == "card" for card in deck.cards)
    template = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True).from_string(
        files("turncoat.kit").joinpath("index.html").read_text(encoding="utf-8")
    )
    page = template.render(
        kit=kit,
        steps=steps,
        count=filled(say, _CARDS, count=cards),
        parts=say(N_("In this kit")),
        unofficial=say(UNOFFICIAL),
    )
    return page.encode()
