"""The documentation of deduction: replaying its worked game yields the page's numbers."""

import doctest
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "deduction.md"


def test_the_worked_game_yields_the_pages_numbers() -> None:
    done = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert done.attempted > 10
    assert done.failed == 0
