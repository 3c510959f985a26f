"""Team building in The Resistance: naming a team and voting on it."""

from itertools import combinations

import pytest

from tests.support.games.resistance import kinds, last, mission, new_game, vote
from turncoat.games.resistance.board import Proposal
from turncoat.games.resistance.events import (
    BallotsRevealed,
    LeaderPassed,
    RolesRevealed,
    TeamApproved,
    TeamProposed,
    TeamRejected,
)
from turncoat.kernel.boards import Result
from turncoat.kernel.seats import SPECTATOR, everyone, seat_set
from turncoat.kernel.steps import Choice
from turncoat.testing import play, refusal_of
from turncoat.testing.secrecy import sent

COUNTS = range(5, 11)
SIZES = {
    5: (2, 3, 2, 3, 3),
    6: (2, 3, 4, 3, 4),
    7: (2, 3, 3, 4, 4),
    8: (3, 4, 4, 5, 5),
    9: (3, 4, 4, 5, 5),
    10: (3, 4, 4, 5, 5),
}


@pytest.mark.clause("RES-TEAM-1", "RES-TEAM-2")
@pytest.mark.parametrize("players", COUNTS)
def test_the_leader_names_the_exact_number_of_seats(players: int) -> None:
    game = new_game(players)
    for number, size in enumerate(SIZES[players], 1):
        assert (game.board.mission, game.board.team_size) == (number, size)
        leader = game.board.leader
        prompt = game.prompts()[leader]
        teams = {seat_set(seats) for seats in combinations(range(players), size)}
        assert {team for (team,) in prompt.option.answers()} == teams, "with or without the leader"
        for team in range(1 << players + 1):
            refusal = game.refusal(leader, Choice(prompt.number, (team,)))
            assert (refusal is None) == (team in teams)
            if refusal is not None:
                outside = team >> players & 1
                assert refusal.code == ("seat-not-allowed" if outside else "wrong-count")
                assert outside or dict(refusal.params) == {"low": size, "high": size}
        mission(game, fails=number % 2)
        if number == 4:
            assert game.result is None or players >= 7


@pytest.mark.clause("RES-TEAM-2")
def test_only_the_leader_names_a_team_of_different_seats() -> None:
    game = new_game()
    assert list(game.prompts()) == [0]
    number = game.latest_prompt
    for seat in range(1, 5):
        refusal = game.refusal(seat, Choice(number, (0b11,)))
        assert refusal is not None
        assert refusal.code == "not-asked"
    assert refusal_of(game, "0 name-team team=1,1") == "wrong-count"
    play(game, "0 name-team team=1,4")
    assert last(game, TeamProposed) == TeamProposed(leader=0, mission=1, team=seat_set([1, 4]))
    assert game.view(SPECTATOR).board.team == seat_set([1, 4])


@pytest.mark.clause("RES-TEAM-3")
def test_the_base_game_asks_only_three_questions() -> None:
    """Check that talk is not among the choices, so that nothing can refuse it, and that no choice shows a card."""
    game = new_game()
    asked = set()
    while game.result is None:
        for seat, prompt in list(game.prompts().items()):
            asked.add(prompt.question.name)
            assert not game.offers(seat)
            if game.prompt(seat) is not None:
                game.play(seat, game.default(seat))
    assert asked | {"play-card"} == {"name-team", "cast-ballot", "play-card"}
    assert kinds(game).index("RolesRevealed") > kinds(game).index("GameEnded")


@pytest.mark.clause("RES-VOTE-1")
def test_ballots_are_secret_until_all_have_voted() -> None:
    game = new_game()
    play(game, "0 name-team team=0,1")
    before = len(game.events)
    assert game.waiting == everyone(5), "the leader votes too"
    ballots = ["approve", "reject", "approve", "approve"]
    for seat, ballot in enumerate(ballots):
        play(game, f"{seat} cast-ballot {ballot}")
        assert len(game.events) == before
        for viewer in (SPECTATOR, *range(5)):
            view = game.view(viewer)
            assert view.waiting == everyone(5) & ~everyone(seat + 1), "only the fact of a choice is public"
            assert view.board.approvals == 0
            assert view.answer == (ballots[viewer] if 0 <= viewer <= seat else None), "only the seat's own ballot"
    play(game, "4 cast-ballot reject")
    for viewer in (SPECTATOR, *range(5)):
        board = game.view(viewer).board
        assert board.proposals == [Proposal(1, 0, 1, seat_set([0, 1]), seat_set([0, 2, 3]), approved=True)]
    assert last(game, BallotsRevealed) == BallotsRevealed(seat_set([0, 2, 3]), seat_set([1, 4]))
    assert kinds(game).count("BallotsRevealed") == 1


