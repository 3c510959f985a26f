"""Plot cards about leadership and votes: Strong Leader, Opinion Maker, No Confidence."""

import pytest

from tests.support.games.plot_thickens import NO, OPINION, STRONG, TAKE, asked, happened, questions, table
from turncoat.games.resistance.plot_thickens.deck import plot
from turncoat.kernel.boards import Result
from turncoat.kernel.seats import SPECTATOR
from turncoat.testing import play, refusal_of

REJECTED = "{0} name-team team=0,1\n* cast-ballot reject"


def rejected(leader: int) -> str:
    return REJECTED.format(leader)


# Strong Leader


@pytest.mark.clause("PLT-STRONG-1", "PLT-STRONG-3")
def test_a_strong_leader_may_take_the_lead_before_each_proposal() -> None:
    game = table(5, [STRONG], f"0 give-plot-card 3\n{rejected(0)}")
    assert asked(game) == [(3, "strong-leader")]
    play(game, f"3 strong-leader no\n{rejected(1)}")
    assert asked(game) == [(3, "strong-leader")], "declined, it is kept for another proposal"
    play(game, "3 strong-leader yes")
    assert game.board.leader == 3
    assert plot(game.board).discarded == [STRONG]
    play(game, rejected(3))
    assert game.board.leader == 4, "leadership continues clockwise from there"


@pytest.mark.clause("PLT-STRONG-1", "PLT-STRONG-3")
def test_a_strong_leader_at_the_start_of_a_round_draws_and_gives() -> None:
    game = table(
        5, [STRONG, NO], "0 give-plot-card 3\n0 name-team team=0,1\n* cast-ballot approve\n* play-card success"
    )
    assert asked(game) == [(3, "strong-leader")], "before the leader draws"
    assert len(happened(game, "PlotCardsDrawn")) == 1
    play(game, "3 strong-leader yes")
    assert asked(game) == [(3, "give-plot-card")]
    assert happened(game, "PlotCardsDrawn")[-1].leader == 3


@pytest.mark.clause("PLT-STRONG-2", "PLT-STRONG-3")
def test_a_leader_who_holds_strong_leader_is_asked_first() -> None:
    start = f"0 give-plot-card 1\n0 give-plot-card 4\n{rejected(0)}"
    game = table(7, [STRONG, STRONG], start)
    assert asked(game) == [(1, "strong-leader")], "the leader first"
    play(game, "1 strong-leader yes")
    assert asked(game) == [(1, "name-team")], "the other copy may not be played before a vote"
    assert plot(game.board).discarded == [STRONG]
    assert [event.leader for event in happened(game, "LeaderPassed")] == [1], "the token did not move"
    play(game, rejected(1))
    assert asked(game) == [(4, "strong-leader")], "after the vote it may"
    passed = table(7, [STRONG, STRONG], start + "\n1 strong-leader no")
    assert asked(passed) == [(4, "strong-leader")]


@pytest.mark.clause("PLT-STRONG-3")
def test_a_leader_is_asked_whether_to_stay_the_leader() -> None:
    start = f"0 give-plot-card 1\n0 give-plot-card 4\n{rejected(0)}"
    (leader,) = table(7, [STRONG, STRONG], start).prompts().values()
    (other,) = table(7, [STRONG, STRONG], start + "\n1 strong-leader no").prompts().values()
    assert "stay the leader" in leader.question.sentence
    assert leader.params == ()
    assert other.params == (("leader", 1),)


@pytest.mark.clause("PLT-STRONG-2", "PLT-ORDER-1")
def test_only_one_strong_leader_is_played_between_votes() -> None:
    start = f"0 give-plot-card 2\n0 give-plot-card 4\n{rejected(0)}"
    game = table(7, [STRONG, STRONG], start)
    assert asked(game) == [(2, "strong-leader")], "clockwise from the leader, who is 1"
    play(game, "2 strong-leader yes")
    assert asked(game) == [(2, "name-team")]
    play(game, rejected(2))
    assert asked(game) == [(4, "strong-leader")]
    declined = table(7, [STRONG, STRONG], start + "\n2 strong-leader no")
    assert asked(declined) == [(4, "strong-leader")]
    play(declined, "4 strong-leader yes")
    assert asked(declined) == [(4, "name-team")], "a pass is final"


# Opinion Maker


@pytest.mark.clause("PLT-OPINION-1")
def test_opinion_makers_vote_before_the_others() -> None:
    game = table(5, [OPINION], "0 give-plot-card 3\n0 name-team team=0,1")
    assert asked(game) == [(3, "cast-ballot")]
    play(game, "3 cast-ballot reject")
    (first,) = happened(game, "BallotsRevealed")
    assert (first.approvals, first.rejections) == (0, 0b01000)
    assert [seat for seat, _ in asked(game)] == [0, 1, 2, 4]
    assert all(game.view(seat).board.voted == 0b01000 for seat in (SPECTATOR, *range(5)))
    assert game.prompt(3) is None, "the ballot stands"
    play(game, "* cast-ballot approve")
    assert game.board.proposals[-1].approvals == 0b10111
    assert game.board.proposals[-1].approved


