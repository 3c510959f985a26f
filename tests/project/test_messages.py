"""Every text can be gathered for the translators, and every catalogue has them all, complete and in every form."""

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
"""What ends a sentence; a label has none."""
ABBREVIATION = "S.H.I.E.L.D."
"""Its full stop is that of a sentence, too, when it stands at the end."""


def test_texts_of_games_clients_templates_and_cards_are_gathered() -> None:
    found = texts()
    assert "Somebody at this table is lying." in found  # a template
    assert "{leader:seat} is the first leader." in found  # a game
    assert "{leader:seat} names a team" in found  # the presenter
    assert "That question is closed; answer the current one." in found  # the kernel
    assert "The Magpie King" in found  # a card
    assert found.get(("{count} player", "{count} players")) is not None
    assert found.get("Resistance", "one person") is not None


@pytest.mark.parametrize("package", PACKAGES)
def test_polish_is_there(package: str) -> None:
    assert "pl" in catalogues(package)


def is_empty(one: Message) -> bool:
    return not any(forms_of(one))


@pytest.mark.parametrize(("package", "code"), CATALOGUES)
def test_a_catalogue_has_every_text(package: str, code: str, sweep: bool) -> None:
    """A change may leave texts untranslated, and is told which; a release has them all (`make test-all`)."""
    done = {(one.id, one.context) for one in catalogue(package, code) if one.id and not is_empty(one)}
    missing = sorted(str(one.id) for one in texts(package) if one.id and (one.id, one.context) not in done)
    if missing:
        says = f"not translated yet ({code}), run `make messages` and see docs/translating.md: {'; '.join(missing)}"
        if sweep:
            pytest.fail(says)
        warnings.warn(says, stacklevel=1)


@pytest.mark.parametrize(("package", "code"), CATALOGUES)
def test_a_catalogue_has_no_other_text(package: str, code: str) -> None:
    wanted = {(one.id, one.context) for one in texts(package) if one.id}
    there = {(one.id, one.context) for one in catalogue(package, code) if one.id}
    over = sorted(map(str, there - wanted))
    assert not over, f"{code} has texts that nothing shows any more; run `make messages`: {over}"
    assert not catalogue(package, code).obsolete


@pytest.mark.parametrize(("package", "code"), CATALOGUES)
def test_what_is_translated_is_so_in_every_form(package: str, code: str) -> None:
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


def test_faults_of_a_translation_are_found() -> None:
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
    """What a message is translated to, in every form."""
    string = message.string or ""
    return (string,) if isinstance(string, str) else tuple(string)


def faults(catalog: Catalog) -> Iterator[str]:
    """Translations that differ from their text: in a placeholder, a tag, a blank at an end, a full stop."""
    for message in catalog:
        if not message.id or is_empty(message):
            continue
        one, many = (message.id, message.id) if isinstance(message.id, str) else message.id[:2]
        for number, form in enumerate(forms_of(message)):
            # The form for one says what either English text says; all others need what the text for many has.
            sources = (one, many) if number == 0 else (many,)
            if not any(set(KEPT.findall(source)) == set(KEPT.findall(form)) for source in sources):
                yield f"{one!r}: {form!r} has other placeholders or tags"
            elif (one[:1].isspace(), one[-1:].isspace()) != (form[:1].isspace(), form[-1:].isspace()):
                yield f"{one!r}: {form!r} begins or ends otherwise"
            elif one.endswith(ENDS) != form.endswith(ENDS) and ABBREVIATION not in (one[-12:], form[-12:]):
                yield f"{one!r}: {form!r} ends otherwise"
