"""A cache of results in files, so that nothing is computed twice and an interrupted run can resume.

A result is stored under a hash of everything that it depends on: the function, its arguments, the source of rules, bots
and laboratory with what other packages and the command line add, and the versions of the numeric libraries. A change of
any of these invalidates every entry by itself. Only bot files are left out of the hash: work that depends on one has it
in its arguments.
"""

import contextlib
import hashlib
import os
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

import msgspec

import turncoat
from turncoat.extensions import BOTS, CHAPTERS, GAMES, loaded_files
from turncoat.simulation.cache_folder import cache_folder

T = TypeVar("T")

LAB: Final = Path(__file__).parent
TURNCOAT: Final = Path(turncoat.__file__).parent
CODE: Final = (
    *(TURNCOAT / name for name in ("kernel", "missions.py", "games", "deduction", "bots", "simulation", "arena")),
    LAB,
)
"""The code that determines the course of a game."""
LIBRARIES: Final = ("numpy", "numba")


class ResultCache(Generic[T]):
    """Results of one type, each in a file of its own. If nothing can be written, nothing is cached."""

    def __init__(self, result: type[T]) -> None:
        self._result = result
        self.folder = lab_folder()

    def key(self, work: Callable[..., T], piece: Sequence[Any]) -> str:
        """Return the key of a result. Equal work by equal code has equal keys."""
        named = msgspec.json.encode([f"{work.__module__}.{work.__qualname__}", *piece], order="deterministic")
        # A bot's file counts only where the piece names it, so other results outlive its changes.
        files = [file.content for file in loaded_files() if file.kind != "bots" or file.name.encode() in named]
        parts = [named, code_digest().encode(), *files]
        return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()

    def get(self, key: str) -> T | None:
        """Return the result cached under that key, or None if there is none or its file is damaged."""
        try:
            kept = (self.folder / key[:2] / key).read_bytes()
        except OSError:
            return None
        digest, data = kept[:32], kept[32:]
        if hashlib.sha256(data).digest() != digest:
            return None
        return msgspec.msgpack.decode(data, type=self._result, dec_hook=_counter)

    def put(self, key: str, result: T) -> None:
        """Store a result. Its file appears whole or not at all."""
        data = msgspec.msgpack.encode(result)
        folder = self.folder / key[:2]
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=folder, prefix=".", delete=False) as file:
                file.write(hashlib.sha256(data).digest() + data)
            os.replace(file.name, folder / key)


def _counter(type_: Any, given: Any) -> Any:
    """Decode a Counter, which is stored as a dictionary."""
    if getattr(type_, "__origin__", type_) is Counter:
        return Counter(given)
    raise NotImplementedError(type_)


def lab_folder() -> Path:
    """Return the folder of the results."""
    return cache_folder() / "lab"


def compiled_folder() -> Path:
    """Return the folder of the compiled code."""
    return Path(os.environ.get("NUMBA_CACHE_DIR") or cache_folder() / "numba")


def clean() -> int:
    """Remove all results and compiled code, and return their size in bytes. Raises OSError."""
    size = 0
    for folder in (lab_folder(), cache_folder() / "numba"):
        size += sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
        if folder.exists():
            shutil.rmtree(folder)
    return size


@cache
def code_digest() -> str:
    """Return a hash of all files of CODE, of the packages that extend them, and of the versions of Python and
    LIBRARIES."""
    digest = hashlib.sha256(f"{sys.version_info[:2]}".encode())
    for folder in [*CODE, *_extensions()]:
        for file in sorted(folder.rglob("*") if folder.is_dir() else [folder]):
            if file.is_file() and file.suffix != ".pyc":
                digest.update(f"{file.relative_to(folder.parent).as_posix()} ".encode())
                digest.update(hashlib.sha256(file.read_bytes()).digest())
    for library in LIBRARIES:
        if find_spec(library) is not None:
            digest.update(f"{library} {metadata.version(library)} ".encode())
    return digest.hexdigest()


def _extensions() -> list[Path]:
    """Return the folders or files of the packages that add games, chapters or bots through entry points."""
    found: set[Path] = set()
    for group in (GAMES, CHAPTERS, BOTS):
        for entry in metadata.entry_points(group=group):
            spec = find_spec(entry.module.partition(".")[0])
            if spec is not None and spec.submodule_search_locations:
                found.update(Path(place) for place in spec.submodule_search_locations)
            elif spec is not None and spec.origin:
                found.add(Path(spec.origin))
    return sorted(found)
