"""Files for an embosser: valid bytes in pages of the right size, with all contents."""

from collections.abc import Iterable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.braille_reader import pages_of, text_of
from tests.support.kits import CASES, CODES, FEW, kit
from turncoat.kernel.rulesets import Ruleset
from turncoat.kit.braille.cells import ASCII, key_cells
from turncoat.kit.braille.files import CARDS, EVENING, LABELS, RULES, braille_files
from turncoat.kit.braille.layout import HYPHEN, Paper, heading, item, paged, paragraph, wrapped
from turncoat.kit.braille.liblouis import Code
from turncoat.kit.braille.translations import code_of, in_braille
from turncoat.kit.contents import Kit
from turncoat.testing import label

WORD = st.text(ASCII.replace(" ", ""), min_size=1, max_size=30)


@pytest.mark.parametrize(
    ("cells", "lines", "form_feeds"), [(40, 25, True), (40, 25, False), (30, 27, True), (9, 8, False)]
)
@pytest.mark.parametrize("ruleset", FEW, ids=label)
def test_braille_files_hold_only_braille_in_pages_of_one_size(
    ruleset: Ruleset, cells: int, lines: int, form_feeds: bool
) -> None:
    for language, grade in CODES:
        files = braille_files(kit(ruleset, language), cells, lines, form_feeds=form_feeds, grade=grade)
        for name, brf in files.items():
            check_pages(name, brf, cells, lines, form_feeds)


def check_pages(name: str, brf: bytes, cells: int, lines: int, form_feeds: bool) -> None:
    text = brf.decode("ascii")
    assert set(text) <= {*ASCII, "\r", "\n", "\f"}
    *ended, rest = text.split("\r\n")
    assert rest == ("\f" if form_feeds else "")
    assert all(line == line.rstrip() and len(line.lstrip("\f")) <= cells for line in ended)
    if not form_feeds:
        assert "\f" not in text
        assert len(ended) % lines == 0
        return
    pages = pages_of(brf)
    assert all(len(page) <= lines for page in pages)
    if name in (CARDS, RULES, EVENING):
        assert [page[-1] for page in pages] == [f"#{key_cells(str(n))}".rjust(cells) for n in range(1, len(pages) + 1)]
        assert all(len(page) == lines for page in pages)


@pytest.mark.parametrize("ruleset", CASES)
def test_booklets_contain_the_rules_the_script_and_all_card_texts(ruleset: Ruleset) -> None:
    for language, grade in CODES:
        check_booklets(kit(ruleset, language), code_of(language, grade), grade)


def check_booklets(made: Kit, code: Code, grade: int) -> None:
    files = braille_files(made, grade=grade)
    rules = [text for section in made.rules for text in (section.title, *section.paragraphs)]
    assert text_of(files[RULES]).endswith(cells_of(rules, code))
    if made.script or made.touch_script:
        assert text_of(files[EVENING]).endswith(cells_of(made.leaflet.paragraphs, code))
        for lines in (made.script, made.touch_script):
            assert cells_of(lines, code) in text_of(files[EVENING])
    booklet = text_of(files[CARDS])
    for key, title, mark, text in cards_of(made):
        start = booklet.index(" ".join((key_cells(key), cells_of([title, mark], code))).strip())
        assert cells_of([text], code) in booklet[start:]


def cards_of(made: Kit) -> Iterator[tuple[str, str, str, str]]:
    for deck in made.decks:
        for card in deck.cards:
            yield card.key, card.title, f"({card.mark})" if card.mark else "", card.text


def cells_of(texts: Iterable[str], code: Code) -> str:
    wanted = [text for text in texts if text]
    cells = in_braille(wanted, code)
    return " ".join(" ".join(cells[text] for text in wanted).split())


@pytest.mark.parametrize("ruleset", CASES)
def test_every_copy_has_a_label_and_secret_cards_only_a_key(ruleset: Ruleset) -> None:
    for language, grade in CODES:
        check_labels(kit(ruleset, language), code_of(language, grade), grade)


def check_labels(made: Kit, code: Code, grade: int) -> None:
    lines = [line for page in pages_of(braille_files(made, grade=grade)[LABELS]) for line in page if line]
    wanted = []
    for deck in made.decks:
        wanted.append(cells_of([deck.title], code))
        for card in deck.cards:
            name = "" if deck.deck.is_secret else cells_of([card.title, f"({card.mark})" if card.mark else ""], code)
            wanted += [f"{key_cells(card.key)} {name}".strip()] * card.copies
    assert " ".join(" ".join(lines).split()) == " ".join(wanted)
    begun = [line for line in lines if not line.startswith(" ")]
    assert len(begun) == sum(card.copies for deck in made.decks for card in deck.cards), "each begins a line"


def test_a_kit_without_rules_or_a_reveal_has_no_empty_booklets() -> None:
    blind = kit(Ruleset.of("resistance", 5, ["blind-spies"]), "en")
    assert not blind.script
    assert braille_files(blind)[EVENING]


@given(st.lists(WORD), st.integers(9, 50), st.integers(0, 4), st.integers(0, 4))
def test_only_words_longer_than_a_line_are_divided(words: list[str], width: int, first: int, rest: int) -> None:
    lines = wrapped(" ".join(words), width, first=first, rest=rest)
    assert all(0 < len(line) <= width and line.strip() for line in lines)
    whole = [word for line in lines for word in line.split()]
    for word in words:
        if len(word) <= width:
            assert whole.pop(0) == word
        else:
            part = whole.pop(0)
            while part != word:
                assert part.endswith(HYPHEN)
                part = (part if word.startswith(part) else part.removesuffix(HYPHEN)) + whole.pop(0)
    assert not whole


@given(
    st.lists(st.tuples(st.sampled_from([heading, item, paragraph]), st.lists(WORD, max_size=30))), st.integers(8, 30)
)
def test_no_heading_ends_a_page_and_no_text_is_lost(blocks: list, lines: int) -> None:  # type: ignore[type-arg]
    paper = Paper(30, lines)
    made = [make(" ".join(words), paper) for make, words in blocks]
    pages = paged(made, paper)
    assert [line for page in pages for line in page[:-1] if line] == [line for block in made for line in block.lines]
    assert all(len(page) == lines for page in pages)
