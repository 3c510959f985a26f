"""Sentences sent to programs have no unfilled placeholders, and reserved names are refused."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx
import msgspec
import pytest

from tests.support.covering import few_rulesets, often
from tests.support.serving import Server
from turncoat.kernel.game import Game
from turncoat.kernel.refusals import Refused
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.steps import Ask, Prompt
from turncoat.table.values.names import LONGEST, RESERVED, check_person
from turncoat.telling import Teller
from turncoat.testing.rulesets import label, rulesets
from turncoat.testing.walks import random_walk
from turncoat.web.programs.protocol import sent_offer, sent_prompt

PROTOCOL: Final = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")
NAMES: Final = tuple(f"Person {number}" for number in range(12))
FEW: Final = few_rulesets()
ODD: Final = (None, "x", -1, 1 << 40, True, (), ("x",), ("+1", "+1"), 3.5)
"""Answers that are refused nearly everywhere."""
ASKED: Final = set[type[Ask]]()
"""The kinds of steps asked in the games of this module."""


def texts_in(value: Any) -> Iterator[str]:
    """Yield every text in a message."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from texts_in(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from texts_in(one)


def is_whole(message: object) -> bool:
    return not any(sign in text for text in texts_in(msgspec.to_builtins(message)) for sign in "{}")


def kinds_of(step: type[Ask] = Ask) -> Iterator[type[Ask]]:
    for kind in step.__subclasses__():
        yield kind
        yield from kinds_of(kind)


def prompts_of(game: Game[Any]) -> Iterator[Prompt]:
    for seat in range(game.ruleset.players):
        if (prompt := game.prompt(seat)) is not None:
            yield prompt


def start(ruleset: Ruleset, seed: bytes) -> Game[Any]:
    return Game(ruleset, ruleset.deal(seed))


@pytest.mark.parametrize("ruleset", often(FEW, rulesets()), ids=label)
def test_no_sentence_has_an_unfilled_placeholder(ruleset: Ruleset) -> None:
    teller = Teller(ruleset, NAMES[: ruleset.players])
    for turn in range(4):
        game = start(ruleset, f"sentences {turn}".encode())
        for _ in random_walk(game, Random(f"{label(ruleset)} {turn}"), offers=0.3):
            for prompt in prompts_of(game):
                sent = sent_prompt(prompt, teller)
                assert is_whole(sent), sent.question.sentence
                assert sent.question.sentence
                refusals = (prompt.option.refusal(answer) for answer in ODD)
                for refusal in filter(None, refusals):
                    assert not set("{}") & set(teller.refusal(refusal))
            for seat in range(ruleset.players):
                for offer in game.offers(seat):
                    assert is_whole(sent_offer(offer, teller))
            assert all(is_whole(event) for event in game.view(0).events[-3:])
            if game.frame is not None:
                ASKED.add(type(game.frame.step))


def test_every_question_with_a_placeholder_is_asked_in_these_games() -> None:
    with_holes = {
        kind for kind in kinds_of() if kind.__module__.startswith("turncoat.") and "{" in kind.question.sentence
    }
    assert len(with_holes) >= 8
    for turn in range(40):
        for ruleset in FEW:
            if with_holes <= ASKED:
                return
            game = start(ruleset, f"more {turn}".encode())
            for _ in random_walk(game, Random(f"{label(ruleset)} more {turn}"), offers=0.3):
                if game.frame is not None and type(game.frame.step) not in ASKED:
                    ASKED.add(type(game.frame.step))
                    teller = Teller(ruleset, NAMES[: ruleset.players])
                    assert all(is_whole(sent_prompt(prompt, teller)) for prompt in prompts_of(game))
    assert with_holes <= ASKED


def test_a_question_contains_names_and_numbers() -> None:
    ruleset = Ruleset("resistance", 5)
    game = start(ruleset, b"sentences")
    (prompt,) = prompts_of(game)
    assert sent_prompt(prompt, Teller(ruleset, NAMES[:5])).question.sentence == "Name the team for mission 1."


def test_the_documented_reserved_names_are_the_refused_ones() -> None:
    (row,) = re.findall(r"^\| `name-reserved` \| .*?: (.*), also in", PROTOCOL, re.MULTILINE)
    assert set(re.split(r", | or ", row)) == set(RESERVED)
    (signs,) = re.findall(r"^\| `name-sets-speech` \|.*?: (.*) \|$", PROTOCOL, re.MULTILINE)
    for sign in re.findall(r"`(.)`", signs):
        with pytest.raises(Refused, match="name-sets-speech"):
            check_person(f"O{sign}la")


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "name-empty"),
        ("x" * (LONGEST + 1), "name-too-long"),
        ("Ola: hi", "name-sets-speech"),
        ("NARRATÓR", "name-reserved"),
        *((name, "name-reserved") for name in RESERVED),
    ],
)
def test_a_reserved_name_is_refused_with_the_reason(server: Server, name: str, code: str) -> None:
    answer = httpx.post(f"{server.url}/api/v1/tables", json={"name": name}, timeout=60)
    assert answer.status_code == 422
    assert answer.json()["code"] == code
    assert f"`{code}`" in PROTOCOL
    assert len(answer.json()["sentence"]) > 20
