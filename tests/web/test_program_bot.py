"""A program in the place of a bot plays whole games, and its faults are reported."""

import sys
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import turncoat.games  # noqa: F401 - registers the games
from examples.client import pick
from turncoat.arena.referee import RefereedBot
from turncoat.bots.bot import Bot, RandomBot
from turncoat.kernel.game import Game
from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.steps import Choice
from turncoat.simulation.playing import play_game
from turncoat.table.commands.entries import as_answer
from turncoat.testing.rulesets import label, rulesets
from turncoat.web.programs.program_bot import ProgramBot

CLIENT = Path(__file__).parents[2] / "examples" / "client.py"
HEAD = """
import json, sys, time
from websockets.sync.client import connect
line = connect(sys.argv[1])
def say(**message): line.send(json.dumps(message))
def hear(kind): return next(m for m in map(json.loads, line) if m["type"] == kind)
say(type="hello", protocol=1, name=sys.argv[2])
"""


def played(ruleset: Ruleset, *command: str, seconds: float = 20.0) -> tuple[Game[Any], RefereedBot]:
    """Play a game with the program on one seat, and return its referee too."""

    def make(ruleset: Ruleset, seat: int, seed: bytes) -> Bot:
        return ProgramBot(command, ruleset, seat, seed)

    first = RefereedBot(ruleset, 0, b"seed", make, seconds)
    others = [RandomBot(ruleset, seat, b"%d" % seat) for seat in range(1, ruleset.players)]
    try:
        return play_game(ruleset, ruleset.deal(b"programs"), [first, *others], Random(1)), first
    finally:
        first.close()


@pytest.mark.parametrize(
    "ruleset",
    [Ruleset.of("resistance", 5, ["targeting"]), Ruleset.of("winter-soldier", 5), Ruleset.of("hail-hydra", 5)],
    ids=lambda ruleset: ruleset.game,
)
def test_the_example_bot_plays_whole_games(ruleset: Ruleset) -> None:
    game, referee = played(ruleset, sys.executable, str(CLIENT))
    assert game.result is not None
    assert referee.fault is None
    assert any(seat == 0 for seat, _ in game.choices)


def test_the_example_answers_legally_with_every_module() -> None:
    """The client draws from options as they are sent, in games with each module that can be played alone."""
    kinds, ties = set(), set()
    for ruleset in rulesets():
        if ruleset.players != min(BOOKS[ruleset.game].players) + 2 or len(ruleset.modules) > 2:
            continue
        game: Game[Any] = Game(ruleset, ruleset.deal(b"client"))
        while prompts := game.prompts():
            seat, prompt = next(iter(prompts.items()))
            sent = msgspec.json.decode(msgspec.json.encode(prompt.option))
            kinds |= {sent["kind"], *(part["kind"] for _, part in sent.get("parts", ()))}
            ties |= {tie["tie"] for tie in sent.get("ties", ())}
            answer = as_answer(msgspec.json.decode(msgspec.json.encode(pick(sent))))
            assert prompt.option.refusal(answer) is None, (label(ruleset), prompt.question.name, answer)
            game.play(seat, Choice(prompt.number, answer))
    assert ties == {"size-by", "apart"}
    assert kinds >= {"one-seat", "seats", "cards", "word", "form", "one-card"}


def test_a_program_chooses_and_its_choice_counts(tmp_path: Path) -> None:
    file = tmp_path / "rejecting.py"
    file.write_text(
        HEAD
        + """
for message in map(json.loads, line):
    if message["type"] == "update" and message["result"]:
        break
    if message["type"] == "update":
        prompt = message["prompt"]
        option = prompt["option"]
        if prompt["question"]["name"] == "cast-ballot":
            say(type="choose", to=prompt["number"] - 1, answer="reject")
            assert hear("refused")["code"] == "stale"
            answer = "reject"
        elif option["kind"] == "form":
            team = dict(option["parts"])["team"]
            answer = [(1 << team["low"]) - 1]
        else:
            answer = option["allowed"][0]
        say(type="choose", to=prompt["number"], answer=answer, id="1")
        assert hear("accepted")["id"] == "1"
""",
        encoding="utf-8",
    )
    game, referee = played(Ruleset.of("resistance", 5), sys.executable, str(file))
    assert referee.fault is None
    ballots = [choice.answer for seat, choice in game.choices if seat == 0 and choice.answer in ("approve", "reject")]
    assert ballots
    assert set(ballots) == {"reject"}


@pytest.mark.parametrize(
    ("program", "kind", "told"),
    [
        ("hear('update'); say(type='choose', to=2, answer=['x']); hear('refused')", "illegal", "cast-ballot: ['x']"),
        ("hear('update'); raise ValueError('which card?')", "error", "ProgramEndedError: ValueError: which card?"),
        ("hear('update'); time.sleep(60)", "time", "3 s"),
    ],
)
def test_a_programs_fault_is_reported(tmp_path: Path, program: str, kind: str, told: str) -> None:
    file = tmp_path / "wrong.py"
    file.write_text(HEAD + program, encoding="utf-8")
    game, referee = played(Ruleset.of("resistance", 5), sys.executable, str(file), seconds=3.0)
    assert game.result is not None
    assert referee.fault is not None
    assert (referee.fault.kind, referee.fault.message[: len(told)]) == (kind, told)


def test_a_program_that_does_not_start_is_reported() -> None:
    game, referee = played(Ruleset.of("resistance", 5), "/nowhere/program")
    assert game.result is not None
    assert referee.fault is not None
    assert "No such file" in referee.fault.message
