"""Offensives: token and draws, laying, the reveal, damage, the villain's attack, and the piles."""

import pytest

from tests.support.games.hail_hydra import (
    asks,
    auto,
    cards,
    deal_of,
    go_on,
    happened,
    lay,
    lay_rest,
    new_game,
    offensive,
)
from turncoat.games.hail_hydra import events as hh
from turncoat.games.hail_hydra.offers import USE
from turncoat.kernel.game import Game
from turncoat.kernel.options import Form, Word
from turncoat.kernel.seats import SPECTATOR
from turncoat.testing import play, refusal_of

# seat 0 holds the token and starts with 6 cards, seat 1 with 2, seat 2 with 4, the others with 6
BLUE = {
    0: "+4 +4 +4 -2 -2 -2",
    1: "+3 -2",
    2: "+3 +3 +3 -2",
    3: "+4 +4 +4 -2 -2 -2",
    4: "+3 -2 -3 -3 -3 -3",
}
WIN = ("+4 +4 +4", "+3", "+3 +3 +3", "+4 +4 +4", "+3")
STRONG = {0: "+4 +4 +4 -2 -2 -2", 1: "+1 -2", 2: "+1 +1 -2 -3", 3: "+1 +1 +1 +2 -2 -3", 4: "-5 -5 -4 -4 +3 +2"}


@pytest.mark.clause("HH-OFF-1")
def test_the_token_passes_in_every_offensive_except_the_first() -> None:
    game = new_game(hands=STRONG, pile="+1 +2 +3 +4 -2 -3 +1 +1 +2 +2")
    assert not happened(game, hh.TokenPassed)
    offensive(game, "+4", "+1", "+1", "+1", "-5")  # 2, less 3 defense: the villain stands
    assert game.board.token == 1
    assert happened(game, hh.CardsDiscarded)[-1] == hh.CardsDiscarded(1, 1, ("-2",))
    assert game.board.hands[1] == cards("+1 +2 +3 +4 -2 -3")
    drawn = [(event.seat, event.count) for event in happened(game, hh.CardsDrawn)[5:]]
    assert drawn == [(1, 6), (2, 1), (3, 1), (4, 1), (0, 1)], "the receiver draws 6, the others 1 in token order"


@pytest.mark.clause("HH-OFF-1")
@pytest.mark.parametrize(("skip", "passed"), [("game", True), ("mission", False)])
def test_an_option_skips_the_first_draw_of_later_missions(skip: str, passed: bool) -> None:
    game = new_game(options={"skip-first-draw": skip})
    auto(game, "talk")
    before = len(happened(game, hh.TokenPassed))
    go_on(game, "vote-knock-out")
    play(game, "* vote-knock-out -")
    assert asks(game) == ("before-draw" if passed else "lay-cards"), "without a draw no question is needed"
    go_on(game, "lay-cards")
    assert (len(happened(game, hh.TokenPassed)) > before) == passed


@pytest.mark.clause("HH-OFF-2", "HH-TALK-2")
def test_heroes_lay_one_to_three_cards_clockwise_in_public_numbers() -> None:
    game = new_game(hands=STRONG, first=0)
    for seat, laid in enumerate(("+4 +4", "+1", "+1 +1", "+1 +1 +1", "-5")):
        assert list(game.prompts()) == [seat]
        assert refusal_of(game, f"{seat} lay-cards cards=none says=nothing") == "wrong-count"
        if seat == 4:
            assert refusal_of(game, "4 lay-cards cards=+2,+3,-4,-5 says=nothing") == "wrong-count"
        lay(game, laid)
        for viewer in (SPECTATOR, *range(5)):
            board = game.view(viewer).board
            assert board.laid_counts[seat] == len(laid.split())
            assert (seat in board.laid) == (viewer == seat), "the cards themselves are secret"


@pytest.mark.clause("HH-OFF-3")
def test_the_revealed_attack_does_not_say_who_laid_which_card() -> None:
    game, other = new_game(hands=STRONG), new_game(hands={**STRONG, 2: "-5 +1 -2 -3", 4: "+1 -5 -4 -4 +3 +2"})
    lay(game, "+4", "+1", "+1", "+1", "-5")
    lay(other, "+4", "+1", "-5", "+1", "+1")  # seats 2 and 4 exchange their cards
    for each in (game, other):
        go_on(each, "before-attack")
    assert happened(game, hh.AttackRevealed) == [hh.AttackRevealed(cards("+4 +1 +1 +1 -5"), 2)]
    for viewer in (SPECTATOR, 0, 1, 3):
        assert game.view(viewer).events == other.view(viewer).events


