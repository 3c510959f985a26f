"""Set-up: sides, room for characters, the Assassin who is somebody else too, advice, and ready sets."""

from itertools import combinations

import pytest

from tests.support.games.round_table import CHARACTERS, FIVE, asked, dealt, propose, ruleset, table
from turncoat.games.resistance.events import RoleDealt
from turncoat.games.round_table import BOOK
from turncoat.games.round_table.board import Board
from turncoat.games.round_table.roles import assassin_of
from turncoat.kernel.card_texts import reveal_script
from turncoat.kernel.chapters import Deal, DealError, RulesetError
from turncoat.kernel.explanations import explanation_of
from turncoat.kernel.game import Game
from turncoat.kernel.opening import hiding_count, role_cards
from turncoat.kernel.rulesets import Ruleset, advice
from turncoat.kernel.seats import SPECTATOR
from turncoat.simulation.fairness import measured
from turncoat.telling import Teller

SIDES = {5: (3, 2), 6: (4, 2), 7: (4, 3), 8: (5, 3), 9: (6, 3), 10: (6, 4)}
GOOD = {"merlin", "knight", "percival", "good-lancelot"}
TEAM_SIZES = {
    5: [2, 3, 2, 3, 3],
    6: [2, 3, 4, 3, 4],
    7: [2, 3, 3, 4, 4],
    8: [3, 4, 4, 5, 5],
    9: [3, 4, 4, 5, 5],
    10: [3, 4, 4, 5, 5],
}


@pytest.mark.clause("RT-BASE-1")
@pytest.mark.parametrize("players", [4, 11])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(RulesetError, match=r"5 to 10") as refused:
        ruleset(players)
    assert refused.value.code == "players"


@pytest.mark.clause("RT-BASE-1")
@pytest.mark.parametrize("players", TEAM_SIZES)
def test_teams_are_those_of_the_resistance(players: int) -> None:
    board = dealt(players).board
    assert [board.size_of(mission) for mission in range(1, 6)] == TEAM_SIZES[players]
    assert [board.fails_for(mission) for mission in range(1, 6)] == [1, 1, 1, 1 + (players >= 7), 1]


@pytest.mark.clause("RT-BASE-1")
def test_the_first_leader_is_public_and_cards_are_not() -> None:
    game = table(FIVE, first=3)
    assert game.view(SPECTATOR).board.leader == 3
    assert game.view(SPECTATOR).board.roles == [None] * 5
    for seat, role in enumerate(FIVE):
        dealt_to = [event for event in game.view(seat).events if isinstance(event, RoleDealt)]
        assert dealt_to == [RoleDealt(seat, role)]


@pytest.mark.clause("RT-SETUP-1")
@pytest.mark.parametrize("players", SIDES)
def test_sides_by_player_count(players: int) -> None:
    for modules in ((), ("percival", "morgana"), ("mordred",)):
        cards = role_cards(ruleset(players, *modules))
        good = sum(role in GOOD for role in cards)
        assert (good, len(cards) - good) == SIDES[players]
        assert hiding_count(ruleset(players, *modules)) == SIDES[players][1]


@pytest.mark.clause("RT-SETUP-2")
@pytest.mark.parametrize(("players", "room"), [(5, 1), (6, 1), (7, 2), (8, 2), (9, 2), (10, 3)])
def test_room_beside_the_assassin_with_a_card(players: int, room: int) -> None:
    for size in range(4):
        for modules in combinations(("morgana", "mordred", "oberon"), size):
            if size <= room:
                cards = role_cards(ruleset(players, *modules, assassin="card"))
                assert cards.count("minion") == room - size
                assert {"assassin", *modules} <= set(cards)
            else:
                with pytest.raises(RulesetError, match=rf"room for {room} beside assassin") as refused:
                    ruleset(players, *modules, assassin="card")
                assert refused.value.code == "no-room-for-character"


@pytest.mark.clause("RT-SETUP-2")
def test_a_refusal_says_how_many_players_would_do() -> None:
    with pytest.raises(RulesetError, match=r"or play with 10 or more"):
        ruleset(7, "morgana", "mordred", "oberon", assassin="card")
    with pytest.raises(RulesetError, match=r"with 5 players evil has 2 cards; .* or play with 7 or more"):
        ruleset(5, "morgana", "mordred", "oberon")


@pytest.mark.clause("RT-SETUP-2")
def test_each_character_is_in_play_once_and_replaces_one_of_its_side() -> None:
    for size in range(5):
        for modules in combinations(CHARACTERS, size):
            cards = role_cards(ruleset(10, *modules))
            assert all(cards.count(role) == 1 for role in ("merlin", "assassin", *modules))
            assert cards.count("knight") == 5 - ("percival" in modules)


@pytest.mark.clause("RT-SETUP-2")
def test_a_deal_of_other_characters_is_refused() -> None:
    for roles in (("merlin", "merlin", "knight", "assassin", "minion"), ("merlin", "percival", *FIVE[2:])):
        with pytest.raises(DealError, match=r"the deal lacks .*knight"):
            Game(ruleset(5), Deal(roles, 0))


