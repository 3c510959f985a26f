"""Files of a kit for an embosser: cards to cut, booklets of all cards and of the rules, the script, and labels."""

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.words import N_, composed
from turncoat.kit.braille.cards import Front, check_paper, front, name_lines, sheets
from turncoat.kit.braille.cells import key_cells
from turncoat.kit.braille.layout import Block, Page, Paper, brf, heading, item, paged, paragraph, term
from turncoat.kit.braille.translations import code_of, in_braille
from turncoat.kit.contents import Card, CardDeck, Kit, Section
from turncoat.kit.errors import SameKey
from turncoat.locales import translator
from turncoat.telling import company, filled

ToBraille: TypeAlias = Callable[[str], str]
"""Translator of texts in the kit's language to cells."""

CARDS, RULES, EVENING, LABELS = "cards.brf", "rules.brf", "evening.brf", "labels.brf"
_CARDS: Final = N_("Cards")
_KEYS: Final = N_(
    "Each card has two cells at the upper left, its key, and the same when it is turned around. In a key there are no "
    "number signs: 1 to 9 are the letters a to i, 0 is j."
)
_KEY_ALONE: Final = N_(
    "A card of this deck has its key and nothing else, so that all cards have their cells in the same places."
)
_ON_BACKS: Final = N_("On the back of every card:")
_ADVICE: Final = N_("{side}: {advice}")
_COPIES: Final = N_("{count} copy.", "{count} copies.")
_RULES: Final = N_("Rules")
_EVENING: Final = N_("Game night")
_BY_EYE: Final = N_("With closed eyes")
_BY_TOUCH: Final = N_("By touch")
_SAME_KEY: Final = N_("In Braille the card “{title}” of {deck} has the key of another one.")


def braille_files(
    kit: Kit, cells: int = 40, lines: int = 25, *, form_feeds: bool = True, grade: int = 1
) -> dict[str, bytes]:
    """Return the files by name. Grade 2 falls back to grade 1 in languages without a contracted code.

    Raises KitError if the page is too small, a name does not fit on its card, or a text cannot be translated.
    """
    paper = Paper(cells, lines, form_feeds)
    check_paper(paper)
    translated = in_braille(texts_of(kit), code_of(kit.language, grade))
    return {name: brf(pages, paper) for name, pages in _files(kit, paper, translated.__getitem__)}


def texts_of(kit: Kit) -> tuple[str, ...]:
    """Return all texts that occur in the files."""
    texts: dict[str, None] = {}

    def note(text: str) -> str:
        texts[text] = None
        return ""

    for _ in _files(kit, Paper(), note):
        pass
    return tuple(texts)


def deck_file(deck: CardDeck) -> str:
    """Return the name of the file with a deck's cards."""
    return f"deck-{deck.deck.name}.brf"


def _files(kit: Kit, paper: Paper, braille: ToBraille) -> Iterator[tuple[str, list[Page]]]:
    for deck in kit.decks:
        if deck.deck.shape == "board":
            yield deck_file(deck), paged(_boards(deck, paper, braille), paper)
        else:
            yield deck_file(deck), sheets(_fronts(deck, braille), paper)
    yield CARDS, paged(_cards(kit, paper, braille), paper)
    if kit.rules:
        yield RULES, paged(_rules(kit, paper, braille), paper)
    yield EVENING, paged(_evening(kit, paper, braille), paper)
    yield LABELS, paged(_labels(kit, paper, braille), paper, is_numbered=False)


def _fronts(deck: CardDeck, braille: ToBraille) -> list[Front]:
    """Return every copy of every card of a deck. Raises SameKey if two kinds of cards have the same key."""
    keys: dict[str, str] = {}
    fronts: list[Front] = []
    for card in deck.cards:
        key = key_cells(card.key, card.title)
        if keys.setdefault(key, card.word) != card.word:
            raise SameKey(composed(_SAME_KEY, title=card.title, deck=deck.title))
        name = () if deck.deck.is_secret else name_lines(*map(braille, _name(card)))
        fronts.extend([front(key, name, card.title)] * card.copies)
    return fronts


def _boards(deck: CardDeck, paper: Paper, braille: ToBraille) -> Iterator[Block]:
    """Yield each board with its spaces, separated by room for the pieces."""
    for board in deck.cards:
        yield heading(braille(board.title), paper)
        for label, text in board.spaces:
            yield term(braille(label), paper)
            yield paragraph(braille(text) if text else "", paper)


def _cards(kit: Kit, paper: Paper, braille: ToBraille) -> Iterator[Block]:
    say = translator(kit.language)
    yield from _opening(kit, _CARDS, paper, braille)
    yield paragraph(braille(say(_KEYS)), paper)
    for deck in kit.decks:
        yield heading(braille(deck.title), paper)
        if deck.deck.is_secret:
            yield paragraph(braille(say(_KEY_ALONE)), paper)
        backs = dict.fromkeys(text for card in deck.cards for text in card.back)
        for text in (say(_ON_BACKS), *backs) if backs else ():
            yield paragraph(braille(text), paper)
        for card in deck.cards:
            yield term(_label(card, braille), paper)
            copies = filled(say, _COPIES, count=card.copies)
            yield paragraph(" ".join(map(braille, filter(None, (copies, *card.texts)))), paper)
            for side, text in card.advice:
                yield paragraph(braille(filled(say, _ADVICE, side=side, advice=text)), paper)


def _rules(kit: Kit, paper: Paper, braille: ToBraille) -> Iterator[Block]:
    yield from _opening(kit, _RULES, paper, braille)
    for section in kit.rules:
        yield from _section(section, paper, braille)


def _section(section: Section, paper: Paper, braille: ToBraille) -> Iterator[Block]:
    yield heading(braille(section.title), paper)
    for text in section.paragraphs:
        yield paragraph(braille(text), paper)


def _evening(kit: Kit, paper: Paper, braille: ToBraille) -> Iterator[Block]:
    say = translator(kit.language)
    yield from _opening(kit, _EVENING, paper, braille)
    if kit.reader:
        yield paragraph(braille(kit.reader), paper)
    for title, lines in ((_BY_EYE, kit.script), (_BY_TOUCH, kit.touch_script)):
        if lines:
            yield heading(braille(say(title)), paper)
        for line in lines:
            yield paragraph(braille(line), paper)
    yield from _section(kit.leaflet, paper, braille)


def _labels(kit: Kit, paper: Paper, braille: ToBraille) -> Iterator[Block]:
    """Yield a label for every copy of every card. Secret cards have only their key."""
    for deck in kit.decks:
        yield heading(braille(deck.title), paper)
        for card in deck.cards:
            label = key_cells(card.key, card.title) if deck.deck.is_secret else _label(card, braille)
            for _ in range(card.copies):
                yield item(label, paper)


def _opening(kit: Kit, title: str, paper: Paper, braille: ToBraille) -> Iterator[Block]:
    """Yield the top of a booklet: its title, and the game with players and modules."""
    say = translator(kit.language)
    chapters = rulebook(kit.ruleset.game).chapters
    for text in (kit.title, say(title)):
        yield heading(braille(text), paper)
    for text in (company(kit.ruleset, say), *(say(chapters[name].title) for name in kit.ruleset.modules)):
        yield item(braille(text), paper)


def _label(card: Card, braille: ToBraille) -> str:
    return " ".join((key_cells(card.key, card.title), *map(braille, _name(card))))


def _name(card: Card) -> tuple[str, ...]:
    """Return the title, and the mark in brackets if there is one."""
    return (card.title, f"({card.mark})") if card.mark else (card.title,)
