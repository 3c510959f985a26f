"""Teams, ballots and leadership, and the Winter Soldier, who may not reject a team with known agents."""

from random import Random

import pytest

from tests.support.games.winter_soldier import (
    FIVE,
    HILL,
    SEVEN,
    dealt,
    kinds,
    mission,
    propose,
    rejected,
    ruleset,
    table,
)
from turncoat.games.resistance.events import BallotsRevealed
from turncoat.games.winter_soldier.events import HydraOnTeamTold, MissionLost, RejectionCounted
from turncoat.games.winter_soldier.tables import TEAM_SIZES
from turncoat.kernel.chapters import Deal
from turncoat.kernel.seats import SPECTATOR
from turncoat.testing import play, refusal_of
from turncoat.testing.secrecy import Pair

SIZES = {
    5: (2, 3, 2, 3, 3),
    6: (2, 3, 4, 3, 4),
    7: (2, 3, 3, 4, 4),
    8: (3, 4, 4, 5, 5),
    9: (3, 4, 4, 5, 5),
    10: (3, 4, 4, 5, 5),
    11: (3, 4, 5, 6, 6),
    12: (4, 5, 5, 6, 6),
}


@pytest.mark.clause("WIN-TEAM-1")
@pytest.mark.parametrize("players", SIZES)
def test_team_sizes_depend_on_the_players(players: int) -> None:
    assert TEAM_SIZES[players] == SIZES[players]
    game = dealt(players)
    for number, size in enumerate(SIZES[players], 1):
        assert (game.board.mission, game.board.team_size) == (number, size)
        if number == 5:
            break
        # Alternate successes and failures, so that nobody wins before mission 5.
        if number % 2:
            mission(game, *range(size))
        else:
            rejected(game, 3)


@pytest.mark.clause("WIN-TEAM-2")
def test_leadership_passes_to_the_right_after_every_vote() -> None:
    game = table(SEVEN)
    leaders = [game.board.leader]
    rejected(game)
    leaders.append(game.board.leader)
    mission(game)
    leaders.append(game.board.leader)
    mission(game, 0, 1, 2)
    leaders.append(game.board.leader)
    assert leaders == [0, 6, 5, 4]


@pytest.mark.clause("WIN-TEAM-2", "WIN-OUT-1")
def test_leadership_skips_eliminated_players() -> None:
    game = table(SEVEN, "0 !accuse 2\n0 !accuse 3")
    leaders = []
    for _ in range(5):
        leaders.append(game.board.leader)
        rejected(game)
    assert leaders == [0, 6, 5, 4, 1]


@pytest.mark.clause("WIN-VOTE-1")
@pytest.mark.parametrize(
    ("players", "approvals", "approved"), [(5, 3, True), (5, 2, False), (6, 4, True), (6, 3, False)]
)
def test_a_majority_approves_and_a_tie_does_not(players: int, approvals: int, approved: bool) -> None:
    game = dealt(players)
    propose(game, 0, 1)
    for seat in range(players):
        assert not any(isinstance(event, BallotsRevealed) for event in game.events)
        play(game, f"{seat} cast-ballot {'approve' if seat < approvals else 'reject'}")
    ballots = (1 << approvals) - 1
    assert BallotsRevealed(ballots, (1 << players) - 1 & ~ballots) in game.view(SPECTATOR).events
    assert (kinds(game)[-1] == "TeamApproved") is approved


@pytest.mark.clause("WIN-VOTE-1")
def test_nobody_else_sees_an_unfinished_vote() -> None:
    views = []
    for ballot in ("approve", "reject"):
        game = table(FIVE)
        propose(game, 0, 1)
        play(game, f"2 cast-ballot {ballot}")
        views.append([(game.view(seat).events, game.view(seat).waiting) for seat in (SPECTATOR, 0, 1, 3, 4)])
    assert views[0] == views[1]


# The Winter Soldier's obedience

HILL_AND_ZEMO = (
    "captain-america",
    "nick-fury",
    "maria-hill",
    "shield-agent",
    "winter-soldier",
    "baron-zemo",
    "hydra-agent",
)


@pytest.mark.clause("WIN-VOTE-2")
@pytest.mark.parametrize(("team", "may_reject"), [((0, 1), True), ((0, 4), False), ((3, 4), False), ((2, 3), False)])
def test_the_winter_soldier_may_not_reject_a_team_with_hydra(team: tuple[int, ...], may_reject: bool) -> None:
    game = table(FIVE)
    propose(game, *team)
    assert refusal_of(game, "3 cast-ballot reject") == (None if may_reject else "winter-soldier-must-approve")
    assert refusal_of(game, "3 cast-ballot approve") is None
    for other in (0, 1, 2, 4):
        assert refusal_of(game, f"{other} cast-ballot reject") is None


@pytest.mark.clause("WIN-VOTE-2")
def test_the_winter_soldier_counts_maria_hill_but_not_zemo_as_hydra() -> None:
    game = table(HILL_AND_ZEMO)
    for team, code in (
        ((0, 2), "winter-soldier-must-approve"),
        ((0, 5), None),
        ((0, 6), "winter-soldier-must-approve"),
    ):
        again = game.clone()
        propose(again, *team)
        assert refusal_of(again, "4 cast-ballot reject") == code


