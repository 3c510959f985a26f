"""Knock-out phases: rounds, votes, legal targets, and the actions of knocked-out heroes."""

import pytest

from tests.support.games.hail_hydra import (
    asks,
    auto,
    go_on,
    hail,
    hand_of,
    happened,
    lay,
    new_game,
    offers,
    to_two_rounds,
)
from turncoat.games.hail_hydra import events as hh
from turncoat.games.hail_hydra.board import Board
from turncoat.games.hail_hydra.tables import voting_rounds
from turncoat.kernel.game import Game
from turncoat.kernel.seats import SPECTATOR
from turncoat.testing import play, refusal_of


def vote(game: Game[Board], *votes: str) -> None:
    """Cast all votes in seat order: a seat number, or - for nobody."""
    go_on(game, "vote-knock-out")
    play(game, "\n".join(f"{seat} vote-knock-out {answer}" for seat, answer in enumerate(votes)))


def at_vote(players: int = 5, **more: object) -> Game[Board]:
    """Return a game at its first vote."""
    game = new_game(players, **more)  # type: ignore[arg-type]
    auto(game, "vote-knock-out")
    return game


@pytest.mark.clause("HH-KO-1")
@pytest.mark.parametrize(("players", "skull"), [(5, 2), (6, 2), (7, 3), (8, 3)])
def test_the_next_villain_sets_the_number_of_voting_rounds(players: int, skull: int) -> None:
    assert [voting_rounds(players, level) for level in (1, 2, 3, 4)] == [0, 1, 2, skull]


@pytest.mark.clause("HH-KO-1", "HH-KO-4")
def test_a_knock_out_phase_precedes_each_new_villain() -> None:
    game = at_vote()
    assert game.board.villain is None
    assert happened(game, hh.KnockOutBegan) == [hh.KnockOutBegan(1)]
    assert len(happened(game, hh.VillainRevealed)) == 1
    vote(game, *"-----")
    assert len(happened(game, hh.VillainRevealed)) == 2
    for rounds in (1, 2):
        auto(game, "vote-knock-out")
        assert happened(game, hh.KnockOutBegan)[-1] == hh.KnockOutBegan(rounds)
        for left in range(rounds):
            assert game.board.round == left + 1
            vote(game, *"-----")
        assert game.board.phase == "mission", "the next villain is revealed after the last round"


@pytest.mark.clause("HH-KO-2")
def test_after_a_timed_talk_all_vote_at_once() -> None:
    game = new_game()
    auto(game, "talk")
    assert {prompt.question.clock for prompt in game.prompts().values()} == {"talk"}
    assert game.waiting == 0b11111
    play(game, "* talk go-on")
    play(game, "0 vote-knock-out 1\n1 vote-knock-out 2")
    for viewer in (SPECTATOR, 2, 3, 4):
        assert not [e for e in game.view(viewer).events if isinstance(e, hh.PointedAt | hh.PointedUp)]
    play(game, "0 vote-knock-out 2\n3,4 vote-knock-out -")  # changed before the last has voted
    play(game, "2 vote-knock-out -")
    assert happened(game, hh.PointedAt) == [hh.PointedAt(2, 0b00011, 2)]
    assert happened(game, hh.PointedUp) == [hh.PointedUp(0b11100, 3)]


@pytest.mark.clause("HH-KO-2")
def test_knocked_out_and_revealed_heroes_vote_too() -> None:
    game = new_game()
    hail(game, 4)
    to_two_rounds(game)
    vote(game, *"1-11-")
    go_on(game, "vote-knock-out")
    assert game.board.out == 0b00010
    assert game.board.revealed == 0b10000
    assert game.waiting == 0b11111


@pytest.mark.clause("HH-KO-3")
@pytest.mark.parametrize(
    ("votes", "out"), [("1-111", 1), ("1-11-", 1), ("1-12-", None), ("11---", None), ("120-2", 2), ("12340", None)]
)
def test_the_most_votes_knock_out_unless_they_tie_or_name_nobody(votes: str, out: int | None) -> None:
    game = at_vote()
    vote(game, *("-" if answer == str(seat) else answer for seat, answer in enumerate(votes)))
    assert game.board.out == (1 << out if out is not None else 0)
    assert len(happened(game, hh.HeroKnockedOut)) == (out is not None)
    assert len(happened(game, hh.NobodyKnockedOut)) == (out is None)


@pytest.mark.clause("HH-KO-3")
def test_votes_for_nobody_can_tie() -> None:
    game = at_vote()
    vote(game, "1", "-", "1", "-", "2")
    assert game.board.out == 0


