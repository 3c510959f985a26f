"""Captain America's accusation, and players who are out, including during a ballot or a mission."""

import pytest

from tests.support.games.winter_soldier import (
    FIVE,
    SEVEN,
    asked,
    cards,
    dealt,
    ended,
    kinds,
    last,
    mission,
    offered,
    propose,
    rejected,
    table,
    vote,
    won,
)
from turncoat.games.resistance.events import BallotsRevealed, LeaderPassed, MissionRevealed, RolesRevealed
from turncoat.games.winter_soldier.events import AccusationAnswered, AccusationLapsed, Accused, TeamVoided, WentOut
from turncoat.kernel.seats import SPECTATOR, seats_in
from turncoat.kernel.steps import Choice
from turncoat.testing import play, refusal_of

WIDOW_EIGHT = (
    "captain-america",
    "nick-fury",
    "black-widow",
    "shield-agent",
    "shield-agent",
    "winter-soldier",
    "hydra-agent",
    "hydra-agent",
)


# Moments


@pytest.mark.clause("WIN-ACCUSE-1")
def test_only_captain_america_accuses_and_only_players_still_in() -> None:
    game = table(SEVEN, "0 !accuse 2")
    assert offered(game, 0) == {"accuse": (1, 3, 4, 5, 6)}
    assert all(offered(game, seat) == {} for seat in (SPECTATOR, 1, 2, 3, 4, 5, 6))
    assert refusal_of(game, "0 !accuse 2") == "seat-not-allowed"
    assert refusal_of(game, "0 !accuse 0") == "seat-not-allowed"


@pytest.mark.clause("WIN-ACCUSE-1")
def test_captain_america_may_accuse_until_the_third_success() -> None:
    game = dealt(8, "scarlet-witch")
    questions: set[str] = set()
    while game.board.successes < 3:
        questions |= set(asked(game).values())
        assert "accuse" in offered(game, 0)
        seat, prompt = next(iter(game.prompts().items()))
        if prompt.question.name == "name-team":
            propose(game)
        else:
            game.play(seat, game.default(seat))
    assert questions == {"name-team", "cast-ballot", "play-card", "examine"}
    ((holder, question),) = asked(game).items()
    assert (question, offered(game, 0)) == ("examine", {})
    game.play(holder, game.default(holder))
    assert (asked(game), offered(game, 0)) == ({0: "last-guess"}, {})


@pytest.mark.clause("WIN-ACCUSE-1")
def test_an_accusation_between_collections_takes_effect_at_once() -> None:
    game = table(SEVEN, "0 !accuse 3")
    assert kinds(game)[-3:] == ["Accused", "AccusationAnswered", "WentOut"]
    assert asked(game) == {0: "name-team"}


@pytest.mark.clause("WIN-ACCUSE-1", "WIN-OUT-2")
def test_an_accusation_during_a_vote_resolves_before_ballots_are_revealed() -> None:
    game = table(SEVEN)
    propose(game, 0, 1)
    play(game, "3,5 cast-ballot reject\n0 !accuse 3")
    assert game.events[-1] == Accused(0, 3)
    for viewer in (SPECTATOR, *range(7)):
        assert game.view(viewer).events[-1] == Accused(0, 3)
    assert seats_in(game.waiting) == (0, 1, 2, 4, 6)
    assert game.board.out == 0
    play(game, "3 cast-ballot approve")  # still in, so the ballot may be changed
    play(game, "0,1,2,4 cast-ballot approve")
    play(game, "6 cast-ballot reject")
    assert kinds(game)[-4:] == ["AccusationAnswered", "WentOut", "BallotsRevealed", "TeamApproved"]
    # The ballot of a player who is out does not count.
    assert last(game, BallotsRevealed) == BallotsRevealed(0b0010111, 0b1100000)


@pytest.mark.clause("WIN-OUT-2")
def test_an_accusation_during_a_mission_resolves_before_cards_are_revealed() -> None:
    game = table(SEVEN)
    propose(game, 0, 5)
    vote(game)
    play(game, "5 play-card fail\n0 !accuse 5")
    assert game.board.out == 0
    play(game, "0 play-card success")
    assert kinds(game)[-5:] == ["AccusationAnswered", "WentOut", "LeaderPassed", "MissionRevealed", "RoundBegan"]
    assert last(game, MissionRevealed) == MissionRevealed(1, ("success", "fail"), False)
    assert game.board.out == 0b100001


