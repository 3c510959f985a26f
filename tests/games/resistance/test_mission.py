"""Missions in The Resistance: the cards, the result, and the end of the game."""

from itertools import permutations, product

import msgspec
import pytest

from tests.support.games.resistance import kinds, last, mission, new_game, vote
from turncoat.games.resistance.events import CardPlayed, MissionRevealed, RolesRevealed, RoundBegan
from turncoat.games.resistance.roles import side_of
from turncoat.kernel.boards import Result
from turncoat.kernel.events import all_seen_by
from turncoat.kernel.refusals import Refused, english
from turncoat.kernel.seats import SPECTATOR, left_of, seat_set
from turncoat.kernel.steps import Choice
from turncoat.testing import play, refusal_of
from turncoat.testing.secrecy import sent

COUNTS = range(5, 11)


@pytest.mark.clause("RES-MISSION-1")
@pytest.mark.parametrize("players", COUNTS)
def test_the_unplayed_mission_card_is_never_revealed(players: int) -> None:
    game = new_game(players)
    vote(game)
    team = list(range(game.board.team_size))
    assert list(game.prompts()) == team
    assert all(prompt.option.shown == ("success", "fail") for prompt in game.prompts().values())  # type: ignore[union-attr]
    play(game, "0 play-card fail\n* play-card success")
    revealed = last(game, MissionRevealed)
    assert len(revealed.cards) == len(team), "one card of each, and no other"
    for viewer in (SPECTATOR, *range(players)):
        played = [event for event in game.view(viewer).events if isinstance(event, CardPlayed)]
        assert played == ([CardPlayed(viewer, "fail" if viewer == 0 else "success")] if viewer in team else [])


@pytest.mark.clause("RES-MISSION-2")
@pytest.mark.parametrize("players", COUNTS)
def test_only_spies_may_play_fail(players: int) -> None:
    game = new_game(players)
    for _ in range(3):
        vote(game)
        for seat, prompt in game.prompts().items():
            spy = side_of(game.deal.roles[seat]) == "spies"
            assert list(prompt.option.answers()) == (["success", "fail"] if spy else ["success"])
            refusal = game.refusal(seat, Choice(prompt.number, "fail"))
            assert (refusal is None) == spy
            if refusal is not None:
                assert refusal.code == "card-not-yours-to-play"
                assert english(refusal) == "Your side may not play that card. Play success."
                with pytest.raises(Refused, match="card-not-yours-to-play"):
                    play(game, f"{seat} play-card fail")
                assert game.answer(seat) is None
        play(game, "* play-card success")


@pytest.mark.clause("RES-MISSION-3")
def test_mission_cards_do_not_reveal_their_players() -> None:
    """Vary the saboteur and the order of play: others get the same bytes."""
    got = set()
    for saboteur in (0, 1):
        for order in permutations((0, 1, 4)):
            game = new_game(first=1)
            vote(game)
            play(game, "* play-card success")
            play(game, f"{game.board.leader} name-team team=0,1,4\n* cast-ballot approve")
            for seat in order:
                play(game, f"{seat} play-card {'fail' if seat == saboteur else 'success'}")
            assert last(game, MissionRevealed).cards == ("success", "success", "fail")
            for viewer in (SPECTATOR, 2, 3):
                got.add((viewer, msgspec.json.encode(all_seen_by(game.events, viewer)), sent(game, viewer)))
    assert len(got) == 3, "one for each viewer, independent of the spy"


@pytest.mark.clause("RES-MISSION-3")
def test_only_their_owners_know_face_down_cards() -> None:
    game = new_game()
    vote(game)
    play(game, "0 play-card fail")
    assert [game.view(viewer).answer for viewer in (0, 1, 2, SPECTATOR)] == ["fail", None, None, None]
    play(game, "1 play-card success")
    assert [game.view(viewer).board.cards for viewer in (0, 1, 2, SPECTATOR)] == [{0: "fail"}, {1: "success"}, {}, {}]
    assert game.view(SPECTATOR).board.results[0].cards == ("success", "fail"), "only the number of each is public"


@pytest.mark.clause("RES-MISSION-4", "RES-MISSION-5")
@pytest.mark.parametrize("players", COUNTS)
def test_one_fail_is_enough_except_on_mission_4_from_7_players(players: int) -> None:
    for number, fails in product(range(1, 6), range(4)):
        game = new_game(players)
        for earlier in range(1, number):
            mission(game, fails=2 if earlier % 2 else 0)
        size = game.board.team_size
        fails = min(fails, size, game.deal.roles.count("spy"))  # no more than the spies on the team
        mission(game, fails)
        revealed = last(game, MissionRevealed)
        assert revealed.mission == number
        assert revealed.cards == ("success",) * (size - fails) + ("fail",) * fails
        assert revealed.success == (fails < (2 if players >= 7 and number == 4 else 1)), (number, fails)
        assert revealed.outcome == ("mission-succeeded" if revealed.success else "mission-failed")
        assert game.board.results[-1].success == revealed.success


