"""`turncoat lab likeness` and `turncoat lab tells`: their output, their cache and their refusals."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from lab.tests.cli.kept import files, times
from tests.support.commands import refused, turncoat
from tests.support.recorded_people import people
from turncoat_lab.likeness.measuring import REFERENCE

pytestmark = pytest.mark.usefixtures("kept")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with games of five and six players, 70 each."""
    games = [people(number) for number in range(210) if number % 3 < 2]
    (tmp_path / "games.jsonl").write_text("".join(json.dumps(game) + "\n" for game in games), encoding="utf-8")
    return tmp_path / "games.jsonl"


@pytest.mark.sweep
def test_likeness_is_printed_with_its_gates(file: Path, kept: Path) -> None:
    command = ("lab", "likeness", file, "--bots", "random,baseline:people", "--players", "5", "--games", "70")
    done = turncoat(*command)
    assert done.stderr == ""
    assert done.stdout.startswith("# How like people bots play\n\n70 games of people (resistance 5: 70).\n")
    for told in (f"| gate: `{REFERENCE}` from people", "| gate: people from people", "| `random` from people"):
        assert told in done.stdout
    assert "| mission 1 fails | " in done.stdout
    before = times(kept)
    assert len(before) == 9  # three bots, with 25 games in a piece
    report = json.loads(turncoat(*command, "--json").stdout)
    assert report["games"] == 70
    assert report["bots"].keys() == {"random", "baseline:people"}
    assert report["figures"]["first team approved"].keys() == {"people", "random", "baseline:people"}
    assert times(kept) == before


def test_tells_are_printed_for_each_bot(kept: Path) -> None:
    command = ("lab", "tells", "resistance", "--players", "5", "--bots", "random,baseline:people", "--games", "30")
    done = turncoat(*command)
    assert done.stderr == ""
    assert done.stdout.startswith("# Tells, the worst first\n")
    assert "# Tells of `random` at resistance 5\n\n30 games with talk, seed `tells`: " in done.stdout
    assert "# Tells of `baseline:people` at resistance 5\n" in done.stdout
    assert len(files(kept)) == 4
    first, second = json.loads(turncoat(*command, "--json").stdout)
    assert (first["bot"], second["bot"]) == ("random", "baseline:people")
    assert first["tells"] == []
    assert first["limit"] == 4


def test_tells_are_printed_for_each_size_and_for_people(file: Path) -> None:
    command = ("lab", "tells", "resistance", "--players", "5", "--players", "7", "--bots", "random", "--games", "5")
    both = json.loads(turncoat(*command, "--recorded", str(file), "--json").stdout)
    assert [report["players"] for report in both] == [5, 7]
    assert [bool(report["people"]) for report in both] == [True, False]
    assert "people: traitors" in turncoat(*command, "--recorded", str(file)).stdout


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["likeness", "FILE", "--bots", "clever"], "turncoat: unknown bot 'clever'; known: "),
        (["likeness", "FILE", "--bots", "hard", "--players", "9"], "games.jsonl: 0; at least 60 are needed"),
        (["likeness", "nowhere.jsonl", "--bots", "hard"], "turncoat: nowhere.jsonl: no such file or directory"),
        (["tells", "resistance", "--players", "5", "--bots", "clever"], "turncoat: unknown bot 'clever'; known: "),
        (["tells", "resistance", "--recorded", "nowhere.jsonl"], "turncoat: nowhere.jsonl: no such file or directory"),
        (["tells", "resistance", "--players", "4"], "turncoat: resistance is for 5 to 10 players, not 4"),
    ],
)
def test_an_impossible_likeness_is_refused(arguments: Sequence[str], reason: str, file: Path) -> None:
    assert reason in refused("lab", *(str(file) if word == "FILE" else word for word in arguments))
