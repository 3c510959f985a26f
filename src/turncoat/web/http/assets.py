"""Templates and static files from outside this package: games from other packages bring folders with theirs."""

from pathlib import Path

_FOLDERS: dict[str, Path] = {}


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
