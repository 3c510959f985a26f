"""The bot of Hail Hydra: it plays better than chance on both sides, and learns from laid cards who the agents are."""

from random import Random

import pytest

import turncoat.games  # noqa: F401 - makes the games known
from turncoat import bots
from turncoat.bots.games.hail_hydra.hydra_2 import Hydra2, Hydra3
from turncoat.bots.games.hail_hydra.laid_cards import LaidCardEvidence
from turncoat.games.hail_hydra import HOUSE_CARDS
from turncoat.games.hail_hydra.board import Board
from turncoat.games.hail_hydra.cards import Villain
from turncoat.games.hail_hydra.tables import LEVELS, VALUES
from turncoat.kernel.options import Cards
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import seat_set
from turncoat.lab.simulation import play_game, simulate

RULESET = Ruleset.of("hail-hydra", 5)


@pytest.mark.parametrize("others", ["random", "hydra-1"])
def test_it_plays_shield_better_than_chance(others: str) -> None:
    wins = [
        simulate(RULESET, {"shield": shield, "hydra": others}, 60, "strength").wins["shield"].share
        for shield in ("random", "hydra-1")
    ]
    assert wins[1] >= wins[0] + 0.2


def test_it_plays_hydra_better_than_chance() -> None:
    wins = [
        simulate(RULESET, {"shield": "hydra-1", "hydra": hydra}, 200, "strength").wins["hydra"].share
        for hydra in ("random", "hydra-1")
    ]
    assert wins[1] >= wins[0] + 0.05


def test_a_hero_who_lays_more_cards_is_suspected_when_the_attack_is_red() -> None:
    board = Board(5, HOUSE_CARDS)
    board.laid_counts = {0: 1, 1: 1, 2: 3, 3: 1, 4: 1}
    evidence = LaidCardEvidence(5, 0b00001)
    assert evidence.suspicion[0] == 0
    assert evidence.suspicion[2] == pytest.approx(evidence.prior) == pytest.approx(0.5)
    evidence.attack(board, ("+1", "-2", "-3", "-4", "-5", "-5", "-5"), seat_set(board.laid))
    assert evidence.suspicion[2] > evidence.suspicion[1] == pytest.approx(evidence.suspicion[3])
    assert sum(evidence.suspicion) == pytest.approx(2)


def test_cards_that_lie_open_tell_on_their_hero_alone() -> None:
    board = Board(5, HOUSE_CARDS)
    board.laid_counts = {0: 1, 1: 1, 2: 2, 3: 1, 4: 1}
    board.laid = {2: ("-4", "-5")}
    evidence = LaidCardEvidence(5, 0b00001)
    evidence.attack(board, ("+1", "+2", "+2", "+3", "-4", "-5"), seat_set(board.laid))
    assert evidence.suspicion[2] > 0.7
    evidence.revealed(1)
    assert evidence.suspicion[1] == pytest.approx(1)


def test_hydra_2_wins_more_often_than_hydra_1_on_both_sides() -> None:
    for side, other, least in (("shield", "hydra", 0.05), ("hydra", "shield", 0.05)):
        shares = [
            simulate(RULESET, {side: bot, other: "hydra-1"}, 150, "second").wins[side].share
            for bot in ("hydra-1", "hydra-2")
        ]
        assert shares[1] >= shares[0] + least, side


def hero_at(health: int, hand: tuple[str, ...], role: str = "shield", mission: int = 1) -> tuple[Hydra2, Board, Cards]:
    """A bot on seat 0 before a villain, with these cards; nobody has laid yet."""
    board = Board(5, HOUSE_CARDS)
    board.mission = mission
    board.villain = Villain("brute", "Brute", LEVELS[mission - 1], 10, 1, "")
    board.health = health
    board.roles[0] = role
    board.hands[0] = hand
    return Hydra2(RULESET, 0, b""), board, Cards(1, 3, hand)


def test_a_hero_lays_their_share_and_spares_the_rest() -> None:
    hand = ("+1", "+2", "+3", "+4", "-2")
    few, many = ((bot._lays(board, option)) for bot, board, option in (hero_at(2, hand), hero_at(12, hand)))
    assert few == ("+2",)  # as two of five may be agents: six points in all from three honest heroes
    assert sum(VALUES[card] for card in few) < sum(VALUES[card] for card in many)
    assert "-2" not in many
    bot, board, option = hero_at(40, hand)  # more than the hero has: all that they can
    assert bot._lays(board, option) == ("+2", "+3", "+4")


def test_what_others_have_laid_is_counted_in() -> None:
    bot, board, option = hero_at(9, ("+1", "+2", "+3", "+4"))
    alone = bot._lays(board, option)
    board.laid_counts = {1: 3, 2: 3}
    assert sum(map(VALUES.__getitem__, bot._lays(board, option))) < sum(map(VALUES.__getitem__, alone))


@pytest.mark.parametrize(("mission", "red_alone"), [(1, False), (2, True), (5, True)])
def test_an_agent_lays_red_cards_alone_from_the_second_villain_on(mission: int, *, red_alone: bool) -> None:
    laid = set()
    for seed in range(30):
        bot, board, option = hero_at(9, ("+1", "+4", "-2", "-4", "-5"), "hydra", mission)
        bot.rng.seed(seed)
        laid.add(all(VALUES[card] < 0 for card in bot._agent_lays(board, option)))
    assert laid == {True} if red_alone else False in laid


def test_an_agent_announces_hail_hydra_as_soon_as_no_knock_out_can_follow() -> None:
    for mission in range(1, 6):
        bot, board, _ = hero_at(9, (), "hydra", mission)
        assert bot._hails(board) == (mission == 5)


def test_hydra_3_announces_it_one_mission_earlier() -> None:
    for mission in range(1, 6):
        _, board, _ = hero_at(9, (), "hydra", mission)
        assert Hydra3(RULESET, 0, b"")._hails(board) == (mission >= 4)


@pytest.mark.parametrize(("general", "own"), [("deducer", "hydra-2"), ("strategist", "hydra-3")])
def test_bots_for_every_game_play_hail_hydra_as_one_of_its_own(general: str, own: str) -> None:
    deal = RULESET.deal(b"same")
    games = [
        play_game(RULESET, deal, [bots.find(name)(RULESET, seat, bytes([seat])) for seat in range(5)], Random(1))
        for name in (general, own)
    ]
    assert games[0].choices == games[1].choices
