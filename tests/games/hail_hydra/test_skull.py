"""Red Skull: the Cosmic Cube, defense from revealed agents, and both endings."""

import pytest

from tests.support.games.hail_hydra import asks, auto, go_on, hail, happened, lay, new_game, offers
from turncoat.games.hail_hydra import events as hh
from turncoat.games.hail_hydra.board import Board
from turncoat.games.hail_hydra.offensive import OFFENSIVE
from turncoat.games.hail_hydra.tables import MOST_DEFENSE
from turncoat.kernel.chapters import OptionValue
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset
from turncoat.locales import translator
from turncoat.telling import Teller
from turncoat.testing import play

HANDS = {0: "+4 +4 +4 +3 +3 +3", 1: "+4 -2", 2: "+4 +4 -2 -3", 3: "+1 +1 +1 +2 -2 -3", 4: "-5 -5 -4 -4 +3 +2"}


def before_skull(out: tuple[int, ...] = (), players: int = 5, **more: object) -> Game[Board]:
    """Return a game just before its last mission, with these seats knocked out for it."""
    game = new_game(players, heroes={0: "clockmaker", 1: "alderman", 2: "she-hulk"}, **more)  # type: ignore[arg-type]
    game.stack.clear()
    game.frame = None
    game.emit(hh.VillainRevealed(5, "red-skull", 10, 1, 2))
    for seat in out:
        game.emit(hh.HeroKnockedOut(seat))
    return game


def begin(game: Game[Board]) -> Game[Board]:
    """Begin the next offensive."""
    game.follow(*OFFENSIVE)
    game._settle()
    return game


def attack(health: int, *laid: str, city: int = 27, revealed: int = 0) -> Game[Board]:
    """Attack Red Skull at this health. His defense is 1, plus what `revealed` agents give."""
    game = before_skull(hands=HANDS, options={"skip-first-draw": "mission"})
    game.board.health = health
    game.board.city = city
    begin(game)
    if revealed:
        game.emit(hh.DefenseChanged(revealed))
    lay(game, *laid)
    go_on(game, "before-attack")
    return game


@pytest.mark.clause("HH-SKULL-1")
@pytest.mark.parametrize(
    ("health", "total", "defense", "dealt", "penalty"),
    [
        (8, 9, 1, 8, 0),  # just enough
        (8, 8, 1, 7, 0),  # one short
        (8, 13, 1, 8, 0),  # five over is safe
        (8, 14, 1, 8, 1),  # six over costs one
        (4, 14, 1, 4, 5),
        (8, 13, 3, 8, 0),
        (8, 14, 3, 8, 1),  # the total before defense counts
        (8, 10, 3, 7, 0),  # with more defense the safe range starts later
    ],
)
def test_damage_over_red_skulls_health_plus_5_hits_the_city(
    health: int, total: int, defense: int, dealt: int, penalty: int
) -> None:
    laid = {
        8: ("+4", "+4", "+4", "+1", "-5"),
        9: ("+4", "+4", "+4", "+2", "-5"),
        10: ("+4 +4", "+4", "-2", "+1 +1 +1", "-5 +2"),
        13: ("+4 +4", "+4", "+4", "+1", "-4"),
        14: ("+4 +4", "+4", "+4", "+2", "-4"),
    }
    game = attack(health, *laid[total], revealed=defense - 1)
    assert happened(game, hh.AttackRevealed)[-1].total == total
    assert happened(game, hh.VillainDamaged)[-1].amount == dealt
    cube = [event.amount for event in happened(game, hh.CityDamaged) if event.why == "cosmic-cube"]
    assert cube == ([penalty] if penalty else [])
    assert (game.result is not None) == (dealt == health)


@pytest.mark.clause("HH-SKULL-2")
def test_knocked_out_revealed_agents_may_give_red_skull_defense() -> None:
    game = before_skull((3,), hands=HANDS)
    game.emit(hh.HailHydra(3))
    begin(game)
    go_on(game, "give-defense")
    assert asks(game) == "give-defense"
    assert list(game.prompts()) == [3]
    assert game.board.token == 0, "before the token passes"
    play(game, "3 give-defense yes")
    assert game.board.defense == 2
    go_on(game, passing=("choose-act",))
    assert asks(game) == "lay-cards", "no giving or stealing in addition"
    while asks(game) != "give-defense":
        for seat in list(game.prompts()):
            game.play(seat, game.default(seat))
    assert game.board.defense == 1, "for that offensive only"
    play(game, "3 give-defense no")
    go_on(game, passing=("choose-act",))
    assert asks(game) == "choose-act"


