"""Mission cards: which ones each role may play, the Failures needed, and the anonymity of the cards."""

import pytest

from tests.support.games.winter_soldier import FIVE, HILL, cards, dealt, last, propose, table, vote
from turncoat.games.resistance.events import CardPlayed, MissionRevealed
from turncoat.games.winter_soldier.tables import fails_needed
from turncoat.kernel.events import all_seen_by
from turncoat.kernel.options import OneCard
from turncoat.kernel.seats import SPECTATOR
from turncoat.testing import play, refusal_of


@pytest.mark.clause("WIN-MISSION-1", "WIN-HILL-4")
def test_each_winter_soldier_role_may_play_its_own_cards() -> None:
    game = table(("captain-america", "nick-fury", "maria-hill", "black-widow", "shield-agent", *PIERCE))
    may = {0: "success", 1: "success", 2: "both", 3: "success", 4: "success", 5: "fail", 6: "both", 7: "both"}
    for team in ((0, 1, 2), (3, 4, 5), (5, 6, 7)):
        again = game.clone()
        propose(again, *team)
        vote(again)
        for seat in team:
            for card, code in (("fail", "shield-must-succeed"), ("success", "winter-soldier-must-fail")):
                expected = None if may[seat] in ("both", card) else code
                assert refusal_of(again, f"{seat} play-card {card}") == expected


PIERCE = ("winter-soldier", "alexander-pierce", "hydra-agent")


@pytest.mark.clause("WIN-MISSION-1")
def test_everybody_is_offered_both_mission_cards() -> None:
    game = table(HILL)
    propose(game, 1, 4)
    vote(game)
    shown = set()
    for prompt in game.prompts().values():
        assert isinstance(prompt.option, OneCard)
        shown.add(prompt.option.shown)
    assert shown == {("success", "fail")}


TWO_FAILS = {8: {4, 5}, 9: {4}, 10: {4, 5}, 11: {4}, 12: {2, 3, 4, 5}}


@pytest.mark.clause("WIN-MISSION-2")
@pytest.mark.parametrize("players", range(5, 13))
def test_the_number_of_failures_needed_depends_on_the_players(players: int) -> None:
    for number in range(1, 6):
        assert fails_needed(players, number) == (2 if number in TWO_FAILS.get(players, ()) else 1)


@pytest.mark.clause("WIN-MISSION-2")
@pytest.mark.parametrize(("fails", "success"), [(0, True), (1, True), (2, False)])
def test_one_failure_is_not_enough_on_the_second_mission_of_twelve(fails: int, success: bool) -> None:
    game = dealt(12)
    propose(game, 0, 1, 2, 3)
    vote(game)
    cards(game)
    propose(game, 0, 1, 2, 8, 9)
    vote(game)
    cards(game, *(8, 9)[:fails])
    assert last(game, MissionRevealed) == MissionRevealed(2, ("success",) * (5 - fails) + ("fail",) * fails, success)


@pytest.mark.clause("WIN-MISSION-2")
def test_one_failure_is_enough_on_the_first_mission() -> None:
    game = dealt(12)
    propose(game, 0, 1, 2, 8)
    vote(game)
    cards(game, 8)
    assert game.board.failures == 1


@pytest.mark.clause("WIN-MISSION-3")
def test_a_played_failure_does_not_reveal_its_player() -> None:
    seen = []
    for failing in (5, 6):
        game = table(HILL)
        propose(game, 5, 6)
        vote(game)
        for seat in (6, 5):
            play(game, f"{seat} play-card {'fail' if seat == failing else 'success'}")
        for viewer in range(7):
            own = [event for event in all_seen_by(game.events, viewer) if isinstance(event, CardPlayed)]
            assert all(event.seat == viewer for event in own)
        seen.append([all_seen_by(game.events, viewer) for viewer in (SPECTATOR, 0, 1, 2, 3, 4)])
    assert seen[0] == seen[1]


@pytest.mark.clause("WIN-MISSION-1")
def test_the_clock_plays_an_allowed_card() -> None:
    game = table(FIVE)
    propose(game, 3, 4)
    vote(game)
    assert [game.default(seat).answer for seat in (3, 4)] == ["fail", "success"]
