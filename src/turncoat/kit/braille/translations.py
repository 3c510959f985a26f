"""Texts in Braille: those of the bundled games are shipped, all others are translated by liblouis."""

import gzip
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from turncoat.kernel.words import N_, composed
from turncoat.kit.braille import liblouis
from turncoat.kit.braille.liblouis import Code
from turncoat.kit.errors import LiblouisMissing

FOLDER: Final = Path(__file__).parent / "shipped"
"""Output folder of `make braille`, with a file for each code."""
GRADES: Final[Mapping[str, tuple[Code, ...]]] = {"en": ("en-1", "en-2"), "pl": ("pl-1",)}
"""Codes of each language by grade: uncontracted, then contracted."""
SHOWN: Final = 60
"""Maximum number of characters of a text in an error message."""
_MISSING: Final = N_(
    "Texts that are not shipped in Braille: {count}, such as “{text}”. Install liblouis, which translates them "
    "(on Debian and Ubuntu: apt install liblouis-bin)."
)


class Shipped(msgspec.Struct, frozen=True):
    """Translations of the bundled games' texts in one code."""

    liblouis: str
    """Version of liblouis that translated them."""
    texts: dict[str, str]


def code_of(language: str, grade: int) -> Code:
    """Return the code for a language and grade. Without a contracted code it is the uncontracted one."""
    codes = GRADES.get(language, GRADES["en"])
    return codes[min(grade, len(codes)) - 1]


def in_braille(texts: Iterable[str], code: Code) -> dict[str, str]:
    """Return each text in ASCII Braille. Raises LiblouisMissing if a text is not shipped and cannot be translated."""
    known = shipped(code).texts
    wanted = dict.fromkeys(texts)
    missing = [text for text in wanted if text not in known]
    if missing and not liblouis.version():
        raise LiblouisMissing(composed(_MISSING, count=str(len(missing)), text=shortened(missing[0])))
    translated = dict(zip(missing, liblouis.forward(missing, code), strict=True))
    return {text: known[text] if text in known else translated[text] for text in wanted}


def shortened(text: str) -> str:
    """Return the text, or its beginning with an ellipsis."""
    return text if len(text) <= SHOWN else text[:SHOWN].rstrip() + "…"


@cache
def shipped(code: Code) -> Shipped:
    """Return the shipped translations in a code."""
    return msgspec.json.decode(gzip.decompress((FOLDER / f"{code}.json.gz").read_bytes()), type=Shipped)


def packed(translations: Shipped) -> bytes:
    """Return the file of a code, with the same bytes for the same texts."""
    texts = dict(sorted(translations.texts.items()))
    return gzip.compress(msgspec.json.encode(Shipped(translations.liblouis, texts)), 9, mtime=0)