@pytest.mark.clause("HH-OFF-4", "HH-VILLAIN-1")
def test_a_total_above_the_defense_damages_the_villain() -> None:
    game = new_game(hands=STRONG)  # The Rust Baron: 12 health, defense 3
    offensive(game, "+4 +4", "+1", "+1", "+1", "+2")
    assert happened(game, hh.VillainDamaged) == [hh.VillainDamaged(13 - 3, 2)]
    assert game.board.offensive == 2
    assert game.board.health == 2


@pytest.mark.clause("HH-OFF-4")
@pytest.mark.parametrize(
    ("laid", "total", "damage"),
    [
        (("-2 -2 -2", "-2", "-2", "+1", "+3"), -6, 0),
        (("-2 -2", "-2", "-2", "+2", "-4"), -10, 0),
        (("-2 -2", "-2", "-3", "+2", "-4"), -11, 1),
        (("+4", "+1", "+1", "-2", "-4"), 0, 0),
        (("+4", "+1", "+1", "+1", "-5"), 2, 0),
    ],
)
def test_a_total_below_minus_10_damages_the_city(laid: tuple[str, ...], total: int, damage: int) -> None:
    game = new_game(hands=STRONG)
    lay(game, *laid)
    go_on(game, "before-attack")
    assert happened(game, hh.AttackRevealed)[0].total == total
    assert not happened(game, hh.VillainDamaged)
    assert game.board.city == 27 - damage


@pytest.mark.clause("HH-OFF-5")
def test_only_a_surviving_villain_attacks() -> None:
    game = new_game(hands=STRONG)
    offensive(game, "-2", "-2", "-2", "-2", "-4")
    assert [event.why for event in happened(game, hh.CityDamaged)] == ["terrible-attack", "villain"]
    assert game.board.city == 27 - 1 - 2
    won = new_game(hands=BLUE)
    offensive(won, *WIN)
    go_on(won, "talk")
    assert won.board.mission == 1
    assert not happened(won, hh.CityDamaged)


@pytest.mark.clause("HH-OFF-6", "HH-PUBLIC-1")
def test_the_attack_is_discarded_and_pile_sizes_are_public() -> None:
    game = new_game(hands=STRONG)
    lay(game, "+4", "+1", "+1", "+1", "-5")
    before = game.board.discarded_count
    go_on(game, "lay-cards")
    assert sorted(game.board.discarded) == list(cards("+4 +1 +1 +1 -5 -2")), "the attack, and the receiver's hand"
    for viewer in (SPECTATOR, *range(5)):
        board = game.view(viewer).board
        assert board.discarded_count == before + 5 + 1
        assert board.hand_sizes == game.board.hand_sizes
        assert board.pile_size == game.board.pile_size
        assert not hasattr(board, "card_numbers")
    assert game.board.offensive == 2


@pytest.mark.clause("HH-OFF-7")
def test_an_empty_draw_pile_is_reshuffled_from_discards_in_mid_draw() -> None:
    game = new_game()
    while not happened(game, hh.PileShuffled)[1:]:
        if asks(game) == "shuffle-pile":
            (prompt,) = game.prompts().values()
            board = game.board
            in_pile = board.discarded_count
            assert sorted(prompt.option.cards) == sorted(board.discarded)  # type: ignore[union-attr]
            assert board.pile_size == 0
            held = sum(board.hand_sizes) + sum(board.laid_counts.values()) + board.blind_count
            assert in_pile + held == 80
        for seat in list(game.prompts()):
            game.play(seat, game.default(seat))
    index = game.events.index(happened(game, hh.PileShuffled)[1])
    before = next(event for event in reversed(game.events[:index]) if isinstance(event, hh.CardsDrawn))
    after = game.events[index + 1]
    assert isinstance(after, hh.CardsDrawn)
    assert before.seat != game.board.token or before.count + after.count in (6, 7), (
        "the draw continued where it had stopped"
    )


@pytest.mark.clause("HH-OFF-7")
def test_drawing_stops_if_both_piles_are_empty() -> None:
    from turncoat.games.hail_hydra.moves import Draw

    game = new_game()
    board = game.board
    board.pile, board.pile_size = [], 0
    game.follow(Draw(2, 3))
    game._settle()
    assert board.hand_sizes[2] == 4


def strip(game: Game, seat: int) -> None:  # type: ignore[type-arg]
    """Discard all of a hero's cards, as if they were stolen."""
    board = game.board
    game.emit(hh.CardsDiscarded(seat, board.hand_sizes[seat], board.hands[seat]))


