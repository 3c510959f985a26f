"""Remove each guard of the web and table code in turn, and list those that no test misses: `python -m tools.guards`.

A guard protects a change from a request: a refusal (`refuse_if`, `check_...`, an `if` that raises or returns an error),
or a limit. One coverage run finds the tests that execute each guard's line. Then each guard is removed from a copy of
the source, and those tests must fail.

    python -m tools.guards table/handlers        # the guards of a folder, into build/guards/; some take an hour
    python -m tools.guards table/handlers/seats  # only files whose path starts with this

Coverage does not see lines that run in another process, such as the server of tests/web/test_guards.py.
"""

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest
from coverage import Coverage

ROOT: Final = Path(__file__).parents[1]
SOURCE: Final = ROOT / "src" / "turncoat"
BUILD: Final = ROOT / "build" / "guards"
TESTS: Final = {"web": "tests/web", "table": "tests/table"}
"""Tests of the guards in each folder."""
CALLS: Final = ("refuse_if", "own_seat", "confirmed", "count_stored", "occupant")
"""Functions called only because they may raise, in addition to every `check...` and those of a limiter."""


@dataclass(frozen=True)
class Guard:
    """A piece of source that refuses something, and its replacement when it is removed."""

    path: Path
    line: int
    start: int
    end: int
    instead: str

    @property
    def name(self) -> str:
        """The location of the guard, for people to read."""
        return f"{self.path.relative_to(SOURCE)}:{self.line}"


def guards_of(path: Path) -> Iterator[Guard]:
    """Yield the guards of a module."""
    text = path.read_text(encoding="utf-8")
    begins = [0]
    for line in text.encode().splitlines(keepends=True):
        begins.append(begins[-1] + len(line))

    def guard(node: ast.expr, instead: str) -> Guard:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = begins[node.lineno - 1] + node.col_offset
        return Guard(path, node.lineno, start, begins[node.end_lineno - 1] + node.end_col_offset, instead)

    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr):
            call = node.value.value if isinstance(node.value, ast.Await) else node.value
            if isinstance(call, ast.Call) and _is_check(call):
                yield guard(node.value, "None")
                if isinstance(call.func, ast.Name) and call.func.id == "refuse_if":
                    yield from (guard(part, instead) for part, instead in _operands(call.args[0]))
        elif isinstance(node, ast.If) and _refuses(node.body):
            yield guard(node.test, "False")
            yield from (guard(part, instead) for part, instead in _operands(node.test))
        elif isinstance(node, ast.withitem):
            call = node.context_expr
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "hold":
                yield guard(call, "__import__('contextlib').nullcontext()")


def _is_check(call: ast.Call) -> bool:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name) if name in CALLS or name.startswith(("check", "_check")):
            return True
        case ast.Attribute(value=ast.Attribute(attr="limiter")) | ast.Attribute(value=ast.Name(id="limiter")):
            return True
    return False


def _refuses(body: list[ast.stmt]) -> bool:
    """Return whether a branch does nothing but refuse."""
    last = body[-1]
    if isinstance(last, ast.Raise):
        return True
    if not isinstance(last, ast.Return):
        return False
    text = ast.unparse(ast.Module(body, []))
    return any(word in text for word in (".error(", "_error(", ".close(", "_closed("))


def _operands(test: ast.expr) -> Iterator[tuple[ast.expr, str]]:
    if isinstance(test, ast.BoolOp):
        instead = "False" if isinstance(test.op, ast.Or) else "True"
        for part in test.values:
            yield part, instead


def covering(folder: str) -> dict[tuple[str, int], list[str]]:
    """Return the pytest ids of the tests that execute each line of a folder, by file and line."""
    data, settings = BUILD / f"{folder}.coverage", BUILD / f"{folder}.coveragerc"
    if not data.exists():
        BUILD.mkdir(parents=True, exist_ok=True)
        include = f"src/turncoat/{folder}/*"
        settings.write_text(f"[run]\ndata_file={data}\ninclude={include}\n")
        command = ["-m", "coverage", "run", f"--rcfile={settings}", "-m", "pytest", "-p", "tools.guards", "-n", "0"]
        subprocess.run([sys.executable, *command, TESTS[folder]], cwd=ROOT, check=False)
    coverage = Coverage(data_file=str(data))
    coverage.load()
    found: dict[tuple[str, int], list[str]] = {}
    for name in coverage.get_data().measured_files():
        for line, contexts in coverage.get_data().contexts_by_lineno(name).items():
            found[name, line] = sorted(filter(None, contexts))
    return found


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Switch the coverage context to this test. This module doubles as a pytest plugin."""
    if (coverage := Coverage.current()) is not None:
        coverage.switch_context(item.nodeid)


def is_missed_by_tests(guard: Guard, tests: list[str]) -> bool:
    """Return whether the tests pass without the guard."""
    copy = BUILD / "src"
    path = copy / "turncoat" / guard.path.relative_to(SOURCE)
    whole = guard.path.read_bytes()
    path.write_bytes(whole[: guard.start] + guard.instead.encode() + whole[guard.end :])
    try:
        command = [sys.executable, "-m", "pytest", "-n", "0", "-x", "-q", "-p", "no:cacheprovider", *tests]
        done = subprocess.run(
            command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(copy)}, capture_output=True, text=True, check=False
        )
    finally:
        path.write_bytes(whole)
    return done.returncode == 0


def main(wanted: str) -> int:
    """Remove the guards of all files whose path within the package starts with `wanted`."""
    tests = covering(wanted.partition("/")[0])
    shutil.rmtree(BUILD / "src", ignore_errors=True)
    shutil.copytree(SOURCE, BUILD / "src" / "turncoat")
    missed = count = 0
    for path in sorted(SOURCE.rglob("*.py")):
        if not str(path.relative_to(SOURCE)).startswith(wanted):
            continue
        for guard in guards_of(path):
            count += 1
            ids = tests.get((str(path), guard.line), [])
            if not ids or is_missed_by_tests(guard, ids):
                missed += 1
                source = path.read_text(encoding="utf-8").splitlines()[guard.line - 1].strip()
                how = "missed" if ids else "not run"
                print(f"{guard.name}: {how}: {source} -> {guard.instead}", flush=True)
    print(f"{missed} of {count} guards can be removed unnoticed by the tests that run them in their own process")
    return missed > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
