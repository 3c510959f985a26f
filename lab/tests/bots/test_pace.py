"""The bot of The Resistance plays at the pace of people."""

import pytest

import turncoat.games  # noqa: F401 - makes the games known
from turncoat.kernel.rulesets import Ruleset
from turncoat_lab.likeness.measuring import figure, played

PEOPLE = {
    5: (1.23, 1.46, 1.49, 1.62, 1.75),
    6: (1.46, 1.82, 1.95, 2.17, 2.22),
    7: (1.38, 1.53, 1.73, 1.71, 2.18),
    8: (1.44, 1.44, 1.86, 1.66, 1.94),
}
"""Mean number of teams that people name for each mission in the recorded games (`turncoat lab likeness`)."""


def pace(bot: str, players: int, games: int) -> tuple[list[float], float]:
    """Return the mean number of teams for each mission, and the share of approvals on the first mission."""
    rows = played(Ruleset.of("resistance", players), bot, "pace", 0, games).games
    teams = [figure(f"teams for mission {mission}", rows).mean for mission in range(1, 6)]
    return teams, figure("approvals on mission 1", rows).mean


def test_games_of_bots_begin_at_peoples_pace() -> None:
    teams, approval = pace("sensible", 5, 60)
    assert teams[:2] == pytest.approx(PEOPLE[5][:2], abs=0.4)
    assert 0.62 < approval < 0.82


@pytest.mark.sweep
@pytest.mark.parametrize("players", PEOPLE)
def test_games_of_bots_proceed_at_peoples_pace(players: int) -> None:
    teams, approval = pace("sensible", players, 400)
    assert teams == pytest.approx(PEOPLE[players], abs=0.4)
    assert 0.62 < approval < 0.82


def test_an_early_version_of_sensible_begins_too_slowly() -> None:
    """A counterexample, for which the tests above would fail."""
    teams, _ = pace("baseline:sensible-1", 5, 20)
    assert teams[0] > 4
