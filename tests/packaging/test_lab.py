"""Turncoat without the lab: nothing that a server needs is missing, and the rest says what to install. And with it."""

import pytest

from tests.packaging.wheel import Installation

pytestmark = pytest.mark.timeout(600)

FIVE = ("resistance", "--players", "5")
MISSING = "turncoat: this needs the laboratory; install it with: pip install turncoat-lab\n"


def test_without_the_lab_nothing_of_it_is_there(installation: Installation) -> None:
    names = ("turncoat_lab", "numpy", "numba", "ray")
    code = f"from importlib.util import find_spec; print(*map(find_spec, {names}))"
    assert installation.run(installation.python, "-c", code) == "None None None None\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ("lab",),
        ("lab", "value", "--players", "5"),
        ("simulate", *FIVE, "--engine", "batch"),
        ("simulate", *FIVE, "--bots", "baseline:people"),
        ("simulate", *FIVE, "--ray", "local"),
        ("arena", *FIVE, "--bots", "random,baseline:people"),
        ("arena", *FIVE, "--bots", "random", "--ray", "local"),
    ],
    ids=" ".join,
)
def test_without_the_lab_a_command_says_what_to_install(installation: Installation, arguments: tuple[str, ...]) -> None:
    assert installation.refused(*arguments) == MISSING


def test_without_the_lab_bots_play_and_are_compared(installation: Installation) -> None:
    four = (*FIVE, "--games", "4", "--bots")
    said = installation.run(installation.turncoat, "simulate", *four, "sensible", "--jobs", "2")
    assert said.startswith("resistance, 5 players: 4 games")
    assert "sensible: rating " in installation.run(installation.turncoat, "arena", *four, "sensible,random")


def test_without_the_lab_there_are_puzzles_and_figures_of_fairness(installation: Installation) -> None:
    with installation.serve() as client:
        puzzle = client.get("/spy/practice")
        assert puzzle.status_code == 200
        assert puzzle.url.path.startswith("/spy/practice/")
        assert client.get("/spy").status_code == 200
    code = (
        "import turncoat; from turncoat.simulation.fairness import measured;"
        " print(bool(measured(turncoat.Ruleset.of('resistance', 5))))"
    )
    assert installation.run(installation.python, "-c", code) == "True\n"


def test_the_lab_brings_its_commands_and_baselines(installation_with_lab: Installation) -> None:
    lab = installation_with_lab
    assert "balance" in lab.run(lab.turncoat, "lab")
    value = ("lab", "value", "--players", "5")
    assert lab.run(lab.turncoat, *value).startswith("The Resistance, 5 players: Resistance 3/10")
    assert "Bojownicy: 3/10" in lab.run(lab.turncoat, *value, "--language", "pl")
    said = lab.run(lab.turncoat, "simulate", *FIVE, "--games", "4", "--bots", "baseline:people")
    assert said.startswith("resistance, 5 players: 4 games")
    code = "from turncoat_lab.batch.compiler import source_digest; print(len(source_digest()))"
    assert lab.run(lab.python, "-c", code) == "16\n"
    assert lab.refused("simulate", *FIVE, "--ray", "local").endswith("pip install './lab[ray]'\n")
