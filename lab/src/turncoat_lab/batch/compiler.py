"""The one place where functions are handed to Numba.

A compiled function is plain Python: it can be run without Numba too, and type checkers see it as it is written.

Numba keeps what it compiled, and looks at the date of the file of that one function alone. Here a function is made of
many files, so what is compiled is kept in a folder that is named by all of them: after a change nothing old is found.
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
"""What of Turncoat the batch core compiles or takes numbers from."""


def source_digest() -> str:
    """A hash of every file that compiled code is made of."""
    digest = hashlib.sha256()
    for place in (LAB / "batch", *(TURNCOAT / part for part in COMPILED_FROM)):
        for file in sorted(place.rglob("*.py")) or [place]:
            name = file.relative_to(place.parent).as_posix()
            digest.update(f"{name} ".encode() + hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]


def is_kept(folder: Path) -> bool:
    """Whether compiled code can be kept in the folder; elsewhere it is compiled anew by each program."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


FOLDER: Final = compiled_folder() / source_digest()
KEEPS: Final = is_kept(FOLDER)
numba.config.CACHE_DIR = str(FOLDER)  # type: ignore[attr-defined]  # its settings are made at run time


def numbers(first: int, count: int) -> list[Any]:
    """Numbers in a row, for names. They are NumPy's: Numba compiles a function anew for each number of Python's that it
    is called with."""
    return [np.int64(number) for number in range(first, first + count)]


def compiled(function: F) -> F:
    """The function, for other compiled functions: it becomes a part of them."""
    return cast(F, numba.njit(error_model="numpy")(function))


def inlined(function: F) -> F:
    """A small or much called function, for other compiled functions: it is copied to where it is called."""
    return cast(F, numba.njit(error_model="numpy", forceinline=True)(function))


def entry(function: F) -> F:
    """A compiled function that Python calls; it is kept with all that it is made of."""
    return cast(F, numba.njit(cache=KEEPS, error_model="numpy")(function))
