"""Plot cards about mission cards: In the Spotlight and Keeping a Close Eye on You."""

import pytest

from tests.support.games.plot_thickens import EYE, NO, SPOT, asked, happened, table
from turncoat.games.resistance.plot_thickens.deck import CardSeen, plot
from turncoat.kernel.seats import SPECTATOR
from turncoat.testing import play, refusal_of

EVERYBODY = (SPECTATOR, *range(7))

# In the Spotlight


@pytest.mark.clause("PLT-SPOTLIGHT-1")
def test_a_team_member_in_the_spotlight_plays_face_up() -> None:
    game = table(7, [SPOT], "0 give-plot-card 3\n0 name-team team=0,6\n* cast-ballot approve")
    assert asked(game) == [(3, "in-the-spotlight")], "the team is final and no card is chosen"
    assert refusal_of(game, "3 in-the-spotlight 2") == "seat-not-allowed"
    play(game, "3 in-the-spotlight 6\n6 play-card success")
    assert happened(game, "MissionCardTurnedUp") == [], "it becomes public when all have played"
    play(game, "6 play-card fail\n0 play-card success")
    (turned,) = happened(game, "MissionCardTurnedUp")
    assert (turned.member, turned.card) == (6, "fail")
    for viewer in EVERYBODY:
        assert plot(game.view(viewer).board).cards_seen == [CardSeen(1, 6, "fail", None)]
    assert game.board.results[-1].cards == ("success", "fail"), "it counts like any other"


@pytest.mark.clause("PLT-SPOTLIGHT-1")
def test_the_spotlight_may_be_kept_for_later() -> None:
    game = table(7, [SPOT], "0 give-plot-card 3\n0 name-team team=0,6\n* cast-ballot approve\n3 in-the-spotlight -")
    play(game, "* play-card success\n1 name-team team=0,1,6\n* cast-ballot approve")
    assert asked(game) == [(3, "in-the-spotlight")]
    assert happened(game, "MissionCardTurnedUp") == []


@pytest.mark.clause("PLT-SPOTLIGHT-1")
def test_an_option_puts_only_others_in_the_spotlight() -> None:
    script = "0 give-plot-card 3\n0 name-team team=0,3\n* cast-ballot approve"
    assert refusal_of(table(7, [SPOT], script), "3 in-the-spotlight 3") is None
    polish = table(7, [SPOT], script, spotlight_on="another-player")
    assert refusal_of(polish, "3 in-the-spotlight 3") == "not-yourself"
    assert refusal_of(polish, "3 in-the-spotlight 0") is None
    assert refusal_of(polish, "3 in-the-spotlight -") is None


@pytest.mark.clause("PLT-SPOTLIGHT-1")
def test_the_spotlight_ends_with_its_mission() -> None:
    game = table(7, [SPOT], "0 give-plot-card 3\n0 name-team team=0,6\n* cast-ballot approve\n3 in-the-spotlight 6")
    play(game, "* play-card success\n1 name-team team=0,1,6\n* cast-ballot approve\n* play-card success")
    assert len(happened(game, "MissionCardTurnedUp")) == 1


@pytest.mark.clause("PLT-SPOTLIGHT-1", "PLT-ORDER-3")
def test_the_spotlight_resolves_before_keeping_a_close_eye() -> None:
    game = table(7, [SPOT, EYE], "0 choose-plot-card in-the-spotlight\n0 give-plot-card 3\n0 give-plot-card 4")
    play(game, "0 name-team team=0,6\n* cast-ballot approve\n3 in-the-spotlight 6\n* play-card success")
    assert len(happened(game, "MissionCardTurnedUp")) == 1
    assert asked(game) == [(4, "keeping-a-close-eye")]
    assert refusal_of(game, "4 keeping-a-close-eye 6") == "card-not-to-be-watched", "all have seen it"
    assert refusal_of(game, "4 keeping-a-close-eye 0") is None


# Keeping a Close Eye


@pytest.mark.clause("PLT-CLOSEEYE-1")
def test_keeping_a_close_eye_looks_after_all_cards_are_played() -> None:
    game = table(7, [EYE], "0 give-plot-card 3\n0 name-team team=0,6\n* cast-ballot approve")
    assert [ask for _, ask in asked(game)] == ["play-card"] * 2, "it need not be announced before"
    play(game, "0 play-card success\n6 play-card fail")
    assert asked(game) == [(3, "keeping-a-close-eye")]
    assert happened(game, "MissionRevealed") == []
    play(game, "3 keeping-a-close-eye 6")
    assert game.board.results[-1].cards == ("success", "fail"), "the card played is not changed"
    assert plot(game.board).discarded == [EYE]