@pytest.mark.clause("HH-KO-3")
def test_an_extra_vote_is_public_and_cast_with_the_others() -> None:
    game = new_game(heroes={0: "alderman"})
    auto(game, "before-votes")
    play(game, "0 !ability use")
    assert game.view(SPECTATOR).board.extra_votes == {0: (1, 1)}
    go_on(game, "vote-knock-out")
    play(game, "0 vote-knock-out vote=1 extra=1\n1,3 vote-knock-out 2\n2 vote-knock-out 1\n4 vote-knock-out -")
    assert happened(game, hh.PointedAt)[0] == hh.PointedAt(1, 0b00101, 3)
    assert game.board.out == 0b00010


@pytest.mark.clause("HH-KO-4")
def test_a_knocked_out_hero_returns_after_the_mission() -> None:
    game = knocked_out(3)
    auto(game, "before-attack")
    assert game.board.mission == 2
    assert game.board.out == 0b01000
    auto(game, "talk")
    assert game.board.phase == "knock-out"
    assert game.board.mission == 2
    assert game.board.out == 0


@pytest.mark.clause("HH-KO-4")
def test_a_voted_out_hero_cannot_use_abilities_in_the_same_phase() -> None:
    game = new_game(heroes={1: "she-hulk"})
    to_two_rounds(game, "before-votes")
    assert "ability" in offers(game, 1)
    vote(game, *"1-11-")
    assert game.board.round == 2
    assert "ability" not in offers(game, 1)


@pytest.mark.clause("HH-KO-5")
def test_votes_for_oneself_or_a_knocked_out_hero_are_refused() -> None:
    game = at_vote()
    assert refusal_of(game, "3 vote-knock-out 3") == "seat-not-allowed"
    to_two_rounds(game)
    vote(game, *"1-11-")
    go_on(game, "vote-knock-out")
    assert game.board.round == 2
    assert refusal_of(game, "3 vote-knock-out 1") == "cannot-be-knocked-out"
    assert refusal_of(game, "1 vote-knock-out 3") is None


@pytest.mark.clause("HH-KO-5")
def test_revealed_agents_can_be_knocked_out_but_two_heroes_always_stay() -> None:
    game = new_game(8)
    hail(game, 7)
    auto(game, "vote-knock-out")
    assert refusal_of(game, "0 vote-knock-out 7") is None
    game.emit(hh.RoundsChanged(20))
    for target in (7, 6, 5, 4, 3, 2, 1, 0):
        if game.board.phase != "knock-out":
            break
        vote(game, *(str(target) if seat != target else "-" for seat in range(8)))
    assert game.board.out == 0b11111100


def knocked_out(seat: int, **more: object) -> Game[Board]:
    """Return a game in the second mission with this seat knocked out."""
    game = at_vote(**more)  # type: ignore[arg-type]
    vote(game, *("-" if voter == seat else str(seat) for voter in range(5)))
    return game


@pytest.mark.clause("HH-KO-6")
def test_a_knocked_out_hero_hands_over_and_draws_but_does_not_lay() -> None:
    game = knocked_out(3)
    go_on(game, "hand-cards")
    assert list(game.prompts()) == [3]
    hand = hand_of(game, 3)
    assert refusal_of(game, "3 hand-cards cards=none to=0") == "wrong-count"
    assert refusal_of(game, f"3 hand-cards cards={','.join(hand[:3])} to=0") == "wrong-count"
    assert refusal_of(game, f"3 hand-cards cards={hand[0]} to=3") == "seat-not-allowed"
    assert not game.board.laid_counts, "before cards are played"
    play(game, f"3 hand-cards cards={','.join(hand[:2])} to=0")
    assert happened(game, hh.CardsGiven) == [hh.CardsGiven(3, 0, 0b01001, 2, hand[:2])]
    while asks(game) == "lay-cards":
        (seat,) = game.prompts()
        assert seat != 3
        lay(game, hand_of(game, seat)[0])
    while not [event for event in happened(game, hh.TokenPassed) if event.seat == 3]:
        assert game.board.out == 0b01000
        for seat in list(game.prompts()):
            game.play(seat, game.default(seat))
    after = game.events[game.events.index(hh.TokenPassed(3)) :]
    assert isinstance(after[1], hh.CardsDiscarded)
    assert isinstance(after[2], hh.CardsDrawn)
    assert after[2].count == 6, "the knocked-out hero still receives the First Player Token, discards and draws"


@pytest.mark.clause("HH-KO-6")
def test_a_knocked_out_hero_without_cards_gives_none() -> None:
    game = at_vote(heroes={0: "hulk"})
    play(game, "\n".join(f"{seat} vote-knock-out {3 if seat != 3 else '-'}" for seat in range(5)))
    go_on(game, "before-start")
    board = game.board
    game.emit(hh.CardsDiscarded(3, board.hand_sizes[3], board.hands[3]))
    go_on(game)
    assert asks(game) == "lay-cards"