@pytest.mark.clause("WIN-OUT-2")
def test_a_team_that_loses_a_member_is_void() -> None:
    """Accuse a member of the team being voted on, which is the hard case."""
    game = table(SEVEN)
    rejected(game)
    propose(game, 0, 3)
    play(game, "0 !accuse 3")
    vote(game)
    assert TeamVoided(6) == game.events[-1]
    assert not any(isinstance(event, BallotsRevealed) for event in game.events[-4:])
    assert game.board.track == 1  # no rejection is counted
    assert game.board.team == 0
    assert asked(game) == {6: "name-team"}  # the same leader names a team again
    assert refusal_of(game, "6 name-team team=0,3") == "seat-not-allowed"


@pytest.mark.clause("WIN-ACCUSE-1")
def test_accusations_are_unlimited_and_resolve_in_order() -> None:
    game = table(SEVEN)
    propose(game, 0, 1)
    play(game, "0 !accuse 3\n0 !accuse 2")
    assert offered(game, 0) == {"accuse": (1, 4, 5, 6)}
    vote(game)
    shown = [event.seat for event in game.events if isinstance(event, AccusationAnswered)]
    assert shown == [3, 2]


@pytest.mark.clause("WIN-ACCUSE-1", "WIN-ACCUSE-3")
def test_an_accusation_lapses_when_an_earlier_one_puts_captain_america_out() -> None:
    game = table(SEVEN)
    propose(game, 1, 2)
    play(game, "0 !accuse 5\n0 !accuse 3")
    vote(game)
    assert AccusationLapsed(3) in game.events
    assert game.board.out == 0b0100001
    assert game.board.pending == []


# Outcomes


@pytest.mark.clause("WIN-ACCUSE-2")
@pytest.mark.parametrize("accused", [2, 3, 4])
def test_a_wrongly_accused_loyal_agent_goes_out_alone(accused: int) -> None:
    game = table(WIDOW_EIGHT, f"0 !accuse {accused}")
    assert last(game, WentOut) == WentOut(1 << accused)
    assert AccusationAnswered(accused, WIDOW_EIGHT[accused]) in game.view(SPECTATOR).events
    assert game.result is None


@pytest.mark.clause("WIN-ACCUSE-2", "WIN-HILL-4")
def test_maria_hill_is_a_loyal_agent() -> None:
    game = dealt(7, "maria-hill")
    hill = game.deal.roles.index("maria-hill")
    play(game, f"0 !accuse {hill}")
    assert game.board.out == 1 << hill


@pytest.mark.clause("WIN-ACCUSE-3")
@pytest.mark.parametrize("role", ["hydra-agent", "alexander-pierce", "arnim-zola", "baron-zemo"])
def test_accusing_a_plain_hydra_agent_puts_captain_america_out_too(role: str) -> None:
    game = table(("captain-america", "nick-fury", "shield-agent", "winter-soldier", role), "0 !accuse 4")
    assert last(game, WentOut) == WentOut(0b10001)
    assert game.view(1).board.roles[4] == role
    assert offered(game, 0) == {}
    assert asked(game) == {3: "name-team"}


@pytest.mark.clause("WIN-ACCUSE-4")
def test_shield_wins_at_once_by_accusing_the_winter_soldier() -> None:
    game = table(FIVE, "0 !accuse 3")
    assert ended(game) == ("shield", "winter-soldier-found")
    assert last(game, RolesRevealed).roles == (
        "captain-america",
        "nick-fury",
        "shield-agent",
        "bucky-barnes",
        "hydra-agent",
    )


@pytest.mark.clause("WIN-ACCUSE-4")
def test_cards_stay_hidden_if_the_winter_soldier_is_found_during_a_mission() -> None:
    game = table(FIVE)
    propose(game, 2, 3)
    vote(game)
    play(game, "0 !accuse 3\n2 play-card success")
    assert game.result is None
    play(game, "3 play-card fail")
    assert ended(game) == ("shield", "winter-soldier-found")
    assert not any(isinstance(event, MissionRevealed) for event in game.events)


# Nick Fury


@pytest.mark.clause("WIN-ACCUSE-5")
def test_nick_fury_may_be_named_even_when_out() -> None:
    game = table(SEVEN, "0 !accuse 1")
    assert game.result is None
    won(game)
    play(game, "0 last-guess -")
    assert refusal_of(game, "4 name-fury 1") is None
    play(game, "4 name-fury 1")
    assert ended(game) == ("hydra", "fury-assassinated")


@pytest.mark.clause("WIN-ACCUSE-5")
def test_losing_both_fury_and_captain_america_loses_at_once() -> None:
    game = table(SEVEN, "0 !accuse 1\n0 !accuse 5")
    assert ended(game) == ("hydra", "fury-lost")


@pytest.mark.clause("WIN-ACCUSE-5")
def test_an_option_makes_losing_fury_lose_the_game() -> None:
    game = table(SEVEN, "0 !accuse 1", fury_lost="hydra-wins")
    assert ended(game) == ("hydra", "fury-lost")


