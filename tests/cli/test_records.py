"""`turncoat record`: errors with line and reason for invalid records, and views of a seat."""

import re
from pathlib import Path
from random import Random

import pytest

from tests.support.commands import refused, turncoat
from turncoat.bots.bot import RandomBot
from turncoat.kernel.records import print_record, record_of
from turncoat.kernel.rulesets import Ruleset
from turncoat.simulation.playing import play_game

RULESET = Ruleset.of("resistance", 5, ["targeting"])
DEAL = RULESET.deal(b"records")


@pytest.fixture(scope="module")
def text() -> str:
    game = play_game(RULESET, DEAL, [RandomBot(RULESET, seat, b"%d" % seat) for seat in range(5)], Random(1))
    return print_record(record_of(game))


@pytest.fixture
def good(text: str, tmp_path: Path) -> Path:
    file = tmp_path / "good.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_valid_record_is_confirmed(good: Path) -> None:
    done = turncoat("record", "check", good)
    assert done.returncode == 0
    assert done.stdout.startswith(f"{good}: passed, ")
    assert done.stderr == ""


def spoilt(text: str, how: str) -> bytes:
    lines = text.splitlines()
    first = lines.index("--- choices") + 1
    match how:
        case "choice":
            lines[first] = lines[first].partition(" ")[0] + " name-team mission=mission-5 team=0,1"
        case "seat":
            lines[first + 1] = "9 cast-ballot approve"
        case "words":
            lines[first + 1] = "nonsense"
        case "header":
            lines[0] = "format = "
        case "nested":
            lines[0] = "format = " + "[" * 5000
        case "game":
            lines[2] = 'game = "chess"'
        case "divider":
            lines.remove("--- choices")
        case "result":
            lines = [line.replace('winner = "', 'winner = "x') for line in lines]
        case "bytes":
            return b"\xff\xfe\x00"
        case "empty":
            return b""
    return "\n".join(lines).encode()


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ("choice", r"line \d+: \d name-team mission=mission-5 team=0,1: .*mission-1, mission-2, mission-3, mission-4"),
        ("seat", r"line \d+: "),
        ("words", r"line \d+: expected seat, question and answer, not 'nonsense'"),
        ("header", r"header: "),
        ("nested", r"header: "),
        ("game", r"unknown game 'chess'; known: "),
        ("divider", r"the line '--- choices' is missing between"),
        ("result", r"the record says xr?s?\w+ \(.*\), but replaying it gives \w+"),
        ("bytes", "not UTF-8 text"),
        ("empty", r"the line '--- choices' is missing between"),
    ],
)
def test_an_invalid_record_is_refused_with_line_and_reason(text: str, tmp_path: Path, how: str, reason: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_bytes(spoilt(text, how))
    pattern = rf"(turncoat: )?{file}: {reason}.*"
    assert_matches(refused("record", "check", file, status=1), pattern)
    assert_matches(refused("record", "show", file, status=1), pattern)


def assert_matches(line: str, pattern: str) -> None:
    assert re.fullmatch(pattern, line), line


def test_an_unreadable_record_is_refused(tmp_path: Path) -> None:
    assert refused("record", "check", tmp_path / "none", status=1) == f"{tmp_path / 'none'}: no such file or directory"
    assert refused("record", "check", tmp_path, status=1) == f"{tmp_path}: is a directory"


def test_every_given_record_is_checked(good: Path, tmp_path: Path) -> None:
    done = turncoat("record", "check", tmp_path / "none", good)
    assert done.returncode == 1
    assert len(done.stdout.splitlines()) == len(done.stderr.splitlines()) == 1


def test_a_record_can_be_shown_as_one_seat_saw_it(good: Path) -> None:
    everything = turncoat("record", "show", good).stdout.splitlines()
    public = turncoat("record", "show", good, "--public").stdout.splitlines()
    spy = DEAL.roles.index("spy")
    mate = DEAL.roles.index("resistance")
    seen = [turncoat("record", "show", good, "--seat", seat).stdout.splitlines() for seat in (spy, mate)]
    assert everything[0] == "The Resistance, 5 players with targeting"
    assert f"[Seat {mate}] Your character card: Resistance." in everything
    assert "Your character card: Spy." in seen[0]
    assert any(line.startswith("Spies seen at the reveal") for line in seen[0])
    assert "Your character card: Resistance." in seen[1]
    assert not any(
        "character card:" in line or line.startswith(("Spies seen at the reveal", "You played")) for line in public
    )
    assert not any(line.startswith(("Spies seen at the reveal", "You played: Fail")) for line in seen[1])
    for lines in (everything, public, *seen):
        assert lines[-5:] == [
            f"Seat {k} was: {'Spy (Spies)' if role == 'spy' else 'Resistance'}" for k, role in enumerate(DEAL.roles)
        ]


def test_an_unfinished_record_reveals_no_roles(text: str, tmp_path: Path) -> None:
    file = tmp_path / "half.toml"
    head, _, choices = text.partition("--- choices\n")
    head = head.partition("[result]")[0]
    file.write_text(head + "--- choices\n" + "\n".join(choices.splitlines()[:3]) + "\n", encoding="utf-8")
    assert turncoat("record", "check", file).stdout.endswith("3 choices. The game is not finished.\n")
    assert " was: " not in turncoat("record", "show", file, "--public").stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--seat", "5"], "turncoat: --seat must be 0 to 4, not 5"),
        (["--seat", "0", "--public"], "turncoat: give either --seat or --public, not both"),
        (["--seat", "x"], "turncoat: Invalid value for '--seat'"),
    ],
)
def test_an_impossible_viewer_is_refused(good: Path, arguments: list[str], said: str) -> None:
    assert refused("record", "show", good, *arguments).startswith(said)
