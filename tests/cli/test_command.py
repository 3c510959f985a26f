"""The command as a whole: help, version, listings, and one-line errors."""

import json
import os
import subprocess
import sys

import pytest

from tests.support.commands import ENGLISH, TURNCOAT, own_process, refused, turncoat
from tests.support.toys import resistance_with
from turncoat import __version__
from turncoat.cli import games
from turncoat.extensions import load_extensions
from turncoat.kernel.rulebooks import BOOKS


def test_help_lists_the_commands() -> None:
    said = own_process("--help")
    assert said.returncode == 0
    assert [
        name for name in ("serve", "play", "games", "script", "simulate", "record") if name not in said.stdout
    ] == []
    assert own_process().stdout == said.stdout


@pytest.mark.parametrize(
    "command", [["serve"], ["play"], ["games"], ["script"], ["simulate"], ["record"], ["record", "show"]]
)
def test_every_command_has_help(command: list[str]) -> None:
    said = turncoat(*command, "--help")
    assert said.returncode == 0
    assert said.stdout.startswith("Usage: turncoat " + " ".join(command))


def test_help_imports_only_what_it_needs() -> None:
    """Help must be fast, so it must not import the kernel, the games or the web."""
    code = (
        "import sys; sys.argv = ['turncoat', '--help']\n"
        "import contextlib, turncoat.cli\n"
        "with contextlib.suppress(SystemExit): turncoat.cli.main()\n"
        "heavy = {'msgspec', 'starlette', 'jinja2', 'rich', 'asyncio', 'turncoat.kernel.steps', 'turncoat.games'}\n"
        "print(*sorted(heavy & sys.modules.keys()), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stderr.strip() == ""


def test_the_version_is_printed() -> None:
    assert own_process("--version").stdout == f"turncoat {__version__}\n"


def test_python_runs_the_package_as_the_command() -> None:
    for arguments, status in ((["--version"], 0), (["simulate", "resistance", "--players", "4"], 2)):
        command = [sys.executable, "-m", "turncoat", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, env=ENGLISH)
        said = own_process(*arguments)
        assert (done.returncode, done.stdout, done.stderr) == (status, said.stdout, said.stderr)


@pytest.mark.parametrize(
    ("typed", "completed"),
    [("re", {"restore", "record", "reset-key"}), ("record e", {"explain"}), ("arena --see", {"--seed", "--seed-file"})],
)
def test_a_shell_completes_commands_and_options(typed: str, completed: set[str]) -> None:
    line = f"turncoat {typed}"
    environ = {"_TURNCOAT_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
    done = own_process(environ=environ)
    assert done.returncode == 0, done.stderr
    assert set(done.stdout.split()) == completed


def test_games_lists_all_games_and_modules() -> None:
    load_extensions()
    listed = json.loads(turncoat("games", "--json").stdout)
    assert [game["name"] for game in listed] == list(BOOKS)
    (resistance,) = (game for game in listed if game["name"] == "resistance")
    assert resistance["players"] == [5, 10]
    assert [module["name"] for module in resistance["modules"]] == list(BOOKS["resistance"].chapters)
    (targeting,) = (module for module in resistance["modules"] if module["name"] == "targeting")
    assert targeting["options"][0]["values"] == ["successes", "completed"]
    plain = turncoat("games").stdout
    assert "resistance: The Resistance, 5 to 10 players" in plain
    assert "--option fifth-mission-after=successes|completed (default successes)" in plain


def test_a_game_for_one_number_of_players_has_no_range(capsys: pytest.CaptureFixture[str]) -> None:
    with resistance_with(players=range(7, 8)):
        games.run(as_json=False)
    assert "toy: The Resistance, 7 players" in capsys.readouterr().out


def test_the_reveal_script_can_be_printed_in_polish() -> None:
    done = turncoat("script", "resistance", "--players", 7, "--with", "hunter", "--language", "pl")
    assert done.stdout.splitlines()[2] == "2. Szefowie Agentów unoszą kciuki. (2 sekundy)"
    assert refused("script", "resistance", "--players", 5, "--language", "zz").startswith(
        "turncoat: --language must be one"
    )


def test_the_reveal_script_is_printed() -> None:
    said = turncoat("script", "resistance", "--players", 5).stdout.splitlines()
    assert said[0] == "The leader reads this aloud, and does what it says like everybody else."
    assert said[1] == "1. Everybody, close your eyes. (2 seconds)"
    assert len(said) == 5
    assert "no reveal" in turncoat("script", "resistance", "--players", 5, "--with", "blind-spies").stdout
    captain = turncoat("script", "winter-soldier", "--players", 5).stdout.splitlines()[0]
    assert captain.startswith("The dealer asks who Captain America is.")


def test_the_reveal_script_by_touch_is_printed() -> None:
    said = turncoat("script", "resistance", "--players", 6, "--touch").stdout.splitlines()
    assert "  10 × character cards; a box can be felt at the lower edge, with an X in it on spy cards" in said
    assert sum(line.endswith("(20 seconds)") for line in said) == 6, "one round per card"
    for more in (["resistance", "--players", 6, "--with", "hunter"], ["winter-soldier", "--players", 6]):
        assert "no reveal by touch" in turncoat("script", *more, "--touch").stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nonsense"], "turncoat: No such command 'nonsense'; see turncoat --help"),
        (["record", "nonsense"], "turncoat: No such command 'nonsense'; see turncoat record --help"),
        (["simulate", "resistance"], "turncoat: Missing option '--players'; see turncoat simulate --help"),
        (["simulate", "chess", "--players", 5], "turncoat: unknown game 'chess'; known: "),
        (["simulate", "resistance", "--players", 4], "turncoat: resistance is for 5 to 10 players, not 4"),
        (["simulate", "resistance", "--players", "five"], "turncoat: Invalid value for '--players'"),
        (["simulate", "resistance", "--players", 5, "--games", 0], "turncoat: Invalid value for '--games'"),
        (["simulate", "resistance", "--players", 5, "--with", "x"], "turncoat: resistance has no module 'x'; known: "),
        (
            ["simulate", "resistance", "--players", 5, "--option", "x"],
            "turncoat: an option must be NAME=VALUE, not 'x'",
        ),
        (["simulate", "resistance", "--players", 5, "--option", "x=1"], "turncoat: no option 'x' in this ruleset; "),
        (
            ["simulate", "resistance", "--players", 5, "--with", "targeting", "--option", "fifth-mission-after=maybe"],
            "turncoat: option fifth-mission-after is one of successes, completed, not 'maybe'",
        ),
        (["simulate", "resistance", "--players", 5, "--bots", "x"], "turncoat: unknown bot 'x'; known: "),
        (["simulate", "resistance", "--players", 5, "--bots", "spies=random"], "turncoat: bots by side need one for"),
        (["simulate", "resistance", "--players", 5, "--bots", "random,spies=random"], "turncoat: bots must be NAME,"),
        (["simulate", "resistance", "--players", 5, "--bots", ",".join(["random"] * 6)], "turncoat: 5 seats take"),
        (["script", "resistance", "--players", 11], "turncoat: resistance is for 5 to 10 players, not 11"),
        (["play", "--players", 2], "turncoat: resistance is for 5 to 10 players, not 2"),
        (["play", "--bots", "x"], "turncoat: unknown bot 'x'; known: "),
        (["play", "--name", " "], "turncoat: --name must have"),
        (["play", "--bots", "random", "--nonsense"], "turncoat: No such option: --nonsense"),
        (["serve", "--port", 70000], "turncoat: Invalid value for '--port'"),
    ],
)  # fmt: skip
def test_bad_input_is_reported_in_one_line_with_what_would_be_right(arguments: list[object], said: str) -> None:
    assert refused(*arguments).startswith(said)


def test_a_closed_pipe_is_no_error() -> None:
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run([TURNCOAT, "games"], stdout=write, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    os.close(write)
    assert done.stderr == ""
    assert done.returncode == 1
