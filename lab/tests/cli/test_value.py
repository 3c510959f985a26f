"""`turncoat lab value`: the value, the guarantees of both sides, and games without a known value."""

import json
from fractions import Fraction

import pytest

from tests.support.commands import turncoat
from turncoat_lab.cli import value as command
from turncoat_lab.value import MissionGame

FIVE = """\
The Resistance, 5 players: Resistance 3/10 (30.0%)
Spies: seem loyal, and make missions 2, 4 and 5 fail whenever they can. Against that, at most 3 of 10 deals can be won.
Resistance: follow this plan, which anybody may know. It wins 3 of 10 deals, whatever the others do. After results \
not listed, any team will do.
  mission 1: seats 1, 2
  mission 2 after success: seats 1, 2, 3
  mission 3 after success, success: seats 1, 2
  mission 3 after success, failure: seats 1, 2
  mission 4 after success, failure, success: seats 1, 2, 4
  mission 5 after success, failure, success, failure: seats 1, 2, 5
"""


def test_the_value_command_prints_the_value_and_both_optimal_plans() -> None:
    done = turncoat("lab", "value", "--players", "5")
    assert (done.stdout, done.stderr) == (FIVE, "")


def test_the_value_command_prints_all_numbers_of_players() -> None:
    heads = [line for line in turncoat("lab", "value", "resistance").stdout.splitlines() if line.startswith("The ")]
    shares = ["3/10 (30.0%)", "1/3 (33.3%)", "9/35 (25.7%)", "9/56 (16.1%)", "2/7 (28.6%)", "1/6 (16.7%)"]
    assert heads == [
        f"The Resistance, {players} players: Resistance {share}" for players, share in enumerate(shares, 5)
    ]


def test_the_value_as_json_contains_the_plan_and_the_beaten_sets() -> None:
    [entry] = json.loads(turncoat("lab", "value", "--players", "5", "--with", "targeting", "--json").stdout)
    assert entry["low"] == entry["high"] == "3/10"
    assert entry["modules"] == ["targeting"]
    assert entry["sabotage"] == [2, 4, 5]
    assert entry["plan"] == {
        "": [0, 1],
        "S": [0, 1, 2],
        "SS": [0, 1],
        "SF": [0, 1],
        "SFS": [0, 1, 3],
        "SFSF": [0, 1, 4],
    }
    assert Fraction(len(entry["beaten"]), 10) == Fraction(entry["low"])
    assert all({0, 1}.isdisjoint(hidden) for hidden in entry["beaten"])


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (
            ("--with", "hunter"),
            "no value is known for hunter: loyal players have secrets from one another, so the value",
        ),
        (("hail-hydra",), "no value is known for Hail Hydra: its optimal play is not known"),
        (("--players", "4"), "resistance is for 5 to 10 players, not 4"),
    ],
)
def test_the_value_command_says_why_there_is_no_value(arguments: tuple[str, ...], line: str) -> None:
    done = turncoat("lab", "value", *arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith(f"turncoat: {line}")


def test_the_value_command_prints_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    unequal = MissionGame(5, 2, ((3, 1), (1, 1), (3, 2)))
    monkeypatch.setattr(command, "mission_game", lambda ruleset: unequal)
    head, *_ = turncoat("lab", "value", "--players", "5").stdout.splitlines()
    assert head == "The Resistance, 5 players: Resistance from 3/5 to 7/10"
