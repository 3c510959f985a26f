"""Pseudo-language for testing: every text accented, 40% longer and in brackets.

It reveals texts that are not marked for translation (they stay plain) and layouts that break on longer texts. It is
offered only to developers who ask for it.
"""

import math
import re
from gettext import NullTranslations
from typing import Final

PSEUDO: Final = "xx"
LONGER: Final = 0.4
OPEN, CLOSE = "⟦", "⟧"
"""Brackets around every text. They reveal texts that are cut off or concatenated."""

_ACCENTED: Final = str.maketrans(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    "ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž",
)
_PLACEHOLDER: Final = re.compile(r"\{[^{}]*\}|%\(\w+\)[sd]|%%|<[^<>]*>|&\w+;")
"""Placeholders and markup, which must stay unchanged."""
_FILLER: Final = "lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore "


def pseudo(text: str) -> str:
    """Translate a text into the pseudo-language.

    >>> pseudo("{count} players")
    '⟦{count} þļåýéŕš ļöŕ⟧'
    """
    letters = len(_PLACEHOLDER.sub("", text))
    filler = (_FILLER * (letters // len(_FILLER) + 1))[: math.ceil(letters * LONGER) - 1].strip()
    parts: list[str] = []
    end = 0
    for placeholder in _PLACEHOLDER.finditer(text):
        parts += text[end : placeholder.start()].translate(_ACCENTED), placeholder[0]
        end = placeholder.end()
    parts.append(text[end:].translate(_ACCENTED))
    longer = f" {filler.translate(_ACCENTED)}" if filler else ""
    return f"{OPEN}{''.join(parts)}{longer}{CLOSE}"


class PseudoTranslations(NullTranslations):
    """Catalogue that translates every message into the pseudo-language."""

    def gettext(self, message: str) -> str:
        return pseudo(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return pseudo(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return pseudo(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return pseudo(msgid1 if n == 1 else msgid2)
