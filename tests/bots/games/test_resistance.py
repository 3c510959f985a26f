"""The bot of The Resistance plays at the pace of people."""

import pytest

import turncoat.games  # noqa: F401 - makes the games known
from tools.pace import MISSIONS, of_bots, of_people

PEOPLE = {
    5: (1.23, 1.46, 1.49, 1.62, 1.75),
    6: (1.46, 1.82, 1.95, 2.17, 2.22),
    7: (1.38, 1.53, 1.73, 1.71, 2.18),
    8: (1.44, 1.44, 1.86, 1.66, 1.94),
}
"""How many teams people name for each mission, on average in the recorded games (`python -m tools.pace`)."""


def test_a_game_begins_at_peoples_pace() -> None:
    pace = of_bots("sensible", 5, 0, 60)
    assert [pace.mean(0), pace.mean(1)] == pytest.approx(PEOPLE[5][:2], abs=0.4)
    assert 0.62 < pace.approval < 0.82


@pytest.mark.sweep
@pytest.mark.parametrize("players", PEOPLE)
def test_a_game_goes_at_peoples_pace(players: int) -> None:
    pace = of_bots("sensible", players, 0, 400)
    means = [pace.mean(mission) for mission in range(MISSIONS)]
    assert means == pytest.approx(PEOPLE[players], abs=0.4)
    assert 0.62 < pace.approval < 0.82


def test_a_first_version_begins_with_rejected_teams() -> None:
    """So that the tests above can fail."""
    assert of_bots("baseline:sensible-1", 5, 0, 20).mean(0) > 4


def test_the_pace_of_people_is_counted_by_mission() -> None:
    team = {"leader": 0, "team": [0, 1], "approve": [0, 1, 2]}
    games = [
        {"players": 5, "rounds": [{"proposals": [team]}, {"proposals": [team, team]}]},
        {"players": 5, "rounds": [{"proposals": [team, team, team]}]},
        {"players": 6, "rounds": [{"proposals": [team] * 5}]},
    ]
    pace = of_people(5, games)
    assert (pace.mean(0), pace.mean(1), pace.approval) == (2, 2, 0.6)
