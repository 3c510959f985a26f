"""`turncoat lab cross`: the table as text and as JSON, resuming after a kill, and refusals."""

import json
import shlex
import sys
from pathlib import Path

import pytest

from lab.tests.cli.kept import files, resumed
from tests.support.commands import own_process, refused, turncoat

EXAMPLES = Path(__file__).parents[3] / "examples"
CROSS = ("lab", "cross", "resistance", "--players", "5", "--seed", "x")
TWO = (*CROSS, "--bots", "sensible,random")


pytestmark = pytest.mark.usefixtures("kept")


def test_cross_prints_a_ranked_table_for_each_side() -> None:
    done = turncoat(*TWO, "--games", "40", "--players", "7", "--with", "targeting")
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert lines[0] == (
        "resistance with targeting: 40 games in each cell, seed x. Wins in percent, with 95% intervals."
    )
    heads = [line for line in lines if line.startswith("## ")]
    sides = ("Resistance", "Spies")
    assert heads == ["## In all", *(f"## {players} players: {side}" for players in (5, 7) for side in sides)]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if line.startswith("|")]
    assert rows[0] == ["Bot", "Worst", "Mean", "Players", "Side", "Against"]
    assert ["Bot", "Worst", "Mean", "sensible", "random"] in rows
    assert [row[0] for row in rows[2:4]] == ["sensible", "random"]
    assert len({len(line) for line in lines[4:8]}) == 1, "the columns are aligned"


def test_the_printed_cross_command_reproduces_its_table(tmp_path: Path) -> None:
    made = turncoat(*TWO, "--games", "5", "--out", tmp_path / "table.json", "--json", "--time-limit", "20").stdout
    assert (tmp_path / "table.json").read_text(encoding="utf-8") == made
    command = shlex.split(json.loads(made)["command"])
    assert turncoat(*command[1:], "--json").stdout == made


@pytest.mark.sweep
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_killed_cross_resumes_with_the_same_result(kept: Path, jobs: int) -> None:
    resumed_table = resumed((*TWO, "--games", "120", "--json"), kept, jobs)
    assert json.loads(resumed_table)["games"] == 120


BOT = """
from turncoat import Bot, pick

class Wrong(Bot):
    def decide(self, prompt):
        raise KeyError("oh")
"""


def test_cross_reports_faults_of_a_bots_file_and_replays_it_after_changes(tmp_path: Path, kept: Path) -> None:
    file = tmp_path / "mybot.py"
    file.write_text(BOT, encoding="utf-8")
    command = (*CROSS, "--bots", f"{file},random", "--games", "2")
    last = own_process(*command, "--jobs", 2).stdout.splitlines()[-1]
    assert last.startswith(
        f"{file} made 20 faults (errors: 20), each of which loses the game; first with 5 players as "
    )
    assert "in game 0, seat " in last
    assert "KeyError: 'oh'" in last
    before = files(kept)
    file.write_text(BOT.replace('raise KeyError("oh")', "return pick(prompt.option, self.rng)"), encoding="utf-8")
    assert " fault" not in own_process(*command).stdout
    assert len(files(kept)) == len(before) + 3, "only the cell of random against random is unchanged"


@pytest.mark.sweep
def test_a_program_can_play_in_cross() -> None:
    program = f"cmd:{sys.executable} {EXAMPLES / 'client.py'}"
    done = turncoat(*CROSS, "--bots", f"{program},random", "--games", 1, "--json", "--time-limit", 30)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert (report["bots"], report["faults"]) == ([program, "random"], {})


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--bots", "clever"), "unknown bot 'clever'"),
        (("--bots", "random,random"), "name each bot once"),
        (("--bots", "cmd:"), "give a program with its command"),
        (("--players", "4"), "resistance is for 5 to 10 players, not 4"),
        (("--out", "nowhere/a.json"), "there is no folder"),
    ],
)
def test_an_impossible_cross_is_refused(arguments: tuple[str, ...], reason: str) -> None:
    assert reason in refused("lab", "cross", "resistance", *arguments)