@pytest.mark.clause("HH-SKULL-2")
def test_agents_are_asked_in_token_order_up_to_three_discs() -> None:
    game = before_skull((5, 6, 7), players=8)
    for seat in (5, 6, 7):
        game.emit(hh.HailHydra(seat))
    game.emit(hh.TokenPassed(6))
    begin(game)
    asked = []
    while asks(game) == "give-defense":
        asked += list(game.prompts())
        play(game, f"{asked[-1]} give-defense yes")
    assert asked == [6, 7], "the box has three discs, and one is on the card of Red Skull"
    assert game.board.defense == MOST_DEFENSE
    assert [event.gives for event in happened(game, hh.SkullAnswered)] == [True] * 2


@pytest.mark.clause("HH-SKULL-2")
def test_an_agent_who_declines_leaves_the_disc_to_the_next() -> None:
    game = before_skull((5, 6, 7), players=8)
    for seat in (5, 6, 7):
        game.emit(hh.HailHydra(seat))
    game.emit(hh.TokenPassed(6))
    begin(game)
    play(game, "6 give-defense no\n7 give-defense yes\n5 give-defense yes")
    assert game.board.defense == MOST_DEFENSE


@pytest.mark.clause("HH-SKULL-2")
@pytest.mark.parametrize(("options", "asked"), [({}, True), ({"all-revealed": False}, False)])
def test_an_option_restricts_giving_to_knocked_out_agents(options: dict[str, OptionValue], asked: bool) -> None:
    game = before_skull(options=options)
    game.emit(hh.HailHydra(3))
    begin(game)
    go_on(game, "give-defense")
    assert (asks(game) == "give-defense") == asked


@pytest.mark.clause("HH-SKULL-2")
@pytest.mark.parametrize("everybody", [True, False])
@pytest.mark.parametrize("language", ["en", "pl"])
def test_red_skulls_card_says_who_may_give(everybody: bool, language: str) -> None:
    teller = Teller(Ruleset.of("hail-hydra", 5, options={"all-revealed": everybody}), ["?"] * 5, translator(language))
    said = teller.event(hh.VillainRevealed(5, "red-skull", 10, 1, 3))
    out = {"en": "knocked out", "pl": "znokautowany"}[language]
    assert (out in said) is not everybody


@pytest.mark.clause("HH-SKULL-2")
def test_only_revealed_agents_give_and_only_to_red_skull() -> None:
    game = begin(before_skull((3, 4)))
    go_on(game, "give-defense")
    assert asks(game) == "hand-cards"
    lesser = new_game(heroes={0: "clockmaker", 1: "alderman", 2: "she-hulk"})
    hail(lesser, 4)
    auto(lesser, "vote-knock-out")
    play(lesser, "0,1,2,3 vote-knock-out 4\n4 vote-knock-out -")
    go_on(lesser, passing=("choose-act",))
    assert asks(lesser) == "choose-act"


@pytest.mark.clause("HH-SKULL-2", "HH-HAIL-1")
def test_a_knocked_out_agent_who_announces_before_the_draw_is_asked_at_once() -> None:
    game = begin(before_skull((3,), options={"skip-first-draw": "mission"}))
    assert asks(game) == "before-draw", "the offers come first, with or without a draw"
    hail(game, 3)
    go_on(game, "give-defense")
    assert list(game.prompts()) == [3]
    play(game, "3 give-defense yes")
    assert game.board.gave_defense == 0b1000


@pytest.mark.clause("HH-END-1")
def test_a_destroyed_city_ends_the_game_at_any_point() -> None:
    game = attack(12, "+3", "-2", "-2", "-2 -3", "-5 -5 -4", city=1)
    assert game.result is not None
    assert game.result.winner == "hydra"
    assert [event.why for event in happened(game, hh.CityDamaged)] == ["terrible-attack"], "before the attack"
    assert game.events[-1] == hh.LoyaltiesOpened(0b11000)
    assert not any(offers(game, seat) for seat in range(5))


@pytest.mark.clause("HH-END-2")
def test_shield_wins_by_defeating_red_skull_while_the_city_stands() -> None:
    game = attack(8, "+4", "+4", "+4", "+2", "-5")
    assert game.result is not None
    assert (game.result.winner, game.result.reason) == ("shield", "red-skull-defeated")


@pytest.mark.clause("HH-END-2")
@pytest.mark.parametrize(("city", "winner"), [(2, "shield"), (1, "hydra")])
def test_hydra_wins_if_the_cube_destroys_the_city_in_the_last_attack(city: int, winner: str) -> None:
    game = attack(8, "+4 +4", "+4", "+4", "+2", "-4", city=city)
    assert game.result is not None
    assert game.result.winner == winner
