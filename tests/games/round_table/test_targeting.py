"""Targeting at the Round Table: the k-th mission played counts for tokens, the round for allegiance cards."""

import pytest

from tests.support.games.round_table import LANCES, asked, cards, ended, table, vote
from turncoat.games.round_table.board import Board
from turncoat.games.round_table.lancelots import AllegianceTurned
from turncoat.kernel.game import Game
from turncoat.testing import play, refusal_of

DECK = {"allegiance": ("switch", "no-change", "switch", "no-change", "no-change")}


def run(game: Game[Board], number: int, team: str, fails: int = 0) -> None:
    play(game, f"{game.board.leader} name-team mission=mission-{number} team={team}")
    vote(game)
    cards(game, fails)


@pytest.mark.clause("RT-TARGET-1")
def test_tokens_count_missions_as_played_and_lancelots_count_rounds() -> None:
    game = table(LANCES, "", "targeting", "lady-of-the-lake", decks=DECK)
    run(game, 4, "0,1,2,3")
    assert asked(game) == {"name-team"}
    run(game, 1, "2,5", 1)
    assert asked(game) == {"examine"}, "after the second mission played, which is mission 1"
    assert not any(isinstance(event, AllegianceTurned) for event in game.events)
    play(game, "6 examine 0")
    assert [event.card for event in game.events if isinstance(event, AllegianceTurned)] == ["switch"]


@pytest.mark.clause("RT-TARGET-1")
def test_each_mission_is_played_once_and_mission_four_keeps_its_two_fails() -> None:
    game = table(LANCES, "", "targeting", decks=DECK)
    run(game, 4, "0,1,5,6", 1)
    assert game.board.results[0].success
    leader = game.board.leader
    assert refusal_of(game, f"{leader} name-team mission=mission-4 team=0,1,2,3") is not None
    assert refusal_of(game, f"{leader} name-team mission=mission-5 team=0,1,2,3") is not None
    run(game, 2, "0,2,3")
    assert refusal_of(game, f"{game.board.leader} name-team mission=mission-5 team=0,1,2,3") is None
    run(game, 5, "0,1,2,3")
    assert asked(game) == {"name-merlin"}
    play(game, "5 name-merlin 0")
    assert ended(game) == ("evil", "merlin-named")
