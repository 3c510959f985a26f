"""The command that measures a card set's balance: it counts what was played, and anybody can count it again."""

import pytest

from turncoat.games.hail_hydra import HOUSE_CARDS
from turncoat.lab.hydra_balance import Tally, main, measure, report, run


@pytest.fixture(scope="module")
def tally() -> Tally:
    return measure(5, "hydra-1", "random", 6, 1)


def test_it_counts_games_heroes_and_villains(tally: Tally) -> None:
    assert tally.games == 6
    assert tally.hero_games["any shield"] == 6 * 3
    assert tally.hero_games["any hydra"] == 6 * 2
    assert sum(tally.hero_games[f"{hero} shield"] for hero in HOUSE_CARDS.heroes) == 6 * 3
    assert sum(tally.missions.values()) == 6
    assert sum(tally.villains.values()) == sum(mission * games for mission, games in tally.missions.items())
    assert sum(tally.damage.values()) == sum(tally.reasons.values())


def test_equal_arguments_count_equally_however_they_are_cut(tally: Tally) -> None:
    again = Tally()
    again.add(run(5, "hydra-1", "random", 0, 2))
    again.add(run(5, "hydra-1", "random", 2, 6))
    assert again == tally


def test_the_report_is_a_page_of_tables(tally: Tally) -> None:
    page = "\n".join(report({5: tally}, "hydra-1", "random"))
    titles = [hero.title for hero in HOUSE_CARDS.heroes.values()] + [
        villain.title for villain in HOUSE_CARDS.villains.values()
    ]
    for title in titles:
        assert f"| {title} |" in page
    assert page.count("\n## ") == 4


def test_the_command_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--games", "2", "--players", "5", "--workers", "1", "--shield", "random", "--hydra", "random"])
    assert "2 games at each player count" in capsys.readouterr().out
