"""Patterns that browser tests must avoid because they work only on a fast machine."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]


def awaited() -> Iterator[tuple[str, str]]:
    """Yield every literal that a test, a tool or a benchmark waits for in a page, and its location."""
    for path in (path for folder in ("tests", "tools", "bench") for path in sorted((ROOT / folder).rglob("*.py"))):
        text = path.read_text("utf-8")
        for call in ast.walk(ast.parse(text)) if "wait_for_function" in text else ():
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.args:
                first = call.args[0]
                if call.func.attr == "wait_for_function" and isinstance(first, ast.Constant):
                    yield f"{path.relative_to(ROOT)}:{call.lineno}", str(first.value)


def test_browser_tests_wait_for_functions_and_not_for_expressions() -> None:
    """The content security policy of our pages lets an expression be evaluated only once, which may be too early."""
    found = list(awaited())
    assert len(found) > 10
    assert [where for where, text in found if "=>" not in text] == []
