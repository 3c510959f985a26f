"""Bots for games with missions assume no number of missions: they play shorter and longer games, too."""

from random import Random

import pytest

from tests.bots.other_lengths import SevenMissions, ThreeMissions
from turncoat import bots
from turncoat.bots.sabotage import sets_of_traitors, worth_of_failure
from turncoat.kernel import rulebooks
from turncoat.kernel.rulesets import Ruleset
from turncoat.missions import Situation
from turncoat.simulation.playing import play_game
from turncoat.testing import contract

GAMES = (ThreeMissions, SevenMissions)


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    for game in GAMES:
        monkeypatch.setitem(rulebooks.BOOKS, game.name, game())


@pytest.mark.parametrize("name", bots.names())
@pytest.mark.parametrize("game", GAMES)
def test_bots_play_longer_games_to_the_last_mission(game: type[SevenMissions], name: str) -> None:
    ruleset, longest = Ruleset.of(game.name, 5), 0
    last = game().board(ruleset).missions
    for number in range(12):
        seed = b"lengths %d" % number
        table = [bots.find(name)(ruleset, seat, seed + b" %d" % seat) for seat in range(5)]
        board = play_game(ruleset, ruleset.deal(seed), table, Random(number), talk=True).board
        assert board.wins in (board.successes, board.failures) or board.track == 5
        assert not any(bot.illegal_answers for bot in table)
        longest = max(longest, len(board.results))
        if longest == last:
            break
    assert longest >= last - 1


def test_three_of_seven_missions_decide_nothing_yet() -> None:
    assert not Situation(5, 4, successes=2, failures=1, wins=4).is_decisive
    assert Situation(5, 4, successes=3, failures=0, wins=4).is_decisive
    assert Situation(5, 4, successes=2, failures=1).is_decisive
    assert Situation(5, 2, successes=1, failures=0, wins=2).is_decisive


def test_missions_are_worth_sabotaging_in_games_of_every_length() -> None:
    """Worths depend on the teams of the missions that would have to fail instead.

    With four failures wanted, the third decides nothing.
    """
    three, seven = (Ruleset.of(game.name, 5) for game in GAMES)
    first = worth_of_failure(sets_of_traitors(three), ThreeMissions().board(three).plan, Situation(5, 1, wins=2))
    assert first == pytest.approx(0.0)  # the last mission is as small
    board, sets = SevenMissions().board(seven), sets_of_traitors(seven)
    small, large = (
        worth_of_failure(sets, board.plan, Situation(5, mission, failures=2, wins=4), range(1, mission))
        for mission in (3, 5)
    )
    assert small == pytest.approx(-0.2)  # its team is smaller than those of the two missions needed in its place
    assert large == pytest.approx(0.2)
    assert worth_of_failure(sets, board.plan, Situation(5, 4, failures=3, wins=4), (1, 2, 3)) == 1


@pytest.mark.parametrize("game", GAMES)
def test_games_of_other_lengths_keep_the_contract(game: type[SevenMissions]) -> None:
    contract.check_all(Ruleset.of(game.name, 5))
