"""The bot of Winter Soldier: it plays better than chance on both sides, and learns from ballots and missions."""

from collections.abc import Mapping

import pytest

from tests.games.winter_soldier.play import (
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
from turncoat.bots.games.winter_soldier.bot import Winter1
from turncoat.bots.games.winter_soldier.votes import VoteEvidence, insight
from turncoat.games.winter_soldier.board import Board
from turncoat.kernel.game import Game
from turncoat.kernel.options import Answer
from turncoat.kernel.rulesets import Ruleset
from turncoat.lab.intervals import difference
from turncoat.lab.simulation import simulate
from turncoat.testing import play

RULESET = ruleset(5)


@pytest.fixture(scope="module")
def wins() -> Mapping[tuple[str, str], tuple[int, int]]:
    """Wins of S.H.I.E.L.D. and games played, by the bot on its side and the bot on HYDRA's."""
    table = {}
    for shield in ("random", "winter-1"):
        for hydra in ("random", "winter-1"):
            games = 1000 if shield == "random" else 400  # against random players there is less to see
            report = simulate(RULESET, {"shield": shield, "hydra": hydra}, games, "strength")
            table[shield, hydra] = (report.wins["shield"].games, report.games)
    return table


@pytest.mark.parametrize("others", ["random", "winter-1"])
def test_it_plays_shield_better_than_chance(wins: Mapping[tuple[str, str], tuple[int, int]], others: str) -> None:
    low, _ = difference(*wins["winter-1", others], *wins["random", others])
    assert low >= 0.2


@pytest.mark.parametrize(("others", "least"), [("random", 0.02), ("winter-1", 0.1)])
def test_it_plays_hydra_better_than_chance(
    wins: Mapping[tuple[str, str], tuple[int, int]], others: str, least: float
) -> None:
    """Against random players HYDRA wins most games anyway, so there is little to gain."""
    low, _ = difference(*wins[others, "random"], *wins[others, "winter-1"])
    assert low >= least


def bot_at(game: Game[Board], seat: int) -> Winter1:
    bot = Winter1(game.ruleset, seat, b"seed")
    bot.see(game.view(seat).events)
    return bot


def chosen(game: Game[Board], seat: int) -> Answer:
    prompt = game.prompt(seat)
    assert prompt is not None
    return bot_at(game, seat).choose(prompt)


def test_an_agent_who_rejects_agents_or_helps_a_mission_is_not_the_winter_soldier() -> None:
    game = table(FIVE)
    propose(game, 0, 4)
    play(game, "4 cast-ballot reject\n0,1,2,3 cast-ballot approve\n0,4 play-card success")
    evidence = VoteEvidence(game.board, known=0b11000)
    evidence.follow(game.board, private=False)
    assert evidence.soldier_chances(game.board) == [0, 0, 0, 1, 0]


def test_captain_america_accuses_only_when_sure() -> None:
    game = table(SEVEN)
    assert bot_at(game, 0).consider(game.offers(0)) is None
    mission(game, 0, 4)
    for team in ((0, 5, 6), (1, 2, 3)):  # nobody of these played the Failure that the Winter Soldier must
        mission(game, *team)
    accusation = bot_at(game, 0).consider(game.offers(0))
    assert accusation is not None
    assert (accusation.to, accusation.answer) == ("accuse", 4)


def test_a_loyal_seat_approves_rather_than_lose_the_mission_by_a_third_rejection() -> None:
    game = table(SEVEN)
    mission(game, 0, 4)
    rejected(game, 2)
    propose(game, 4, 5, 6)
    assert chosen(game, 1) == "approve"


def test_ballots_show_who_nick_fury_is() -> None:
    game = table(SEVEN)
    for team in ((0, 1), (2, 4), (0, 3), (5, 6)):
        propose(game, *team)
        clean = max(team) < 4
        play(game, f"1 cast-ballot {'approve' if clean else 'reject'}")
        vote(game, not clean)
        if "play-card" in {prompt.question.name for prompt in game.prompts().values()}:
            break
    fit = insight(game.board, 0b1110000)
    assert max(range(1, 4), key=fit.__getitem__) == 1


def test_the_winter_soldier_names_a_seat_that_voted_as_if_it_knew() -> None:
    game = table(SEVEN)
    for _ in range(2):
        propose(game, 2, 4)
        play(game, "1 cast-ballot reject\n2,3 cast-ballot approve")
        vote(game, False)
    won(game)
    play(game, "0 last-guess -")
    assert chosen(game, 4) == 1


def test_the_winter_soldier_who_sees_maria_hill_alone_strikes_at_once() -> None:
    game = table(("captain-america", "nick-fury", "maria-hill", "winter-soldier", "baron-zemo"))
    choice = bot_at(game, 3).consider(game.offers(3))
    assert choice is not None
    game.play(3, choice)
    assert game.result is not None
    assert game.result.reason == "hill-assassinated"


def test_taken_literally_a_team_without_an_agent_shows_who_maria_hill_is() -> None:
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
def test_it_plays_maria_hill_with_baron_zemo_at_a_small_table(rules: Ruleset) -> None:
    report = simulate(rules, {"shield": "winter-1", "hydra": "winter-1"}, 20, "small")
    assert report.games == 20
    assert report.wins["hydra"].games == 20, "the Winter Soldier knows her at once"
