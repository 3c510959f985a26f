"""The page on the protocol: the messages that it shows are understood, and its example of a form is a real one."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec

import turncoat.games  # noqa: F401 - makes the games known
from examples.client import fits
from turncoat.kernel.game import Game
from turncoat.kernel.options import Form
from turncoat.kernel.rulesets import Ruleset
from turncoat.web.programs.protocol import AnyFromProgram

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")


def test_a_program_may_send_each_message_that_the_page_shows() -> None:
    shown = [
        " ".join(text.split()) for text in re.findall(r"`(\{\"type\": .*?\})`", PAGE, re.DOTALL) if "…" not in text
    ]
    from_server = ("accepted", "malformed")
    sent = [json.loads(text) for text in shown]
    sent = [message for message in sent if message["type"] not in from_server]
    assert {message["type"] for message in sent} >= {"hello", "start", "say", "react", "choose", "standing-answer"}
    for message in sent:
        msgspec.convert(message, AnyFromProgram)


def test_the_form_with_a_tie_is_that_of_targeting() -> None:
    ruleset = Ruleset.of("resistance", 5, ["targeting"])
    game: Game[Any] = Game(ruleset, ruleset.deal(b"page"))
    (prompt,) = game.prompts().values()
    (block,) = re.findall(r"```json\n(\{\n  \"kind\": \"form\".*?)```", PAGE, re.DOTALL)
    form = json.loads(block)
    assert without_display(msgspec.json.decode(msgspec.json.encode(prompt.option))) == form
    assert isinstance(prompt.option, Form)
    assert prompt.option.refusal(("mission-2", 7)) is None
    refusal = prompt.option.refusal(("mission-1", 7))
    assert refusal is not None
    assert refusal.code == "wrong-count"
    assert [fits(tie, {"mission": "mission-2", "team": 7}) for tie in form["ties"]] == [True]


def without_display(option: Any) -> Any:
    """Leave out the fields that are only for display."""
    if isinstance(option, dict):
        return {key: without_display(value) for key, value in option.items() if key not in ("shown", "why")}
    return [without_display(value) for value in option] if isinstance(option, list) else option