@pytest.mark.clause("PLT-OPINION-1", "PLT-TYPE-1")
def test_opinion_makers_vote_first_for_the_rest_of_the_game() -> None:
    game = table(5, [OPINION], "0 give-plot-card 3")
    votes = 0
    while game.result is None:
        leader = game.board.leader
        size = game.board.team_size
        team = ",".join(map(str, range(size)))
        play(game, f"{leader} name-team team={team}")
        assert asked(game) == [(3, "cast-ballot")]
        ballot = "approve" if votes % 2 else "reject"
        play(game, f"3 cast-ballot {ballot}\n* cast-ballot {ballot}")
        if votes % 2:
            play(game, "* play-card success")
        votes += 1
    assert votes == 6
    assert plot(game.board).cards_of(3) == (OPINION,)


@pytest.mark.clause("PLT-OPINION-2", "RES-VOTE-6")
def test_two_opinion_makers_reveal_at_the_same_time() -> None:
    game = table(7, [OPINION, OPINION], "0 give-plot-card 2\n0 give-plot-card 5\n0 name-team team=0,1")
    assert asked(game) == [(2, "cast-ballot"), (5, "cast-ballot")]
    play(game, "2 cast-ballot approve")
    assert happened(game, "BallotsRevealed") == []
    play(game, "2 cast-ballot reject")  # open to change until the last Opinion Maker has chosen
    play(game, "5 cast-ballot approve")
    (both,) = happened(game, "BallotsRevealed")
    assert (both.approvals, both.rejections) == (1 << 5, 1 << 2)
    assert game.prompt(2) is None
    assert game.prompt(5) is None


@pytest.mark.clause("PLT-OPINION-2")
def test_a_holder_of_two_opinion_makers_votes_once() -> None:
    game = table(7, [OPINION, OPINION], "0 give-plot-card 2\n0 give-plot-card 2\n0 name-team team=0,1")
    play(game, "2 cast-ballot approve\n* cast-ballot approve")
    assert [(event.approvals, event.rejections) for event in happened(game, "BallotsRevealed")] == [(4, 0), (123, 0)]


# No Confidence


@pytest.mark.clause("PLT-NOCONF-1")
def test_no_confidence_turns_an_approval_into_a_rejection() -> None:
    game = table(5, [NO], "0 give-plot-card 3\n0 name-team team=0,1\n* cast-ballot approve")
    assert asked(game) == [(3, "no-confidence")]
    play(game, "3 no-confidence yes")
    assert (game.board.track, game.board.leader, asked(game)) == (1, 1, [(1, "name-team")])
    assert not game.board.proposals[-1].approved
    assert game.board.proposals[-1].approvals == 0b11111
    play(game, "1 name-team team=0,1\n* cast-ballot approve")
    assert asked(game) == [(0, "play-card"), (1, "play-card")], "one use: it rejects no further team"


@pytest.mark.clause("PLT-NOCONF-1")
def test_no_confidence_is_offered_only_after_an_approval() -> None:
    game = table(5, [NO], f"0 give-plot-card 3\n{rejected(0)}")
    assert asked(game) == [(1, "name-team")]
    play(game, "1 name-team team=0,1\n* cast-ballot approve\n3 no-confidence no")
    assert asked(game) == [(0, "play-card"), (1, "play-card")]
    assert (game.board.track, plot(game.board).cards_of(3)) == (0, (NO,)), "the vote track is reset (RES-VOTE-4)"


@pytest.mark.clause("PLT-NOCONF-2", "RES-VOTE-5")
def test_no_confidence_can_be_the_fifth_rejection() -> None:
    game = table(5, [NO], "0 give-plot-card 3\n" + "\n".join(map(rejected, range(4))))
    play(game, "4 name-team team=0,1\n* cast-ballot approve")
    assert game.board.track == 4
    play(game, "3 no-confidence yes")
    assert game.result == Result("spies", "five-rejections")
    assert [event.track for event in happened(game, "TeamRejected")] == [1, 2, 3, 4, 5]


@pytest.mark.clause("PLT-NOCONF-2", "PLT-ORDER-1")
def test_one_no_confidence_closes_the_window_for_others() -> None:
    start = "0 give-plot-card 1\n0 give-plot-card 3\n0 name-team team=0,1\n* cast-ballot approve"
    game = table(7, [NO, NO], start)
    assert asked(game) == [(1, "no-confidence")]
    play(game, "1 no-confidence yes")
    assert asked(game) == [(1, "name-team")]
    assert plot(game.board).cards_of(3) == (NO,)
    passed = table(7, [NO, NO], start + "\n1 no-confidence no")
    assert asked(passed) == [(3, "no-confidence")]
    play(passed, "3 no-confidence no")
    assert [ask for _, ask in asked(passed)] == ["play-card"] * 2, "one chance each"


