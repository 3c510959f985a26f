"""Cache of pages that are the same for everybody, such as the rules: rendered and compressed once.

Two values in them do vary: the visitor's CSRF token, which is secret, and the host name of the request, which the
client may choose. Compressed together, one could reveal the other (BREACH), because repeated bytes make the answer
shorter. So these two are inserted uncompressed, and the text between them is compressed in independent pieces. The size
of the answer is then the same for every token.
"""

import gzip
import zlib
from collections.abc import Callable
from typing import Final

import msgspec
from markupsafe import escape
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, Response

from turncoat.web.http.page import Site, Theme
from turncoat.web.http.requests import takes_gzip

_TOKEN: Final = "TheTokenOfTheFormsStandsHere"
_BASE: Final = "TheAddressOfTheServerStandsHere"
_RAW: Final = -zlib.MAX_WBITS
_MOST_STORED: Final = 0xFFFF
_HEAD: Final = gzip.compress(b"", mtime=0)[:10]


class Hole(msgspec.Struct, frozen=True):
    """Gap for a value that varies from request to request."""

    is_token: bool


class Piece(msgspec.Struct, frozen=True):
    """Text of a page, plain and compressed on its own."""

    plain: bytes
    packed: bytes


class CachedPages:
    """Cache of rendered pages by path, language and theme."""

    def __init__(self) -> None:
        self._pages: dict[tuple[str, str, Theme], list[Piece | Hole]] = {}

    def answer(self, request: HTTPConnection, site: Site, draw: Callable[[Site], str]) -> Response:
        """Return the page as a response. `draw` renders it and may use nothing of the visitor except the site."""
        key = site.path, site.language, site.theme
        parts = self._pages.get(key)
        if parts is None:
            html = draw(msgspec.structs.replace(site, csrf=_TOKEN, base=_BASE))
            parts = self._pages[key] = _parts(html)
        headers = {"Vary": "Accept-Encoding"}
        given = {True: site.csrf.encode(), False: str(escape(site.base)).encode()}
        if not takes_gzip(request.headers):
            whole = b"".join(given[part.is_token] if isinstance(part, Hole) else part.plain for part in parts)
            return HTMLResponse(whole, headers=headers)
        return HTMLResponse(_joined(parts, given), headers={**headers, "Content-Encoding": "gzip"})


def _parts(html: str) -> list[Piece | Hole]:
    parts: list[Piece | Hole] = []
    for number, between_bases in enumerate(html.split(_BASE)):
        if number:
            parts.append(Hole(is_token=False))
        for count, text in enumerate(between_bases.split(_TOKEN)):
            if count:
                parts.append(Hole(is_token=True))
            parts.append(_piece(text.encode()))
    return parts


def _piece(plain: bytes) -> Piece:
    packer = zlib.compressobj(9, zlib.DEFLATED, _RAW)
    # A full flush ends the piece at a byte boundary, and nothing after it refers back to it.
    return Piece(plain, packer.compress(plain) + packer.flush(zlib.Z_FULL_FLUSH))


def _joined(parts: list[Piece | Hole], given: dict[bool, bytes]) -> bytes:
    """Join the pieces into one gzip stream, with the gaps filled by uncompressed blocks."""
    checksum, size, out = 0, 0, [_HEAD]
    for part in parts:
        plain = given[part.is_token] if isinstance(part, Hole) else part.plain
        checksum, size = zlib.crc32(plain, checksum), size + len(plain)
        out.append(_stored(plain) if isinstance(part, Hole) else part.packed)
    out.append(_stored(b"", is_last=True) + checksum.to_bytes(4, "little") + size.to_bytes(4, "little"))
    return b"".join(out)


def _stored(plain: bytes, *, is_last: bool = False) -> bytes:
    """Return an uncompressed deflate block."""
    assert len(plain) <= _MOST_STORED
    size = len(plain)
    return bytes([is_last]) + size.to_bytes(2, "little") + (size ^ _MOST_STORED).to_bytes(2, "little") + plain
