"""Static files as they go over the wire: without comments, compressed, at an address that changes with their content.

They hold nothing about any table, so their sizes may tell anything; pages and messages of tables are never compressed.
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
"""For files that are requested with the hash of their content."""
LONGEST_NAME: Final = 250
"""Bytes; to look for a name of thousands of folders takes a while."""
SQUEEZED: Final = frozenset({".css", ".js", ".svg", ".txt"})
_TYPES: Final = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".woff2": "font/woff2"}
_MENTIONS: Final = {
    ".js": re.compile(r"""(?:(?<=from")|(?<=import\("))(\./[\w./-]+)(?=")"""),
    ".css": re.compile(r"""(?<=url\(")(\.\./[\w./-]+)(?="\))"""),
}
"""Where one file names another: the modules that a script imports, the pictures and fonts of a style sheet."""
_COMMENT: Final = re.compile(r"/\*(?!!).*?\*/", re.DOTALL)
"""A comment of a style sheet that is no licence."""


def _root(name: str) -> tuple[Path, str]:
    """The folder that holds a static file, and the prefix that its name there does not have."""
    added = added_folder(name)
    return (added[0] / "static", added[1]) if added is not None else (STATIC, "")


@cache
def content(path: str) -> bytes:
    """A file in which the files that it names have addresses with a hash, so that browsers keep them as well.

    Scripts and style sheets lose their comments, but for those that begin with `!`: licences.
    """
    root, prefix = _root(path)
    data = (root / path.removeprefix(prefix)).read_bytes()
    mentions = _MENTIONS.get(Path(path).suffix)
    if mentions is None:
        return data
    text = data.decode()
    # First, since comments name other modules, too.
    short = str(jsmin(text, keep_bang_comments=True) if path.endswith(".js") else _COMMENT.sub("", text))
    return mentions.sub(lambda found: static_url(normpath(f"{dirname(path)}/{found[1]}")), short).encode()


@cache
def static_url(path: str) -> str:
    """The address of a static file, with a hash of its content so that browsers may keep it forever."""
    return f"/static/{path}?v={hashlib.sha256(content(path)).hexdigest()[:10]}"


@cache
def squeezed(path: str) -> bytes:
    """The file, compressed; always to the same bytes."""
    return gzip.compress(content(path), 9, mtime=0)


def read_all_files() -> None:
    """Read and compress every static file: afterwards nobody has to wait for it."""
    for path in files_in("static", STATIC):
        static_url(path)
        if Path(path).suffix in SQUEEZED:
            squeezed(path)


async def static_file(request: Request) -> Response:
    """A static file; nothing outside its directory."""
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
        )  # one name for each file, in whatever form it was requested
    except (OSError, ValueError):  # no name that a file can have
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
