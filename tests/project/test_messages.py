"""Every text can be extracted for translators, and every catalogue has them all, complete and in every plural form."""

import re
import warnings
from collections.abc import Iterator
from functools import cache

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from tools.messages import PACKAGES, catalogues, gather, read

CATALOGUES = [(package, code) for package in PACKAGES for code in catalogues(package)]
texts = cache(gather)


@cache
def catalogue(package: str, code: str) -> Catalog:
    return read(catalogues(package)[code], code)


KEPT = re.compile(r"\{[^{}]*\}|%\(\w+\)[sd]|</?\w+")
"""Placeholders and tags, which a translation must keep."""
ENDS = (".", "?", "!", "…", "”", '"')
"""Ends of sentences, which labels lack."""
ABBREVIATION = "S.H.I.E.L.D."
"""Abbreviation whose full stop also ends a sentence."""


def test_texts_of_games_clients_templates_and_cards_are_extracted() -> None:
    found = texts()
    assert "Somebody at this table is lying." in found  # a template
    assert "{leader:seat} is the first leader." in found  # a game
    assert "{leader:seat} names a team" in found  # the presenter
    assert "That question is closed; answer the current one." in found  # the kernel
    assert "The Magpie King" in found  # a card
    assert found.get(("{count} player", "{count} players")) is not None
    assert found.get("Resistance", "one person") is not None


@pytest.mark.parametrize("package", PACKAGES)
def test_a_polish_catalogue_exists(package: str) -> None:
    assert "pl" in catalogues(package)


def is_empty(one: Message) -> bool:
    return not any(forms_of(one))


@pytest.mark.parametrize(("package", "code"), CATALOGUES)
def test_every_text_is_in_the_catalogue(package: str, code: str, sweep: bool) -> None:
    """A change may leave texts untranslated, which are then reported. A release has them all (`make test-all`)."""
    done = {(one.id, one.context) for one in catalogue(package, code) if one.id and not is_empty(one)}
    missing = sorted(str(one.id) for one in texts(package) if one.id and (one.id, one.context) not in done)
    if missing:
        says = f"not translated yet ({code}), run `make messages` and see docs/translating.md: {'; '.join(missing)}"
        if sweep:
            pytest.fail(says)
        warnings.warn(says, stacklevel=1)


@pytest.mark.parametrize(("package", "code"), CATALOGUES)
def test_the_catalogue_has_no_obsolete_text(package: str, code: str) -> None:
    wanted = {(one.id, one.context) for one in texts(package) if one.id}
    there = {(one.id, one.context) for one in catalogue(package, code) if one.id}
    over = sorted(map(str, there - wanted))
    assert not over, f"{code} has texts that nothing shows any more; run `make messages`: {over}"
    assert not catalogue(package, code).obsolete


@pytest.mark.parametrize(("package", "code"), CATALOGUES)
def test_every_translation_has_all_plural_forms(package: str, code: str) -> None:
    whole = catalogue(package, code)
    begun = [one for one in whole if one.id and not is_empty(one)]
    bad = [one.id for one in begun if one.fuzzy or not all(forms_of(one))]
    assert not bad, f"{code} has unfinished translations: {bad}"
    odd = [one.id for one in begun if one.pluralizable and len(forms_of(one)) != whole.num_plurals]
    assert not odd, f"{code} has {whole.num_plurals} plural forms, and these have others: {odd}"


@pytest.mark.parametrize(("package", "code"), CATALOGUES)
def test_translations_keep_placeholders_and_markup(package: str, code: str) -> None:
    found = list(faults(catalogue(package, code)))
    assert not found, f"{code}: placeholders or markup differ from the English: {found}"


def test_faulty_translations_are_noticed() -> None:
    broken = read_po(
        [
            *('msgid ""', 'msgstr ""', '"Language: pl\\n"', ""),
            *('msgid "{leader:seat} leads."', 'msgstr "{leader} prowadzi."', ""),
            *('msgid "%(name)s starts."', 'msgstr "Ktoś zaczyna."', ""),
            *('msgid "{count} card"', 'msgid_plural "{count} cards"'),
            *('msgstr[0] "karta"', 'msgstr[1] "{count} karty"', 'msgstr[2] "kart"', ""),
            *('msgid "Two words "', 'msgstr "Dwa słowa"', ""),
            *('msgid "It ends."', 'msgstr "To koniec"', ""),
        ],
        locale="pl",
    )
    assert len(list(faults(broken))) == 6


def forms_of(message: Message) -> tuple[str, ...]:
    """Return every form of a message's translation."""
    string = message.string or ""
    return (string,) if isinstance(string, str) else tuple(string)


def faults(catalog: Catalog) -> Iterator[str]:
    """Yield translations that differ from their text in a placeholder, a tag, an outer space, or a full stop."""
    for message in catalog:
        if not message.id or is_empty(message):
            continue
        one, many = (message.id, message.id) if isinstance(message.id, str) else message.id[:2]
        for number, form in enumerate(forms_of(message)):
            # The singular form matches either English text. All others need what the plural text has.
            sources = (one, many) if number == 0 else (many,)
            if not any(set(KEPT.findall(source)) == set(KEPT.findall(form)) for source in sources):
                yield f"{one!r}: {form!r} has other placeholders or tags"
            elif (one[:1].isspace(), one[-1:].isspace()) != (form[:1].isspace(), form[-1:].isspace()):
                yield f"{one!r}: {form!r} begins or ends otherwise"
            elif one.endswith(ENDS) != form.endswith(ENDS) and ABBREVIATION not in (one[-12:], form[-12:]):
                yield f"{one!r}: {form!r} ends otherwise"
