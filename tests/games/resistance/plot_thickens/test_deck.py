"""The plot deck and its cards each round."""

from collections import Counter

import pytest

from tests.support.games.plot_thickens import (
    ESTABLISH,
    EYE,
    HEAR,
    NO,
    OPEN,
    OPINION,
    SPOT,
    STRONG,
    TAKE,
    asked,
    happened,
    questions,
    ruleset,
    stacked,
    table,
)
from turncoat.games.resistance.plot_thickens.deck import ABOUT, CARDS, CHAPTER, LABELS, SPOTLIT, plot
from turncoat.kernel.card_texts import face_up_items
from turncoat.kernel.chapters import Deal
from turncoat.kernel.draws import Draws
from turncoat.kernel.game import Game
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset, advice
from turncoat.kernel.seats import SPECTATOR
from turncoat.testing import play, refusal_of

SMALL = {STRONG: 2, EYE: 2, NO: 1, OPINION: 1, TAKE: 1}
LARGE = {STRONG: 2, EYE: 2, NO: 3, OPINION: 2, TAKE: 1, HEAR: 2, OPEN: 1, ESTABLISH: 1, SPOT: 1}


@pytest.mark.clause("PLT-DECK-1")
@pytest.mark.parametrize(("players", "copies"), [(n, SMALL if n <= 6 else LARGE) for n in range(5, 11)])
def test_each_player_count_has_the_printed_deck(players: int, copies: dict[str, int]) -> None:
    decks = {ruleset(players).deal(bytes([seed])).decks[CHAPTER] for seed in range(8)}
    assert all(Counter(deck) == copies for deck in decks)
    assert len(decks) > 1, "the deck is not shuffled"
    assert sum(copies.values()) == (7 if players <= 6 else 15)


def test_every_plot_card_has_a_name_and_an_effect() -> None:
    assert LABELS.keys() == ABOUT.keys() == CARDS.keys() | {SPOTLIT}


def test_the_plot_deck_is_dealt_beside_other_chapters_decks() -> None:
    rules = ruleset(7)
    chapter = rulebook("resistance").chapters[CHAPTER]
    deal = chapter.deal(rules, Deal(("resistance",) * 7, 0, {"other": ("card",)}), Draws(b""))
    assert deal.decks.keys() == {"other", CHAPTER}
    assert deal.decks["other"] == ("card",)


def test_newcomers_are_advised_to_play_without_plot_cards_first() -> None:
    assert len(advice(ruleset(7))) == len(advice(Ruleset.of("resistance", 7))) + 1


@pytest.mark.clause("PLT-DECK-2", "PLT-SPOTLIGHT-1")
def test_plot_cards_belong_to_a_seat() -> None:
    game = table(7, [SPOT, NO], "0 choose-plot-card in-the-spotlight")
    assert face_up_items(game.ruleset, game.view(SPECTATOR).board, 0) == (SPOT, NO)
    play(
        game, "0 give-plot-card 3\n0 give-plot-card 3\n0 name-team team=1,2\n* cast-ballot approve\n3 no-confidence no"
    )
    assert face_up_items(game.ruleset, game.view(SPECTATOR).board, 3) == (NO, SPOT)
    play(game, "3 in-the-spotlight 2")
    lying = [face_up_items(game.ruleset, game.view(SPECTATOR).board, seat) for seat in range(7)]
    assert lying == [(), (), (SPOTLIT,), (NO,), (), (), ()]


@pytest.mark.clause("PLT-DECK-1")
def test_a_given_deck_may_hold_only_printed_cards() -> None:
    with pytest.raises(ValueError, match="no more 'no-confidence'"):
        table(6, [NO, NO])
    with pytest.raises(ValueError, match="no more 'in-the-spotlight'"):
        table(6, [SPOT])
    with pytest.raises(ValueError, match="no deck"):
        Game(ruleset(5), Deal(("spy", "spy", "resistance", "resistance", "resistance"), 0))


@pytest.mark.clause("PLT-DECK-2")
def test_plot_cards_are_public_until_discarded() -> None:
    game = table(7, [STRONG, NO], "0 choose-plot-card no-confidence")
    boards = [game.view(viewer).board for viewer in (SPECTATOR, *range(7))]
    assert all(plot(board).to_give == (STRONG, NO) for board in boards)
    play(game, "0 give-plot-card 3")
    assert all(plot(game.view(viewer).board).cards_of(3) == (NO,) for viewer in (SPECTATOR, *range(7)))
    play(game, "0 give-plot-card 1\n0 name-team team=0,1\n* cast-ballot approve\n3 no-confidence yes")
    for viewer in (SPECTATOR, *range(7)):
        part = plot(game.view(viewer).board)
        assert part.cards_of(3) == ()
        assert part.discarded == [NO]
        assert part.cards_of(1) == (STRONG,)


@pytest.mark.clause("PLT-DRAW-1")
@pytest.mark.parametrize(("players", "number"), [(5, 1), (6, 1), (7, 2), (8, 2), (9, 3), (10, 3)])
def test_the_number_of_cards_drawn_depends_on_the_players(players: int, number: int) -> None:
    deck = stacked(players, STRONG, NO, EYE)
    (drawn,) = happened(table(players, deck, first=2), "PlotCardsDrawn")
    assert (drawn.leader, drawn.cards) == (2, deck[:number])


