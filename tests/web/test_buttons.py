"""Each button on the table page has a command, and each form command has a button."""

import re
from pathlib import Path

import turncoat.web
from turncoat.web.table.command_forms import FORMS, STEPS

TEMPLATES = Path(turncoat.web.__file__).parent / "templates" / "table"
BUTTON = re.compile(r'(?:name="do" value=|\bbutton\()"(?!\{\{ what \}\})([^"]+)"')
"""A button, or a call of the macro that renders one."""


def buttons() -> set[str]:
    """Return the values of all buttons, with computed parts replaced by patterns."""
    texts = (file.read_text("utf-8") for file in TEMPLATES.glob("*.html"))
    return {re.sub(r"\{\{.*?\}\}|%s", "[a-z]+", value) for text in texts for value in BUTTON.findall(text)}


def test_every_button_has_a_command() -> None:
    assert FORMS.keys() & STEPS.keys() == set()
    known = FORMS.keys() | STEPS.keys()
    assert [value for value in buttons() if not any(re.fullmatch(value, name) for name in known)] == []


def test_every_form_command_has_a_button() -> None:
    assert [
        name for name in (*FORMS, *STEPS) if name and not any(re.fullmatch(value, name) for value in buttons())
    ] == []
