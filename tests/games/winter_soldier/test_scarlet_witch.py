"""The Scarlet Witch token: its targets and moments, and a holder who is out."""

import pytest

from tests.support.games.winter_soldier import (
    SEVEN,
    asked,
    dealt,
    kinds,
    mission,
    offered,
    rejected,
    table,
)
from turncoat.games.resistance.loyalty import looks
from turncoat.games.resistance.loyalty_token import token_of
from turncoat.games.winter_soldier.board import Board
from turncoat.games.winter_soldier.events import WentOut
from turncoat.games.winter_soldier.scarlet_witch import (
    LoyaltyExamined,
    WitchChosen,
    WitchHandedOn,
    WitchLeft,
    WitchPassed,
)
from turncoat.kernel.events import seen_by
from turncoat.kernel.game import Game
from turncoat.kernel.seats import SPECTATOR
from turncoat.testing import play, refusal_of

WITCH = "scarlet-witch"


def at_the_first_examination(*accused: int) -> Game[Board]:
    """Return a game after two missions, with the token at seat 1, on Captain America's left."""
    game = table(SEVEN, "", WITCH)
    mission(game, 0, 1)
    rejected(game, 3)
    for seat in accused:
        play(game, f"0 !accuse {seat}")
    return game


@pytest.mark.clause("WIN-WITCH-1")
@pytest.mark.parametrize("captain", range(7))
def test_the_witchs_token_starts_on_captain_americas_left(captain: int) -> None:
    game = table(SEVEN[7 - captain :] + SEVEN[: 7 - captain], "", WITCH)
    assert WitchChosen((captain + 1) % 7) in game.view(SPECTATOR).events


@pytest.mark.clause("WIN-WITCH-1")
def test_the_witch_examines_after_missions_2_3_and_4() -> None:
    game = table(SEVEN, "", WITCH)
    mission(game, 0, 1)
    assert asked(game) == {6: "name-team"}
    mission(game, 0, 1, 2)
    assert asked(game) == {1: "examine"}
    assert game.board.leader == 6
    play(game, "1 examine 3")
    assert game.board.leader == 5
    rejected(game, 3)
    assert asked(game) == {3: "examine"}
    play(game, "3 examine 4")
    rejected(game, 3)
    assert asked(game) == {4: "examine"}
    play(game, "4 examine 2")
    assert asked(game) == {game.board.leader: "name-team"}
    assert sum(isinstance(event, WitchPassed) for event in game.events) == 3


@pytest.mark.clause("WIN-WITCH-1")
@pytest.mark.parametrize(("examined", "side"), [(2, "shield"), (4, "hydra"), (5, "hydra")])
def test_only_the_holder_sees_the_examined_card(examined: int, side: str) -> None:
    game = at_the_first_examination()
    play(game, f"1 examine {examined}")
    shown = next(event for event in game.events if isinstance(event, LoyaltyExamined))
    assert shown == LoyaltyExamined(examined, 1, side)
    for viewer in (SPECTATOR, *range(7)):
        assert seen_by(shown, viewer) == LoyaltyExamined(examined, 1, side if viewer == 1 else None)
        assert [look.side for look in looks(game.view(viewer).board)] == [side if viewer == 1 else None]


@pytest.mark.clause("WIN-WITCH-1")
def test_the_token_passes_to_the_examined_and_no_former_holder_is_examined() -> None:
    game = at_the_first_examination()
    assert refusal_of(game, "1 examine 1") == "seat-not-allowed"
    play(game, "1 examine 3")
    assert WitchPassed(1, 3) in game.view(SPECTATOR).events
    rejected(game, 3)
    assert refusal_of(game, "3 examine 1") == "has-been-scarlet-witch"
    assert refusal_of(game, "3 examine 0") is None


def at_the_third_success(*outcomes: bool) -> Game[Board]:
    """Return a game after missions with these results and the third success, with the earlier examinations made."""
    game = table(SEVEN, "", WITCH)
    for succeeds in (*outcomes, True):
        while "examine" in asked(game).values():
            (holder,) = asked(game)
            game.play(holder, game.default(holder))
        mission(game, *range(4)[: game.board.team_size]) if succeeds else rejected(game, 3)
    assert game.board.successes == 3
    return game


@pytest.mark.clause("WIN-WITCH-1", "WIN-END-2")
@pytest.mark.parametrize("outcomes", [(True, True), (True, False, True), (False, True, True)])
def test_after_the_third_success_the_witch_examines_before_the_last_guess(outcomes: tuple[bool, ...]) -> None:
    game = at_the_third_success(*outcomes)
    holder = token_of(game.board, WITCH).holder
    assert holder is not None
    assert asked(game) == {holder: "examine"}
    assert all(not offered(game, seat) for seat in range(7))
    play(game, f"{holder} examine 5")
    assert sum(isinstance(event, LoyaltyExamined) for event in game.events) == len(outcomes)
    assert game.view(holder).board.parts["loyalty"].looks[-1].side == "hydra"  # type: ignore[attr-defined]
    assert asked(game) == {0: "last-guess"}
    play(game, "0 last-guess -")
    assert asked(game) == {4: "name-fury"}