@pytest.mark.clause("PLT-ORDER-1")
def test_holders_are_asked_clockwise_starting_with_the_leader() -> None:
    deck = [NO, NO, NO]
    game = table(9, deck, "4 give-plot-card 2\n4 give-plot-card 7\n4 give-plot-card 5", first=4)
    play(
        game,
        "4 name-team team=0,1,2\n* cast-ballot approve\n5 no-confidence no\n7 no-confidence no\n2 no-confidence no",
    )
    assert [seat for seat, ask in questions(game) if ask == "no-confidence"] == [5, 7, 2]
    leader_too = table(9, deck, "4 give-plot-card 2\n4 give-plot-card 3\n4 give-plot-card 5\n", first=4)
    play(leader_too, "4 name-team team=0,1,2\n* cast-ballot reject\n5 name-team team=0,1,2\n* cast-ballot approve")
    assert asked(leader_too) == [(5, "no-confidence")]
    play(leader_too, "5 no-confidence no")
    assert asked(leader_too) == [(2, "no-confidence")]


@pytest.mark.clause("PLT-ORDER-2")
def test_a_new_card_may_be_used_in_the_same_round() -> None:
    game = table(5, [NO], "0 give-plot-card 3\n0 name-team team=0,1\n* cast-ballot approve\n3 no-confidence yes")
    assert happened(game, "PlotCardPlayed")[-1].card == NO
    late = table(5, [STRONG], "0 give-plot-card 3")
    assert asked(late) == [(0, "name-team")], "the window of Strong Leader is over"


# Take Responsibility


@pytest.mark.clause("PLT-RESPONSIBILITY-1", "PLT-RESPONSIBILITY-2")
def test_take_responsibility_takes_a_card_at_once() -> None:
    game = table(7, [NO, OPINION, TAKE, STRONG], "0 choose-plot-card no-confidence\n0 give-plot-card 2")
    play(
        game,
        "0 give-plot-card 1\n0 name-team team=0,2\n1 cast-ballot approve\n* cast-ballot approve\n2 no-confidence no",
    )
    play(game, "* play-card success\n1 choose-plot-card take-responsibility\n1 give-plot-card 4")
    assert asked(game) == [(4, "take-from")]
    assert [refusal_of(game, f"4 take-from {seat}") for seat in (1, 2, 3)] == [None, None, "holds-no-plot-card"]
    assert refusal_of(game, "4 take-from -") == "may-not-pass"
    play(game, "4 take-from 1")  # an Opinion Maker, and the leader's card
    assert plot(game.board).cards_of(4) == (OPINION,)
    assert plot(game.board).cards_of(1) == ()
    assert plot(game.board).discarded == [TAKE]
    assert asked(game) == [(1, "give-plot-card")], "the card drawn with it is still to be given"


@pytest.mark.clause("PLT-RESPONSIBILITY-2")
def test_a_card_not_yet_given_cannot_be_taken() -> None:
    game = table(9, [NO, TAKE, STRONG], "0 choose-plot-card no-confidence\n0 give-plot-card 2")
    play(game, "0 choose-plot-card take-responsibility\n0 give-plot-card 4")
    assert plot(game.board).to_give == (STRONG,)
    assert asked(game) == [(4, "take-from")]
    assert refusal_of(game, "4 take-from 0") == "holds-no-plot-card"
    waits = table(7, [TAKE, NO], "0 choose-plot-card take-responsibility\n0 give-plot-card 4")
    assert asked(waits) == [(0, "give-plot-card")], "nobody has a card yet, not even the leader"


@pytest.mark.clause("PLT-RESPONSIBILITY-1")
def test_the_taker_chooses_among_several_cards_of_a_player() -> None:
    start = "0 choose-plot-card no-confidence\n0 give-plot-card 2\n0 choose-plot-card opinion-maker\n0 give-plot-card 2"
    game = table(9, [NO, OPINION, TAKE], start + "\n0 give-plot-card 8\n8 take-from 2")
    assert asked(game) == [(8, "take-plot-card")]
    assert refusal_of(game, "8 take-plot-card take-responsibility") == "not-allowed"
    play(game, "8 take-plot-card opinion-maker")
    assert (plot(game.board).cards_of(8), plot(game.board).cards_of(2)) == ((OPINION,), (NO,))
    assert happened(game, "PlotCardTaken")[-1].card == OPINION


@pytest.mark.clause("PLT-RESPONSIBILITY-2")
def test_take_responsibility_waits_until_somebody_else_holds_a_card() -> None:
    game = table(5, [TAKE, NO, STRONG], "0 give-plot-card 1")
    assert plot(game.board).cards_of(1) == (TAKE,)
    play(game, "0 name-team team=0,1\n* cast-ballot approve\n* play-card success\n1 give-plot-card 3")
    assert asked(game) == [(1, "take-from")], "the leader too must take, as soon as somebody has a card"
    play(game, "1 take-from 3")
    assert plot(game.board).cards_of(1) == (NO,)
    assert plot(game.board).discarded == [TAKE]


@pytest.mark.clause("PLT-RESPONSIBILITY-2")
def test_a_card_of_the_takers_own_does_not_end_the_wait() -> None:
    game = table(7, [TAKE, NO], "0 choose-plot-card take-responsibility\n0 give-plot-card 1\n0 give-plot-card 1")
    assert plot(game.board).cards_of(1) == (NO, TAKE)
    assert asked(game) == [(0, "name-team")]
