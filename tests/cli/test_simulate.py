"""`turncoat simulate`: reports as text and as JSON, and the progress bar on terminals."""

import json
import os
import pty
import re
import subprocess

from tests.support.commands import TURNCOAT, own_process, turncoat

ARGUMENTS = ("simulate", "resistance", "--players", "5", "--games", "40", "--seed", "x")


def test_simulate_prints_a_text_report() -> None:
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


def test_simulate_prints_a_json_report() -> None:
    one = json.loads(turncoat(*ARGUMENTS, "--json").stdout)
    again = json.loads(own_process(*ARGUMENTS, "--json", "--jobs", 2).stdout)
    assert one["games_per_second"] > 0
    assert sum(wins["games"] for wins in one["wins"].values()) == 40
    for report in (one, again):
        assert report["illegal_answers"] == {}
        for timing in ("seconds", "games_per_second", "choices_per_second"):
            del report[timing]
    assert one == again


def test_simulate_seats_bots_by_side() -> None:
    report = json.loads(turncoat(*ARGUMENTS, "--bots", "resistance=sensible,spies=random", "--json").stdout)
    assert report["bots"] == {"resistance": "sensible", "spies": "random"}
    assert report["wins"]["resistance"]["share"] > 0.7


def test_the_progress_bar_does_not_affect_the_report() -> None:
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