@pytest.mark.clause("WIN-WITCH-1")
def test_the_witch_does_not_examine_after_mission_5() -> None:
    game = at_the_third_success(True, False, False, True)
    assert asked(game) == {0: "last-guess"}
    assert sum(isinstance(event, WitchPassed) for event in game.events) == 3


@pytest.mark.clause("WIN-WITCH-1")
def test_the_last_examination_happens_even_with_captain_america_out() -> None:
    game = table(SEVEN, "0 !accuse 5", WITCH)
    for _ in range(3):
        while "examine" in asked(game).values():
            (holder,) = asked(game)
            game.play(holder, game.default(holder))
        mission(game, *(1, 2, 3, 6)[: game.board.team_size])
    (holder,) = asked(game)
    assert asked(game) == {holder: "examine"}
    game.play(holder, game.default(holder))
    assert asked(game) == {4: "name-fury"}


@pytest.mark.clause("WIN-WITCH-1")
def test_the_witch_does_not_examine_after_the_third_failure() -> None:
    lost = table(SEVEN, "", WITCH)
    rejected(lost, 6)
    play(lost, "1 examine 2")
    rejected(lost, 3)
    assert lost.result is not None
    assert sum(isinstance(event, LoyaltyExamined) for event in lost.events) == 1


# Holders who are out


@pytest.mark.clause("WIN-WITCH-2")
def test_an_eliminated_holder_passes_the_token_to_the_left() -> None:
    game = at_the_first_examination(1)
    assert WitchHandedOn(2) in game.view(SPECTATOR).events
    assert asked(game) == {2: "examine"}
    play(game, "2 examine 4")
    assert token_of(game.board, WITCH).holder == 4


@pytest.mark.clause("WIN-WITCH-2")
def test_the_token_skips_eliminated_players_and_former_holders() -> None:
    game = at_the_first_examination()
    play(game, "1 examine 6")
    play(game, "0 !accuse 2\n0 !accuse 3")
    play(game, "0 !accuse 6")  # seat 6 holds it; on the left are 0, who is now out, and 1, who has used it
    assert WitchHandedOn(4) in game.events
    assert game.board.out == 0b1001101


@pytest.mark.clause("WIN-WITCH-2")
def test_the_token_leaves_the_game_if_nobody_may_hold_it() -> None:
    game = at_the_first_examination()
    part = token_of(game.board, WITCH)
    part.used = game.board.everyone & ~0b0000110  # all but seats 1 and 2 have used it
    play(game, "0 !accuse 2\n0 !accuse 1")
    assert WitchLeft() in game.events
    assert part.holder is None
    assert asked(game) == {3: "name-team"}


@pytest.mark.clause("WIN-WITCH-2")
def test_the_token_stays_if_nobody_may_be_examined() -> None:
    game = table(SEVEN, "", WITCH)
    mission(game, 0, 1)
    part = token_of(game.board, WITCH)
    part.used = game.board.everyone & ~0b0000010
    rejected(game, 3)
    assert "examine" not in asked(game).values()
    assert part.holder == 1


@pytest.mark.clause("WIN-WITCH-2")
def test_a_player_accused_during_the_choice_can_no_longer_be_examined() -> None:
    game = at_the_first_examination()
    assert refusal_of(game, "1 examine 3") is None
    play(game, "0 !accuse 3")
    assert asked(game) == {1: "examine"}
    assert refusal_of(game, "1 examine 3") == "seat-not-allowed"


def test_an_eliminated_holder_does_not_count_as_having_examined() -> None:
    game = at_the_first_examination(1)
    assert kinds(game)[-2:] == ["WentOut", "WitchHandedOn"]
    assert isinstance(game.events[-2], WentOut)
    assert token_of(game.board, WITCH).used == 0


@pytest.mark.clause("WIN-WITCH-2")
def test_the_last_examination_needs_somebody_to_examine() -> None:
    game = table(SEVEN, "", WITCH)
    mission(game, 0, 1)
    mission(game, 0, 1, 2)
    play(game, "1 examine 3")
    token_of(game.board, WITCH).used = game.board.everyone & ~0b0001000
    mission(game, 0, 1, 2)
    assert asked(game) == {0: "last-guess"}


@pytest.mark.clause("WIN-WITCH-1")
def test_the_witchs_token_belongs_to_its_holder() -> None:
    game = dealt(7, WITCH)
    chapter = next(chapter for chapter in game.compiled.chapters if chapter.name == WITCH)
    assert [chapter.face_up_items(game.board, seat) for seat in range(3)] == [(), (WITCH,), ()]
