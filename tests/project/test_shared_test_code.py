"""Code shared by tests is in `tests/support`, and no test module is imported by another."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.support.paths import ROOT

SHARED = ("tests.support.", "tests.plugins.", "tests.lab.")  # the last two have yet to move


def test_tests_import_no_other_test_and_no_helper_of_another_folder() -> None:
    wrong = []
    for folder in ("tests", "bench", "tools", "examples", "src"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            name = path.relative_to(ROOT)
            wrong += [f"{name}: {module}" for module in imported(path) if not may_import(path, module)]
    assert wrong == []


def test_imports_of_a_test_and_of_another_folders_helper_are_noticed() -> None:
    here = Path(__file__)
    assert not may_import(here, "tests.project.test_links")
    assert not may_import(here, "tests.web.conftest")
    assert not may_import(here, "tests.kernel.histories")
    assert not may_import(ROOT / "bench" / "load.py", "tests.kernel.histories")
    assert may_import(here, "tests.support.serving")
    assert may_import(ROOT / "tests" / "kernel" / "test_histories.py", "tests.kernel.histories")


def imported(path: Path) -> Iterator[str]:
    """Yield the test modules that a module imports anywhere in its code."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [one.name for one in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            names = [node.module, *(f"{node.module}.{one.name}" for one in node.names)]
        for name in names:
            if name.startswith("tests.") and is_module(name):
                yield name


def is_module(name: str) -> bool:
    return ROOT.joinpath(*name.split(".")).with_suffix(".py").exists()


def may_import(path: Path, module: str) -> bool:
    """Return whether the module is shared, or a helper in a module's own folder."""
    name = module.rpartition(".")[2]
    if name.startswith("test_") or name == "conftest":
        return False
    return module.startswith(SHARED) or path.relative_to(ROOT).parts[:2] == tuple(module.split(".")[:2])
