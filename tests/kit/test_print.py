"""The printed kit, read back: every card in the numbers of the rules, and no back or page that reveals a secret."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from io import BytesIO

import pytest
from pypdf import PageObject, PdfReader

from turncoat.cli.kit import files_of
from turncoat.games.hail_hydra.components import HEROES
from turncoat.games.hail_hydra.words import HAIL_OPEN, HAIL_RULES
from turncoat.kernel.rulesets import Ruleset
from turncoat.kit.contents import Card, CardDeck, kit_of
from turncoat.kit.words import SheetWords, words
from turncoat.locales import translator
from turncoat.telling import Translate
from turncoat.testing.rulesets import rulesets

FEW = [
    (Ruleset.of("resistance", 7, ["plot-thickens", "hunter", "reverser"]), "en", "a4"),
    pytest.param(Ruleset.of("winter-soldier", 12, ["scarlet-witch"]), "pl", "letter", marks=pytest.mark.sweep),
    (Ruleset.of("hail-hydra", 5), "pl", "a4"),
]
IN_TURN = [("en", "a4"), ("pl", "letter"), ("pl", "a4"), ("en", "letter")]
ALL = [(ruleset, *IN_TURN[number % 4]) for number, ruleset in enumerate(rulesets())]
CARDS = ("cards.pdf", "cards-large-print.pdf")


def test_templates_use_only_existing_placeholders() -> None:
    """A text that only a few rulesets use could otherwise be missing unnoticed."""
    templates = [one for one in files("turncoat.kit").joinpath("print").iterdir() if one.name.endswith(".typ")]
    used = {word for one in templates for word in re.findall(r"data\.words\.(\w+)", one.read_text("utf-8"))}
    assert used == set(SheetWords.__struct_fields__)


def say_in(language: str) -> Translate:
    return str if language == "en" else translator(language)


@lru_cache(maxsize=4)
def made(ruleset: Ruleset, language: str, paper: str) -> Mapping[str, bytes]:
    return files_of(ruleset, language, say_in(language), paper)[0]


def read(pdf: bytes) -> PdfReader:
    return PdfReader(BytesIO(pdf))


def plain(text: str) -> str:
    """Return a text without whitespace, for comparison regardless of line breaks."""
    return re.sub(r"\s+", "", text)


def decks_of(ruleset: Ruleset, language: str) -> Iterator[CardDeck]:
    kit = kit_of(ruleset, language, say_in(language), "")
    return (deck for deck in kit.decks if deck.deck.shape == "card")


def faces_of(card: Card, deck: CardDeck, large: bool) -> list[str]:
    """Return the possible texts of a card's front.

    In large print the end of a text may be cut for lack of room. If there is neither text nor drawing, the title
    appears twice.
    """
    foot = deck.title + (f"({card.mark})" if card.mark else "")
    shorter = [" ".join(card.texts[:count]) + "…" for count in range(len(card.texts) - 1, 0, -1)] if large else []
    texts = [card.text, *shorter] if card.text else ["", card.title]
    return [plain(card.title + text + foot) for text in texts]


def back_of(card: Card, deck: CardDeck, large: bool) -> str:
    """Return the text of a card's back."""
    if not card.advice and not card.back:
        return plain(deck.title)
    advice = "".join(f"{side}: {text}" for side, text in card.advice)
    return plain(card.title + advice + ("" if large else "".join(card.back)))


def check_cards(ruleset: Ruleset, language: str, paper: str, file: str) -> None:
    pages = list(read(made(ruleset, language, paper)[file]).pages)
    faces, backs = pages[::2], pages[1::2]
    at, large, told = 0, file != CARDS[0], ""
    for deck in decks_of(ruleset, language):
        text, first, shortened = "", at, False
        behind: list[list[str]] = []
        for card in (one for one in deck.cards for _ in range(one.copies)):
            while not text:
                text = plain(faces[at].extract_text())
                behind.append([])
                at += 1
            possible = faces_of(card, deck, large)
            found = next((face for face in possible if text.startswith(face)), None)
            assert found, (possible, text[:200])
            shortened = shortened or "…" in found
            text = text.removeprefix(found)
            behind[-1].append(back_of(card, deck, large))
        assert not text
        check_backs(backs[first:at], deck, behind)
        said = dict.fromkeys(text for card in deck.cards for text in card.back) if large else {}
        full = [f"{card.title}. {card.text}" for card in deck.cards] if shortened else []
        told += plain("".join([deck.title, *said, *full])) if said or full else ""
    # Texts that do not fit in large print are on a sheet for every player, with an empty other side.
    sheets, other_sides = [plain(page.extract_text()) for page in faces[at:]], backs[at:]
    assert "".join(sheets) == told * (ruleset.players if told else 0)
    assert not any(plain(page.extract_text()) for page in other_sides)


