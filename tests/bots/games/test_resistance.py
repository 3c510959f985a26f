"""How well `sensible-2` plays The Resistance: on either side it beats `random` in its place by far; and its pace."""

import pytest

import turncoat.games  # noqa: F401 - makes the games known
from tools.pace import MISSIONS, of_bots, of_people
from turncoat.kernel.rulesets import Ruleset
from turncoat.lab.intervals import difference
from turncoat.lab.simulation import simulate

GAMES = {5: 400, 7: 250}
PEOPLE = {
    5: (1.23, 1.46, 1.49, 1.62, 1.75),
    6: (1.46, 1.82, 1.95, 2.17, 2.22),
    7: (1.38, 1.53, 1.73, 1.71, 2.18),
    8: (1.44, 1.44, 1.86, 1.66, 1.94),
}
"""How many teams people name for each mission, in the mean of the recorded games (`python -m tools.pace`)."""


@pytest.fixture(scope="module", params=GAMES)
def wins(request: pytest.FixtureRequest) -> dict[tuple[str, str], tuple[int, int]]:
    """Wins of the resistance and games played, by the bot on the resistance's side and the bot on the spies'."""
    players: int = request.param
    ruleset = Ruleset.of("resistance", players)
    table = {}
    for resistance in ("random", "sensible-2"):
        for spies in ("random", "sensible-2"):
            report = simulate(ruleset, {"resistance": resistance, "spies": spies}, GAMES[players], "strength")
            table[resistance, spies] = (report.wins["resistance"].games, report.games)
    return table


@pytest.mark.parametrize("others", ["random", "sensible-2"])
def test_as_resistance(wins: dict[tuple[str, str], tuple[int, int]], others: str) -> None:
    low, _ = difference(*wins["sensible-2", others], *wins["random", others])
    assert low >= 0.15


@pytest.mark.parametrize("others", ["random", "sensible-2"])
def test_as_spies(wins: dict[tuple[str, str], tuple[int, int]], others: str) -> None:
    low, _ = difference(*wins[others, "random"], *wins[others, "sensible-2"])
    assert low >= 0.20


@pytest.mark.parametrize(("players", "spies", "choices"), [(5, 26, 3689), (7, 21, 5632)])
def test_a_version_that_is_kept_plays_as_it_always_did(players: int, spies: int, choices: int) -> None:
    """Later bots are measured against `sensible-1`. A bot that plays the base game differently gets another name."""
    report = simulate(Ruleset.of("resistance", players), ["sensible-1"], 50, "kept")
    assert (report.wins["spies"].games, report.choices) == (spies, choices)


@pytest.mark.parametrize("players", PEOPLE)
def test_a_game_goes_at_peoples_pace(players: int) -> None:
    pace = of_bots("sensible", players, 0, 400)
    means = [pace.mean(mission) for mission in range(MISSIONS)]
    assert means == pytest.approx(PEOPLE[players], abs=0.4)
    assert 0.62 < pace.approval < 0.82


def test_deducer_keeps_peoples_pace_on_the_first_missions() -> None:
    pace = of_bots("deducer", 5, 0, 60)
    assert [pace.mean(0), pace.mean(1)] == pytest.approx(PEOPLE[5][:2], abs=0.4)


def test_an_earlier_version_begins_with_rejected_teams() -> None:
    """So that the test above can fail."""
    assert of_bots("sensible-1", 5, 0, 50).mean(0) > 4


def test_the_pace_of_people_is_counted_by_mission() -> None:
    team = {"leader": 0, "team": [0, 1], "approve": [0, 1, 2]}
    games = [
        {"players": 5, "rounds": [{"proposals": [team]}, {"proposals": [team, team]}]},
        {"players": 5, "rounds": [{"proposals": [team, team, team]}]},
        {"players": 6, "rounds": [{"proposals": [team] * 5}]},
    ]
    pace = of_people(5, games)
    assert (pace.mean(0), pace.mean(1), pace.approval) == (2, 2, 0.6)
