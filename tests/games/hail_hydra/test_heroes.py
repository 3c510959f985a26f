"""Special abilities: once per game, at their moment, in the order of calls, and with the effects on their cards."""

import pytest
from msgspec import structs

from tests.support.games.hail_hydra import (
    PLAIN,
    asks,
    auto,
    cards,
    go_on,
    hail,
    hand_of,
    happened,
    lay,
    new_game,
    offers,
    to_two_rounds,
)
from turncoat.games.hail_hydra import HOUSE_CARDS
from turncoat.games.hail_hydra import events as hh
from turncoat.games.hail_hydra.ability_steps import BeforeStart
from turncoat.games.hail_hydra.board import Board
from turncoat.games.hail_hydra.cards import Effect, Hero
from turncoat.games.hail_hydra.effects import VERBS, Do, effects_left
from turncoat.kernel.game import Game
from turncoat.kernel.seats import NOBODY, SPECTATOR
from turncoat.locales import translator
from turncoat.telling import Teller
from turncoat.testing import play, refusal_of

HANDS = {0: "+4 +4 +4 -2 -2 -2", 1: "+1 -2", 2: "+1 +1 -2 -3", 3: "+1 +1 +1 +2 -2 -3", 4: "-5 -5 -4 -4 +3 +2"}
SOFT = ("toll-keeper", *PLAIN[1:])


@pytest.mark.clause("HH-HERO-1")
def test_an_ability_is_used_only_once_at_its_moment() -> None:
    game = new_game(heroes={2: "hulk"})
    assert asks(game) == "before-start"
    assert list(game.prompts()) == [2], "the possible callers are public, so nobody else is asked"
    assert offers(game, 2) == {"ability", "hail-hydra"}
    assert offers(game, 1) == {"hail-hydra"}
    play(game, "2 !ability use")
    assert happened(game, hh.AbilityUsed) == [hh.AbilityUsed(2, "hulk")]
    assert "ability" not in offers(game, 2)
    go_on(game, "lay-cards")
    assert "ability" not in offers(game, 2)
    auto(game, "vote-knock-out")
    play(game, "* vote-knock-out -")
    go_on(game)
    assert asks(game) == "lay-cards", "nobody is asked if nobody can call"


@pytest.mark.clause("HH-HERO-1", "HH-HAIL-3")
def test_revealed_and_knocked_out_heroes_have_no_ability() -> None:
    game = new_game(heroes={3: "brass-comet", 4: "hulk"})
    assert "ability" in offers(game, 4)
    hail(game, 4)
    assert "ability" not in offers(game, 4)
    out = new_game(heroes={2: "hulk"})
    auto(out, "vote-knock-out")
    play(out, "0,1,3,4 vote-knock-out 2\n2 vote-knock-out -")
    go_on(out, "hand-cards")
    assert asks(out) == "hand-cards", "nobody is asked before attacks are started"
    assert "ability" not in offers(out, 2)


def test_a_hero_whose_ability_can_do_nothing_now_is_not_asked_to_use_it() -> None:
    game = new_game(heroes={0: "lady-lighthouse", 1: "hulk"})
    board = game.board
    board.with_cards = NOBODY
    prompts = BeforeStart().prompts(game, 1)
    assert {seat: prompt.question.sentence for seat, prompt in prompts.items()} == {
        0: "Before the attack. Continue?",
        1: "Before the attack: use your ability, or continue.",
    }
    assert {prompt.question.name for prompt in prompts.values()} == {"before-start"}


@pytest.mark.clause("HH-HERO-2")
def test_the_four_moments_for_abilities_are_open_where_the_rules_say() -> None:
    heroes = {0: "hulk", 1: "brass-comet", 2: "paper-lantern", 3: "she-hulk"}
    game = new_game(heroes=heroes)
    assert asks(game) == "before-start"
    assert not game.board.laid_counts
    assert "ability" in offers(game, 0)
    go_on(game, "lay-cards")
    lay(game, *[hand_of(game, seat)[0] for seat in range(5)])
    assert asks(game) == "before-collect"
    assert len(game.board.laid_counts) == 5
    assert "ability" in offers(game, 1)
    go_on(game, "before-discard")
    assert asks(game) == "before-discard"
    assert game.board.tally is not None
    assert game.board.discarded_count == 0
    assert "ability" in offers(game, 2)
    auto(game, "before-votes")
    assert asks(game) == "before-votes"
    assert game.board.villain is None
    assert "ability" in offers(game, 3)
    assert {prompt.question.clock for prompt in game.prompts().values()} == {"abilities"}


