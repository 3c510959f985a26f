"""The text of a file that somebody has written in an editor, or pasted out of one."""

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from typing import Final

MARK: Final = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""The byte-order mark, which some editors put before a text, and which is no part of it."""


def text_of(data: bytes, errors: str = "strict") -> str:
    """Return the text of a file: UTF-8, or UTF-16 where it begins with the mark of that. Raises UnicodeDecodeError.

    >>> text_of(b"\\xef\\xbb\\xbfport = 8000"), text_of("port = 8000".encode("utf-16"))
    ('port = 8000', 'port = 8000')
    """
    is_wide = data.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    return without_mark(data.decode("utf-16" if is_wide else "utf-8", errors))


def without_mark(text: str) -> str:
    """Return a text that was pasted without a byte-order mark before it."""
    return text.removeprefix(MARK)
