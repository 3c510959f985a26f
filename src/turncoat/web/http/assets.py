"""Registry of template and static folders from other packages, which add games of their own."""

import re
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Final

_FOLDERS: dict[str, Path] = {}
_SYMBOL: Final = re.compile(r'<symbol id="([^"]+)".*?</symbol>', re.DOTALL)


def add_folder(prefix: str, folder: Path) -> None:
    """Serve the files in `folder/templates` and `folder/static` under their names there, after `prefix` and a slash."""
    _FOLDERS[f"{prefix}/"] = folder


def files_in(kind: str, own: Path) -> list[str]:
    """Return the names of all templates or static files (`kind`), given this package's own folder of them."""
    folders = {"": own, **{prefix: folder / kind for prefix, folder in _FOLDERS.items()}}
    return [
        prefix + file.relative_to(folder).as_posix()
        for prefix, folder in folders.items()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    ]


def added_folder(name: str) -> tuple[Path, str] | None:
    """Return the added folder that has a file, and the prefix of its names, or None for files of this package."""
    return next(((folder, prefix) for prefix, folder in _FOLDERS.items() if name.startswith(prefix)), None)


@lru_cache(maxsize=16)
def symbols(file: str) -> dict[str, str]:
    """Return the SVG symbols of a static file by id, or an empty dict if the file does not exist."""
    added = added_folder(file)
    if added is not None:
        folder, prefix = added
        path = folder / "static" / file.removeprefix(prefix)
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
    else:
        resource = files("turncoat.web").joinpath("static", file)
        text = resource.read_text(encoding="utf-8") if resource.is_file() else ""
    return {match[1]: match[0] for match in _SYMBOL.finditer(text)}
