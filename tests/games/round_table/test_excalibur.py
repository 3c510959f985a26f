"""Excalibur: given with the team, and used once all cards are in, on another member's card."""

import pytest

from tests.support.games.round_table import SEVEN, asked, kinds, last, propose, table, vote
from turncoat.deduction import Worlds
from turncoat.games.resistance.events import MissionRevealed
from turncoat.games.round_table.board import Board
from turncoat.games.round_table.excalibur import ExcaliburGiven, ExcaliburLeft, ExcaliburUsed, holder_of
from turncoat.kernel.game import Game
from turncoat.kernel.seats import SPECTATOR
from turncoat.kernel.steps import Choice
from turncoat.testing import play, refusal_of

EXCALIBUR = "excalibur"


def ready(*cards: str, holder: int = 2, team: str = "0,2,4") -> Game[Board]:
    """Return the second mission with these cards played and the holder about to decide."""
    game = table(SEVEN, "", EXCALIBUR)
    propose(game, 0, 1)
    vote(game)
    play(game, "* play-card success\n1 use-excalibur -")
    play(game, f"1 name-team team={team}")
    play(game, f"1 give-excalibur {holder}")
    vote(game)
    for seat, card in zip(team.split(","), cards, strict=True):
        play(game, f"{seat} play-card {card}")
    return game


@pytest.mark.clause("RT-SWORD-1")
def test_the_leader_gives_it_to_another_member_before_the_vote() -> None:
    game = table(SEVEN, "", EXCALIBUR)
    propose(game, 0, 1)
    assert last(game, ExcaliburGiven) == ExcaliburGiven(0, 1), "where there is only one, nobody is asked"
    vote(game, False)
    play(game, "1 name-team team=1,2")
    assert holder_of(game.board) == 2
    vote(game, False)
    play(game, "2 name-team team=0,1")
    assert asked(game) == {"give-excalibur"}
    assert list(game.prompts()) == [2]
    assert refusal_of(game, "2 give-excalibur 2") == "seat-not-allowed"
    assert refusal_of(game, "2 give-excalibur 3") == "seat-not-allowed"
    play(game, "2 give-excalibur 1")
    assert asked(game) == {"cast-ballot"}
    for viewer in (SPECTATOR, *range(7)):
        assert holder_of(game.view(viewer).board) == 1


@pytest.mark.clause("RT-SWORD-1")
def test_the_leader_on_the_team_cannot_keep_it() -> None:
    game = table(SEVEN, "", EXCALIBUR)
    propose(game, 0, 1)
    vote(game)
    play(game, "* play-card success\n1 use-excalibur -")
    play(game, "1 name-team team=0,1,2")
    assert refusal_of(game, "1 give-excalibur 1") == "seat-not-allowed"
    assert refusal_of(game, "1 give-excalibur 2") is None


@pytest.mark.clause("RT-SWORD-1")
def test_a_rejected_team_gives_it_back_and_it_does_not_stay_for_the_next_mission() -> None:
    game = table(SEVEN, "", EXCALIBUR)
    propose(game, 0, 1)
    assert holder_of(game.board) == 1
    vote(game, False)
    assert holder_of(game.board) is None
    play(game, "1 name-team team=0,2")
    assert holder_of(game.board) is None
    play(game, "1 give-excalibur 0")
    vote(game)
    assert holder_of(game.board) == 0
    play(game, "* play-card success\n0 use-excalibur -")
    assert holder_of(game.board) is None
    play(game, "2 name-team team=0,2,3")
    assert holder_of(game.board) is None


@pytest.mark.clause("RT-SWORD-2")
def test_an_exchanged_fail_makes_the_mission_succeed() -> None:
    game = ready("success", "success", "fail")
    assert asked(game) == {"use-excalibur"}
    assert list(game.prompts()) == [2]
    play(game, "2 use-excalibur 4")
    assert last(game, MissionRevealed) == MissionRevealed(2, ("success",) * 3, True)


@pytest.mark.clause("RT-SWORD-2")
def test_the_holder_is_asked_every_time_and_may_let_it_be() -> None:
    game = ready("success", "success", "success")
    assert asked(game) == {"use-excalibur"}
    assert game.default(2).answer is None
    for seat in (0, 2, 4):
        assert game.refusal(seat, Choice(game.latest_prompt - 1, "success")) is not None, "no card can be changed"
    play(game, "2 use-excalibur -")
    assert last(game, ExcaliburLeft) == ExcaliburLeft(2)
    assert last(game, MissionRevealed).success


@pytest.mark.clause("RT-SWORD-3")
def test_a_knights_exchanged_success_is_read_as_a_fail() -> None:
    game = ready("success", "success", "success")
    play(game, "2 use-excalibur 0")
    assert last(game, MissionRevealed) == MissionRevealed(2, ("success", "success", "fail"), False)
    for seat in range(7):
        assert Worlds.of(game.view(seat)).allow(SEVEN), "the exchange explains it"


@pytest.mark.clause("RT-SWORD-4")
def test_only_the_holder_sees_the_card_and_everybody_sees_on_whom() -> None:
    game = ready("success", "success", "fail")
    start = len(game.events)
    play(game, "2 use-excalibur 0")
    assert kinds(game, start)[:2] == ["ExcaliburUsed", "MissionRevealed"]
    for viewer in (SPECTATOR, *range(7)):
        (used,) = (event for event in game.view(viewer).events if isinstance(event, ExcaliburUsed))
        assert used == ExcaliburUsed(2, 0, "success" if viewer == 2 else None)
    assert last(game, MissionRevealed).cards == ("success", "fail", "fail")
    assert Worlds.of(game.view(2)).possible(4) == {"assassin", "morgana", "mordred"}
    assert "knight" in Worlds.of(game.view(3)).possible(4), "two of three may have played Fail, or one and the target"


@pytest.mark.clause("RT-SWORD-5")
def test_nobody_exchanges_their_own_card_or_one_off_the_team() -> None:
    game = ready("success", "success", "fail")
    for seat in (1, 2, 3, 5, 6):
        assert refusal_of(game, f"2 use-excalibur {seat}") == "seat-not-allowed"
    play(game, "2 use-excalibur 4")
    assert game.view(4).board.cards == {4: "success"}, "the exchanged player knows both cards"
    assert game.view(2).board.cards == {2: "success", 4: "success"}
    assert game.view(0).board.cards == {0: "success"}
