"""Templates and static files from outside this package: games from other packages bring folders with theirs."""

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
    """The names of all templates or static files (`kind`), those of this package being in the folder `own`."""
    folders = {"": own, **{prefix: folder / kind for prefix, folder in _FOLDERS.items()}}
    return [
        prefix + file.relative_to(folder).as_posix()
        for prefix, folder in folders.items()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    ]


def added_folder(name: str) -> tuple[Path, str] | None:
    """The added folder to which a name belongs, and the prefix of the name; None for the files of this package."""
    return next(((folder, prefix) for prefix, folder in _FOLDERS.items() if name.startswith(prefix)), None)


@lru_cache(maxsize=16)
def symbols(file: str) -> dict[str, str]:
    """Return the symbols of a static file of drawings, by name; none where there is no such file."""
    added = added_folder(file)
    if added is not None:
        folder, prefix = added
        path = folder / "static" / file.removeprefix(prefix)
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
    else:
        resource = files("turncoat.web").joinpath("static", file)
        text = resource.read_text(encoding="utf-8") if resource.is_file() else ""
    return {match[1]: match[0] for match in _SYMBOL.finditer(text)}
