"""HAIL HYDRA: the moments at which it may be announced, its cost to the city, and the play of a revealed agent."""

import pytest
from msgspec import structs

from tests.support.games.hail_hydra import (
    asks,
    auto,
    cards,
    go_on,
    hail,
    hand_of,
    happened,
    lay,
    new_game,
    offensive,
    offers,
)
from turncoat.games.hail_hydra import events as hh
from turncoat.games.hail_hydra.ability_steps import GO_ON, BeforeDraw
from turncoat.games.hail_hydra.board import Board
from turncoat.games.hail_hydra.cards import Power
from turncoat.games.hail_hydra.offensive import OFFENSIVE
from turncoat.kernel.game import Game
from turncoat.kernel.seats import CHANCE, SPECTATOR
from turncoat.testing import play, refusal_of

HANDS = {0: "+4 +4 +4 -2 -2 -2", 1: "+1 -2", 2: "+1 +1 -2 -3", 3: "+1 +1 +1 +2 -2 -3", 4: "-5 -5 -4 -4 +3 +2"}


def can_hail(game: Game[Board], seat: int = 4) -> bool:
    """Return whether the seat may announce HAIL HYDRA now."""
    return any(o.name == "hail-hydra" and "hail-hydra" in o.option.answers() for o in game.offers(seat))


def out_in_mission_2(*seats: int, players: int = 5, **more: object) -> Game[Board]:
    """Return a game at the start of its second mission, with the seat knocked out."""
    game = new_game(players, **more)  # type: ignore[arg-type]
    auto(game, "vote-knock-out")
    (seat,) = seats
    votes = [f"{voter} vote-knock-out {seat if voter != seat else '-'}" for voter in range(players)]
    play(game, "\n".join(votes))
    return game


@pytest.mark.clause("HH-HAIL-1")
def test_hail_hydra_is_open_in_missions_except_between_reveal_and_attack() -> None:
    game = new_game(heroes={0: "paper-lantern", 1: "hulk", 2: "brass-comet", 3: "she-hulk"}, hands=HANDS)
    open_at: dict[str, bool] = {}
    while game.board.mission == 1:
        if asks(game) != "shuffle-pile":
            open_at.setdefault(asks(game), can_hail(game))
        if asks(game) == "after-damage":
            auto(game, "before-votes")
            continue
        for seat in list(game.prompts()):
            game.play(seat, game.default(seat))
    assert open_at == {
        "before-start": True,
        "lay-cards": True,
        "before-collect": True,
        "before-discard": False,
        "before-attack": True,
        "after-damage": True,
        "before-votes": False,
        "talk": False,
        "vote-knock-out": False,
    }


@pytest.mark.clause("HH-HAIL-1", "HH-OFF-10")
def test_hail_hydra_is_open_between_a_villains_reveal_and_the_first_draw() -> None:
    game = to_mission_2()
    assert asks(game) == "before-draw"
    assert happened(game, hh.VillainRevealed)[-1].mission == 2
    passed = len(happened(game, hh.TokenPassed))
    assert game.waiting == 0b11111, "everybody gets the same question while an agent is hidden"
    assert {(prompt.question, prompt.option) for prompt in game.prompts().values()} == {
        (BeforeDraw.question, GO_ON),
    }
    hail(game, 4)
    assert happened(game, hh.CityDamaged)[-1].why == "hail-hydra"
    assert asks(game) == "before-draw", "another agent is still hidden"
    hail(game, 3)
    assert asks(game) == "lay-cards", "no agent is hidden, so nobody is asked"
    assert len(happened(game, hh.TokenPassed)) == passed + 1, "the token passes after both announcements"
    assert list(game.prompts()) == [3], "revealed agents lay first"


@pytest.mark.clause("HH-HAIL-1")
def test_each_mission_after_the_first_asks_once_before_a_draw() -> None:
    game = to_mission_2()
    asked = []
    while asks(game):
        if asks(game) == "before-draw":
            asked.append(game.board.mission)
            assert game.board.offensive == 1, "later offensives allow it before the villain's attack"
            go_on(game, "lay-cards", passing=("hand-cards",))
        for seat in list(game.prompts()):
            game.play(seat, game.default(seat))
    assert asked == sorted(set(asked))
    assert game.board.offensive > 1
    first = new_game()
    assert asks(first) == "lay-cards", "no draw precedes the first question, which allows it too"
    assert can_hail(first)


@pytest.mark.clause("HH-HAIL-1")
def test_in_mission_1_hail_hydra_is_open_before_a_villains_opening_power() -> None:
    game = new_game()
    game.stack.clear()
    game.frame = None
    game.emit(hh.VillainRevealed(1, "rust-baron", 12, 3, 2))
    game.board.villain = structs.replace(
        game.board.cards.villains["rust-baron"], powers=(Power("draw", who="mission", when="started"),)
    )
    drawn = len(happened(game, hh.CardsDrawn))
    game.follow(*OFFENSIVE)
    game._settle()
    assert asks(game) == "before-draw"
    assert can_hail(game)
    assert len(happened(game, hh.CardsDrawn)) == drawn
    go_on(game, "lay-cards")
    assert len(happened(game, hh.CardsDrawn)) == drawn + 5


