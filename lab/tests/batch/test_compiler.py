"""The cache folder of compiled code depends on every file that the code is made of."""

import ast
from collections.abc import Iterator
from pathlib import Path

import turncoat
from turncoat_lab.batch.compiler import COMPILED_FROM
from turncoat_lab.cache import LAB

ROOT = Path(turncoat.__file__).parent


def brought_from_elsewhere() -> Iterator[Path]:
    """Yield the files of bots and games from which the core imports. (The kernel's functions are not compiled.)"""
    for file in (LAB / "batch").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if (
                isinstance(node, ast.ImportFrom)
                and node.module
                and node.module.startswith(("turncoat.bots", "turncoat.games"))
            ):
                package = ROOT.joinpath(*node.module.split(".")[1:])
                names = [package / f"{one.name}.py" for one in node.names]
                yield from [name for name in names if name.exists()] or [package.with_suffix(".py")]


def test_the_cache_key_covers_every_compiled_file() -> None:
    files = set(brought_from_elsewhere())
    assert len(files) > 5
    hashed = [ROOT / place for place in COMPILED_FROM]
    assert [file for file in files if not any(file.is_relative_to(place) for place in hashed)] == []
