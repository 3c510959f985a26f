"""The bot of Winter Soldier: inference from ballots and missions, and the resulting play."""

import pytest

import turncoat.games  # noqa: F401 - makes the games known
from tests.support.games.winter_soldier import (
    FIVE,
    HILL,
    SEVEN,
    mission,
    propose,
    rejected,
    ruleset,
    table,
    vote,
    won,
)
from turncoat.bots.games.winter_soldier.bot import WinterSoldierBot
from turncoat.bots.games.winter_soldier.onlookers import Forecast, Onlookers, SharpOnlookers, knows, passes
from turncoat.bots.games.winter_soldier.votes import VoteEvidence, soldier_chances
from turncoat.games.winter_soldier.board import Board
from turncoat.games.winter_soldier.roles import HYDRA, side_of
from turncoat.kernel.game import Game
from turncoat.kernel.options import Answer, Form, Seats
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.steps import Choice
from turncoat.simulation.simulate import simulate
from turncoat.testing import play


def bot_at(game: Game[Board], seat: int, seed: bytes = b"seed") -> WinterSoldierBot:
    bot = WinterSoldierBot(game.ruleset, seat, seed)
    bot.see(game.view(seat).events)
    return bot


def chosen(game: Game[Board], seat: int, seed: bytes = b"seed") -> Answer:
    prompt = game.prompt(seat)
    assert prompt is not None
    return bot_at(game, seat, seed).choose(prompt)


def onlookers(game: Game[Board], kind: type[Onlookers] = Onlookers) -> Onlookers:
    watching = kind(game.board)
    watching.follow(game.board)
    return watching


# Evidence from ballots


@pytest.mark.parametrize("ballot", ["approve", "reject"])
def test_an_agent_rarely_rejects_a_team_with_another_agent(ballot: str) -> None:
    game = table(SEVEN)
    propose(game, 0, 4)
    play(game, f"5 cast-ballot {ballot}")
    play(game, "0,4 cast-ballot approve\n1,2,3,6 cast-ballot reject")
    chances = dict(onlookers(game, SharpOnlookers).odds.sets)
    with_five, with_three = chances[0b1110000], chances[0b1011000]
    assert (with_five > 5 * with_three) if ballot == "approve" else with_five == pytest.approx(with_three)
    rejecters, without_four = chances[0b1110000], chances[0b1101000]
    if ballot == "reject":
        assert rejecters < without_four / 10


def test_missions_change_the_odds() -> None:
    game = table(SEVEN)
    before = onlookers(game, SharpOnlookers).odds.suspicion[4]
    mission(game, 0, 4)
    assert onlookers(game, SharpOnlookers).odds.suspicion[4] == pytest.approx(1, abs=0.01)
    game = table(SEVEN)
    propose(game, 0, 1)
    play(game, "0,1,2,3 cast-ballot approve\n4,5,6 cast-ballot reject\n0,1 play-card success")
    assert onlookers(game, SharpOnlookers).odds.suspicion[1] < before


def test_odds_are_the_same_step_by_step_and_at_once() -> None:
    game = table(SEVEN)
    steps = SharpOnlookers(game.board)
    steps.follow(game.board)
    for team in ((0, 1), (2, 3, 6), (0, 2, 3)):
        mission(game, *team)
        steps.follow(game.board)
    at_once = onlookers(game, SharpOnlookers)
    assert steps.odds.suspicion == pytest.approx(at_once.odds.suspicion)
    assert [one.approves for one in steps.forecasts] == [pytest.approx(one.approves) for one in at_once.forecasts]


def test_informed_ballots_point_to_nick_fury() -> None:
    game = table(SEVEN)
    for team in ((0, 2), (3, 2)):  # neither includes seat 1, which approves both anyway
        propose(game, *team)
        play(game, "1 cast-ballot approve")
        vote(game, False)
    fit = knows(onlookers(game), 0b1110000)
    assert fit[1] > 1
    assert fit[1] > max(fit[2], fit[3])