def to_mission_2() -> Game[Board]:
    """Return a game at the first question of its second mission, with nobody knocked out."""
    game = new_game(heroes={0: "alderman", 1: "clockmaker", 2: "she-hulk"})
    auto(game, "vote-knock-out")
    play(game, "* vote-knock-out -")
    return game


@pytest.mark.clause("HH-HAIL-1")
def test_only_a_hidden_agent_can_announce_hail_hydra() -> None:
    game = new_game()
    assert refusal_of(game, "0 !hail-hydra hail-hydra") == "only-hydra-hails"
    hail(game, 4)
    assert "hail-hydra" not in offers(game, 4)
    assert game.view(SPECTATOR).board.roles == [None] * 4 + ["hydra"]


@pytest.mark.clause("HH-HAIL-2")
def test_hail_hydra_costs_the_city_3_or_1_from_a_knocked_out_agent() -> None:
    game = new_game()
    hail(game, 3)
    assert game.board.city == 27 - 3
    out = out_in_mission_2(3)
    before = out.board.city
    hail(out, 3)
    assert out.board.city == before - 1


@pytest.mark.clause("HH-HAIL-2", "HH-END-1")
def test_hail_hydra_can_end_the_game_at_once() -> None:
    game = new_game()
    game.board.city = 3
    hail(game, 3)
    assert game.result is not None
    assert (game.result.winner, game.result.reason) == ("hydra", "city-destroyed")
    assert not game.prompts()


@pytest.mark.clause("HH-HAIL-3")
def test_a_revealed_agent_loses_their_ability() -> None:
    game = new_game(heroes={4: "she-hulk"})
    hail(game, 4)
    auto(game, "vote-knock-out")
    assert not [event for event in game.events if isinstance(event, hh.AbilityUsed)]
    assert game.board.callers("votes-started") & 0b10000 == 0


@pytest.mark.clause("HH-HAIL-4")
def test_a_revealed_agent_on_the_mission_lays_first_and_face_up() -> None:
    game = new_game(hands=HANDS, pile="+1 +2 +3 +4 -2 -3 +1 +1 +2 +2")
    hail(game, 4)
    hail(game, 3)
    order = []
    for text in ("+1", "-5 -5", "+4", "+1"):
        order += list(game.prompts())
        lay(game, text)
    assert order == [3, 4, 0, 1], "both agents before the First Player, in token order"
    assert game.view(SPECTATOR).board.laid == {3: ("+1",), 4: ("-5", "-5")}
    lay(game, "+1")
    go_on(game, "lay-cards")
    assert game.board.offensive == 2
    assert list(game.prompts()) == [3], "in every later offensive"


@pytest.mark.clause("HH-HAIL-5")
def test_a_knocked_out_agent_first_gives_cards_or_steals_one_at_random() -> None:
    game = out_in_mission_2(4)
    hail(game, 4)
    go_on(game, passing=("choose-act",))
    assert asks(game) == "choose-act"
    assert not game.board.laid_counts
    steal = game.clone()
    hand = hand_of(game, 4)
    play(game, f"4 choose-act give\n4 hand-cards cards={hand[0]} to=1")
    assert happened(game, hh.CardsGiven)[-1].receiver == 1
    go_on(game)
    assert asks(game) == "lay-cards", "instead of the hand-over of HH-KO-6"
    assert list(game.prompts()) != [4]
    assert refusal_of(steal, "4 choose-act give") is None
    play(steal, "4 choose-act steal")
    assert refusal_of(steal, "4 steal-from 4") == "seat-not-allowed"
    play(steal, "4 steal-from 1")
    assert list(steal.prompts()) == [CHANCE]
    before = hand_of(steal, 1)
    play(steal, f"chance take-at-random {','.join(reversed(before))}")
    assert happened(steal, hh.CardsStolen) == [hh.CardsStolen(4, 1, 0b10010, 1, (before[-1],))]


@pytest.mark.clause("HH-HAIL-5")
def test_a_knocked_out_agent_without_cards_steals_or_passes_if_nobody_has_any() -> None:
    game = out_in_mission_2(4, heroes={0: "hulk"})
    go_on(game, "before-start")
    hail(game, 4)
    strip(game, 4)
    twin = game.clone()
    go_on(game)
    assert refusal_of(game, "4 choose-act give") == "not-allowed"
    for seat in range(4):
        strip(twin, seat)
    go_on(twin)
    assert asks(twin) != "choose-act"
    assert twin.board.acted & 0b10000


