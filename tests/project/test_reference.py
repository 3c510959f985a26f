"""The API reference: it has every public name, each with an example that runs as a user would type it."""

import ast
import doctest
import re
from importlib.util import find_spec
from pathlib import Path

import pytest

import turncoat

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "reference" / "turncoat.md"


def home_of(name: str) -> str:
    """Return the module in which a public name is defined."""
    homes = [home for home, names in turncoat._HOMES.items() if name in names]
    return f"turncoat.{homes[0]}" if homes else "turncoat"


def docstring_of(name: str) -> str:
    """Return the docstring of a public name as the source has it. Constants have theirs below them."""
    spec = find_spec(home_of(name))
    assert spec is not None
    assert spec.origin is not None
    body = ast.parse(Path(spec.origin).read_text("utf-8")).body
    for statement, following in zip(body, [*body[1:], ast.Pass()], strict=True):
        if isinstance(statement, ast.ClassDef | ast.FunctionDef) and statement.name == name:
            return ast.get_docstring(statement) or ""
        targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
        if any(isinstance(target, ast.Name) and target.id == name for target in targets):
            assert isinstance(following, ast.Expr), f"{name} has no docstring"
            return str(ast.literal_eval(following.value))
    raise AssertionError(f"{home_of(name)} does not define {name}")


def test_the_page_has_every_public_name_once() -> None:
    shown = re.findall(r"^::: turncoat\.(\w+)$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert sorted(shown) == sorted(turncoat.__all__)


@pytest.mark.parametrize("name", turncoat.__all__)
def test_a_public_name_has_an_example_that_runs(name: str) -> None:
    names = {other: getattr(turncoat, other) for other in turncoat.__all__}
    example = doctest.DocTestParser().get_doctest(docstring_of(name), names, name, None, None)
    code = "".join(part.source for part in example.examples)
    assert name.lower() in code.lower(), f"no example shows {name}, or a value that has it: `game.view` for View"
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(example)
    assert runner.summarize(verbose=False).failed == 0