def test_the_last_ballot_of_a_round_is_no_evidence() -> None:
    game = table(SEVEN)
    rejected(game, 2)
    before = knows(onlookers(game), 0b1110000)
    propose(game, 2, 3)
    play(game, "1 cast-ballot approve")
    vote(game, False)
    after = knows(onlookers(game), 0b1110000)
    assert after[1] == before[1]
    last: Forecast = onlookers(game).forecasts[-1]
    assert last.is_last


def test_the_chance_that_a_team_passes_is_computed() -> None:
    assert passes([], 3, 5) == 1
    assert passes([], 2, 4) == 0
    assert passes([0.5, 0.5], 1, 3) == pytest.approx(0.75)


def test_rejecting_agents_or_helping_a_mission_clears_of_being_the_winter_soldier() -> None:
    game = table(FIVE)
    propose(game, 0, 4)
    play(game, "4 cast-ballot reject\n0,1,2,3 cast-ballot approve\n0,4 play-card success")
    evidence = VoteEvidence(game.board, known=0b11000)
    evidence.follow(game.board, private=False)
    assert soldier_chances(game.board, evidence.agent_sets.weights.items()) == [0, 0, 0, 1, 0]


# Decisions


def test_an_agent_does_not_send_the_winter_soldier_alone() -> None:
    game = table(FIVE)
    propose(game, 0, 3)
    assert chosen(game, 4) == "reject"
    game = table(FIVE)
    propose(game, 0, 4)
    assert chosen(game, 4) == "approve"
    game = table(SEVEN)  # among three agents, none knows which of the two others is the Winter Soldier
    propose(game, 0, 4)
    assert chosen(game, 5) == "approve"


def test_hydra_does_not_expose_itself_by_rejecting_the_last_team() -> None:
    game = table(SEVEN)
    rejected(game, 2)
    propose(game, 2, 3)
    assert {chosen(game, seat) for seat in range(7)} == {"approve"}


def test_the_winter_soldier_prefers_to_stay_off_missions() -> None:
    game = table(FIVE)
    while game.board.leader != 3:
        rejected(game)
    prompt = game.prompt(3)
    assert prompt is not None
    assert isinstance(prompt.option, Form)
    assert isinstance(prompt.option.parts[0][1], Seats)
    (team,) = chosen(game, 3)
    assert team & 0b11000 == 0b10000


def test_with_two_agents_on_a_mission_only_the_winter_soldier_sabotages() -> None:
    game = table(FIVE)
    mission(game, 0, 1)
    propose(game, 2, 3, 4)
    vote(game)
    assert chosen(game, 4) == "success"
    game = table(FIVE)
    propose(game, 0, 4)
    vote(game)
    assert chosen(game, 4) == "fail"


def test_careless_teams_and_ballots_reveal_no_side() -> None:
    game = table(FIVE)
    mission(game, 0, 1)

    def careless(seat: int, role: str, seed: int) -> Answer | None:
        bot = bot_at(game, seat, b"%d" % seed)
        assert bot.view is not None
        bot.view.board.roles[seat] = role
        bot.view.board.with_hydra = 0b11000 if side_of(role) == HYDRA else 0
        prompt = game.prompt(seat)
        assert prompt is not None
        return bot.careless_answer(prompt)

    leader, given = game.board.leader, set()
    for asked in ("name-team", "cast-ballot"):
        if asked == "cast-ballot":
            propose(game, 0, 1, 4)
        seat = leader if asked == "name-team" else 2
        for seed in range(30):
            answers = {careless(seat, role, seed) for role in set(game.deal.roles)}
            assert len(answers) == 1
            given |= answers
    assert {"approve", "reject"} < given
    assert len(given) > 4


def test_careless_agents_hesitate_on_the_first_mission_as_people_do() -> None:
    game = table(FIVE)
    propose(game, 0, 4)
    vote(game)
    prompt = game.prompt(4)
    assert prompt is not None
    assert bot_at(game, 4).choose(prompt) == "fail"
    played = [bot_at(game, 4, b"%d" % seed).careless_answer(prompt) for seed in range(200)]
    assert 0.25 < played.count("fail") / 200 < 0.45