@pytest.mark.clause("HH-HERO-2")
def test_an_ability_called_in_the_talk_counts_from_the_next_round() -> None:
    game = new_game(heroes={1: "alderman", 2: "clockmaker"})
    auto(game, "talk")
    assert game.board.rounds == 1
    assert "ability" not in offers(game, 1), "refused once the last round has begun"
    go_on(game, "vote-knock-out")
    play(game, "* vote-knock-out -")
    to_two_rounds(game, "before-votes")
    go_on(game, "talk")
    assert asks(game) == "talk"
    play(game, "1 !ability use")
    assert game.board.extra_votes == {1: (2, 1)}, "effective in the next round"
    go_on(game, "vote-knock-out")
    play(game, "* vote-knock-out -")
    go_on(game, "vote-knock-out")
    play(game, "1 vote-knock-out vote=- extra=-")


@pytest.mark.clause("HH-HERO-2")
def test_she_hulks_ability_lasts_the_whole_phase() -> None:
    game = new_game(heroes={1: "she-hulk", 2: "clockmaker"})
    to_two_rounds(game, "before-votes")
    play(game, "1 !ability 4")
    for _ in range(2):
        go_on(game, "vote-knock-out")
        assert refusal_of(game, "0 vote-knock-out 4") == "cannot-be-knocked-out"
        play(game, "* vote-knock-out -")
    auto(game, "vote-knock-out")
    assert refusal_of(game, "0 vote-knock-out 4") is None, "not in the next phase"


def told_of_protection(game: Game[Board], language: str = "en") -> str:
    """Return the last line of the log about a protection."""
    teller = Teller(game.ruleset, ("Ann", "Ben", "Cat", "Dan", "Eva"), translator(language))
    return teller.event(happened(game, hh.HeroProtected)[-1])


@pytest.mark.clause("HH-HERO-2")
def test_the_log_says_how_long_she_hulks_protection_lasts() -> None:
    game = new_game(heroes={1: "she-hulk", 2: "clockmaker"})
    to_two_rounds(game, "before-votes")
    later = game.clone()
    play(game, "1 !ability 4")
    assert told_of_protection(game) == "Eva cannot be knocked out in this phase."
    assert told_of_protection(game, "pl") == "Eva ma w tej fazie ochronę przed nokautem."
    go_on(later, "talk")
    play(later, "1 !ability 4")
    assert told_of_protection(later) == "Eva cannot be knocked out from round 2 to the end of this phase."
    game.emit(hh.HeroProtected(3, 2, 2))
    assert told_of_protection(game) == "Dan cannot be knocked out in round 2."
    assert told_of_protection(game, "pl") == "Dan ma w rundzie 2 ochronę przed nokautem."


@pytest.mark.clause("HH-HERO-3")
def test_abilities_called_at_one_moment_resolve_in_order() -> None:
    heroes = {0: "hulk", 1: "magpie-king", 2: "lady-lighthouse"}
    game = new_game(heroes=heroes, hands=HANDS, villains=SOFT)
    play(game, "2 !ability 4\n1 !ability 4")
    assert happened(game, hh.HandSeen)[0].cards == cards("-5 -5 -4 -4 +3 +2"), "the look came before the theft"
    play(game, "chance take-at-random -5,+3,-5,-4,-4,+2\n0 !ability use")
    assert [event.seat for event in happened(game, hh.AbilityUsed)] == [2, 1, 0]
    assert game.board.hands[1] == cards("+1 -2 -5 +3")
    other = new_game(heroes=heroes, hands=HANDS, villains=SOFT)
    play(other, "1 !ability 4\nchance take-at-random -5,+3,-5,-4,-4,+2\n2 !ability 4")
    assert happened(other, hh.HandSeen)[0].cards == cards("-5 -4 -4 +2")


