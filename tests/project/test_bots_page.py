"""The page on bots: the bot that it shows is the example, and both examples are short."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_the_page_shows_the_example_as_it_is() -> None:
    example = (ROOT / "examples" / "mybot.py").read_text(encoding="utf-8")
    assert f"```python\n{example}```" in (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("name", "lines"), [("mybot.py", 30), ("client.py", 42)])
def test_an_example_is_short(name: str, lines: int) -> None:
    assert len((ROOT / "examples" / name).read_text(encoding="utf-8").splitlines()) <= lines