@pytest.mark.clause("RES-VOTE-2", "RES-VOTE-4")
@pytest.mark.parametrize("players", COUNTS)
def test_more_than_half_of_the_seats_must_approve_a_team(players: int) -> None:
    for approvals in range(players + 1):
        game = new_game(players)
        vote(game, approve=False)
        play(game, f"1 name-team team={','.join(map(str, range(game.board.team_size)))}")
        for seat in range(players):
            play(game, f"{seat} cast-ballot {'approve' if seat < approvals else 'reject'}")
        approved = approvals >= players // 2 + 1
        assert (kinds(game)[-1] == "TeamApproved") == approved
        if approved:
            assert game.board.track == 0, "the vote track is reset"
            assert seat_set(game.prompts()) == everyone(game.board.team_size), "the team goes on the mission"
            assert game.board.leader == 1
        else:
            assert game.board.track == 2


@pytest.mark.clause("RES-VOTE-3")
@pytest.mark.parametrize("first", range(5))
def test_a_rejection_moves_the_track_and_passes_leadership_clockwise(first: int) -> None:
    game = new_game(first=first)
    for number in range(1, 5):
        leader = game.board.leader
        start = len(game.events)
        vote(game, approve=False)
        assert game.events[start + 2 :] == [TeamRejected(number, 5), LeaderPassed((leader + 1) % 5)]
        assert game.board.leader == (leader + 1) % 5
        assert (game.board.track, game.board.mission, game.board.round) == (number, 1, 1)
        assert list(game.prompts()) == [(leader + 1) % 5], "the new leader proposes for the same mission"
        assert not game.board.proposals[-1].approved


@pytest.mark.clause("RES-VOTE-5")
@pytest.mark.parametrize("players", COUNTS)
def test_five_rejected_teams_in_one_round_win_for_the_spies(players: int) -> None:
    game = new_game(players)
    for _ in range(4):
        vote(game, approve=False)
    mission(game)
    assert game.board.track == 0
    for _ in range(4):
        vote(game, approve=False)
    assert game.prompts(), "eight in two rounds are not five in one"
    vote(game, approve=False)
    assert game.result == Result("spies", "five-rejections")
    assert kinds(game)[-3:] == ["TeamRejected", "GameEnded", "RolesRevealed"], "at once: leadership does not pass"
    assert not game.prompts()
    assert last(game, RolesRevealed).roles == game.deal.roles


@pytest.mark.clause("RES-VOTE-6")
def test_a_ballot_may_change_until_all_have_voted() -> None:
    game = new_game()
    play(game, "0 name-team team=0,1\n0,1,2,3 cast-ballot approve")
    others = (SPECTATOR, 1, 2, 3, 4)
    before = [sent(game, viewer) for viewer in others]
    events = len(game.events)
    for ballot in ("reject", "approve", "reject"):
        play(game, f"0 cast-ballot {ballot}")
        assert game.answer(0) == ballot
        assert [sent(game, viewer) for viewer in others] == before, "others get nothing for a change"
        assert len(game.events) == events
    number = game.latest_prompt
    play(game, "4 cast-ballot reject")
    assert last(game, BallotsRevealed).approvals == seat_set([1, 2, 3]), "the last word counts"
    for seat in range(5):
        refusal = game.refusal(seat, Choice(number, "reject"))
        assert refusal is not None
        assert refusal.code in ("stale", "not-asked"), "then it stands"


@pytest.mark.clause("RES-VOTE-4")
def test_the_vote_track_resets_in_the_next_round() -> None:
    game = new_game()
    vote(game, approve=False)
    vote(game, approve=False)
    mission(game)
    assert last(game, TeamApproved).team == seat_set([0, 1])
    assert (game.board.track, game.board.round) == (0, 2)
    vote(game, approve=False)
    assert last(game, TeamRejected).track == 1
