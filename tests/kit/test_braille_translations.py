"""The shipped Braille: complete, identical to the output of liblouis, and readable."""

import re
import unicodedata
from pathlib import Path

import pytest

from tests.support.kits import CODES, FEW, LANGUAGES, kit
from tools import braille
from turncoat.kernel.rulesets import Ruleset
from turncoat.kit.braille import liblouis, translations
from turncoat.kit.braille.cells import ASCII
from turncoat.kit.braille.files import texts_of
from turncoat.kit.braille.liblouis import TABLES, Code
from turncoat.kit.braille.translations import FOLDER, GRADES, code_of, in_braille, packed, shipped
from turncoat.kit.errors import LiblouisFailed, LiblouisMissing, NoBraille
from turncoat.testing import rulesets

MOST_BYTES = 300_000
"""Maximum size that the shipped translations may add to the package."""
needs_liblouis = pytest.mark.skipif(not liblouis.version(), reason="liblouis is not installed (Debian: liblouis-bin)")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_the_kits_is_shipped_in_braille(language: str, sweep: bool) -> None:
    found = braille.texts(rulesets(every=True) if sweep else FEW, language)
    for code in GRADES[language]:
        assert sorted(found - shipped(code).texts.keys()) == [], "the Braille is outdated: run `make braille`"
        if sweep:
            assert sorted(shipped(code).texts.keys() - found) == [], "the Braille is outdated: run `make braille`"


def test_shipped_braille_is_small_and_reproducible() -> None:
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) <= MOST_BYTES
    assert {file.name for file in FOLDER.iterdir()} == {f"{code}.json.gz" for code in TABLES}
    for code in TABLES:
        made = shipped(code)
        shuffled = translations.Shipped(made.liblouis, dict(reversed(made.texts.items())))
        assert packed(shuffled) == packed(made)
        assert list(made.texts) == sorted(made.texts)


@pytest.mark.parametrize("code", TABLES)
def test_shipped_braille_is_ascii_braille(code: Code) -> None:
    for text, cells in shipped(code).texts.items():
        assert set(cells) <= set(ASCII), text
        assert cells.strip() == cells != ""


@needs_liblouis
@pytest.mark.parametrize("code", TABLES)
def test_shipped_braille_agrees_with_liblouis(code: Code) -> None:
    made = shipped(code)
    if made.liblouis != liblouis.version():
        pytest.skip(f"translated with liblouis {made.liblouis}; {liblouis.version()} is installed")
    assert dict(zip(made.texts, liblouis.forward(list(made.texts), code), strict=True)) == made.texts


@needs_liblouis
@pytest.mark.parametrize("code", TABLES)
def test_shipped_braille_translates_back(code: Code) -> None:
    """Words and numbers survive the way back in order, though case, punctuation and spaces may differ."""
    texts = shipped(code).texts
    lines = [readable(cells, code) for cells in texts.values()]
    for text, read in zip(texts, liblouis.backward(lines, code), strict=True):
        assert words(read if code != "en-2" else re.sub(r"(?<=\.)Do\.", "D.", read)) == words(text)


def readable(cells: str, code: Code) -> str:
    """Return the cells in a form that liblouis reads correctly.

    After a contraction of a whole word liblouis accepts a comma, but no semicolon or bracket. (In “S.H.I.E.L.D.” it
    reads the last letter as such a contraction.)
    """
    if code != "en-2":
        return cells
    return re.sub(r"(?<=[^ ,])2(?= |$)", "1", cells.replace('"<', "").replace('">', ""))


def words(text: str) -> list[str]:
    """Return the words and numbers of a text."""
    return re.findall(r"[^\W_]+", unicodedata.normalize("NFC", text).casefold())


@needs_liblouis
def test_other_texts_are_translated_if_liblouis_is_installed() -> None:
    assert in_braille(["Lantern bearer", "Spy"], "en-1") == {"Lantern bearer": ",LANTERN BEARER", "Spy": ",SPY"}
    assert in_braille(["Gęślą jaźń"], "pl-1") == {"Gęślą jaźń": ".G:[L* JA!?"}


@needs_liblouis
def test_long_texts_are_translated_completely() -> None:
    sentence = "Whoever is on the mission plays a card, and nobody sees which. "
    long = (sentence * 100).strip()
    assert in_braille([long], "en-1")[long] == " ".join([in_braille([sentence], "en-1")[sentence]] * 100)
    word = "x" * 3000
    assert in_braille([word], "en-1")[word].replace(" ", "") == "X" * 3000


@needs_liblouis
@pytest.mark.parametrize(("code", "text"), [("en-1", "Spy ☠"), ("en-2", "Spy ☠"), ("pl-1", "Szpieg ☠")])
def test_a_character_without_braille_is_refused_by_name(code: Code, text: str) -> None:
    with pytest.raises(NoBraille, match=f"“☠” in “{text}”"):
        in_braille([text], code)


@needs_liblouis
def test_typographic_spaces_quotes_and_backslashes_can_be_translated() -> None:
    assert in_braille(["a\u00a0b\u202fc"], "en-1")["a\u00a0b\u202fc"] == "A B C"
    assert len(in_braille(["a\\x0041b", "“a”", "„a”"], "en-1")["„a”"]) == len("8A0")


def test_without_liblouis_the_error_counts_the_texts_that_need_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(LiblouisMissing, match=r"2, such as “Lantern”\. Install liblouis") as raised:
        in_braille(["Spy", "Lantern", "Lantern bearer"], "en-2")
    assert "apt install liblouis-bin" in str(raised.value)
    assert in_braille(["Spy"], "en-2") == {"Spy": ",SPY"}


@pytest.mark.parametrize(
    ("program", "why"),
    [("echo no tables >&2; exit 1", "no tables"), ("cat; echo", "5 ≠ 4")],
    ids=["fails", "prints nonsense"],
)
def test_a_broken_liblouis_is_reported_with_the_reason(
    program: str, why: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    fake = tmp_path / "lou_translate"
    fake.write_text(
        f'#!/bin/sh\nif [ "$1" = --version ]; then echo "lou_translate (Liblouis) 3.0.0"; exit; fi\n{program}\n'
    )
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    with pytest.raises(LiblouisFailed, match=f"^liblouis could not translate: .*{why}"):
        in_braille(["Lantern", "Bell", "Rope", "Oil"], "en-1")


@pytest.mark.parametrize("ruleset", FEW)
@pytest.mark.parametrize("language", LANGUAGES)
def test_kits_of_our_games_need_no_liblouis(
    ruleset: Ruleset, language: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    for code in GRADES[language]:
        assert in_braille(texts_of(kit(ruleset, language)), code)


def test_a_language_without_contractions_has_a_single_code() -> None:
    assert [code_of(language, grade) for language, grade in (*CODES, ("pl", 2))] == ["en-1", "en-2", "pl-1", "pl-1"]