@pytest.mark.clause("HH-HULK-1")
def test_defense_counts_against_hulks_ability_and_again_at_the_reveal() -> None:
    game = new_game(heroes={0: "hulk"}, hands=HANDS, villains=SOFT)  # The Toll Keeper: 13 health, defense 1
    play(game, "0 !ability use")
    assert happened(game, hh.VillainDamaged) == [hh.VillainDamaged(4 - 1, 10)]
    lay(game, "+4 +4", "+1", "+1", "+1", "-5")
    go_on(game, "before-attack")
    assert happened(game, hh.VillainDamaged)[-1] == hh.VillainDamaged(6 - 1, 5)


def test_hulk_can_defeat_a_villain_before_anybody_lays() -> None:
    game = new_game(heroes={0: "hulk"}, hands=HANDS, villains=SOFT)
    game.board.health = 3
    play(game, "0 !ability use")
    assert game.board.phase == "knock-out"
    assert not happened(game, hh.AttackRevealed)
    assert asks(game) in ("before-votes", "talk")


def call(hero: str, moment: str, answer: str, **more: object) -> Game[Board]:
    """Return a game in which seat 0 has called this hero's ability at the given moment."""
    game = new_game(heroes={0: hero}, hands=HANDS, villains=SOFT, **more)  # type: ignore[arg-type]
    if moment != "before-start":
        lay(game, "+4", "+1", "+1", "+1", "-5")
        go_on(game, moment)
    assert asks(game) == moment
    play(game, f"0 !ability {answer}")
    return game


def test_only_lady_lighthouse_sees_the_hand() -> None:
    game = call("lady-lighthouse", "before-start", "4")
    assert game.view(0).board.hands[4] == cards("-5 -5 -4 -4 +3 +2")
    for viewer in (SPECTATOR, 1, 2, 3):
        assert game.view(viewer).board.hands[4] is None


def test_tram_seven_replaces_the_hand() -> None:
    game = call("tram-seven", "before-start", "use", pile="+1 +1 +2 +3 -5")
    assert game.board.hands[0] == cards("+1 +1 +2 +3 -5")
    assert happened(game, hh.CardsDiscarded) == [hh.CardsDiscarded(0, 6, cards("+4 +4 +4 -2 -2 -2"))]


def test_only_the_night_librarian_sees_the_laid_cards() -> None:
    game = call("night-librarian", "before-collect", "4")
    assert game.view(0).board.laid[4] == ("-5",)
    for viewer in (SPECTATOR, 1, 2, 3):
        assert 4 not in game.view(viewer).board.laid


def test_the_understudy_makes_a_hero_lay_again() -> None:
    game = call("understudy", "before-collect", "4")
    assert asks(game) == "lay-cards"
    assert list(game.prompts()) == [4]
    assert game.board.hands[4] == cards("-5 -5 -4 -4 +3 +2")
    lay(game, "+3 +2")
    assert asks(game) == "before-collect"
    go_on(game, "before-attack")
    assert happened(game, hh.AttackRevealed)[0].total == 4 + 1 + 1 + 1 + 5


def test_the_brass_comet_adds_to_the_total() -> None:
    game = call("brass-comet", "before-collect", "use")
    go_on(game, "before-attack")
    assert happened(game, hh.AttackRevealed)[0].total == 2 + 2


def test_paper_lantern_heals_the_city_up_to_27() -> None:
    game = call("paper-lantern", "before-discard", "use")
    assert game.board.city == 27
    assert not happened(game, hh.CityHealed)
    again = new_game(heroes={0: "paper-lantern"}, hands=HANDS, villains=SOFT)
    hail(again, 4)
    lay(again, "-5", "+4", "+1", "+1", "+1")
    go_on(again, "before-discard")
    play(again, "0 !ability use")
    assert again.board.city == 27 - 3 + 2


def test_the_quiet_anvil_lowers_the_defense_for_one_offensive() -> None:
    game = call("quiet-anvil", "before-discard", "use")
    assert game.board.defense == 0
    go_on(game, "lay-cards")
    assert happened(game, hh.VillainDamaged)[0].amount == 2
    assert game.board.defense == 1


def test_doctor_monsoon_stops_the_attack() -> None:
    game = call("doctor-monsoon", "before-discard", "use")
    go_on(game, "lay-cards")
    assert not happened(game, hh.CityDamaged)
    assert game.board.offensive == 2


def test_the_quartermaster_lets_the_mission_draw() -> None:
    game = call("quartermaster", "before-discard", "use")
    assert [(event.seat, event.count) for event in happened(game, hh.CardsDrawn)[5:]] == [(s, 1) for s in range(5)]


