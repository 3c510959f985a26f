"""Output and errors of every command in the user's language. Help is in English."""

import json
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from tests.support.commands import ENGLISH, own_process, turncoat
from tests.support.deal_proofs import proof_of
from turncoat.cli.language import language_of
from turncoat.kernel.rulesets import Ruleset

POLISH = {"LC_ALL": "", "LC_MESSAGES": "", "LANG": "pl_PL.UTF-8"}
CARDS = Path(__file__).parents[2] / "src" / "turncoat" / "games" / "hail_hydra"


def test_the_language_option_precedes_the_environment_and_the_system() -> None:
    system = {"LANG": "pl_PL.UTF-8"}
    assert language_of([], system) == "pl"
    assert language_of([], {**system, "TURNCOAT_LANGUAGE": "en"}) == "en"
    assert language_of(["games", "--language=pl"], {"TURNCOAT_LANGUAGE": "en"}) == "pl"
    assert language_of(["--language", "en", "games"], system) == "en"
    for other in ("de_DE.UTF-8", "C", "C.UTF-8", "POSIX", "", "../../etc", "pseudo"):
        assert language_of([], {"LANG": other}) == "en"
    assert language_of(["--language"], {}) == ""


def test_output_is_in_the_systems_language_but_help_in_english() -> None:
    assert "The Resistance, 5 do 10 graczy" in own_process("games", environ=POLISH).stdout
    assert "The Resistance, 5 to 10 players" in turncoat("games", "--language", "en", environ=POLISH).stdout
    for arguments in (["--help"], [], ["serve", "--help"]):
        assert turncoat(*arguments, environ=POLISH).stdout == turncoat(*arguments).stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["simulate", "resistance", "--players", 4], "turncoat: gra resistance jest dla 5 do 10 graczy, a nie 4"),
        (["simulate", "resistance", "--players", 5, "--bots", "x"], "turncoat: nieznany bot 'x'; znane: "),
        (["simulate", "resistance", "--players", 5, "--bots", "spies=random"], "turncoat: boty według stron"),
        (["simulate", "resistance", "--players", 5, "--option", "x"], "turncoat: opcja musi mieć postać"),
        (["fair", "nowhere.json"], "turncoat: nie można odczytać nowhere.json: "),
        (["record", "show", "nowhere"], "turncoat: nowhere: "),
        (["games", "--language", "zz"], "turncoat: --language must be one of en, pl, not 'zz'"),
    ],
)  # fmt: skip
def test_command_line_errors_are_in_polish(arguments: list[object], said: str) -> None:
    done = turncoat(*arguments, environ=POLISH)
    assert (done.returncode in (1, 2), done.stdout) == (True, "")
    assert done.stderr.startswith(said)
    assert done.stderr.count("\n") == 1


def test_results_of_commands_are_in_polish(tmp_path: Path) -> None:
    assert json.loads(turncoat("games", "--json", environ=POLISH).stdout) == json.loads(
        turncoat("games", "--json").stdout
    )
    played = turncoat("simulate", "resistance", "--players", 5, "--games", 20, "--language", "pl").stdout
    assert "20 gier, boty random, ziarno 0" in played
    assert "gier na sekundę" in played
    papers = proof_of(Ruleset.of("resistance", 5))
    (file := tmp_path / "papers.json").write_bytes(msgspec.json.encode(papers))
    assert f"{file}: uczciwie; " in turncoat("fair", file, environ=POLISH).stdout
    wrong = turncoat("fair", file, "--commitment", "ab" * 32, environ=POLISH)
    assert (wrong.returncode, "zobowiązanie jest inne" in wrong.stderr) == (1, True)
    (record := tmp_path / "record").write_text(papers["record"], encoding="utf-8")
    (broken := tmp_path / "broken").write_text(papers["record"] + "9 x y\n", encoding="utf-8")
    checked = turncoat("record", "check", record, broken, environ=POLISH)
    assert f"{record}: bez błędów, " in checked.stdout
    assert f"{broken}: wiersz " in checked.stderr
    good = turncoat("cards", "check", *sorted(CARDS.rglob("*.toml")), environ=POLISH)
    assert (good.returncode, ": bez błędów, " in good.stdout) == (0, True)


def test_help_loads_no_catalogue_for_english() -> None:
    code = (
        "import sys; sys.argv = ['turncoat', '--help']\n"
        "import contextlib, turncoat.cli\n"
        "with contextlib.suppress(SystemExit): turncoat.cli.main()\n"
        "print(*sorted({'babel', 'turncoat.locales'} & sys.modules.keys()), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=ENGLISH, timeout=60, check=True)
    assert done.stderr.strip() == b""
