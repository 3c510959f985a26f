"""Interface to the program of liblouis, which translates texts into Braille and back, where it is installed."""

import os
import re
import shutil
import subprocess
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from turncoat.kernel.words import N_, composed
from turncoat.kit.braille.cells import ASCII, ascii_of, unicode_of
from turncoat.kit.errors import LiblouisFailed, NoBraille

Code: TypeAlias = Literal["en-1", "en-2", "pl-1"]
"""Braille codes: Unified English Braille, uncontracted and contracted, and Polish."""

PROGRAM: Final = "lou_translate"
TABLES: Final[Mapping[Code, str]] = {"en-1": "en-ueb-g1.ctb", "en-2": "en-ueb-g2.ctb", "pl-1": "Pl-Pl-g1.utb"}
"""liblouis table for each code."""
LONGEST: Final = 1000
"""Maximum characters per line for the program, which loses output beyond 2,047 cells."""

_UNDEFINED: Final = ("⠄⡳⠭", "⠄⠌⠭")
"""Output prefixes for a character that the tables do not know, followed by its number in hexadecimal digits."""
_TYPOGRAPHY: Final = str.maketrans({"\xa0": " ", "\u202f": " ", "\u2009": " ", "\u2011": "-"})
_QUOTES: Final = str.maketrans({"„": "“"})
"""Replacement of the low quotation mark, which English does not have."""
LONGEST_RUN: Final = 60
"""Timeout in seconds. All texts of all games take one."""
_FAILED: Final = N_("liblouis could not translate: {why}")
_NO_BRAILLE: Final = N_("No Braille for “{character}” in “{text}”.")


def version() -> str:
    """Return the installed version, or an empty string if there is none."""
    if shutil.which(PROGRAM) is None:
        return ""
    told = re.search(r"Liblouis\) (\S+)", _run(["--version"], ""))
    return told[1] if told else "?"


def forward(texts: Sequence[str], code: Code) -> list[str]:
    """Translate texts to ASCII Braille. Raises NoBraille for a character that the code does not have."""
    plain = [_plain(text, code) for text in texts]
    _check_characters(plain, code)
    parts = [list(_parts(text)) for text in plain]
    cells = iter(_translated("--forward", [part for each in parts for part in each], code))
    return [" ".join(ascii_of(next(cells)).strip() for _ in each) for each in parts]


def backward(lines: Sequence[str], code: Code) -> list[str]:
    """Translate lines of ASCII Braille back, as a reader of the code reads them."""
    return _translated("--backward", [unicode_of(line) for line in lines], code)


def _plain(text: str, code: Code) -> str:
    """Return the text with characters that differ only in print replaced by those of the code."""
    text = " ".join(unicodedata.normalize("NFC", text).translate(_TYPOGRAPHY).split())
    return text if code == "pl-1" else text.translate(_QUOTES)


def _check_characters(texts: Iterable[str], code: Code) -> None:
    characters = {character: text for text in texts for character in text if not _is_common(character)}
    for character, cells in zip(characters, _translated("--forward", list(characters), code), strict=True):
        if cells.startswith(_UNDEFINED) or not set(ascii_of(cells)) <= set(ASCII):
            raise NoBraille(composed(_NO_BRAILLE, character=character, text=characters[character]))


def _is_common(character: str) -> bool:
    return character.isascii() and (character.isalnum() or character == " ")


def _parts(text: str) -> Iterator[str]:
    """Yield the text in parts short enough for the program.

    Parts end after sentences if possible, or else between words.
    """
    if len(text) <= LONGEST:
        yield text
        return
    at = text.rfind(". ", 0, LONGEST) + 1 or text.rfind(" ", 0, LONGEST)
    if at <= 0:
        at = LONGEST
    yield text[:at]
    yield from _parts(text[at:].lstrip())


def _translated(direction: str, lines: Sequence[str], code: Code) -> list[str]:
    if not lines:
        return []
    escaped = "".join(line.replace("\\", "\\\\") + "\n" for line in lines)
    found = _run([direction, f"unicode.dis,{TABLES[code]}"], escaped).split("\n")[:-1]
    if len(found) != len(lines):
        raise LiblouisFailed(composed(_FAILED, why=f"{len(found)} ≠ {len(lines)}"))
    return found


def _run(arguments: Sequence[str], given: str) -> str:
    program = shutil.which(PROGRAM)
    if program is None:
        raise FileNotFoundError(PROGRAM)
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    try:
        done = subprocess.run(  # noqa: S603 - the texts go to its standard input
            [program, *arguments],
            input=given,
            capture_output=True,
            encoding="utf-8",
            env=environment,
            check=True,
            timeout=LONGEST_RUN,
        )
    except (subprocess.SubprocessError, OSError, UnicodeDecodeError) as error:
        why = " ".join((getattr(error, "stderr", None) or str(error)).split())
        raise LiblouisFailed(composed(_FAILED, why=why)) from None
    return done.stdout
