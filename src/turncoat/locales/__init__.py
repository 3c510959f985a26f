"""Translations: the available languages, and their translators.

A language is a catalogue, `<code>/LC_MESSAGES/turncoat.po` beside this file. Catalogues are compiled in memory on first
use, so there is nothing to build, to ship, or to get out of date. Third-party packages provide catalogues of their own
in the same folder layout.
"""

import os
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Final

from turncoat.kernel.words import Message
from turncoat.locales.pseudo import PSEUDO, PseudoTranslations
from turncoat.telling import Translate

HERE: Final = Path(__file__).parent
NAMES: Final = {"en": "English", "pl": "Polski", PSEUDO: "Ƥşéûðö"}
"""Each language's name in the language itself."""
SHOW_PSEUDO: Final = "TURNCOAT_PSEUDO_LANGUAGE"
"""Environment variable that offers the pseudo-language, for developers."""


_folders: Final[list[Path]] = []
"""Catalogue folders of third-party packages."""
_read: Final[dict[str, NullTranslations]] = {}


def catalogue_of(language: str) -> Path:
    """Return the catalogue file of a language."""
    return HERE / language / "LC_MESSAGES" / "turncoat.po"


def add_catalogues(folder: Path) -> None:
    """Register the translations of another package: `<code>/LC_MESSAGES/*.po` in this folder.

    They never override Turncoat's own translations, and they add no language to the available ones.
    """
    if folder not in _folders:
        _folders.append(folder)
        for language, texts in _read.items():
            _add(texts, folder, language)


@cache
def codes() -> tuple[str, ...]:
    """Return the available languages: English, and every one with a catalogue."""
    found = sorted(path.parents[1].name for path in HERE.glob("*/LC_MESSAGES/turncoat.po"))
    return ("en", *found, *([PSEUDO] if os.environ.get(SHOW_PSEUDO) else []))


def translations(language: str) -> NullTranslations:
    """Return the translations of a language. Missing texts stay English."""
    if language == PSEUDO:
        return PseudoTranslations()
    if language == "en" or language not in codes():
        return NullTranslations()
    if language not in _read:
        texts = _read[language] = _compiled(catalogue_of(language), language)
        for folder in _folders:
            _add(texts, folder, language)
    return _read[language]


def _add(texts: NullTranslations, folder: Path, language: str) -> None:
    """Add a package's catalogues as fallbacks for texts missing from `texts`."""
    for catalogue in sorted(folder.glob(f"{language}/LC_MESSAGES/*.po")):
        texts.add_fallback(_compiled(catalogue, language))


def _compiled(catalogue: Path, language: str) -> GNUTranslations:
    # Imported here, because English and the command line's --help need no Babel.
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = BytesIO()
    with catalogue.open("rb") as file:
        write_mo(compiled, read_po(file, locale=language))
    compiled.seek(0)
    return GNUTranslations(compiled)


@cache
def translator(language: str) -> Translate:
    """Return a function that translates message ids into the language."""
    texts = translations(language)

    def say(message: str) -> str:
        if not isinstance(message, Message):
            return texts.gettext(message) if message else ""  # the empty message id is the catalogue's header
        if message.many:
            return texts.ngettext(message.one, message.many, message.number)
        if message.context:
            return texts.pgettext(message.context, message.one)
        return texts.gettext(message.one).format_map({name: say(part) for name, part in message.parts.items()})

    return say
