"""The bot of Hail Hydra: it plays better than chance on both sides, and learns from laid cards who the agents are."""

from random import Random

import pytest

import turncoat.games  # noqa: F401 - makes the games known
from turncoat import bots
from turncoat.bots.games.hail_hydra.laid_cards import LaidCardEvidence
from turncoat.games.hail_hydra import HOUSE_CARDS
from turncoat.games.hail_hydra.board import Board
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


def test_sensible_plays_it_as_hydra_1() -> None:
    deal = RULESET.deal(b"same")
    games = [
        play_game(RULESET, deal, [bots.find(name)(RULESET, seat, bytes([seat])) for seat in range(5)], Random(1))
        for name in ("sensible", "hydra-1")
    ]
    assert games[0].choices == games[1].choices


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