@pytest.mark.clause("WIN-VOTE-2")
def test_an_agent_exposed_by_mistake_still_counts_as_hydra() -> None:
    for script in ("", "4 !assassinate-hill 5"):
        game = table(HILL, script)
        propose(game, 0, 5)
        assert refusal_of(game, "4 cast-ballot reject") == "winter-soldier-must-approve"


@pytest.mark.clause("WIN-VOTE-2")
def test_the_literal_reading_changes_nothing_if_every_agent_is_known() -> None:
    for literal in (False, True):
        game = table(SEVEN, winter_soldier_literal=literal)
        propose(game, 1, 6)
        assert refusal_of(game, "4 cast-ballot reject") == "winter-soldier-must-approve"
        assert not any(isinstance(event, HydraOnTeamTold) for event in game.events)


@pytest.mark.clause("WIN-VOTE-2")
@pytest.mark.parametrize(
    ("team", "bound"),
    [((0, 1), False), ((0, 2), False), ((0, 4), True), ((0, 5), True), ((0, 6), True), ((2, 5), True), ((2, 3), False)],
)
def test_read_literally_only_real_agents_count(team: tuple[int, ...], bound: bool) -> None:
    """Seat 2 is Maria Hill, who seems an agent to the Winter Soldier, and seat 5 is Baron Zemo, unknown to them."""
    game = table(HILL_AND_ZEMO, winter_soldier_literal=True)
    propose(game, *team)
    assert refusal_of(game, "4 cast-ballot reject") == ("winter-soldier-must-approve-any" if bound else None)
    assert refusal_of(game, "4 cast-ballot approve") is None
    for other in (0, 1, 2, 3, 5, 6):
        assert refusal_of(game, f"{other} cast-ballot reject") is None


@pytest.mark.clause("WIN-VOTE-2")
@pytest.mark.parametrize(("team", "bound"), [((2, 3), False), ((3, 5), True)])
def test_read_literally_only_the_winter_soldier_learns_of_hydra_on_the_team(team: tuple[int, ...], bound: bool) -> None:
    game = table(HILL_AND_ZEMO, winter_soldier_literal=True)
    propose(game, *team)
    assert game.view(4).events[-1] == HydraOnTeamTold(4, game.board.team, bound)
    for viewer in (SPECTATOR, 0, 1, 2, 3, 5, 6):
        assert not any(isinstance(event, HydraOnTeamTold) for event in game.view(viewer).events)
        others = game.view(viewer)
        assert others.prompt is None or others.prompt.option.allowed == ("approve", "reject")  # type: ignore[union-attr]


@pytest.mark.clause("WIN-VOTE-2")
def test_only_the_winter_soldier_sees_that_a_ballot_is_forced() -> None:
    """Put Maria Hill in either seat: loyal agents and other HYDRA agents get the same bytes."""
    other = [
        "captain-america",
        "nick-fury",
        "hydra-agent",
        "shield-agent",
        "winter-soldier",
        "baron-zemo",
        "maria-hill",
    ]
    for seed in range(8):
        rules = ruleset(7, "maria-hill", "baron-zemo", winter_soldier_literal=True)
        pair = Pair(rules, Deal(HILL_AND_ZEMO, 0), Deal(tuple(other), 0), ())
        pair.compare()
        assert {SPECTATOR, 0, 3, 4, 5} <= pair.views.keys()
        pair.play(Random(seed))


def test_the_clock_approves_for_everybody() -> None:
    game = table(FIVE)
    propose(game, 3, 4)
    assert {game.default(seat).answer for seat in range(5)} == {"approve"}


# Three rejections


@pytest.mark.clause("WIN-VOTE-3")
def test_three_rejections_in_a_row_fail_the_mission() -> None:
    game = table(FIVE)
    rejected(game, 2)
    assert (game.board.track, game.board.mission, game.board.failures) == (2, 1, 0)
    rejected(game)
    assert [event.track for event in game.events if isinstance(event, RejectionCounted)] == [1, 2, 3]
    assert game.events.count(MissionLost(1)) == 1
    assert (game.board.track, game.board.mission, game.board.failures) == (0, 2, 1)
    assert game.board.leader == 5 - 3


@pytest.mark.clause("WIN-VOTE-3")
def test_an_approved_team_resets_the_rejections() -> None:
    game = table(FIVE)
    rejected(game, 2)
    mission(game, 0, 1)
    rejected(game, 2)
    assert (game.board.track, game.board.mission, game.board.failures) == (2, 2, 0)


@pytest.mark.clause("WIN-VOTE-3", "WIN-WITCH-1", "WIN-HILL-3")
def test_a_mission_lost_by_rejections_counts_as_completed() -> None:
    game = dealt(7, "maria-hill", "scarlet-witch")
    mission(game, 0, 1)
    rejected(game, 3)
    (prompt,) = game.prompts().values()
    assert prompt.question.name == "examine"
    assert len(game.board.results) == 2


@pytest.mark.clause("WIN-END-1")
def test_three_missions_lost_by_rejections_lose_the_game() -> None:
    game = table(FIVE)
    rejected(game, 9)
    assert game.result is not None
    assert (game.result.winner, game.result.reason) == ("hydra", "three-failures")
