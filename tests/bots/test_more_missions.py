"""Bots for every game with teams and missions play one with seven missions, of which four win, to its end."""

from random import Random

import pytest

from tests.bots.seven_missions import SevenMissions
from turncoat import bots
from turncoat.bots.deducer import Temper
from turncoat.bots.expected_play import USUAL, is_decisive
from turncoat.bots.playouts import Playouts, Position
from turncoat.bots.strategist import Strategist
from turncoat.kernel import rulebooks
from turncoat.kernel.rulesets import Ruleset
from turncoat.lab.simulation import play_game
from turncoat.missions import Situation
from turncoat.testing import contract

PLAYERS = ("random", "sensible", "deducer", "easy", "normal", "hard", "beginner", "strategist", "strategist-20ms")


@pytest.fixture
def ruleset(monkeypatch: pytest.MonkeyPatch) -> Ruleset:
    monkeypatch.setitem(rulebooks.BOOKS, SevenMissions.name, SevenMissions())
    return Ruleset.of(SevenMissions.name, 5)


@pytest.mark.parametrize("name", PLAYERS)
def test_it_plays_on_after_the_fifth_mission(ruleset: Ruleset, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Strategist, "milliseconds", 6.0)
    longest = 0
    for number in range(12):
        seed = b"seven %d" % number
        table = [bots.find(name)(ruleset, seat, seed + b" %d" % seat) for seat in range(5)]
        game = play_game(ruleset, ruleset.deal(seed), table, Random(number), talk=True)
        assert 4 in (game.board.successes, game.board.failures) or game.board.track == 5
        assert not any(bot.illegal_answers for bot in table)
        longest = max(longest, len(game.board.results))
        if longest == 7:
            break
    assert longest > 5


def test_three_of_seven_missions_decide_nothing_yet(ruleset: Ruleset) -> None:
    assert not is_decisive(Situation(5, 4, successes=2, failures=1, wins=4))
    assert is_decisive(Situation(5, 4, successes=3, failures=0, wins=4))
    assert is_decisive(Situation(5, 4, successes=2, failures=1))
    assert USUAL.of(Situation(5, 6, wins=4)) == USUAL.by_mission[-1]


def test_playouts_go_on_until_four_missions_are_won(ruleset: Ruleset) -> None:
    board = SevenMissions().board(ruleset)
    playouts = Playouts(board.plan, board.now.wins, 5, Temper(), Random(1))
    sets = [(0b00011, 1.0)]
    runs = [playouts.traitors_win(Position(4, 0, 3, 2, team=0b11100, is_approved=True), 0b00011, sets) for _ in "123"]
    assert not all(runs), "three failures and a success are no victory yet"


def test_the_contract_holds(ruleset: Ruleset) -> None:
    contract.check_all(ruleset)
