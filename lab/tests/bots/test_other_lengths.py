"""Baselines play games of any length: their parameters by mission are spread over all missions."""

from random import Random

import pytest

from tests.bots.other_lengths import SevenMissions, ThreeMissions
from turncoat.extensions import find_bot
from turncoat.kernel import rulebooks
from turncoat.kernel.rulesets import Ruleset
from turncoat.missions import MissionRun, Situation
from turncoat.simulation.playing import play_game
from turncoat_lab.baselines.expected_play import SABOTAGE, likelihood
from turncoat_lab.baselines.policy_parameters import at_mission


@pytest.mark.parametrize("name", ["baseline:beginner", "baseline:deducer"])
@pytest.mark.parametrize("game", [ThreeMissions, SevenMissions])
def test_lab_bots_play_shorter_and_longer_games(
    game: type[SevenMissions], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(rulebooks.BOOKS, game.name, game())
    ruleset = Ruleset.of(game.name, 5)
    for number in range(4):
        seed = b"lengths %d" % number
        table = [find_bot(name)(ruleset, seat, seed + b" %d" % seat) for seat in range(5)]
        assert play_game(ruleset, ruleset.deal(seed), table, Random(number), talk=True).result is not None
        assert not any(bot.illegal_answers for bot in table)


@pytest.mark.parametrize("wins", range(1, 7))
def test_numbers_by_mission_are_interpolated_for_other_lengths(wins: int) -> None:
    numbers = (0.0, 0.1, 0.2, 0.3, 0.4)
    spread = [at_mission(numbers, mission, wins) for mission in range(1, 2 * wins)]
    assert spread == sorted(spread)
    assert spread[0] == numbers[0]
    assert wins == 1 or spread[-1] == numbers[-1]
    assert at_mission(numbers, 99, wins) == numbers[-1]
    if wins == 3:
        assert spread == list(numbers)


def test_every_mission_of_a_long_game_has_a_weight() -> None:
    for mission in range(1, 12):
        now = Situation(5, mission, successes=1, failures=1, wins=6)
        clean, suspect = (
            likelihood(MissionRun(0, 0b00111, now, 0b11111, 0, 0, True), sets) for sets in (0b11000, 0b11)
        )
        assert clean == 1
        assert suspect == pytest.approx(1 - at_mission(SABOTAGE.by_mission, mission, 6))
