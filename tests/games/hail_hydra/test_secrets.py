"""Secrets: hands, draws, discards, piles, laid cards, cards given or stolen, and who could hail."""

import msgspec
import pytest

from tests.support.games.hail_hydra import auto, cards, deal_of, go_on, hail, happened, lay, new_game
from turncoat.games.hail_hydra import events as hh
from turncoat.games.hail_hydra.board import Board
from turncoat.kernel.chapters import Deal
from turncoat.kernel.game import Game
from turncoat.kernel.seats import SPECTATOR
from turncoat.testing import play
from turncoat.testing.secrecy import seen_from, sent

HANDS = {0: "+4 +4 +4 -2 -2 -2", 1: "+1 -2", 2: "+1 +1 -2 -3", 3: "+1 +1 +1 +2 -2 -3", 4: "-5 -5 -4 -4 +3 +2"}
VIEWERS = (SPECTATOR, *range(5))


def all_of(game: Game[Board], viewer: int) -> bytes:
    """Return everything that a viewer receives, as bytes."""
    return msgspec.json.encode(seen_from(game, 0, viewer)) + sent(game, viewer)


def alike(one: Game[Board], other: Game[Board], *viewers: int) -> None:
    """Check that the games look alike to these viewers and to nobody else."""
    for viewer in VIEWERS:
        assert (all_of(one, viewer) == all_of(other, viewer)) == (viewer in viewers), f"viewer {viewer}"


@pytest.mark.clause("HH-PUBLIC-1")
def test_only_its_holder_sees_a_hand() -> None:
    other = {**HANDS, 1: "+2 -5"}
    alike(new_game(hands=HANDS), new_game(hands=other), SPECTATOR, 0, 2, 3, 4)


@pytest.mark.clause("HH-PUBLIC-1")
def test_only_the_hero_sees_their_draws_and_discards() -> None:
    games = [new_game(hands={**HANDS, 1: hand}, pile=f"{top} +2 +3 +4 -3 -3 +1 +1 +2 +2") for hand, top in
             (("+1 -2", "+1"), ("+1 -3", "+4"))]  # fmt: skip
    for game in games:
        lay(game, "+4", "+1", "+1", "+1", "-5")
        go_on(game, "lay-cards")
        assert game.board.token == 1
        discarded = happened(game, hh.CardsDiscarded)[-1]
        assert (discarded.seat, discarded.count) == (1, 1)
    alike(games[0], games[1], SPECTATOR, 0, 2, 3, 4)


def test_nobody_knows_the_order_of_the_piles() -> None:
    one, other = new_game(hands=HANDS, pile="+1 +2 +3"), new_game(hands=HANDS, pile="-5 -4 -3")
    alike(one, other, *VIEWERS)
    for viewer in VIEWERS:
        assert not one.view(viewer).board.pile


def test_nobody_knows_the_order_of_a_reshuffled_pile() -> None:
    game = new_game(hands=HANDS)
    while "shuffle-pile" not in {prompt.question.name for prompt in game.prompts().values()}:
        for seat in list(game.prompts()):
            game.play(seat, game.default(seat))
    other = game.clone()
    ((chance, prompt),) = game.prompts().items()
    assert chance < 0
    assert game.waiting == 0
    for each, order in ((game, sorted(prompt.option.cards)), (other, sorted(prompt.option.cards))):  # type: ignore[union-attr]
        order[-1], order[-2] = (order[-1], order[-2]) if each is game else (order[-2], order[-1])
        if each is other:
            order[-1], order[0] = order[0], order[-1]
        head = sorted(order)[:20]
        rest = list(order)
        for card in head:
            rest.remove(card)
        tail = rest if each is game else rest[::-1]
        play(each, f"chance shuffle-pile {','.join([*head, *tail])}")
    for viewer in VIEWERS:
        assert all_of(game, viewer) == all_of(other, viewer)
    assert game.board.pile != other.board.pile


@pytest.mark.clause("HH-OFF-3")
def test_only_the_layer_knows_their_laid_cards() -> None:
    games = []
    for hand2, hand3, lay2, lay3 in (
        ("+1 +1 -2 -3", "+1 +1 +1 +2 -2 -5", "-3", "+2"),
        ("+1 +1 -2 +2", "+1 +1 +1 -3 -2 -5", "+2", "-3"),
    ):
        game = new_game(hands={**HANDS, 2: hand2, 3: hand3})
        lay(game, "+4", "+1", lay2, lay3, "-4")
        go_on(game, "before-attack")
        games.append(game)
    alike(games[0], games[1], SPECTATOR, 0, 1, 4)


def knocked_out(seat: int) -> Game[Board]:
    """Return a game in the second mission with this seat knocked out."""
    game = new_game(hands=HANDS)
    auto(game, "vote-knock-out")
    play(game, "\n".join(f"{voter} vote-knock-out {seat if voter != seat else '-'}" for voter in range(5)))
    return game


@pytest.mark.clause("HH-PUBLIC-1")
def test_only_giver_and_receiver_know_a_given_card() -> None:
    one = knocked_out(4)
    go_on(one)
    other = one.clone()
    play(one, "4 hand-cards cards=-5 to=0")
    play(other, "4 hand-cards cards=-4 to=0")
    alike(one, other, SPECTATOR, 1, 2, 3)
    assert "-5" in (one.view(0).board.hands[0] or ())
    public = one.view(SPECTATOR).events[-1]
    assert isinstance(public, hh.CardsGiven)
    assert (public.giver, public.receiver, public.count, public.cards) == (4, 0, 1, None)


@pytest.mark.clause("HH-PUBLIC-1")
def test_only_thief_and_victim_know_a_stolen_card() -> None:
    one = knocked_out(4)
    hail(one, 4)
    go_on(one, passing=("choose-act",))
    play(one, "4 choose-act steal\n4 steal-from 0")
    hand = one.board.hands[0] or ()
    assert len(set(hand)) > 1
    other = one.clone()
    play(one, f"chance take-at-random {','.join(hand)}")
    play(other, f"chance take-at-random {','.join(hand[::-1])}")
    alike(one, other, SPECTATOR, 1, 2, 3)


@pytest.mark.clause("HH-HAIL-8")
def test_only_agents_know_who_can_announce_hail_hydra() -> None:
    one, other = new_game(agents=(3, 4), hands=HANDS), new_game(agents=(1, 2), hands=HANDS)
    alike(one, other, SPECTATOR, 0)
    for game in (one, other):
        lay(game, "+4", "+1", "+1", "+1", "-5")
    alike(one, other, SPECTATOR, 0)


def test_hidden_cards_do_not_affect_a_seats_view_of_a_mission() -> None:
    """Compare two games in which the hands of seats 3 and 4, and their sides, are exchanged."""
    swapped = {**HANDS, 3: HANDS[4], 4: HANDS[3]}
    one, other = new_game(hands=HANDS, agents=(1, 3)), new_game(hands=swapped, agents=(1, 4))
    lay(one, "+4", "+1", "+1", "+2", "-5")
    lay(other, "+4", "+1", "+1", "-5", "+2")
    go_on(one, "before-attack")
    go_on(other, "before-attack")
    for viewer in (SPECTATOR, 0, 2):
        assert all_of(one, viewer) == all_of(other, viewer)


def test_a_view_of_the_deal_holds_only_the_seats_own_cards() -> None:
    deal: Deal = deal_of(hands=HANDS)
    assert len(deal.decks["attack"]) == 80
    board = new_game(hands=HANDS).view(2).board
    assert board.hands == [None, None, cards(HANDS[2]), None, None]
    assert board.hand_sizes == [6, 2, 4, 6, 6]
