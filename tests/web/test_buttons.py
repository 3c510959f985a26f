"""Each button on the table's page has a command, and each command of a form has a button."""

import re
from pathlib import Path

import turncoat.web
from turncoat.web.table.command_forms import FORMS, STEPS

TEMPLATES = Path(turncoat.web.__file__).parent / "templates" / "table"
BUTTON = re.compile(r'(?:name="do" value=|\bbutton\()"(?!\{\{ what \}\})([^"]+)"')
"""A button, or the call of the macro that draws one."""


def buttons() -> set[str]:
    """The values of all buttons, where they are made of something as patterns."""
    texts = (file.read_text("utf-8") for file in TEMPLATES.glob("*.html"))
    return {re.sub(r"\{\{.*?\}\}|%s", "[a-z]+", value) for text in texts for value in BUTTON.findall(text)}


def test_every_button_has_a_command() -> None:
    assert FORMS.keys() & STEPS.keys() == set()
    known = FORMS.keys() | STEPS.keys()
    assert [value for value in buttons() if not any(re.fullmatch(value, name) for name in known)] == []


def test_every_form_has_a_button() -> None:
    assert [
        name for name in (*FORMS, *STEPS) if name and not any(re.fullmatch(value, name) for value in buttons())
    ] == []
