"""How well `sensible-1` plays The Resistance: on either side it wins far more often than `random` in its place."""

import pytest

import turncoat.games  # noqa: F401 - makes the games known
from turncoat.kernel.rulesets import Ruleset
from turncoat.lab.intervals import difference
from turncoat.lab.simulation import simulate

GAMES = {5: 400, 7: 250}


@pytest.fixture(scope="module", params=GAMES)
def wins(request: pytest.FixtureRequest) -> dict[tuple[str, str], tuple[int, int]]:
    """Wins of the resistance and games played, by the bot on the resistance's side and the bot on the spies'."""
    players: int = request.param
    ruleset = Ruleset.of("resistance", players)
    table = {}
    for resistance in ("random", "sensible-1"):
        for spies in ("random", "sensible-1"):
            report = simulate(ruleset, {"resistance": resistance, "spies": spies}, GAMES[players], "strength")
            table[resistance, spies] = (report.wins["resistance"].games, report.games)
    return table


@pytest.mark.parametrize("others", ["random", "sensible-1"])
def test_as_resistance(wins: dict[tuple[str, str], tuple[int, int]], others: str) -> None:
    low, _ = difference(*wins["sensible-1", others], *wins["random", others])
    assert low >= 0.20


@pytest.mark.parametrize("others", ["random", "sensible-1"])
def test_as_spies(wins: dict[tuple[str, str], tuple[int, int]], others: str) -> None:
    low, _ = difference(*wins[others, "random"], *wins[others, "sensible-1"])
    assert low >= 0.20


@pytest.mark.parametrize(("players", "spies", "choices"), [(5, 23, 3707), (7, 34, 5608)])
def test_a_version_that_is_kept_plays_as_it_always_did(players: int, spies: int, choices: int) -> None:
    """Later bots are measured against `sensible-1`. A bot that plays the base game differently gets another name."""
    report = simulate(Ruleset.of("resistance", players), ["sensible-1"], 50, "kept")
    assert (report.wins["spies"].games, report.choices) == (spies, choices)
