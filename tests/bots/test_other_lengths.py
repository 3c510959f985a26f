"""Bots for every game with teams and missions know no number of missions: they play shorter and longer games too."""

from random import Random

import pytest

from tests.bots.other_lengths import SevenMissions, ThreeMissions
from turncoat import bots
from turncoat.bots.sabotage import sets_of_traitors, worth_of_failure
from turncoat.kernel import rulebooks
from turncoat.kernel.rulesets import Ruleset
from turncoat.lab import baselines
from turncoat.lab.baselines.expected_play import SABOTAGE, likelihood
from turncoat.lab.baselines.policy_parameters import at_mission
from turncoat.lab.simulation import play_game
from turncoat.missions import MissionRun, Situation
from turncoat.testing import contract

GAMES = (ThreeMissions, SevenMissions)


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    for game in GAMES:
        monkeypatch.setitem(rulebooks.BOOKS, game.name, game())


@pytest.mark.parametrize("name", [*bots.names(), "baseline:beginner", "baseline:deducer"])
@pytest.mark.parametrize("game", GAMES)
def test_it_plays_on_to_the_last_mission(game: type[SevenMissions], name: str) -> None:
    ruleset, longest = Ruleset.of(game.name, 5), 0
    last = game().board(ruleset).missions
    for number in range(12):
        seed = b"lengths %d" % number
        table = [baselines.find(name)(ruleset, seat, seed + b" %d" % seat) for seat in range(5)]
        board = play_game(ruleset, ruleset.deal(seed), table, Random(number), talk=True).board
        assert board.wins in (board.successes, board.failures) or board.track == 5
        assert not any(bot.illegal_answers for bot in table)
        longest = max(longest, len(board.results))
        if longest == last:
            break
    assert longest >= last - 1


@pytest.mark.parametrize("wins", range(1, 7))
def test_numbers_by_mission_are_spread_over_games_of_every_length(wins: int) -> None:
    numbers = (0.0, 0.1, 0.2, 0.3, 0.4)
    spread = [at_mission(numbers, mission, wins) for mission in range(1, 2 * wins)]
    assert spread == sorted(spread)
    assert spread[0] == numbers[0]
    assert wins == 1 or spread[-1] == numbers[-1]
    assert at_mission(numbers, 99, wins) == numbers[-1]
    if wins == 3:
        assert spread == list(numbers)


def test_any_mission_of_a_long_game_can_be_weighed() -> None:
    for mission in range(1, 12):
        now = Situation(5, mission, successes=1, failures=1, wins=6)
        clean, suspect = (
            likelihood(MissionRun(0, 0b00111, now, 0b11111, 0, 0, True), sets) for sets in (0b11000, 0b11)
        )
        assert clean == 1
        assert suspect == pytest.approx(1 - at_mission(SABOTAGE.by_mission, mission, 6))


def test_three_of_seven_missions_decide_nothing_yet() -> None:
    assert not Situation(5, 4, successes=2, failures=1, wins=4).is_decisive
    assert Situation(5, 4, successes=3, failures=0, wins=4).is_decisive
    assert Situation(5, 4, successes=2, failures=1).is_decisive
    assert Situation(5, 2, successes=1, failures=0, wins=2).is_decisive


def test_missions_are_worth_sabotaging_in_games_of_every_length() -> None:
    """By the teams of the missions that would have to fail instead; a third failure of four wanted decides nothing."""
    three, seven = (Ruleset.of(game.name, 5) for game in GAMES)
    first = worth_of_failure(sets_of_traitors(three), ThreeMissions().board(three).plan, Situation(5, 1, wins=2))
    assert first == pytest.approx(0.0)  # the last mission is as small
    board, sets = SevenMissions().board(seven), sets_of_traitors(seven)
    small, large = (
        worth_of_failure(sets, board.plan, Situation(5, mission, failures=2, wins=4), range(1, mission))
        for mission in (3, 5)
    )
    assert small == pytest.approx(-0.2)  # its team is smaller than those of the two that are needed in its place
    assert large == pytest.approx(0.2)
    assert worth_of_failure(sets, board.plan, Situation(5, 4, failures=3, wins=4), (1, 2, 3)) == 1


@pytest.mark.parametrize("game", GAMES)
def test_the_contract_holds(game: type[SevenMissions]) -> None:
    contract.check_all(Ruleset.of(game.name, 5))