@pytest.mark.clause("PLT-DRAW-1")
def test_cards_are_drawn_once_a_round() -> None:
    game = table(5, [EYE, NO, OPINION], "0 give-plot-card 1")
    for leader in (0, 1, 2):
        assert asked(game) == [(leader, "name-team")]
        play(game, f"{leader} name-team team=0,1\n* cast-ballot reject")
    play(game, "3 name-team team=0,2\n* cast-ballot approve\n* play-card success\n1 keeping-a-close-eye -")
    assert [(event.leader, event.cards) for event in happened(game, "PlotCardsDrawn")] == [(0, (EYE,)), (4, (NO,))]
    assert asked(game) == [(4, "give-plot-card")]


@pytest.mark.clause("PLT-DRAW-1")
def test_leaders_cannot_give_cards_to_themselves() -> None:
    game = table(5, [EYE], first=3)
    assert refusal_of(game, "3 give-plot-card 3") == "seat-not-allowed"
    assert [refusal_of(game, f"3 give-plot-card {seat}") for seat in (0, 1, 2, 4)] == [None] * 4


@pytest.mark.clause("PLT-DRAW-2")
def test_an_option_forbids_giving_two_cards_to_one_player() -> None:
    two = "0 choose-plot-card no-confidence\n0 give-plot-card 3"
    assert plot(table(7, [STRONG, NO], two + "\n0 give-plot-card 3").board).cards_of(3) == (STRONG, NO)
    game = table(7, [STRONG, NO], two, distinct_recipients=True)
    assert refusal_of(game, "0 give-plot-card 3") == "one-card-each"
    assert refusal_of(game, "0 give-plot-card 2") is None


@pytest.mark.clause("PLT-DRAW-2")
def test_the_next_leader_may_give_to_the_same_player() -> None:
    game = table(5, [EYE, NO], "0 give-plot-card 3", distinct_recipients=True)
    play(game, "0 name-team team=0,1\n* cast-ballot approve\n* play-card success\n3 keeping-a-close-eye -")
    assert refusal_of(game, "1 give-plot-card 3") is None


@pytest.mark.clause("PLT-DRAW-1")
def test_a_leader_keeps_their_own_card_of_the_drawn_kind() -> None:
    game = table(7, [NO, STRONG, NO], "0 choose-plot-card no-confidence\n0 give-plot-card 1")
    play(
        game, "0 give-plot-card 6\n0 name-team team=0,1\n* cast-ballot approve\n1 no-confidence no\n* play-card success"
    )
    play(game, "6 strong-leader no\n1 give-plot-card 4")
    part = plot(game.board)
    assert (part.cards_of(1), part.cards_of(4), part.to_give) == ((NO,), (NO,), ())


@pytest.mark.clause("PLT-DRAW-3")
def test_an_empty_deck_gives_nothing() -> None:
    short = table(7, [NO], "0 give-plot-card 3")
    assert asked(short) == [(0, "name-team")]
    play(short, "0 name-team team=0,1\n* cast-ballot approve\n3 no-confidence no\n* play-card success")
    assert asked(short) == [(1, "name-team")]
    assert len(happened(short, "PlotCardsDrawn")) == 1
    assert asked(table(7, [])) == [(0, "name-team")]


@pytest.mark.clause("PLT-TYPE-1")
def test_plot_cards_are_of_three_types() -> None:
    game = table(9, [OPEN, NO, OPINION], "0 choose-plot-card open-up\n0 give-plot-card 4")
    assert plot(game.board).cards_of(4) == (OPEN,)
    play(game, "4 show-loyalty 5")
    assert plot(game.board).discarded == [OPEN], "the leader symbol: resolved at once, then discarded"
    play(game, "0 choose-plot-card no-confidence\n0 give-plot-card 4\n0 give-plot-card 4")
    play(game, "0 name-team team=0,1,2\n4 cast-ballot approve\n* cast-ballot approve\n4 no-confidence no")
    assert plot(game.board).cards_of(4) == (NO, OPINION), "kept until used"
    play(game, "* play-card success\n1 name-team team=0,1,2,3\n4 cast-ballot approve\n* cast-ballot approve")
    play(game, "4 no-confidence yes")
    assert plot(game.board).cards_of(4) == (OPINION,), "one use; the permanent one stays"
    assert plot(game.board).discarded == [OPEN, NO]


@pytest.mark.clause("PLT-TYPE-2")
def test_cards_are_resolved_one_by_one_in_the_leaders_order() -> None:
    deck = [HEAR, NO, HEAR]
    game = table(9, deck)
    assert asked(game) == [(0, "choose-plot-card")]
    assert refusal_of(game, "0 choose-plot-card open-up") == "not-allowed"
    play(game, "0 choose-plot-card overheard-conversation\n0 give-plot-card 2")
    assert asked(game) == [(2, "overhear")]
    play(game, "2 overhear 3")
    assert asked(game) == [(0, "choose-plot-card")]
    play(game, "0 choose-plot-card no-confidence\n0 give-plot-card 2")
    assert asked(game) == [(0, "give-plot-card")], "one card is left: nothing to choose"
    other = table(9, deck, "0 choose-plot-card no-confidence\n0 give-plot-card 8\n0 give-plot-card 2\n2 overhear 1")
    assert [event.card for event in happened(other, "PlotCardGiven")] == [NO, HEAR]


@pytest.mark.clause("PLT-TYPE-2")
def test_equal_cards_need_no_order() -> None:
    game = table(7, [HEAR, HEAR], "0 give-plot-card 2\n2 overhear 1\n0 give-plot-card 2\n2 overhear 1")
    assert [ask for _, ask in questions(game)] == ["give-plot-card", "overhear"] * 2
