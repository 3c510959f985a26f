"""Set-up: counts, discs, piles, villains, heroes and opening hands."""

from collections import Counter

import pytest

from tests.support.games.hail_hydra import PLAIN, asks, deal_of, happened, new_game
from turncoat.games.hail_hydra import HOUSE_CARDS
from turncoat.games.hail_hydra.board import Board
from turncoat.games.hail_hydra.events import AgentsSeen, CardsDrawn, LoyaltyDealt
from turncoat.games.hail_hydra.tables import LEVELS, VALUES
from turncoat.kernel.card_texts import reveal_script
from turncoat.kernel.chapters import RulesetError
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR
from turncoat.testing import play, refusal_of

AGENTS = {5: 2, 6: 2, 7: 3, 8: 3}


@pytest.mark.clause("HH-SETUP-1")
@pytest.mark.parametrize(("players", "agents"), AGENTS.items())
def test_the_number_of_agents_depends_on_the_players(players: int, agents: int) -> None:
    deal = Ruleset.of("hail-hydra", players).deal(b"any")
    assert Counter(deal.roles) == {"hydra": agents, "shield": players - agents}
    game = new_game(players)
    assert game.view(SPECTATOR).board.hidden_agents == agents


@pytest.mark.clause("HH-SETUP-1")
@pytest.mark.parametrize("players", [4, 9])
def test_hail_hydra_refuses_other_numbers_of_players(players: int) -> None:
    with pytest.raises(RulesetError, match="5 to 8"):
        Ruleset.of("hail-hydra", players)


@pytest.mark.clause("HH-SETUP-2")
def test_players_see_their_own_disc_and_agents_see_each_other() -> None:
    game = new_game(agents=(1, 3))
    for viewer in (SPECTATOR, *range(5)):
        view = game.view(viewer)
        own = [event for event in view.events if isinstance(event, LoyaltyDealt)]
        assert [event.seat for event in own] == ([viewer] if viewer >= 0 else [])
        assert any(isinstance(event, AgentsSeen) for event in view.events) == (viewer in (1, 3))
        assert view.board.agents_seen == (0b01010 if viewer in (1, 3) else 0)


@pytest.mark.clause("HH-SETUP-2")
def test_in_the_script_only_agents_open_their_eyes() -> None:
    lines = reveal_script(Ruleset.of("hail-hydra", 5))
    assert [line.eyes for line in lines] == ["", "hydra", "", "everyone"]


@pytest.mark.clause("HH-SETUP-3")
def test_eighty_attack_cards_half_blue_half_red() -> None:
    assert len(HOUSE_CARDS.attack_cards) == 80
    assert Counter(HOUSE_CARDS.attack_cards) == dict.fromkeys(VALUES, 10)
    blue = [value for value in VALUES.values() if value > 0]
    red = [-value for value in VALUES.values() if value < 0]
    assert sum(red) / len(red) > sum(blue) / len(blue)
    for viewer in (SPECTATOR, *range(5)):
        board = new_game().view(viewer).board
        assert not board.pile, "the draw pile is face down"
        assert board.pile_size == 80 - 24


@pytest.mark.clause("HH-SETUP-4")
def test_villains_come_in_order_of_level_and_red_skull_last() -> None:
    met: set[str] = set()
    for seed in range(60):
        villains = Ruleset.of("hail-hydra", 5).deal(str(seed).encode()).decks["villains"]
        assert [HOUSE_CARDS.villains[name].level for name in villains] == [1, 2, 2, 3, 4] == list(LEVELS)
        assert villains[-1] == "red-skull"
        assert len(set(villains)) == 5
        met.update(villains)
    assert met == set(HOUSE_CARDS.villains), "every villain is sometimes drawn"


@pytest.mark.clause("HH-SETUP-4")
def test_nobody_knows_the_next_villain() -> None:
    game, other = new_game(), new_game(villains=("rust-baron", "auctioneer", "hollow-choir", "iron-tide", "red-skull"))
    for viewer in (SPECTATOR, *range(5)):
        assert game.view(viewer).board == other.view(viewer).board


@pytest.mark.clause("HH-SETUP-5")
def test_the_city_starts_at_27() -> None:
    assert new_game().board.city == 27


@pytest.mark.clause("HH-SETUP-6")
def test_heroes_are_chosen_clockwise_before_loyalty_is_dealt() -> None:
    game: Game[Board] = Game(Ruleset.of("hail-hydra", 5), deal_of(first=3))
    chosen: list[str] = []
    for seat, hero in ((3, "hulk"), (4, "she-hulk"), (0, "alderman"), (1, "clockmaker"), (2, "tram-seven")):
        assert list(game.prompts()) == [seat]
        assert not happened(game, LoyaltyDealt)
        for taken in chosen:
            assert refusal_of(game, f"{seat} choose-hero {taken}") == "not-allowed"
        play(game, f"{seat} choose-hero {hero}")
        chosen.append(hero)
    assert game.view(SPECTATOR).board.heroes == ["alderman", "clockmaker", "tram-seven", "hulk", "she-hulk"]
    assert len(happened(game, LoyaltyDealt)) == 5


@pytest.mark.clause("HH-SETUP-7")
@pytest.mark.parametrize("players", range(5, 9))
def test_opening_hands_hold_2_4_and_then_6_cards(players: int) -> None:
    game = new_game(players, first=2)
    sizes = [game.board.hand_sizes[(2 + step) % players] for step in range(players)]
    assert sizes == [6, 2, 4] + [6] * (players - 3)
    assert all(event.count == len(event.cards) for event in happened(game, CardsDrawn))


@pytest.mark.clause("HH-SETUP-7")
def test_the_token_is_placed_at_random() -> None:
    ruleset = Ruleset.of("hail-hydra", 6)
    assert {ruleset.deal(str(seed).encode()).first for seed in range(100)} == set(range(6))


@pytest.mark.clause("HH-SETUP-8")
def test_the_house_set_keeps_its_totals() -> None:
    assert len(HOUSE_CARDS.heroes) == 14
    assert {"hulk", "she-hulk"} <= set(HOUSE_CARDS.heroes)
    assert Counter(villain.level for villain in HOUSE_CARDS.villains.values()) == {1: 5, 2: 6, 3: 6, 4: 1}
    assert {hero.moment for hero in HOUSE_CARDS.heroes.values()} == {
        "attacks-started", "attacks-collected", "attacks-discarded", "votes-started",
    }  # fmt: skip
    for villain in HOUSE_CARDS.villains.values():
        assert 1 <= villain.health <= 13
        assert 0 <= villain.defense <= 3
        assert villain.damage >= 1


@pytest.mark.parametrize(
    ("field", "value"),
    [("roles", ("shield",) * 5), ("attack", ("+1",) * 80), ("villains", PLAIN[::-1]), ("villains", ("nobody",) * 5)],
)
def test_hail_hydra_refuses_a_mismatched_deal(field: str, value: tuple[str, ...]) -> None:
    deal = deal_of()
    roles = value if field == "roles" else deal.roles
    decks = {**deal.decks, **({field: value} if field != "roles" else {})}
    with pytest.raises(ValueError, match=r"hydra|attack|villain"):
        Game(Ruleset.of("hail-hydra", 5), type(deal)(roles, 0, decks))


def test_after_setup_the_first_player_lays() -> None:
    assert asks(new_game()) == "lay-cards"