@pytest.mark.clause("PLT-CLOSEEYE-1", "PLT-SECRET-1")
def test_only_the_watcher_sees_the_watched_card() -> None:
    game = table(7, [EYE], "0 give-plot-card 3\n0 name-team team=0,6\n* cast-ballot approve")
    play(game, "0 play-card success\n6 play-card fail\n3 keeping-a-close-eye 6")
    for viewer in EVERYBODY:
        card = "fail" if viewer == 3 else None
        assert plot(game.view(viewer).board).cards_seen == [CardSeen(1, 6, card, 3)]


@pytest.mark.clause("PLT-CLOSEEYE-2", "PLT-ORDER-1")
def test_several_watchers_must_choose_different_cards() -> None:
    game = table(7, [EYE, EYE], "0 give-plot-card 3\n0 give-plot-card 5\n0 name-team team=1,6\n* cast-ballot approve")
    play(game, "* play-card success\n3 keeping-a-close-eye 6")
    assert asked(game) == [(5, "keeping-a-close-eye")]
    assert refusal_of(game, "5 keeping-a-close-eye 6") == "card-not-to-be-watched"
    play(game, "5 keeping-a-close-eye 1")
    assert [(event.watcher, event.member) for event in happened(game, "MissionCardWatched")] == [(3, 6), (5, 1)]


@pytest.mark.clause("PLT-CLOSEEYE-2", "PLT-ORDER-1")
def test_the_holder_of_two_close_eyes_may_use_both_at_once() -> None:
    start = "0 give-plot-card 3\n0 give-plot-card 3\n0 name-team team=1,6\n* cast-ballot approve\n* play-card success"
    game = table(7, [EYE, EYE], start + "\n3 keeping-a-close-eye 6")
    assert asked(game) == [(3, "keeping-a-close-eye")]
    play(game, "3 keeping-a-close-eye 1")
    assert plot(game.board).discarded == [EYE, EYE]
    passed = table(7, [EYE, EYE], start + "\n3 keeping-a-close-eye -")
    assert asked(passed) == [(1, "name-team")], "a pass is final"
    once = table(7, [EYE, EYE], start + "\n3 keeping-a-close-eye 6\n3 keeping-a-close-eye -")
    assert asked(once) == [(1, "name-team")]
    assert plot(once.board).cards_of(3) == (EYE,)


@pytest.mark.clause("PLT-CLOSEEYE-2")
def test_a_look_on_one_mission_limits_nothing_on_the_next() -> None:
    start = "0 give-plot-card 3\n0 give-plot-card 5\n0 name-team team=1,6\n* cast-ballot approve\n* play-card success"
    game = table(7, [EYE, EYE], start + "\n3 keeping-a-close-eye 6\n5 keeping-a-close-eye -")
    play(game, "1 name-team team=1,2,6\n* cast-ballot approve\n* play-card success")
    assert refusal_of(game, "5 keeping-a-close-eye 6") is None


@pytest.mark.clause("PLT-CLOSEEYE-3")
def test_watchers_on_the_team_cannot_choose_their_own_card() -> None:
    game = table(7, [EYE], "0 give-plot-card 6\n0 name-team team=0,6\n* cast-ballot approve\n* play-card success")
    assert refusal_of(game, "6 keeping-a-close-eye 6") == "card-not-to-be-watched"
    assert refusal_of(game, "6 keeping-a-close-eye 0") is None


@pytest.mark.clause("PLT-CLOSEEYE-3", "PLT-CLOSEEYE-2")
def test_a_watcher_with_no_card_left_is_not_asked() -> None:
    start = "0 give-plot-card 3\n0 give-plot-card 6\n0 name-team team=0,6\n* cast-ballot approve\n* play-card success"
    game = table(7, [EYE, EYE], start + "\n3 keeping-a-close-eye 0")
    assert asked(game) == [(1, "name-team")], "the one card left is the holder's own"
    other = table(7, [EYE, EYE], start + "\n3 keeping-a-close-eye 6")
    assert asked(other) == [(6, "keeping-a-close-eye")]


def test_an_unused_close_eye_is_kept() -> None:
    game = table(7, [NO, EYE], "0 choose-plot-card no-confidence\n0 give-plot-card 3\n0 give-plot-card 4")
    play(
        game,
        "0 name-team team=0,6\n* cast-ballot approve\n3 no-confidence no\n* play-card success\n4 keeping-a-close-eye -",
    )
    assert plot(game.board).discarded == []
    assert game.board.results[-1].success
