"""Import restrictions.

The kernel, the shared code of games with missions, and the games import the standard library, msgspec and one another.
The import contract forbids modules by name that are known to be impure, and this test forbids all others. Turncoat
never imports its lab.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "turncoat"
PURE = sorted(
    [
        SOURCE / "missions.py",
        SOURCE / "chapters.py",
        *(SOURCE / "kernel").rglob("*.py"),
        *(SOURCE / "games").rglob("*.py"),
    ]
)
ALLOWED = sys.stdlib_module_names | {"msgspec", "turncoat"}


def imported_by(tree: ast.AST) -> Iterator[str]:
    """Yield the top-level packages that a module imports, at any depth in its code."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative imports hide the layer"
            yield (node.module or "").partition(".")[0]


def test_pure_code_imports_only_the_standard_library_and_msgspec() -> None:
    assert len(PURE) > 50
    for path in PURE:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        assert set(imported_by(tree)) <= ALLOWED, path


def test_pure_code_neither_prints_nor_opens() -> None:
    for path in PURE:
        calls = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
        called = {node.func.id for node in calls if isinstance(node.func, ast.Name)}
        assert not called & {"open", "print", "input", "exec", "eval", "__import__"}, path


def test_turncoat_and_its_tests_never_import_the_lab() -> None:
    """Measurements in `bench` may, and so may their tests."""
    tests = [path for path in SOURCE.parents[1].joinpath("tests").rglob("*.py") if path.parent.name != "bench"]
    for path in (*SOURCE.rglob("*.py"), *tests):
        imported = set(imported_by(ast.parse(path.read_text(encoding="utf-8"))))
        assert not imported & {"turncoat_lab", "lab"}, path