@pytest.mark.clause("HH-OFF-8")
def test_a_hero_without_cards_adds_the_top_card_unseen() -> None:
    game = new_game(heroes={3: "night-librarian", 4: "understudy"}, hands=STRONG, pile="-5 +4")
    strip(game, 1)
    strip(game, 3)
    lay(game, "+4", "+1")
    assert not happened(game, hh.BlindCardAdded)
    lay(game, "-4")
    added = happened(game, hh.BlindCardAdded)
    assert [(event.seat, event.card) for event in added] == [(1, "-5"), (3, "+4")], "in token order"
    for viewer in (SPECTATOR, *range(5)):
        view = game.view(viewer)
        assert view.board.blind_count == 2
        assert view.board.blind == []
    offered = [offer for seat in (3, 4) for offer in game.offers(seat) if offer.name == "ability"]
    for offer in offered:
        assert not getattr(offer.option, "allowed", 0) & 0b01010, "no ability affects a blind card"
    assert len(offered) == 2
    go_on(game, "before-attack")
    assert happened(game, hh.AttackRevealed)[0].cards == cards("+4 +1 -4 -5 +4")


@pytest.mark.clause("HH-OFF-8")
def test_no_blind_card_is_added_if_both_piles_are_empty() -> None:
    game = new_game(hands=STRONG)
    strip(game, 1)
    lay(game, "+4", "+1", "+1")
    assert list(game.prompts()) == [4]
    game.board.pile, game.board.pile_size = [], 0
    game.board.discarded, game.board.discarded_count = [], 0
    lay(game, "-5")
    assert not happened(game, hh.BlindCardAdded)
    assert asks(game) == "before-collect"


@pytest.mark.clause("HH-OFF-9")
def test_only_the_drawer_sees_drawn_cards_and_givers_choose() -> None:
    game = new_game(hands=STRONG, pile="+1 +2 +3 +4 -2 -3 +1 +1 +2 +2")
    offensive(game, "+4", "+1", "+1", "+1", "-5")
    assert game.view(1).board.hands[1] == cards("+1 +2 +3 +4 -2 -3")
    game.emit(hh.HeroKnockedOut(1))
    from turncoat.games.hail_hydra.moves import HandCards

    option = HandCards(1, 0b11101, 1, 2).option(game, 1)
    assert isinstance(option, Form)
    assert option.parts[0][1].hand == game.board.hands[1], "the giver sees their whole hand"  # type: ignore[union-attr]


@pytest.mark.clause("HH-OFF-10")
def test_a_mission_lasts_from_the_villains_reveal_to_their_defeat() -> None:
    game = new_game(heroes={0: "paper-lantern"}, hands=BLUE)
    assert happened(game, hh.VillainRevealed) == [hh.VillainRevealed(1, "rust-baron", 12, 3, 2)]
    assert "hail-hydra" in {offer.name for offer in game.offers(4)}
    lay(game, *WIN)
    go_on(game, "before-discard")
    assert asks(game) == "before-discard", "revealed but not totaled"
    assert "hail-hydra" not in {offer.name for offer in game.offers(4)}
    go_on(game, "talk")
    assert asks(game) == "talk"


@pytest.mark.clause("HH-OFF-11")
def test_an_offensive_follows_the_order_of_the_rules() -> None:
    names = [type(step).__name__ for step in game_flow()]
    assert names == [
        "BeginOffensive", "BeforeDraw", "AskSkull", "PassToken", "UsePowers", "BeforeStart", "AgentsAct",
        "AskForHandovers", "UsePowers", "LayCards", "AddBlindCards", "BeforeCollect", "RevealAttack", "UsePowers",
        "BeforeDiscard",
        "Settle", "BeforeAttack", "VillainAttack", "AgentsStrike", "AfterDamage", "Finish",
    ]  # fmt: skip


def game_flow() -> tuple[object, ...]:
    from turncoat.games.hail_hydra.offensive import OFFENSIVE

    return OFFENSIVE


@pytest.mark.clause("HH-OFF-11")
def test_laying_skips_a_knocked_out_first_player() -> None:
    game = new_game()
    auto(game, "vote-knock-out")
    out = (game.board.token + 1) % 5
    play(game, "\n".join(f"{seat} vote-knock-out {out if seat != out else '-'}" for seat in range(5)))
    assert game.board.out == 1 << out
    go_on(game, "hand-cards")
    assert asks(game) == "hand-cards", "the knocked-out hero hands over before anybody lays"
    assert game.board.token == out
    game.play(out, game.default(out))
    go_on(game, "lay-cards")
    assert list(game.prompts()) == [(out + 1) % 5]


