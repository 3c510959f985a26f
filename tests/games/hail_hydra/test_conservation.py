"""Properties of every legal walk: 80 attack cards, a city from 0 to 27, and counts that match what they count."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turncoat.games.hail_hydra import HOUSE_CARDS
from turncoat.games.hail_hydra.board import Board
from turncoat.games.hail_hydra.tables import FEWEST_HEROES, PLAYERS
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import seats_in
from turncoat.testing import random_walk


def everything(board: Board) -> Counter[str]:
    """Return all attack cards, wherever they are."""
    found = Counter(board.pile) + Counter(board.discarded) + Counter(board.blind)
    for hand in (*board.hands, *board.laid.values()):
        found += Counter(hand)
    return found


@pytest.mark.clause("HH-SETUP-3", "HH-OFF-7", "HH-KO-5", "HH-SETUP-5")
@settings(max_examples=25, deadline=None)
@given(players=st.sampled_from(PLAYERS), seed=st.integers(0, 1 << 32), offers=st.sampled_from([0.02, 0.1, 0.3]))
def test_every_legal_game_conserves_the_eighty_cards(players: int, seed: int, offers: float) -> None:
    ruleset = Ruleset.of("hail-hydra", players, options={"all-revealed": seed % 2 == 0})
    game: Game[Board] = Game(ruleset, ruleset.deal(str(seed).encode()))
    whole = Counter(HOUSE_CARDS.attack_cards)
    board = game.board
    for _ in random_walk(game, Random(seed), offers=offers):
        if board.phase != "heroes":
            assert everything(board) == whole
        assert board.hand_sizes == [len(hand or ()) for hand in board.hands]
        assert board.pile_size == len(board.pile)
        assert board.discarded_count == len(board.discarded)
        assert board.laid_counts == {seat: len(laid) for seat, laid in board.laid.items()}
        assert 0 <= board.city <= 27
        assert board.on_mission.bit_count() >= FEWEST_HEROES
        assert all(0 < count <= 3 for count in board.laid_counts.values())
        assert seats_in(board.revealed & ~sum(1 << s for s, r in enumerate(board.roles) if r == "hydra")) == ()
    assert game.result is not None
    assert (game.result.winner == "hydra") == (board.city == 0)
