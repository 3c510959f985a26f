"""Static files: stripped of comments, compressed, and served at content-hashed addresses.

They contain nothing about any table, so their sizes may be revealing. Pages and messages of tables are never
compressed.
"""

import gzip
import hashlib
import mimetypes
import re
from functools import cache
from pathlib import Path
from posixpath import dirname, normpath
from typing import Final

from rjsmin import jsmin  # type: ignore[import-untyped]
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from turncoat.web.http.assets import added_folder, files_in
from turncoat.web.http.requests import takes_gzip

STATIC: Final = Path(__file__).parent.parent / "static"

IMMUTABLE: Final = "public, max-age=31536000, immutable"
"""Cache-Control of files requested with the hash of their content."""
LONGEST_NAME: Final = 250
"""Bytes. Resolving a name with thousands of folders takes a while."""
SQUEEZED: Final = frozenset({".css", ".js", ".svg", ".txt"})
_TYPES: Final = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".woff2": "font/woff2"}
_MENTIONS: Final = {
    ".js": re.compile(r"""(?:(?<=from")|(?<=import\("))(\./[\w./-]+)(?=")"""),
    ".css": re.compile(r"""(?<=url\(")(\.\./[\w./-]+)(?="\))"""),
}
"""References between files: modules imported by a script, pictures and fonts used by a style sheet."""
_COMMENT: Final = re.compile(r"/\*(?!!).*?\*/", re.DOTALL)
"""Comment of a style sheet, unless it is a licence (`/*!`)."""


def _root(name: str) -> tuple[Path, str]:
    """Return the folder of a static file, and the prefix to remove from its name there."""
    added = added_folder(name)
    return (added[0] / "static", added[1]) if added is not None else (STATIC, "")


@cache
def content(path: str) -> bytes:
    """Return a file's bytes, with references replaced by hashed addresses so that browsers cache those files as well.

    Comments are removed from scripts and style sheets, except licences, which begin with `!`.
    """
    root, prefix = _root(path)
    data = (root / path.removeprefix(prefix)).read_bytes()
    mentions = _MENTIONS.get(Path(path).suffix)
    if mentions is None:
        return data
    text = data.decode()
    # Before the replacement, since comments may mention other modules.
    short = str(jsmin(text, keep_bang_comments=True) if path.endswith(".js") else _COMMENT.sub("", text))
    return mentions.sub(lambda found: static_url(normpath(f"{dirname(path)}/{found[1]}")), short).encode()


@cache
def static_url(path: str) -> str:
    """Return the address of a static file, with a content hash that lets browsers cache it forever."""
    return f"/static/{path}?v={hashlib.sha256(content(path)).hexdigest()[:10]}"


@cache
def squeezed(path: str) -> bytes:
    """Return the gzipped file, always with the same bytes."""
    return gzip.compress(content(path), 9, mtime=0)


def read_all_files() -> None:
    """Load and compress all static files at startup, so that no request has to wait for it."""
    for path in files_in("static", STATIC):
        static_url(path)
        if Path(path).suffix in SQUEEZED:
            squeezed(path)


async def static_file(request: Request) -> Response:
    """Serve a static file. Nothing outside its folder can be reached."""
    name = request.path_params["path"]
    if len(name) > LONGEST_NAME:
        raise HTTPException(404)
    root, prefix = _root(name)
    path = root / name.removeprefix(prefix)
    try:
        if not path.resolve().is_relative_to(root.resolve()) or not path.is_file():
            raise HTTPException(404)
        name = (
            prefix + path.resolve().relative_to(root.resolve()).as_posix()
        )  # one canonical name per file, however it was requested
    except (OSError, ValueError):  # not a valid file name
        raise HTTPException(404) from None
    marked = static_url(name).partition("?v=")[2]
    headers = {
        "Cache-Control": IMMUTABLE if request.query_params.get("v") == marked else "no-cache",
        "ETag": f'"{marked}"',
        "Vary": "Accept-Encoding",
    }
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    kind = _TYPES.get(path.suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    if path.suffix in SQUEEZED and takes_gzip(request.headers):
        return Response(squeezed(name), headers=headers | {"Content-Encoding": "gzip"}, media_type=kind)
    return Response(content(name), headers=headers, media_type=kind)