WEAK = ("+4", "+1", "+1", "+1", "-5")
"""An attack of 2, which leaves the Toll Keeper standing to deal 2 to the city."""


@pytest.mark.clause("HH-HERO-2", "HH-OFF-11")
def test_abilities_are_open_again_after_the_villains_attack() -> None:
    game = new_game(heroes={0: "paper-lantern", 1: "quartermaster", 2: "quiet-anvil"}, hands=HANDS, villains=SOFT)
    lay(game, *WEAK)
    go_on(game, "before-discard")
    assert list(game.prompts()) == [0, 1, 2]
    play(game, "1 !ability use")
    go_on(game, "after-damage")
    assert game.board.city == 27 - 2, "the villain has attacked"
    assert game.board.discarded_count == 0, "the attack is still face up"
    assert list(game.prompts()) == [0], "only heroes whose ability can still have an effect"
    assert [seat for seat in range(5) if "ability" in offers(game, seat)] == [0]
    play(game, "0 !ability use")
    assert game.board.city == 27
    assert asks(game) == "lay-cards"
    assert game.board.offensive == 2
    kinds = [type(event) for event in game.events]
    assert kinds.index(hh.CityHealed) < kinds.index(hh.AttackDiscarded)


@pytest.mark.clause("HH-HERO-2")
@pytest.mark.parametrize("hero", ["quiet-anvil", "doctor-monsoon"])
def test_abilities_that_change_the_attack_close_after_it(hero: str) -> None:
    game = new_game(heroes={0: hero, 1: "hulk", 2: "she-hulk", 3: "alderman"}, hands=HANDS, villains=SOFT)
    lay(game, *WEAK)
    go_on(game, "before-discard")
    assert asks(game) == "before-discard"
    game.play(0, game.default(0))
    go_on(game, "after-damage")
    assert asks(game) == "lay-cards", "no useless question"
    assert game.board.used == 0


def test_after_the_damage_an_ability_keeps_the_effects_still_possible() -> None:
    game = new_game(heroes={0: "paper-lantern"}, hands=HANDS, villains=SOFT)
    heal, skip, total = Effect("heal-city", 2), Effect("skip-attack"), Effect("total", 2)
    mixed = Hero("mixed", "Mixed", "attacks-discarded", "Several things.", (skip, heal, total))
    later = Hero("later", "Later", "votes-started", "Something else.", (heal, Effect("draw")))
    board = game.board
    assert effects_left(board, mixed) == (skip, heal, total)
    lay(game, *WEAK)
    go_on(game, "after-damage")
    assert effects_left(board, mixed) == (heal,)
    board.city = 27
    assert effects_left(board, mixed) == (), "the city is undamaged"
    assert effects_left(board, later) == later.effects, "another moment"


def test_an_ability_called_after_the_damage_cannot_undo_the_attack() -> None:
    game = new_game(heroes={0: "paper-lantern"}, hands=HANDS, villains=SOFT)
    effects = (Effect("skip-attack"), Effect("heal-city", 2))
    lantern = structs.replace(HOUSE_CARDS.heroes["paper-lantern"], effects=effects)
    game.board.cards = structs.replace(HOUSE_CARDS, heroes={**HOUSE_CARDS.heroes, "paper-lantern": lantern})
    lay(game, *WEAK)
    go_on(game, "after-damage")
    play(game, "0 !ability use")
    assert happened(game, hh.CityHealed)
    assert not happened(game, hh.AttackSkipped), "the villain has attacked"


def test_nobody_is_asked_to_heal_an_undamaged_city() -> None:
    game = new_game(heroes={0: "paper-lantern", 1: "doctor-monsoon"}, hands=HANDS, villains=SOFT)
    lay(game, *WEAK)
    go_on(game, "before-discard")
    play(game, "1 !ability use")
    go_on(game, "after-damage")
    assert game.board.city == 27
    assert asks(game) == "lay-cards"


STRONG = ("+4 +4 +4", "+1", "+1 +1", "+1 +1 +2", "-5")
"""An attack of 14, enough for any villain of level 1."""


