"""Texts in Braille: those of the games here are shipped, all others are translated by liblouis."""

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
"""What `make braille` writes: a file for each code."""
GRADES: Final[Mapping[str, tuple[Code, ...]]] = {"en": ("en-1", "en-2"), "pl": ("pl-1",)}
"""The codes of a language by their grades: uncontracted, then contracted."""
SHOWN: Final = 60
"""Characters of a text in an error."""
_MISSING: Final = N_(
    "Texts that are not shipped in Braille: {count}, such as “{text}”. Install liblouis, which translates them "
    "(on Debian and Ubuntu: apt install liblouis-bin)."
)


class Shipped(msgspec.Struct, frozen=True):
    """The texts of the games here in a code."""

    liblouis: str
    """The version that translated them."""
    texts: dict[str, str]


def code_of(language: str, grade: int) -> Code:
    """The code for texts of a language: where it has no contracted one, the uncontracted one."""
    codes = GRADES.get(language, GRADES["en"])
    return codes[min(grade, len(codes)) - 1]


def in_braille(texts: Iterable[str], code: Code) -> dict[str, str]:
    """Each text in ASCII Braille. Raises LiblouisMissing where a text is not shipped and cannot be translated."""
    known = shipped(code).texts
    wanted = dict.fromkeys(texts)
    missing = [text for text in wanted if text not in known]
    if missing and not liblouis.version():
        raise LiblouisMissing(composed(_MISSING, count=str(len(missing)), text=shortened(missing[0])))
    translated = dict(zip(missing, liblouis.forward(missing, code), strict=True))
    return {text: known[text] if text in known else translated[text] for text in wanted}


def shortened(text: str) -> str:
    """The text, or its beginning."""
    return text if len(text) <= SHOWN else text[:SHOWN].rstrip() + "…"


@cache
def shipped(code: Code) -> Shipped:
    """What is shipped in a code."""
    return msgspec.json.decode(gzip.decompress((FOLDER / f"{code}.json.gz").read_bytes()), type=Shipped)


def packed(translations: Shipped) -> bytes:
    """The file of a code: the same bytes for the same texts."""
    texts = dict(sorted(translations.texts.items()))
    return gzip.compress(msgspec.json.encode(Shipped(translations.liblouis, texts)), 9, mtime=0)
