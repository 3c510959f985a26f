"""Decoding of text that people edited or pasted."""

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from typing import Final

BYTE_ORDER_MARK: Final = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""Byte-order mark, which some editors put at the start of a file."""


def text_of(data: bytes, errors: str = "strict") -> str:
    """Decode a text file as UTF-8, or as UTF-16 if it has that byte-order mark. Raises UnicodeDecodeError.

    >>> text_of(b"\\xef\\xbb\\xbfport = 8000"), text_of("port = 8000".encode("utf-16"))
    ('port = 8000', 'port = 8000')
    """
    is_wide = data.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    return without_mark(data.decode("utf-16" if is_wide else "utf-8", errors))


def without_mark(text: str) -> str:
    """Strip a leading byte-order mark from pasted text."""
    return text.removeprefix(BYTE_ORDER_MARK)
