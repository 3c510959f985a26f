"""The Lady of the Lake: her holder examines a player's loyalty, and that player gets the token."""

import pytest

from tests.support.games.round_table import LANCES, SEVEN, TEN, asked, kinds, last, mission, ruleset, table, won
from turncoat.games.resistance.loyalty_token import token_of
from turncoat.games.round_table.board import Board
from turncoat.games.round_table.lady_of_the_lake import LadyChosen, LadyPassed, LoyaltyExamined
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import advice
from turncoat.kernel.seats import SPECTATOR, Seat
from turncoat.testing import play, refusal_of

LADY = "lady-of-the-lake"


def holder(game: Game[Board], viewer: Seat = SPECTATOR) -> Seat | None:
    return token_of(game.view(viewer).board, LADY).holder


@pytest.mark.clause("RT-LADY-1")
@pytest.mark.parametrize(("first", "right"), [(0, 6), (3, 2)])
def test_the_token_begins_on_the_first_leaders_right(first: int, right: int) -> None:
    game = table(SEVEN, "", LADY, first=first)
    assert last(game, LadyChosen).holder == right
    assert [holder(game, viewer) for viewer in (SPECTATOR, *range(7))] == [right] * 8


@pytest.mark.clause("RT-LADY-2")
@pytest.mark.parametrize("fails", [0, 1])
def test_the_holder_examines_right_after_missions_two_three_and_four_whatever_the_result(fails: int) -> None:
    game = table(SEVEN, "", LADY)
    mission(game)
    assert asked(game) == {"name-team"}
    mission(game, 4, 0, 1, fails=fails)
    assert asked(game) == {"examine"}
    assert list(game.prompts()) == [6]
    play(game, "6 examine 2")
    mission(game, 4, 0, 1, fails=1)
    assert list(game.prompts()) == [2]
    assert asked(game) == {"examine"}


@pytest.mark.clause("RT-LADY-2")
def test_only_the_holder_learns_the_side_and_nobody_is_asked_for_a_claim() -> None:
    game = table(SEVEN, "", LADY)
    mission(game)
    mission(game)
    play(game, "6 examine 5")
    assert last(game, LoyaltyExamined) == LoyaltyExamined(5, 6, "evil")
    for viewer in (SPECTATOR, *range(7)):
        (look,) = (event for event in game.view(viewer).events if isinstance(event, LoyaltyExamined))
        assert look.side == ("evil" if viewer == 6 else None)
        assert game.view(viewer).board.roles[5] == ("morgana" if viewer == 5 else None)
    assert asked(game) == {"name-team"}


@pytest.mark.clause("RT-LADY-3")
def test_nobody_who_has_used_the_token_can_be_examined() -> None:
    game = table(SEVEN, "", LADY)
    mission(game)
    mission(game)
    play(game, "6 examine 2")
    assert last(game, LadyPassed) == LadyPassed(6, 2)
    assert holder(game) == 2
    mission(game, 4, 0, 1, fails=1)
    assert refusal_of(game, "2 examine 6") == "has-had-the-lady"
    assert refusal_of(game, "2 examine 2") == "seat-not-allowed"
    play(game, "2 examine 3")
    mission(game, 4, 5, 0, 1, fails=2)
    for seat in (2, 6):
        assert refusal_of(game, f"3 examine {seat}") == "has-had-the-lady"
    play(game, "3 examine 0")
    mission(game, 4, 5, 0, 1, fails=1)
    assert game.result is not None
    assert kinds(game).count("LadyPassed") == 3


@pytest.mark.clause("RT-LADY-4", "RT-END-2")
def test_the_token_is_not_used_once_the_assassination_has_begun_or_the_game_is_over() -> None:
    game = table(SEVEN, "", LADY)
    won(game)
    assert len(game.board.results) == 3
    assert asked(game) == {"name-merlin"}
    assert kinds(game).count("LadyPassed") == 1
    lost = table(SEVEN, "", LADY)
    for _ in range(3):
        mission(lost, 4, 0, 1, fails=1) if lost.board.results else mission(lost, 4, 0, fails=1)
        if asked(lost) == {"examine"}:
            play(lost, "6 examine 2")
    assert lost.result is not None
    assert kinds(lost).count("LadyPassed") == 1


@pytest.mark.clause("RT-LADY-5")
@pytest.mark.parametrize("seat", range(9))
def test_everybody_shows_the_card_of_their_side(seat: int) -> None:
    game = table(TEN, "", LADY, first=0)
    mission(game)
    mission(game)
    play(game, f"9 examine {seat}")
    assert last(game, LoyaltyExamined).side == ("good" if seat < 6 else "evil")


@pytest.mark.clause("RT-LADY-5", "RT-LANCE-8")
def test_a_lancelot_shows_the_side_they_are_on() -> None:
    """7 players; the card of round 3 is a Switch, and the Lady after mission 3 sees good."""
    game = table(LANCES, "", LADY, decks={"allegiance": ("switch", "no-change", "switch", "no-change", "no-change")})
    mission(game)
    mission(game)
    play(game, "6 examine 1")
    assert last(game, LoyaltyExamined).side == "good"
    mission(game, 5, 0, 2, fails=1)
    play(game, "1 examine 4")
    assert last(game, LoyaltyExamined).side == "good"
    assert game.view(0).board.seen_by_merlin >> 4 & 1, "Merlin still takes that seat for evil"


@pytest.mark.clause("RT-LADY-6")
def test_the_lady_comes_before_the_next_leader_and_the_allegiance_card() -> None:
    game = table(LANCES, "", LADY, decks={"allegiance": ("switch", "no-change", "switch", "no-change", "no-change")})
    mission(game)
    start = len(game.events)
    mission(game)
    play(game, "6 examine 1")
    found = [kind for kind in kinds(game, start) if kind in ("LadyPassed", "LeaderPassed", "AllegianceTurned")]
    assert found == ["LadyPassed", "LeaderPassed", "AllegianceTurned"]


@pytest.mark.clause("RT-SETUP-6")
def test_tokens_and_lancelots_are_best_with_seven_or_more() -> None:
    for module, said in ((LADY, "The Lady of the Lake is best"), ("lancelots", "The Lancelots are best")):
        for players in (6, 7):
            told = any(line.startswith(said) for line in advice(ruleset(players, module)))
            assert told == (players < 7)
