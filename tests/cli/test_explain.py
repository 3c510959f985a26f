"""`turncoat record explain`: possible beliefs during a game, in words, as JSON, and as a chart."""

import json
from itertools import count
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.support.commands import refused, turncoat
from turncoat.cli import explain
from turncoat.cli.errors import CommandError
from turncoat.deduction import NoWorldFits
from turncoat.games.resistance.events import MissionRevealed
from turncoat.kernel.events import Event
from turncoat.kernel.records import print_record, record_of
from turncoat.kernel.rulesets import Ruleset
from turncoat.simulation.playing import play_numbered, seating

RULESET = Ruleset.of("resistance", 7, ["targeting"])


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    games = (play_numbered(RULESET, seating(RULESET, ["sensible"]), "explained", number) for number in count())
    game = next(
        game for game in games if any(isinstance(one, MissionRevealed) and not one.success for one in game.events)
    )
    file = tmp_path_factory.mktemp("records") / "game.toml"
    file.write_text(print_record(record_of(game)), encoding="utf-8")
    return file


def test_the_course_of_suspicion_is_told_in_words(file: Path) -> None:
    lines = turncoat("record", "explain", file).stdout.splitlines()
    assert lines[0] == "The Resistance, 7 players with targeting"
    assert lines[1] == "Spies: how likely each player was to be one of them, judging by what everybody saw."
    assert lines[2].startswith("At the start: Seat 0 43%, ")
    at = next(number for number, line in enumerate(lines) if line.startswith("- Mission "))
    assert " → " in lines[at + 1]
    assert lines[at + 1].endswith(("was on a mission that failed", "was on a mission that succeeded"))
    assert sum(line.startswith("The largest swing: ") for line in lines) == 1
    assert sum(" was: " in line for line in lines) == 7


def test_each_seat_has_its_own_course(file: Path) -> None:
    public, own = (turncoat("record", "explain", file, *more).stdout for more in ((), ("--seat", "3")))
    assert "judging by what Seat 3 saw" in own
    assert own != public
    assert refused("record", "explain", file, "--seat", "7").endswith("--seat must be 0 to 6, not 7")


def test_the_course_is_available_as_json(file: Path) -> None:
    told = json.loads(turncoat("record", "explain", file, "--json").stdout)
    assert told["side"] == "spies"
    assert told["start"] == pytest.approx([3 / 7] * 7)
    assert told["seat"] is None
    assert told["shifts"][-1]["after"] == told["end"]
    assert told["swing"] in [shift["event"] for shift in told["shifts"]]


def test_the_chart_is_a_self_contained_file(file: Path, tmp_path: Path) -> None:
    chart = tmp_path / "chart.svg"
    assert turncoat("record", "explain", file, "--plot", chart).returncode == 0
    drawn = ET.parse(chart).getroot()
    space = "{http://www.w3.org/2000/svg}"
    texts = [text.text for text in drawn.iter(f"{space}text")]
    assert {f"Seat {seat}" for seat in range(7)} <= set(texts)
    assert "The largest swing" in (drawn.findtext(f"{space}title") or "")
    assert not list(drawn.iter(f"{space}use"))  # nothing external


def test_a_chart_with_another_extension_is_refused(file: Path, tmp_path: Path) -> None:
    assert "ends in .svg, not" in refused("record", "explain", file, "--plot", tmp_path / "chart.png")


def test_a_chart_that_cannot_be_written_is_reported(file: Path, tmp_path: Path) -> None:
    nowhere = tmp_path / "no" / "chart.svg"
    assert f"{nowhere}: no such file" in turncoat("record", "explain", file, "--plot", nowhere).stderr


def test_an_event_that_no_deal_explains_is_named(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing_fits(ruleset: Ruleset, seat: int, events: list[Event]) -> None:
        number, event = next((at, one) for at, one in enumerate(events) if type(one).__name__ == "TeamApproved")
        raise NoWorldFits(number, event)

    monkeypatch.setattr(explain, "timeline", nothing_fits)
    with pytest.raises(CommandError, match="after this: The team is approved") as raised:
        explain.run(file, None, None, as_json=False)
    assert raised.value.status == 1