def check_backs(backs: list[PageObject], deck: CardDeck, behind: list[list[str]]) -> None:
    """Check that all sheets of backs of a secret deck are drawn identically, with as many on the last as on the first.

    Backs with texts must lie behind their cards when the sheet is turned on its long edge.
    """
    titled = plain(deck.title)
    if deck.deck.is_secret or all(one == titled for page in behind for one in page):
        assert len({content_of(page) for page in backs}) == 1
        text = plain(backs[0].extract_text())
        assert text == titled * (len(text) // len(titled))
        return
    for page, wanted in zip(backs, behind, strict=True):
        text = plain(page.extract_text())
        columns = 3 if len(behind[0]) == 9 else 2
        full = wanted + [titled] * (len(behind[0]) - len(wanted))
        rows = [full[start : start + columns] for start in range(0, len(full), columns)]
        assert text == "".join("".join(reversed(row)) for row in rows)


def content_of(page: PageObject) -> bytes:
    contents = page.get_contents()
    assert contents is not None
    return contents.get_data()


def check(ruleset: Ruleset, language: str, paper: str) -> None:
    for file in CARDS:
        check_cards(ruleset, language, paper, file)
    check_sheets(ruleset, language, paper)


@pytest.mark.parametrize(("ruleset", "language", "paper"), FEW)
def test_every_printed_card_exists_and_backs_and_files_reveal_nothing(
    ruleset: Ruleset, language: str, paper: str
) -> None:
    check(ruleset, language, paper)


@pytest.mark.sweep
@pytest.mark.parametrize(("ruleset", "language", "paper"), ALL, ids=lambda value: getattr(value, "game", value))
def test_printed_cards_are_complete_for_every_ruleset(ruleset: Ruleset, language: str, paper: str) -> None:
    check(ruleset, language, paper)


def check_sheets(ruleset: Ruleset, language: str, paper: str) -> None:
    files = made(ruleset, language, paper)
    for name, content in files.items():
        if not name.endswith(".pdf"):
            continue
        pdf = read(content)
        assert {key: value for key, value in (pdf.metadata or {}).items() if key != "/Creator"} == {
            "/Title": kit_of(ruleset, language, say_in(language), "").title
        }, name
        assert not pdf.outline, name
        assert len({tuple(map(float, page.mediabox)) for page in pdf.pages}) == 1, name
    pages = [plain(page.extract_text()) for page in read(files["boards-and-tokens.pdf"]).pages]
    text = "".join(pages)
    # Each page of a board to be joined says where it goes: all but the last are cut, all but the first lie under one.
    cut, glue = plain(words(say_in(language)).cut), plain(words(say_in(language)).glue)
    assert [cut in page for page in pages] == [glue in page for page in [*pages[1:], ""]]
    boards = kit_of(ruleset, language, say_in(language), "").decks
    assert any(cut in page for page in pages) == any(card.holds_cards for deck in boards for card in deck.cards)
    for deck in kit_of(ruleset, language, say_in(language), "").decks:
        for card in deck.cards if deck.deck.shape != "card" else ():
            assert text.count(plain(card.title)) >= card.copies
            for label, said in card.spaces:
                assert plain(label) in text
                assert plain(said) in text


@pytest.mark.clause("HH-HAIL-8")
@pytest.mark.parametrize("language", ["en", "pl"])
def test_every_hero_cards_back_has_hail_hydra_and_advice_for_both_sides(language: str) -> None:
    ruleset = Ruleset.of("hail-hydra", 5)
    rules = tuple(map(say_in(language), (HAIL_OPEN, HAIL_RULES)))
    for deck in decks_of(ruleset, language):
        for card in deck.cards:
            heroes = deck.deck == HEROES
            assert [side for side, _ in card.advice] == (["S.H.I.E.L.D.", "HYDRA"] if heroes else [])
            assert card.back == (rules if heroes else ())


@pytest.mark.parametrize("game", ["resistance", "winter-soldier"])
def test_the_polish_kit_uses_the_usual_term_for_character_cards(game: str) -> None:
    first = next(decks_of(Ruleset.of(game, 7), "pl"))
    assert first.title == "Karty Tożsamości"


def test_a_kit_is_reproducible_byte_for_byte() -> None:
    small = Ruleset.of("resistance", 5)
    assert files_of(small, "en", str, "a4") == files_of(small, "en", str, "a4")