def test_captain_america_accuses_before_a_losing_mission() -> None:
    game = table(SEVEN)
    for team in ((0, 4), (0, 1, 5)):
        propose(game, *team)
        play(game, "0,1,4,5,6 cast-ballot approve\n2,3 cast-ballot reject")
        play(game, f"{','.join(map(str, team[:-1]))} play-card success\n{team[-1]} play-card fail")
    propose(game, 4, 5, 6)
    assert bot_at(game, 0).consider(game.offers(0)) is None, "three agents are hard to distinguish"
    vote(game)
    accusation = bot_at(game, 0).consider(game.offers(0))
    assert isinstance(accusation, Choice)
    assert accusation.answer in (4, 5, 6)
    game.play(0, accusation)
    assert game.board.pending, "the cards come first"
    assert bot_at(game, 0).consider(game.offers(0)) is None, "one accusation at a time"


def test_nick_fury_votes_as_if_uninformed() -> None:
    game = table(SEVEN)
    propose(game, 2, 3)  # clean, as only Nick Fury knows
    assert {chosen(game, 1, b"%d" % seed) for seed in range(10)} == {"reject"}


def test_captain_americas_last_guess_is_among_likely_agents() -> None:
    game = table(SEVEN)
    propose(game, 0, 5)
    play(game, "0,4,5,6 cast-ballot approve\n1,2,3 cast-ballot reject")
    play(game, "0 play-card success\n5 play-card fail")
    won(game)
    assert chosen(game, 0) in (4, 5, 6)


def test_captain_america_accuses_only_when_sure() -> None:
    game = table(SEVEN)
    assert bot_at(game, 0).consider(game.offers(0)) is None
    mission(game, 0, 4)
    for team in ((0, 5, 6), (1, 2, 3)):  # none of these played the Failure that the Winter Soldier must
        mission(game, *team)
    accusation = bot_at(game, 0).consider(game.offers(0))
    assert accusation is not None
    assert (accusation.to, accusation.answer) == ("accuse", 4)


def test_loyal_seats_approve_to_avoid_a_third_rejection() -> None:
    game = table(SEVEN)
    mission(game, 0, 4)
    rejected(game, 2)
    propose(game, 4, 5, 6)
    assert chosen(game, 1) == "approve"


def test_the_winter_soldier_names_a_seat_that_voted_as_if_informed() -> None:
    game = table(SEVEN)
    for team in ((0, 2), (3, 2)):  # neither includes seat 1, which approves both anyway
        propose(game, *team)
        play(game, "1 cast-ballot approve")
        vote(game, False)
    won(game)
    play(game, "0 last-guess -")
    assert chosen(game, 4) == 1


def test_the_winter_soldier_assassinates_at_once_if_only_hill_is_seen() -> None:
    game = table(("captain-america", "nick-fury", "maria-hill", "winter-soldier", "baron-zemo"))
    choice = bot_at(game, 3).consider(game.offers(3))
    assert choice is not None
    game.play(3, choice)
    assert game.result is not None
    assert game.result.reason == "hill-assassinated"


def test_read_literally_a_team_without_agents_exposes_maria_hill() -> None:
    for literal in (False, True):
        game = table(HILL, winter_soldier_literal=literal)
        assert bot_at(game, 4).consider(game.offers(4)) is None
        propose(game, 2, 3)
        choice = bot_at(game, 4).consider(game.offers(4))
        assert (choice is not None) is literal
        if choice is not None:
            assert (choice.to, choice.answer) == ("assassinate-hill", 2)


@pytest.mark.parametrize(
    "rules",
    [ruleset(5, "maria-hill", "baron-zemo"), ruleset(6, "maria-hill", "baron-zemo", winter_soldier_literal=True)],
    ids=["5", "6-literal"],
)
def test_bots_play_maria_hill_with_baron_zemo_at_a_small_table(rules: Ruleset) -> None:
    report = simulate(rules, ["sensible"], 20, "small")
    assert report.games == 20
    assert report.wins["hydra"].games == 20, "the Winter Soldier knows her at once"