def strip(game: Game[Board], seat: int) -> None:
    """Discard all of a hero's cards, as if they were stolen."""
    board = game.board
    if board.hand_sizes[seat]:
        game.emit(hh.CardsDiscarded(seat, board.hand_sizes[seat], board.hands[seat]))


@pytest.mark.clause("HH-HAIL-5")
def test_an_agent_who_announces_while_handing_over_acts_as_an_agent_at_once() -> None:
    game = out_in_mission_2(4)
    go_on(game)
    assert asks(game) == "hand-cards"
    hail(game, 4)
    assert asks(game) == "choose-act"
    play(game, "4 choose-act steal\n4 steal-from 0")
    go_on(game)
    assert asks(game) == "lay-cards", "no hand-over in addition"


@pytest.mark.clause("HH-HAIL-5")
@pytest.mark.parametrize("laid", [0, 1])
def test_an_agent_who_announces_after_handing_over_acts_from_the_next_offensive(laid: int) -> None:
    game = out_in_mission_2(4)
    go_on(game)
    game.play(4, game.default(4))
    for _ in range(laid):
        (seat,) = game.prompts()
        lay(game, hand_of(game, seat)[-1])
    hail(game, 4)
    assert asks(game) == "lay-cards"
    began = game.board.offensive
    while game.board.offensive == began:
        for seat in list(game.prompts()):
            game.play(seat, game.default(seat))
    go_on(game)
    assert asks(game) == "choose-act"


@pytest.mark.clause("HH-HAIL-5")
def test_an_agent_who_announces_during_laying_does_not_act_in_this_offensive() -> None:
    game = out_in_mission_2(4, heroes={0: "hulk"})
    go_on(game, "before-start")
    strip(game, 4)
    go_on(game)
    assert asks(game) == "lay-cards"
    (seat,) = game.prompts()
    lay(game, hand_of(game, seat)[-1])
    hail(game, 4)
    assert asks(game) == "lay-cards"


@pytest.mark.clause("HH-HAIL-6")
def test_a_knocked_out_agent_strikes_the_city_whenever_the_villain_survives() -> None:
    game = out_in_mission_2(4)
    hail(game, 4)
    go_on(game, passing=("choose-act",))
    play(game, f"4 choose-act give\n4 hand-cards cards={hand_of(game, 4)[0]} to=0")
    began = game.board.offensive
    while game.board.offensive == began and game.board.mission == 2:
        for seat in list(game.prompts()):
            game.play(seat, game.default(seat))
    struck = [event.amount for event in happened(game, hh.CityDamaged) if event.why == "agents"]
    assert struck == [1] * game.board.offensive or struck == [1] * (game.board.offensive - 1)
    on = new_game(hands=HANDS)
    hail(on, 4)
    offensive(on, "-5", "+4", "+1", "+1", "+1")
    assert not [event for event in happened(on, hh.CityDamaged) if event.why == "agents"], "not while on the mission"


@pytest.mark.clause("HH-HAIL-7")
def test_an_agent_who_announces_during_laying_lays_at_once() -> None:
    game = new_game(hands=HANDS)
    lay(game, "+4")
    assert list(game.prompts()) == [1]
    hail(game, 4)
    assert list(game.prompts()) == [4]
    lay(game, "-5")
    assert game.view(SPECTATOR).board.laid == {4: ("-5",)}
    assert list(game.prompts()) == [1]


@pytest.mark.clause("HH-HAIL-7")
def test_an_agent_who_announces_after_laying_has_their_cards_turned_up() -> None:
    game = new_game(hands=HANDS)
    lay(game, "+4", "+1", "+1", "+1 -3")
    assert 3 not in game.view(SPECTATOR).board.laid
    hail(game, 3)
    assert happened(game, hh.CardsTurnedUp) == [hh.CardsTurnedUp(3, cards("+1 -3"))]
    assert game.view(SPECTATOR).board.laid == {3: cards("+1 -3")}
    assert list(game.prompts()) == [4]


@pytest.mark.clause("HH-HAIL-7")
def test_hail_hydra_after_the_reveal_turns_up_no_cards() -> None:
    game = new_game(hands=HANDS)
    lay(game, "+4", "+1", "+1", "+1", "-5")
    go_on(game, "before-attack")
    hail(game, 3)
    assert not happened(game, hh.CardsTurnedUp)


@pytest.mark.clause("HH-HAIL-8")
def test_everybody_has_the_same_card_back_and_reading_it_reveals_nothing() -> None:
    game = new_game()
    backs = [next(offer for offer in game.offers(seat) if offer.name == "hail-hydra") for seat in range(5)]
    assert len({(back.name, back.sentence, back.clause, back.option.shown) for back in backs}) == 1  # type: ignore[union-attr]
    before = [(game.view(viewer).board, game.waiting) for viewer in (SPECTATOR, *range(5))]
    play(game, "0 !hail-hydra not-now\n4 !hail-hydra not-now")
    assert [(game.view(viewer).board, game.waiting) for viewer in (SPECTATOR, *range(5))] == before