@pytest.mark.clause("RES-MISSION-6")
@pytest.mark.parametrize("fails", [0, 1])
def test_a_mission_marks_the_result_and_passes_leadership(fails: int) -> None:
    game = new_game(first=3)
    vote(game, approve=False)
    for number in range(1, 3):
        leader = game.board.leader
        mission(game, fails)
        result = game.board.results[-1]
        assert (result.mission, result.success) == (number, fails == 0)
        assert game.board.leader == left_of(leader, 5)
        assert game.board.mission == game.board.round == number + 1
        assert last(game, RoundBegan) == RoundBegan(number + 1, left_of(leader, 5), number + 1)
        assert kinds(game)[-3:] == ["MissionRevealed", "LeaderPassed", "RoundBegan"]
        assert list(game.prompts()) == [left_of(leader, 5)]


@pytest.mark.clause("RES-MISSION-7")
def test_a_mission_card_may_change_until_all_have_played() -> None:
    game = new_game()
    vote(game)
    play(game, "0 play-card fail")
    others = (SPECTATOR, 1, 2, 3, 4)
    before = [sent(game, viewer) for viewer in others]
    events = len(game.events)
    for card in ("success", "fail", "success"):
        play(game, f"0 play-card {card}")
        assert game.view(0).answer == card
        assert [sent(game, viewer) for viewer in others] == before
        assert len(game.events) == events
    play(game, "1 play-card success")
    assert last(game, MissionRevealed).cards == ("success", "success")
    with pytest.raises(ValueError, match="0 is not asked; asked here: 1 name-team"):
        refusal_of(game, "0 play-card fail")


@pytest.mark.clause("RES-END-1")
@pytest.mark.parametrize("players", COUNTS)
@pytest.mark.parametrize("outcome", ["SSS", "FFF", "SFSS", "FSFF", "SSFS", "SFSFS", "FFSSF"])
def test_the_third_success_or_failure_ends_the_game_at_once(players: int, outcome: str) -> None:
    game = new_game(players)
    for letter in outcome:
        assert game.result is None
        mission(game, fails=2 if letter == "F" else 0)
    winner = "resistance" if outcome[-1] == "S" else "spies"
    assert game.result == Result(winner, "three-successes" if winner == "resistance" else "three-failures")
    assert kinds(game)[-3:] == ["MissionRevealed", "GameEnded", "RolesRevealed"]
    assert not game.prompts()
    assert game.waiting == 0


@pytest.mark.clause("RES-END-2")
def test_roles_are_revealed_only_after_the_game() -> None:
    game = new_game()
    for _ in range(3):
        for viewer in (SPECTATOR, *range(2, 5)):
            known = [role for seat, role in enumerate(game.view(viewer).board.roles) if seat != viewer]
            assert set(known) == {None}
        mission(game, fails=1)
    assert kinds(game).count("RolesRevealed") == 1
    for viewer in (SPECTATOR, *range(5)):
        assert tuple(game.view(viewer).board.roles) == game.deal.roles
        assert last(game, RolesRevealed).roles == game.deal.roles


@pytest.mark.clause("RES-SECRET-1")
@pytest.mark.parametrize("players", COUNTS)
def test_no_choice_shows_a_role_or_card_to_another_player(players: int) -> None:
    """Check that all choices are teams, ballots and cards, of which others see nothing that proves a role."""
    game = new_game(players)
    for number in range(4):
        assert all(not game.offers(seat) for seat in range(players))
        mission(game, fails=1 if number == 1 else 0)
    for viewer in range(players):
        for event in all_seen_by(game.events[: kinds(game).index("GameEnded")], viewer):
            fields = msgspec.structs.asdict(event)
            if "role" in fields or "card" in fields:
                assert fields["seat"] == viewer, "everybody sees only their own role and card"


@pytest.mark.clause("RES-EXAMPLE-1")
def test_the_worked_example_of_a_mission() -> None:
    game = new_game(first=2)
    play(game, "2 name-team team=1,2\n0,1,2,3 cast-ballot approve\n4 cast-ballot reject")
    assert game.board.proposals[0].approved
    play(game, "1 play-card fail\n2 play-card success")
    assert last(game, MissionRevealed) == MissionRevealed(1, ("success", "fail"), success=False)
    assert (game.board.failures, game.board.mission, game.board.leader) == (1, 2, 3)
    assert game.board.results[0].team == seat_set([1, 2])
