"""The one place where functions are handed to Numba.

A compiled function is plain Python: it can be run without Numba too, and type checkers see it as it is written.

Numba keeps what it compiled, and looks at the date of the file of that one function alone. Here a function is made of
many files, so what is compiled is kept in a folder that is named by all of them: after a change nothing old is found.
"""

import hashlib
import os
from collections.abc import Callable, Sequence
from functools import cache, wraps
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba
import numpy as np
from llvmlite import binding, ir  # type: ignore[import-untyped]
from numba.extending import intrinsic

from turncoat_lab.cache import LAB, TURNCOAT, compiled_folder

F = TypeVar("F", bound=Callable[..., Any])


COMPILED_FROM: Final = (
    "bots/assessment.py",
    "bots/bot.py",
    "bots/people.py",
    "bots/people.toml",
    "bots/games",
    "bots/stakes.py",
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
    made = numba.njit(cache=KEEPS, error_model="numpy")(function)

    @wraps(function)
    def call(*arguments: Any) -> Any:
        load_apart()
        return made(*arguments)

    return cast(F, call)


# Functions that stand apart


APART: Final[dict[str, tuple[Callable[..., Any], Any]]] = {}
"""Functions that are called by address, by their symbols, each with its signature."""


def apart(*records: Any, numbers: int) -> Callable[[F], F]:
    """A large function, which gets these records (their types of NumPy) and so many numbers, and returns a number.

    What Numba compiles into other functions, it optimizes once more in each of them and in all that call these. This
    one is compiled once, and the others know its symbol alone: code with an address in it could not be kept.

    Whatever calls it is called from Python through an `entry`, or after `load_apart`: a symbol without an address ends
    the process.
    """

    def named(function: F) -> F:
        if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
            return function
        symbol = f"turncoat.{function.__module__}.{function.__name__}"
        types = [numba.from_dtype(record) for record in records] + [numba.types.int64] * numbers
        APART[symbol] = function, numba.types.int64(*types)
        return cast(F, by_symbol(symbol, types))

    return named


def by_symbol(symbol: str, types: Sequence[Any]) -> Any:
    """What calls the native function of that symbol, with arguments of these types, from compiled functions.

    Numba has `types.ExternalFunction` for that, "for internal use only"; its extension API and LLVM's are open to all.
    """

    @intrinsic
    def call(_typing: Any, *_arguments: Any) -> Any:
        def code(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
            given = [builder.extract_value(values[0], place) for place in range(len(types))]
            kind = ir.FunctionType(ir.IntType(64), [value.type for value in given])
            function = builder.module.globals.get(symbol) or ir.Function(builder.module, kind, symbol)
            return builder.call(function, given)

        return numba.types.int64(numba.types.Tuple(types)), code  # type: ignore[no-untyped-call]

    return call


@cache
def load_apart() -> list[Any]:
    """Compile the functions that stand apart, or find them, and give their addresses to the others."""
    loaded = []
    for symbol, (function, signature) in APART.items():
        loaded.append(numba.cfunc(signature, cache=KEEPS, error_model="numpy")(function))
        binding.add_symbol(symbol, loaded[-1].address)
    return loaded