@pytest.mark.clause("HH-HERO-2", "HH-HAIL-1")
def test_a_defeated_villain_leaves_once_abilities_are_over() -> None:
    heroes = {0: "paper-lantern", 1: "quartermaster", 2: "doctor-monsoon", 3: "quiet-anvil"}
    game = new_game(heroes=heroes, hands=HANDS, villains=SOFT)
    game.board.city = 20
    lay(game, *STRONG)
    go_on(game, "after-damage")
    assert game.board.health == 0
    assert list(game.prompts()) == [0, 1], "the others' abilities would have no effect"
    assert not any("hail-hydra" in offers(game, seat) for seat in range(5)), "the mission is over (HH-OFF-10)"
    play(game, "1 !ability use\n0 !ability use")
    assert game.board.city == 22
    kinds = [type(event) for event in game.events]
    healed = kinds.index(hh.CityHealed)
    assert kinds[healed + 1 : healed + 4] == [hh.AttackDiscarded, hh.VillainDefeated, hh.KnockOutBegan]


def test_a_knocked_out_hero_is_not_asked_before_the_defeat() -> None:
    game = new_game(heroes={0: "paper-lantern", 1: "quartermaster", 2: "hulk"}, hands=HANDS, villains=SOFT)
    game.board.city = 20
    go_on(game, "lay-cards")
    game.emit(hh.HeroKnockedOut(1))
    lay(game, "+4 +4 +4", "+1 +1", "+1 +1 +2", "+2 +3")
    go_on(game, "after-damage")
    assert game.board.health == 0
    assert list(game.prompts()) == [0]


def test_defeating_red_skull_skips_the_moment_for_abilities() -> None:
    game = new_game(heroes={0: "paper-lantern"}, hands=HANDS, villains=SOFT)
    game.board.villain, game.board.health, game.board.city = game.board.cards.villains["red-skull"], 10, 20
    lay(game, "+4 +4 +4", "+1", "+1", "+2", "-5")
    go_on(game, "after-damage")
    assert game.result is not None
    assert game.result.winner == "shield"


def test_the_question_after_the_damage_reveals_no_loyalty() -> None:
    heroes = {0: "paper-lantern", 1: "quartermaster", 2: "hulk"}
    games = [new_game(heroes=heroes, hands=HANDS, villains=SOFT, agents=agents) for agents in ((0, 4), (1, 2))]
    for game in games:
        lay(game, *WEAK)
        go_on(game, "after-damage")
    one, other = games
    assert asks(one) == "after-damage"
    for viewer in (SPECTATOR, 3):
        first, second = one.view(viewer), other.view(viewer)
        assert first.events == second.events
        assert (first.waiting, first.prompt) == (second.waiting, second.prompt)
        assert first.waiting == 0b11


def test_the_clockmaker_can_cancel_the_current_round() -> None:
    game = new_game(heroes={0: "clockmaker"})
    auto(game, "before-votes")
    play(game, "0 !ability use")
    go_on(game)
    assert game.board.mission == 2
    assert not happened(game, hh.PointedUp)


@pytest.mark.parametrize("verb", sorted(VERBS))
def test_every_verb_can_be_played_and_keeps_eighty_cards(verb: str) -> None:
    game = new_game(hands=HANDS)
    amount = -1 if verb == "rounds" else 2
    board = game.board
    if verb in ("take-back", "look-laid"):
        lay(game, "+4", "+1")
    else:
        board.health = 10
    game.follow(Do(Effect(verb, amount, "chosen" if verb != "rounds" else "self"), 2, 1))  # type: ignore[arg-type]
    game.frame = None
    game._settle()
    for _ in range(30):
        for seat in list(game.prompts()):
            if game.prompt(seat) or seat < 0:
                game.play(seat, game.default(seat))
    held = sum(board.hand_sizes) + board.pile_size + board.discarded_count
    assert held + sum(board.laid_counts.values()) + board.blind_count == 80


def test_every_house_heros_ability_can_be_called() -> None:
    for name, hero in HOUSE_CARDS.heroes.items():
        game = new_game(heroes={0: name}, hands=HANDS, villains=SOFT)
        for _ in range(400):
            if "ability" in offers(game, 0):
                break
            for seat in list(game.prompts()):
                if game.prompt(seat) or seat < 0:
                    game.play(seat, game.default(seat))
        offer = next(offer for offer in game.offers(0) if offer.name == "ability")
        answer = next(iter(offer.option.answers()))
        play(game, f"0 !ability {offer.option.text(answer)}")
        assert game.board.used == 1, hero.title
