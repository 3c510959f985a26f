"""Hard cases for the kernel: chapters that interrupt, reverse results, eliminate players, and change the turn order."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.kernel.hard_cases.captain import Captain
from tests.kernel.hard_cases.hail import Hail
from tests.kernel.hard_cases.hunters import Hunters
from tests.kernel.hard_cases.laying import Laying
from tests.kernel.hard_cases.no_confidence import NoConfidence
from tests.support.toys import known, notes, resistance_with, toy_game
from turncoat.games.resistance import events as happened
from turncoat.kernel.boards import Result
from turncoat.kernel.chapters import Deal
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import seat_set
from turncoat.testing import contract, play, refusal_of, rulesets

REJECTED = """
    {leader} name-team team=0,1
    * cast-ballot reject
"""
MISSION = """
    {leader} name-team team={team}
    * cast-ballot approve
"""


@pytest.fixture(autouse=True)
def toys() -> Iterator[None]:
    laying = Laying()
    laying.add(Hail())
    with resistance_with(NoConfidence(), Hunters(), Captain()), known(laying):
        yield


def kinds(game: Game[Any], start: int = 0) -> list[str]:
    return [type(event).__name__ for event in game.events[start:]]


def asked(game: Game[Any]) -> dict[int, str]:
    return {seat: prompt.question.name for seat, prompt in game.prompts().items()}


# A No Confidence as the fifth rejection


def on_the_fifth_vote() -> Game[Any]:
    game = toy_game("no-confidence")
    for leader in range(4):
        play(game, REJECTED.format(leader=leader))
    play(game, "4 name-team team=0,1\n* cast-ballot approve")
    return game


def test_an_interrupting_no_confidence_is_the_fifth_rejection() -> None:
    game = on_the_fifth_vote()
    assert game.board.track == 4
    assert kinds(game)[-1] == "BallotsRevealed", "the vote is counted and has no effect yet"
    assert asked(game) == {4: "no-confidence"}
    play(game, "4 no-confidence yes")
    assert kinds(game)[-4:] == ["NoConfidencePlayed", "TeamRejected", "GameEnded", "RolesRevealed"]
    assert game.result == Result("spies", "five-rejections")


def test_an_unused_no_confidence_lets_the_vote_stand() -> None:
    game = on_the_fifth_vote()
    play(game, "4 no-confidence no")
    assert kinds(game)[-1] == "TeamApproved"
    assert game.board.track == 0
    assert asked(game) == {0: "play-card", 1: "play-card"}


def test_no_confidence_is_not_asked_after_a_rejection() -> None:
    game = toy_game("no-confidence")
    play(game, REJECTED.format(leader=0))
    assert asked(game) == {1: "name-team"}


# A Hunter's wrong accusation that reverses the deciding mission and hands the other side its accusation


def after_five_missions() -> Game[Any]:
    """Play Success, Fail, Success, Fail, Fail, so that the last mission is the spies' third."""
    game = toy_game("hunters")
    for leader, team, fails in (
        (0, "1,2", ""),
        (1, "0,1,2", "0"),
        (2, "1,2", ""),
        (3, "0,1,2", "0"),
        (4, "0,1,2", "0"),
    ):
        play(game, MISSION.format(leader=leader, team=team))
        if fails:
            play(game, f"{fails} play-card fail")
        play(game, "* play-card success")
    return game


def test_a_wrong_accusation_reverses_the_last_mission_and_passes_the_accusation() -> None:
    game = after_five_missions()
    assert game.board.failures == 3
    assert game.result is None
    assert asked(game) == {0: "accuse"}
    start = len(game.events)
    play(game, "0 accuse 4")
    assert kinds(game, start) == ["PlayerAccused", "MissionReversed"]
    assert game.events[-1] == happened.MissionReversed(5, success=True)
    assert (game.board.successes, game.board.failures) == (3, 2)
    assert asked(game) == {1: "accuse"}, "the reversal gives the resistance its third mission, so its hunter accuses"
    play(game, "1 accuse 4")
    assert (game.board.successes, game.board.failures) == (2, 3)
    assert asked(game) == {0: "accuse"}
    assert refusal_of(game, "0 accuse 4") == "seat-not-allowed", "nobody is accused twice by one hunter"
    play(game, "0 accuse 2")
    assert game.result == Result("spies", "chief-accused")


def test_a_wrong_accusation_on_an_earlier_mission_only_reverses_it() -> None:
    game = toy_game("hunters")
    for leader in range(3):
        play(game, MISSION.format(leader=leader, team=("0,1", "0,1,2", "0,1")[leader]))
        play(game, "0 play-card fail\n* play-card success")
    assert asked(game) == {0: "accuse"}
    play(game, "0 accuse 1")
    assert (game.board.successes, game.board.failures) == (1, 2)
    assert game.board.mission == 4
    assert asked(game) == {3: "name-team"}


