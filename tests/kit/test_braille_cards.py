"""Embossed cards: keys that read the same from both ends, names on open cards, nothing that reveals a secret."""

from collections import Counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.braille_reader import cut, key_of, name_of, places, turn
from tests.support.kits import CASES, CODES, FEW, LANGUAGES, kit
from turncoat.kernel.components import Deck
from turncoat.kernel.rulesets import Ruleset
from turncoat.kit.braille.cards import CARD_CELLS, CARD_LINES, front, sheets
from turncoat.kit.braille.cells import key_cells, turned
from turncoat.kit.braille.files import braille_files, deck_file
from turncoat.kit.braille.layout import Paper, brf
from turncoat.kit.braille.translations import code_of, in_braille
from turncoat.kit.contents import KEY, Card, CardDeck, Kit
from turncoat.kit.errors import CardTooSmall, NoBraille, PageTooSmall, SameKey

CORNERS = {(0, 0), (0, 1), (CARD_LINES - 1, CARD_CELLS - 2), (CARD_LINES - 1, CARD_CELLS - 1)}
"""Positions of a key's cells: at the upper left, and the same place on the turned card."""
OPEN = Deck("plot-cards", "Plot cards")


def kit_with(*cards: Card) -> Kit:
    """Return a kit with one deck."""
    return msgspec.structs.replace(kit(FEW[0], "en"), decks=(CardDeck(OPEN, OPEN.title, cards),))


@pytest.mark.parametrize("ruleset", CASES)
def test_every_braille_card_exists_and_secret_ones_have_equal_layouts(ruleset: Ruleset) -> None:
    for language, grade in CODES:
        check_cards(ruleset, language, grade)


def check_cards(ruleset: Ruleset, language: str, grade: int) -> None:
    decks = [deck for deck in kit(ruleset, language).decks if deck.deck.shape != "board"]
    files = braille_files(kit(ruleset, language), grade=grade)
    for deck in decks:
        names = {card: [card.title, *([f"({card.mark})"] if card.mark else [])] for card in deck.cards}
        cells = in_braille((text for each in names.values() for text in each), code_of(language, grade))
        wanted: Counter[tuple[str, str]] = Counter()
        for card, texts in names.items():
            name = "" if deck.deck.is_secret else "".join(cells[text] for text in texts)
            wanted[key_cells(card.key), name.replace(" ", "").replace("-", "")] += card.copies
        fronts = cut(files[deck_file(deck)])
        assert Counter((key_of(one), name_of(one).replace("-", "")) for one in fronts) == wanted
        assert all(key_of(turn(one)) == key_of(one) for one in fronts), "it reads the same when turned around"
        if deck.deck.is_secret:
            assert all(places(one) == CORNERS for one in fronts)
    assert any(deck.deck.is_secret for deck in decks)


@pytest.mark.parametrize("ruleset", CASES)
def test_a_key_is_two_cells_unique_within_its_deck(ruleset: Ruleset) -> None:
    for deck in (deck for language in LANGUAGES for deck in kit(ruleset, language).decks):
        keys = {card.word: key_cells(card.key) for card in deck.cards}
        assert all(len(key.strip()) == KEY for key in keys.values())
        assert len(set(keys.values())) == len(keys)


def test_turning_a_key_twice_restores_it() -> None:
    assert [turned(cell) for cell in ("A", "'", ",", "=")] == [",", "@", "A", "="]
    assert turned("A'") == "@,"


def test_a_name_too_long_for_its_card_is_refused_with_what_would_fit() -> None:
    # A sentence that is shipped in Braille, since a new name would need liblouis.
    long = Card("long", "A villain who is still standing damages the city and uses their power.", 1, "al")
    with pytest.raises(CardTooSmall, match=r"takes \d+ lines of 9 cells, and on a card there is room for 6"):
        braille_files(kit_with(long), grade=2)


def test_a_letter_without_a_cell_is_refused_with_the_cards_name() -> None:
    with pytest.raises(NoBraille, match=r"“ж” has no cell of its own .* “Spy”"):
        braille_files(kit_with(Card("spy", "Spy", 1, "жу")))


def test_two_kinds_with_the_same_key_are_refused() -> None:
    with pytest.raises(SameKey, match="“Spy” of Plot cards"):
        braille_files(kit_with(Card("resistance", "Resistance", 1, "+4"), Card("spy", "Spy", 1, "+d")))


@pytest.mark.parametrize(("cells", "lines"), [(CARD_CELLS - 1, 25), (40, CARD_LINES - 1), (0, 0), (-40, -25)])
def test_a_page_smaller_than_a_card_is_refused_with_what_would_fit(cells: int, lines: int) -> None:
    with pytest.raises(PageTooSmall, match="8 lines of 9"):
        braille_files(kit(FEW[0], "en"), cells, lines)


@given(st.integers(1, 60), st.integers(CARD_CELLS, 60), st.integers(CARD_LINES, 60), st.booleans())
def test_braille_cards_fit_paper_of_any_size(count: int, cells: int, lines: int, form_feeds: bool) -> None:
    fronts = [front(key_cells(f"{number // 10}{number % 10}"), ("NAME",)) for number in range(count)]
    pages = sheets(fronts, Paper(cells, lines, form_feeds))
    assert all(len(page) <= lines and all(len(line) <= cells for line in page) for page in pages)
    assert [key_of(one) for one in cut(brf(pages, Paper(cells, lines)), cells)] == [one[0] for one in fronts]