@pytest.mark.clause("HH-TALK-1")
def test_players_may_call_laid_cards_only_good_or_bad() -> None:
    game = new_game(hands=STRONG)
    (prompt,) = game.prompts().values()
    assert isinstance(prompt.option, Form)
    says = dict(prompt.option.parts)["says"]
    assert says == Word(("nothing", "good", "bad"), ("nothing", "good", "bad"))
    assert refusal_of(game, "0 lay-cards cards=+4 says=very-good") == "not-allowed"
    play(game, "0 lay-cards cards=-2 says=good")
    assert game.view(3).board.said == {0: "good"}, "whether true or not"


@pytest.mark.clause("HH-LESSER-1")
def test_excess_damage_to_a_lesser_villain_is_lost() -> None:
    game = new_game(hands=BLUE)
    offensive(game, *WIN)
    go_on(game, "talk")
    assert happened(game, hh.VillainDamaged)[-1] == hh.VillainDamaged(12, 0)
    assert game.board.city == 27
    assert game.board.mission == 1


@pytest.mark.clause("HH-VILLAIN-2")
def test_a_power_repeats_in_each_offensive() -> None:
    game = new_game(
        villains=("street-prophet", "glass-colonel", "hollow-choir", "iron-tide", "red-skull"),
        hands=STRONG,
        pile="-2 -2 -2 -2 -3 -3 -3 -3 -4 -4",
    )
    assert game.view(SPECTATOR).board.villain == game.board.cards.villains["street-prophet"], (
        "public from the reveal on"
    )
    offensive(game, "+4", "+1", "+1", "+1", "-5")  # 2, less 1: the villain is hurt, so no power
    assert [(event.why, event.amount) for event in happened(game, hh.CityDamaged)] == [("villain", 1)]
    for _ in range(2):
        lay_rest(game, "-5 -4 -3 -2")
        start = len(game.events)
        go_on(game, "lay-cards")
        why = [event.why for event in game.events[start:] if isinstance(event, hh.CityDamaged)]
        assert why[-2:] == ["villain", "villain-power"]


@pytest.mark.clause("HH-VILLAIN-2", "HH-QUICK-1")
def test_a_quick_attack_happens_only_at_its_own_moment() -> None:
    wires = new_game(villains=("rust-baron", "widow-of-wires", "hollow-choir", "iron-tide", "red-skull"))
    auto(wires, "talk")
    while wires.board.mission == 1:
        for seat in list(wires.prompts()):
            wires.play(seat, wires.default(seat))
    go_on(wires, "lay-cards")
    (seat,) = wires.prompts()
    hand = wires.board.hands[seat] or ()
    assert refusal_of(wires, f"{seat} lay-cards cards={','.join(hand[:3])} says=nothing") == "wrong-count"
    assert happened(wires, hh.LimitSet) == [hh.LimitSet(0b11111, 2)]
    lay_rest(wires)
    auto(wires, "before-attack")
    assert len(happened(wires, hh.LimitSet)) == 1


@pytest.mark.clause("HH-QUICK-1")
def test_a_quick_attack_reveals_the_first_players_cards() -> None:
    game = new_game(villains=("fog-engine", "glass-colonel", "hollow-choir", "iron-tide", "red-skull"), hands=STRONG)
    lay(game, "+4", "+1")
    assert game.view(SPECTATOR).board.laid == {0: ("+4",)}


@pytest.mark.clause("HH-TIE-1")
def test_a_power_breaks_ties_by_distance_from_the_token() -> None:
    from turncoat.games.hail_hydra.effects import hardest_hit

    board = new_game().board  # token at 0; hands 6 2 4 6 6
    assert hardest_hit(board, most=True) == 0, "the holder is furthest away"
    board.hand_sizes = [1, 6, 4, 6, 1]
    assert hardest_hit(board, most=True) == 3, "seat 3 gets the token after seat 1"
    board.token = 2
    assert hardest_hit(board, most=True) == 1
    assert hardest_hit(board, most=False) == 0
    board.out = 0b00010
    assert hardest_hit(board, most=True) == 3, "only heroes on the mission count"


@pytest.mark.clause("HH-ORDER-1")
def test_token_order_starts_with_the_holder_of_the_token() -> None:
    from turncoat.games.hail_hydra.tables import token_order

    assert token_order(0b11011, 3) == [3, 4, 0, 1]
    assert token_order(0b01011, 2) == [3, 0, 1]
    game = new_game(hands=STRONG, first=0, pile="+1 +2 +3 +4 -2 -3 +1 +1 +2 +2")
    offensive(game, "+4", "+1", "+1", "+1", "-5")
    assert [event.seat for event in happened(game, hh.CardsDrawn)[5:]] == [1, 2, 3, 4, 0]


def test_offers_and_deals_have_their_defaults() -> None:
    assert USE.allowed == ("use",)
    assert deal_of().first == 0
