"""What browser tests must not do, because it works on a quick machine only."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]


def awaited() -> Iterator[tuple[str, str]]:
    """Every literal that a test, a tool or a bench waits for in a page, and where it stands."""
    for path in (path for folder in ("tests", "tools", "bench") for path in sorted((ROOT / folder).rglob("*.py"))):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.args:
                first = call.args[0]
                if call.func.attr == "wait_for_function" and isinstance(first, ast.Constant):
                    yield f"{path.relative_to(ROOT)}:{call.lineno}", str(first.value)


def test_what_is_waited_for_is_a_function() -> None:
    """The policy of our pages lets an expression be evaluated once, when it may be too early, and no second time."""
    found = list(awaited())
    assert len(found) > 10
    assert [where for where, text in found if "=>" not in text] == []