CARRIERS = [
    (5, ("morgana", "mordred"), "mordred"),
    (6, ("morgana", "oberon"), "morgana"),
    (6, ("mordred", "oberon"), "mordred"),
    (7, ("morgana", "mordred", "oberon"), "mordred"),
    (7, ("morgana", "mordred"), "assassin"),
    (10, ("morgana", "mordred", "oberon"), "assassin"),
]


@pytest.mark.clause("RT-SETUP-3")
@pytest.mark.parametrize(("players", "modules", "carrier"), CARRIERS)
def test_without_a_minion_left_another_does_the_assassins_work(
    players: int, modules: tuple[str, ...], carrier: str
) -> None:
    rules = ruleset(players, *modules)
    assert assassin_of(rules) == carrier
    cards = role_cards(rules)
    assert ("assassin" in cards) == (carrier == "assassin")
    assert len(cards) == players
    told = " ".join(explanation_of(rules, carrier))
    assert "names a player; if it is Merlin" in told
    assert ("Does the Assassin's work too" in told) == (carrier != "assassin")


@pytest.mark.clause("RT-SETUP-3")
def test_the_carrier_names_merlin_in_every_deal() -> None:
    rules = ruleset(6, "morgana", "oberon")
    for seed in range(20):
        deal = rules.deal(bytes([seed]))
        game: Game[Board] = Game(rules, deal)
        while game.board.successes < 3:
            for seat, prompt in game.prompts().items():
                choice = game.default(seat)
                if prompt.question.name == "cast-ballot":
                    choice = type(choice)(choice.to, "approve")
                game.play(seat, choice)
        assert list(game.prompts()) == [deal.roles.index("morgana")]
        assert asked(game) == {"name-merlin"}


@pytest.mark.clause("RT-SETUP-3")
def test_with_a_minions_place_left_doubled_is_the_same_as_card() -> None:
    for players in range(5, 11):
        for modules in ((), ("percival",), ("mordred",)):
            cards = [role_cards(ruleset(players, *modules, assassin=value)) for value in ("doubled", "card")]
            assert cards[0] == cards[1]


@pytest.mark.clause("RT-SETUP-4")
def test_characters_and_options_in_play_are_public_and_holders_are_not() -> None:
    game = dealt(7, "percival", "morgana", "mordred", fifth_team="goes")
    view = game.view(SPECTATOR)
    assert view.ruleset == game.ruleset
    assert view.ruleset.modules == ("percival", "morgana", "mordred")
    assert view.ruleset.option("fifth-team") == "goes"
    assert view.board.roles == [None] * 7
    assert assassin_of(view.ruleset) == "assassin"


@pytest.mark.clause("RT-SETUP-5")
def test_morgana_without_percival_is_allowed_with_advice() -> None:
    rules = ruleset(7, "morgana")
    assert "Morgana is an ordinary minion without Percival." in advice(rules)
    assert not any("Percival" in line.text for line in reveal_script(rules))
    assert "Morgana is an ordinary minion without Percival." not in advice(ruleset(7, "morgana", "percival"))


@pytest.mark.clause("RT-SETUP-5")
def test_percival_alone_favors_good_with_five_players() -> None:
    favored = "With 5 players, Percival favors good: add Morgana or Mordred."
    assert favored in advice(ruleset(5, "percival"))
    for rules in (ruleset(6, "percival"), ruleset(5, "percival", "mordred"), ruleset(5, "percival", "morgana")):
        assert favored not in advice(rules)


@pytest.mark.clause("RT-SETUP-6")
def test_advice_to_newcomers() -> None:
    assert advice(ruleset(7)) == ()
    told = advice(ruleset(7, "percival", "morgana"))
    assert told[0].startswith("New to the game? Play with Merlin and the Assassin only")


RECORDED = {
    (5, "pa"): 47,
    (6, "pa"): 50,
    (7, "pa"): 44,
    (7, "pado"): 48,
    (7, "pao"): 49,
    (8, "pa"): 36,
    (8, "pado"): 45,
    (8, "pao"): 44,
    (9, "pa"): 53,
    (9, "pado"): 50,
    (10, "pado"): 35,
    (5, "pad"): 40,
    (6, "pad"): 44,
    (7, "pad"): 41,
    (8, "pad"): 36,
    (9, "pad"): 39,
    (10, "pad"): 33,
}
LETTERS = {"percival": "p", "morgana": "a", "mordred": "d", "oberon": "o"}


@pytest.mark.clause("RT-SETUP-7")
def test_ready_sets_are_playable_and_went_as_the_rules_say() -> None:
    found = {}
    for one in BOOK.ready_sets:
        rules = Ruleset.of("round-table", one.players, one.modules)
        letters = "".join(LETTERS[name] for name in one.modules)
        people = next(figures for figures in measured(rules) if figures.player_kind == "people")
        found[one.players, letters] = 100 * people.share
        assert (one.title == "A stronger evil") == (letters == "pad")
        propose(Game(rules, rules.deal(b"ready")))
    # The rules count a few games more or less.
    assert found == {key: pytest.approx(percent, abs=1.2) for key, percent in RECORDED.items()}


def test_every_character_is_explained_to_all_and_to_its_holder() -> None:
    rules = ruleset(10, *CHARACTERS)
    teller = Teller(rules, [str(seat) for seat in range(10)], str)
    for role in {*role_cards(rules)}:
        assert teller.role(role)
        assert explanation_of(rules, role)