# Captain America's accusation during a ballot, which eliminates a member of the team being voted on


def test_an_accusation_during_a_vote_resolves_after_the_last_ballot() -> None:
    game = toy_game("captain")
    play(game, "0 name-team team=0,1\n1,2 cast-ballot approve")
    number = game.prompts()[3].number
    play(game, "4 !accuse 1")
    assert kinds(game)[-1] == "CaptainAccused", "public at once"
    assert asked(game) == {0: "cast-ballot", 3: "cast-ballot", 4: "cast-ballot"}
    assert game.prompts()[3].number == number, "a ballot in transit is still accepted"
    assert game.answer(2) == "approve", "earlier ballots stand"
    assert refusal_of(game, "2 cast-ballot reject") is None, "and may still be changed"
    assert not game.offers(4)
    start = len(game.events)
    play(game, "* cast-ballot approve")
    assert kinds(game, start) == ["PlayerOut"], "the ballots are never revealed, the team is void"
    assert (game.board.track, game.board.leader, game.board.proposals) == (0, 0, [])
    assert asked(game) == {0: "name-team"}, "the same leader names another team"
    assert refusal_of(game, "0 name-team team=0,1") == "seat-not-allowed"
    play(game, "0 name-team team=0,2")
    assert game.waiting == seat_set([0, 2, 3, 4])
    play(game, "0,2,3 cast-ballot approve\n4 cast-ballot reject")
    assert game.events[-2] == happened.BallotsRevealed(seat_set([0, 2, 3]), seat_set([4]))
    assert asked(game) == {0: "play-card", 2: "play-card"}


def test_an_accusation_of_a_player_off_the_team_lets_the_vote_go_on() -> None:
    game = toy_game("captain")
    play(game, "0 name-team team=0,1\n1,2 cast-ballot approve\n4 !accuse 2\n0 cast-ballot approve")
    start = len(game.events)
    play(game, "3,4 cast-ballot reject")
    assert kinds(game, start)[:2] == ["PlayerOut", "BallotsRevealed"]
    assert notes(game.board, "captain")["out"] == 1 << 2
    assert kinds(game, start)[2] == "TeamRejected", "an eliminated player's ballot does not count: two of four"


def test_an_accusation_outside_a_collection_resolves_at_once() -> None:
    game = toy_game("captain")
    play(game, "4 !accuse 1")
    assert kinds(game)[-2:] == ["CaptainAccused", "PlayerOut"]
    assert asked(game) == {0: "name-team"}
    assert refusal_of(game, "0 name-team team=0,1") == "seat-not-allowed", "the open prompt is updated"


# HAIL HYDRA after two of five heroes have laid their cards

AGENT = {seat: Deal(tuple("agent" if k == seat else "hero" for k in range(5)), 0) for seat in range(5)}


def laying(agent: int) -> Game[Any]:
    game: Game[Any] = Game(Ruleset.of("laying", 5, ["hail"]), AGENT[agent])
    play(game, "0 lay-cards +1\n1 lay-cards +1,-3")
    return game


def test_hail_hydra_makes_the_agent_lay_at_once() -> None:
    game = laying(agent=4)
    number = game.prompts()[2].number
    play(game, "4 !hail-hydra yes")
    assert asked(game) == {4: "lay-face-up"}
    play(game, "4 lay-face-up -3")
    assert game.view(0).board.laid == {0: ("+1",), 1: None, 4: ("-3",)}
    assert asked(game) == {2: "lay-cards"}
    assert game.prompts()[2].number == number, "the others continue where they were"
    play(game, "2 lay-cards +1\n3 lay-cards +1")
    assert game.result == Result("hydra", "total--2")
    assert kinds(game)[-1] == "GameEnded", "the agent has already laid"


def test_hail_hydra_on_the_agents_own_turn_takes_that_turn() -> None:
    game = laying(agent=2)
    play(game, "2 !hail-hydra yes\n2 lay-face-up +1")
    assert asked(game) == {3: "lay-cards"}


def test_hail_hydra_turns_up_the_agents_laid_cards() -> None:
    game = laying(agent=1)
    assert game.view(2).board.laid == {0: None, 1: None}
    play(game, "1 !hail-hydra yes")
    assert game.view(2).board.laid == {0: None, 1: ("+1", "-3")}
    assert asked(game) == {2: "lay-cards"}


# The contract of all rulesets holds for these, alone and combined


@pytest.mark.parametrize("check", contract.CHECKS)
def test_the_hard_cases_keep_the_contract(check: str) -> None:
    tried = rulesets("toy", "laying")
    assert {ruleset.modules for ruleset in tried} >= {(), ("no-confidence",), ("hunters",), ("captain",), ("hail",)}
    for ruleset in tried:
        contract.CHECKS[check](ruleset, seed=7)


def test_hard_cases_reuse_events_of_the_base_game() -> None:
    game = on_the_fifth_vote()
    play(game, "4 no-confidence yes")
