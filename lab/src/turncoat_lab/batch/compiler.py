"""The only module that uses Numba to compile functions.

A compiled function is plain Python: it also runs without Numba, and type checkers see its source.

Numba's cache checks only the modification time of the file with the function itself. Here a function depends on many
files, so the cache folder is named by a digest of all of them: after a change, nothing stale is found.
"""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba
import numpy as np

from turncoat_lab.cache import LAB, TURNCOAT, compiled_folder

F = TypeVar("F", bound=Callable[..., Any])


COMPILED_FROM: Final = (
    "bots/bot.py",
    "bots/people.py",
    "bots/people.toml",
    "games/resistance",
    "games/winter_soldier",
)
"""Files of Turncoat that the batch core compiles or takes numbers from."""


def source_digest() -> str:
    """Return a hash of every file that compiled code depends on."""
    digest = hashlib.sha256()
    for place in (LAB / "batch", *(TURNCOAT / part for part in COMPILED_FROM)):
        for file in sorted(place.rglob("*.py")) or [place]:
            name = file.relative_to(place.parent).as_posix()
            digest.update(f"{name} ".encode() + hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]


def is_kept(folder: Path) -> bool:
    """Return whether the folder can cache compiled code. Otherwise each program compiles it again."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


FOLDER: Final = compiled_folder() / source_digest()
KEEPS: Final = is_kept(FOLDER)
numba.config.CACHE_DIR = str(FOLDER)  # type: ignore[attr-defined]  # its settings are made at run time


def numbers(first: int, count: int) -> list[Any]:
    """Return consecutive numbers for names.

    They are NumPy's, since Numba would compile a function again for each Python number it is called with.
    """
    return [np.int64(number) for number in range(first, first + count)]


def compiled(function: F) -> F:
    """Compile a function that only other compiled functions call."""
    return cast(F, numba.njit(error_model="numpy")(function))


def inlined(function: F) -> F:
    """Compile a small or frequently called function and inline it in the compiled functions that call it."""
    return cast(F, numba.njit(error_model="numpy", forceinline=True)(function))


def entry(function: F) -> F:
    """Compile a function that Python calls. It is cached together with everything that it calls."""
    return cast(F, numba.njit(cache=KEEPS, error_model="numpy")(function))
