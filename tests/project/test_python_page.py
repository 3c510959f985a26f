"""The documentation of games from Python: its examples run, and need nothing but public names."""

import ast
import doctest
import sys
from pathlib import Path

import turncoat

PAGE = Path(__file__).parents[2] / "docs" / "python.md"


def test_the_pages_examples_run_unchanged() -> None:
    done = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert done.attempted > 40
    assert done.failed == 0


def test_the_pages_examples_import_public_names_alone() -> None:
    code = "".join(example.source for example in doctest.DocTestParser().get_examples(PAGE.read_text(encoding="utf-8")))
    taken: set[str] = set()
    for node in ast.walk(ast.parse(code)):
        assert not isinstance(node, ast.Import)
        if isinstance(node, ast.ImportFrom):
            assert node.module == "turncoat" or node.module in sys.stdlib_module_names
            taken |= {name.name for name in node.names if node.module == "turncoat"}
    assert taken <= set(turncoat.__all__)
    assert taken >= {"Game", "Deal", "seat_set", "seats_in", "events_of", "replay", "Bot"}