@pytest.mark.clause("WIN-ACCUSE-5")
def test_an_option_lets_play_go_on_without_fury() -> None:
    game = table(SEVEN, "0 !accuse 1\n0 !accuse 5", fury_lost="play-on")
    assert game.result is None
    won(game)
    assert ended(game) == ("shield", "fury-out-of-reach")


# Players who are out


@pytest.mark.clause("WIN-OUT-1")
def test_an_eliminated_player_does_nothing_and_shows_their_card() -> None:
    game = table(SEVEN, "0 !accuse 2")
    for viewer in (SPECTATOR, *range(7)):
        assert game.view(viewer).board.roles[2] == "shield-agent"
    assert refusal_of(game, "0 name-team team=0,2") == "seat-not-allowed"
    propose(game, 0, 1)
    assert 2 not in asked(game)
    assert game.refusal(2, Choice(game.latest_prompt, "approve")).code == "not-asked"  # type: ignore[union-attr]
    assert game.board.silent == 1 << 2


@pytest.mark.clause("WIN-OUT-1")
def test_an_option_lets_eliminated_players_talk() -> None:
    assert table(SEVEN, "0 !accuse 2", out_players_talk=True).board.silent == 0


@pytest.mark.clause("WIN-OUT-1")
@pytest.mark.parametrize(("approvals", "approved"), [(3, False), (4, True)])
def test_only_players_left_count_toward_a_majority(approvals: int, approved: bool) -> None:
    game = table(SEVEN, "0 !accuse 2")  # six are left, so three are a tie
    propose(game, 0, 1)
    left = (0, 1, 3, 4, 5, 6)
    for index, seat in enumerate(left):
        play(game, f"{seat} cast-ballot {'approve' if index < approvals else 'reject'}")
    assert (kinds(game)[-1] == "TeamApproved") is approved
    big = dealt(12)
    play(big, "0 !accuse 2\n0 !accuse 3")
    big_board = big.board
    big_board.mission = 2
    assert (big_board.team_size, big_board.fails_needed) == (5, 2)


@pytest.mark.clause("WIN-OUT-1")
@pytest.mark.parametrize(("cap", "size"), [("left", 3), ("left-minus-one", 2)])
def test_a_team_is_no_larger_than_the_players_left(cap: str, size: int) -> None:
    game = table(FIVE, "0 !accuse 2\n0 !accuse 1", team_cap=cap)
    mission(game, 0, 3)
    assert (game.board.mission, game.board.left.bit_count()) == (2, 3)  # for a team of 3
    assert game.board.team_size == size


@pytest.mark.clause("WIN-OUT-1")
def test_the_winter_soldier_alone_is_a_team_of_one() -> None:
    game = table(FIVE, "0 !accuse 1\n0 !accuse 2\n0 !accuse 4", team_cap="left-minus-one", fury_lost="play-on")
    assert asked(game) == {3: "name-team"}
    mission(game, 3)
    assert game.board.failures == 1


@pytest.mark.clause("WIN-OUT-1")
def test_eliminated_players_win_with_their_side() -> None:
    game = table(FIVE, "0 !accuse 2\n0 !accuse 3")
    assert game.result is not None
    assert game.ruleset.game == "winter-soldier"
    assert game.result.winner == game.compiled.book.side_of(game.deal.roles[2]) == "shield"


@pytest.mark.clause("WIN-OUT-2")
def test_leadership_passes_to_the_right_when_the_leader_goes_out() -> None:
    game = table(SEVEN)
    rejected(game, 2)  # seat 5 leads
    assert game.board.leader == 5
    play(game, "0 !accuse 5")
    assert last(game, LeaderPassed) == LeaderPassed(4)
    assert asked(game) == {4: "name-team"}


@pytest.mark.clause("WIN-OUT-2", "WIN-TEAM-2")
def test_leadership_passes_once_if_the_leader_goes_out_after_proposing() -> None:
    """Check that the player who got the token when the proposer went out leads next, and is not skipped."""
    for approve in (True, False):
        game = table(SEVEN)
        rejected(game)  # seat 6 leads
        propose(game, 1, 2)
        play(game, "0 !accuse 6")
        vote(game, approve)
        assert game.board.leader == 5
        if approve:
            cards(game)
        assert asked(game) == {5: "name-team"}
        assert game.board.proposals[-1].leader == 6


def test_a_voided_team_passes_leadership_if_its_leader_is_out() -> None:
    game = table(SEVEN)
    rejected(game)
    propose(game, 6, 1)
    play(game, "0 !accuse 6")
    vote(game)
    assert game.events[-1] == TeamVoided(5)
    assert asked(game) == {5: "name-team"}
