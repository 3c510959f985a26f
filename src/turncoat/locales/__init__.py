"""The texts in other languages: which languages there are, and what translates a message into one.

A language is a catalogue, `<code>/LC_MESSAGES/turncoat.po` beside this file. It is compiled in memory when it is first
used, so there is nothing to build or to ship, and nothing gets out of date.
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
"""The environment variable that offers the pseudo-language, for developers."""


def catalogue_of(language: str) -> Path:
    """The file with the texts of a language."""
    return HERE / language / "LC_MESSAGES" / "turncoat.po"


@cache
def codes() -> tuple[str, ...]:
    """The languages that can be chosen: English, and every one with a catalogue."""
    found = sorted(path.parents[1].name for path in HERE.glob("*/LC_MESSAGES/turncoat.po"))
    return ("en", *found, *([PSEUDO] if os.environ.get(SHOW_PSEUDO) else []))


@cache
def translations(language: str) -> NullTranslations:
    """The texts of a language; missing ones stay English."""
    if language == PSEUDO:
        return PseudoTranslations()
    if language == "en" or language not in codes():
        return NullTranslations()
    # Imported here, because English and the command line's --help need no Babel.
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = BytesIO()
    with catalogue_of(language).open("rb") as file:
        write_mo(compiled, read_po(file, locale=language))
    compiled.seek(0)
    return GNUTranslations(compiled)


@cache
def translator(language: str) -> Translate:
    """Turns a message id into a text of the language."""
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
