"""The documentation of bots matches the example bot, both examples are short, and every bot is listed."""

from pathlib import Path

import pytest

from turncoat import bots
from turncoat.bots.levels import Level

ROOT = Path(__file__).parents[2]


def test_the_bots_page_quotes_the_example_exactly() -> None:
    example = (ROOT / "examples" / "mybot.py").read_text(encoding="utf-8")
    assert f"```python\n{example}```" in (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("name", "lines"), [("mybot.py", 34), ("client.py", 75)])
def test_each_example_bot_is_short(name: str, lines: int) -> None:
    assert len((ROOT / "examples" / name).read_text(encoding="utf-8").splitlines()) <= lines


def test_the_bots_page_has_the_numbers_of_every_level() -> None:
    page = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    for bot in bots.for_people():
        if issubclass(bot, Level):
            assert f"| `{bot.name}` | {bot.temperature:g} | {bot.card_temperature:g} |" in page


def test_the_bots_page_names_every_bot() -> None:
    page = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    missing = [name for name in bots.names() if f"`{name}`" not in page]
    assert missing == []
