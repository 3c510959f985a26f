"""`turncoat simulate`: the report as text and as JSON, and the progress bar, which only a terminal gets."""

import json
import os
import pty
import re
import subprocess

from tests.cli.commands import TURNCOAT, own_process, turncoat

ARGUMENTS = ("simulate", "resistance", "--players", "5", "--games", "40", "--seed", "x")


def test_the_report_as_text() -> None:
    done = turncoat(
        *ARGUMENTS, "--with", "targeting", "--option", "fifth-mission-after=completed", "--bots", "random,sensible"
    )
    assert done.returncode == 0
    assert done.stderr == ""
    head, *rest = done.stdout.splitlines()
    assert head == "resistance, 5 players with targeting: 40 games, bots random, sensible, seed x"
    wins = [
        int(number) for number in re.findall(r"(\d+) wins, \d+\.\d% \(95% interval \d+\.\d% to \d+\.\d%\)", done.stdout)
    ]
    assert sum(wins) == 40
    assert re.fullmatch(r"[\d,]+ games per second, [\d,]+ choices per second", rest[-1])


def test_the_report_as_json() -> None:
    one = json.loads(turncoat(*ARGUMENTS, "--json").stdout)
    again = json.loads(own_process(*ARGUMENTS, "--json", "--jobs", 2).stdout)
    assert one["games_per_second"] > 0
    assert sum(wins["games"] for wins in one["wins"].values()) == 40
    for report in (one, again):
        assert report["illegal_answers"] == {}
        for timing in ("seconds", "games_per_second", "choices_per_second"):
            del report[timing]
    assert one == again


def test_bots_by_side() -> None:
    report = json.loads(turncoat(*ARGUMENTS, "--bots", "resistance=sensible,spies=random", "--json").stdout)
    assert report["bots"] == {"resistance": "sensible", "spies": "random"}
    assert report["wins"]["resistance"]["share"] > 0.7


def test_the_bar_is_drawn_on_a_terminal_and_the_report_is_not_touched_by_it() -> None:
    terminal, side = pty.openpty()
    try:
        done = subprocess.run(
            [TURNCOAT, *ARGUMENTS], stdout=subprocess.PIPE, stderr=side, text=True, timeout=60, check=True
        )
        drawn = os.read(terminal, 65536).decode()
    finally:
        os.close(terminal)
        os.close(side)
    assert f"[{'#' * 30}] 40 of 40" in drawn
    assert "[" not in done.stdout


def test_who_asks_for_a_baseline_without_its_prefix_learns_its_name() -> None:
    for command in (ARGUMENTS, ("arena", *ARGUMENTS[1:])):
        done = turncoat(*command, "--bots", "sensible-1")
        assert done.returncode == 2
        assert "the bot 'sensible-1' is for measuring alone; name baseline:sensible-1" in done.stderr
        assert turncoat(*command[:-1], "y", "--games", "2", "--bots", "baseline:sensible-1").returncode == 0
