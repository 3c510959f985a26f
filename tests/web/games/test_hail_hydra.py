"""The Hail Hydra board on the page: public numbers only, the attack added up, and HAIL HYDRA above everything."""

from pathlib import Path
from typing import Any

from tests.support.fixtures.models import TablePage, own_parts, page_of
from tests.support.games.hail_hydra import PLAIN, auto, deal_of, go_on, hail, lay, new_game
from tests.support.offline_room import room
from turncoat.bots import CHARACTERS
from turncoat.games.hail_hydra.board import Board
from turncoat.games.hail_hydra.events import CardsDiscarded
from turncoat.kernel.game import Game
from turncoat.kernel.records import check
from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR
from turncoat.kernel.views import View
from turncoat.table.values.occupants import Occupant
from turncoat.telling import Teller
from turncoat.testing import play
from turncoat.web.board.model import BoardModel
from turncoat.web.games import presenter_of
from turncoat.web.games.hail_hydra.stage import stage_of
from turncoat.web.http.identity import Visitor

RECORDS = Path(__file__).parents[2] / "games" / "hail_hydra" / "records"

HANDS = {0: "+4 +4 +4 -2 -2 -2", 1: "+1 -2", 2: "+1 +1 -2 -3", 3: "+1 +1 +1 +2 -2 -3", 4: "-5 -5 -4 -4 +3 +2"}
NAMES = ("Ada", "Bo", "Cyd", "Dan", "Eve")


def drawn(game: Game[Board], first_new_event: int | None = None) -> BoardModel:
    """Build the public board."""
    start = len(game.view(SPECTATOR).events) if first_new_event is None else first_new_event
    return presenter_of("hail-hydra").board(game.view(SPECTATOR), Teller(game.ruleset, NAMES), game.waiting, start)


def test_the_board_has_the_villain_the_city_the_piles_and_the_hands() -> None:
    page = drawn(new_game(hands=HANDS))
    assert page.stage.headline == "Mission 1, offensive 1"
    assert page.panel is not None
    table = page.panel.model
    assert table.fighting.label.startswith("The Rust Baron: 12 of 12 health, defense 3, damage 2 to the city.")
    assert table.city_label == "New York City: 27 of 27"
    assert [villain.state for villain in table.villains] == ["now", *["next"] * 4]
    assert (table.pile_label, table.discarded_label) == ("Draw pile: 56", "Discard pile: 0")
    assert page.facts == ("First Player: Ada",)
    assert page.hands[1] == (2, "Attack cards in hand: 2")


def test_the_headline_counts_only_existing_voting_rounds() -> None:
    game = new_game(hands=HANDS)
    headlines = []
    for round_, rounds in ((0, 2), (1, 2), (1, 0)):  # in the last case, a card has removed the round
        game.board.villain, game.board.round, game.board.rounds = None, round_, rounds
        headlines.append(stage_of(view_with(game), Teller(game.ruleset, NAMES), []).headline)
    assert headlines == ["Who do you trust?", "Who do you trust? Voting round 1 of 2", "No more votes in this phase"]


def view_with(game: Game[Board]) -> View[Board]:
    """Return a view of a board that a test has edited by hand."""
    view = game.view(SPECTATOR)
    view.board = game.board
    return view


def test_laid_cards_stay_face_down_until_the_attack_is_added_up() -> None:
    game = new_game(heroes={0: "paper-lantern"}, hands=HANDS)
    lay(game, "+4", "+1", "+1", "+1")
    assert drawn(game).stage.hidden_cards == 4
    assert not drawn(game).stage.cards
    start = len(game.view(SPECTATOR).events)
    lay(game, "-5")
    go_on(game, "before-discard")
    stage = drawn(game, start).stage
    assert stage.headline == "The Rust Baron: the attack totals 2"
    assert [card.word for card in stage.cards] == ["+1", "+1", "+1", "+4", "−5"]
    assert stage.fresh
    assert stage.hidden_cards == 0


def test_the_attack_stays_face_up_until_abilities_after_the_damage() -> None:
    game = new_game(heroes={0: "paper-lantern"}, hands=HANDS)
    game.board.city = 20
    lay(game, "+4 +4 +4", "+1", "+1 +1", "+1 +1 +2", "+2 +3")
    go_on(game, "after-damage")
    page = drawn(game)
    assert page.stage.headline == "The Rust Baron: the attack totals 24"
    assert len(page.stage.cards) == 11
    assert page.panel is not None
    table = page.panel.model
    assert len(table.attack) == 11
    assert table.fighting.label.startswith("The Rust Baron: 0 of 12 health")
    assert [villain.state for villain in table.villains] == ["now", *["next"] * 4]
    go_on(game, "talk")
    assert not drawn(game).stage.cards


def test_hail_hydra_tops_the_stage_and_the_agents_cards_lie_face_up() -> None:
    game = new_game(hands=HANDS)
    start = len(game.view(SPECTATOR).events)
    hail(game, 4)
    page = drawn(game, start)
    assert page.stage.headline == "HAIL HYDRA! Eve is a HYDRA agent."
    assert page.facts[-1] == "Revealed HYDRA agents: Eve"
    lay(game, "-5 -4", "+4")
    page = drawn(game)
    assert [card.word for card in page.stage.cards] == ["−4", "−5"]
    assert page.panel is not None
    table = page.panel.model
    assert [(card.word, card.is_blue, card.total) for card in table.laid] == [("−4", False, ""), ("−5", False, "")]
    assert table.hidden == 1, "only the card that lies face down is a back"


def test_who_must_play_face_up_is_told_so_in_the_question_and_on_the_button() -> None:
    game = new_game(hands=HANDS, villains=("fog-engine", *PLAIN[1:]))
    go_on(game, "lay-cards")
    teller = Teller(game.ruleset, NAMES)
    (forced,) = game.prompts().values()
    assert teller.prompt(forced) == "FACE UP, for everybody to see: play attack cards, at most 3."
    assert forced.question.button == "Play them face up"
    lay(game, "+4")
    (free,) = game.prompts().values()
    assert teller.prompt(free) == "Play attack cards: at most 2."
    assert free.question.name == forced.question.name


def page_of_seat(game: Game[Board], seat: int) -> TablePage:
    """Return the page of a seat at a table where a bot sits beside."""
    at = room(game.ruleset, game.deal, NAMES)
    at.table.seats[4] = Occupant("bot", "Eve", bot="easy", character="cautious")
    session = at.table.session
    assert session is not None
    session._game, session.asked, session.occupants = game, game.waiting, tuple(at.table.seats)
    page = page_of(at, Visitor(f"person-{seat}", NAMES[seat]), "en", "http://table", "csrf")
    assert isinstance(page, TablePage)
    return page


def test_an_ability_is_offered_with_the_text_of_the_hero() -> None:
    game = new_game(heroes={0: "hulk"}, hands=HANDS)
    (ability,) = [one for one in page_of_seat(game, 0).own_seat.offers if one.is_public]
    assert ability.hint == game.board.cards.heroes["hulk"].text
    html = own_parts(page_of_seat(game, 0))["own_seat"]
    offer = html[html.index("offer-ability-flap") :]
    assert offer.index(ability.hint) < offer.index("</summary>") < offer.index("offer-ability-sure")


def test_hail_hydra_asks_for_a_tick_after_its_rules_and_then_for_a_choice() -> None:
    html = own_parts(page_of_seat(new_game(hands=HANDS), 0))["own_seat"]
    hail_form = html[html.index('id="offer-hail-hydra"') :]
    places = [hail_form.index(part) for part in ("hydra-warns", "hydra-sure", 'value="not-now"', "data-confirm")]
    assert places == sorted(places)
    assert "Not now" in hail_form


def test_where_there_are_no_teams_a_bots_character_speaks_of_none() -> None:
    about = page_of_seat(new_game(hands=HANDS), 0).public.seats[4].character_about
    assert about == CHARACTERS["cautious"].speech
    assert not any("team" in one.speech for one in CHARACTERS.values())


def test_between_missions_the_page_announces_the_knock_out_vote() -> None:
    game = new_game()
    auto(game, "vote-knock-out")
    assert drawn(game).stage.headline == "Who do you trust? Voting round 1 of 1"


def test_the_end_lists_the_last_offensive_the_missions_and_the_heroes() -> None:
    game: Game[Board] = check((RECORDS / "city-destroyed.txt").read_text("utf-8"))
    view, teller = game.view(SPECTATOR), Teller(game.ruleset, NAMES)
    presenter = presenter_of("hail-hydra")
    assert presenter.closing_scene(view, teller) == (
        "Eve and Red Skull: gives him 1 defense.",
        "Bo and Red Skull: gives him 1 defense.",
        "The attack: +1 ×2, −2, −3. Total: −3.",
        "The villain attacks: the city loses 3 health and has 0 left.",
    )
    missions = presenter.closing_missions(view, teller)
    assert [mission.title for mission in missions][::4] == ["Mission 1: The Pickpocket Swarm", "Mission 5: Red Skull"]
    assert [mission.about for mission in missions][::2] == [
        "New York City: 27 of 27",
        "New York City: 25 of 27 · Knocked out: Ada",
        "New York City: 0 of 27 · Knocked out: Bo and Eve",
    ]
    assert [len(mission.attacks) for mission in missions][::2] == [1, 2, 5]
    assert presenter.closing_facts(view, teller) == ("Revealed HYDRA agents: Bo and Eve",)
    assert [presenter.about_seat(view, seat, teller) for seat in range(5)] == [
        "Tram Seven",
        "Lady Lighthouse",
        "She-Hulk",
        "The Alderman",
        "Hulk",
    ]


def test_an_offensives_damage_to_villain_and_city_appears_once() -> None:
    game = new_game(hands=HANDS)
    lay(game, "+4 +4 +4", "+1", "+1 +1", "+1", "-5")
    start = len(game.view(SPECTATOR).events)
    go_on(game, "before-attack")
    model = panel(drawn(game, start))
    assert (model.fighting.blow.amount, model.fighting.health, model.city_blow) == (8, 4, None)
    assert panel(drawn(game)).fighting.blow is None, "nothing more has happened"
    start = len(game.view(SPECTATOR).events)
    go_on(game, "lay-cards")
    later = panel(drawn(game, start))
    assert later.fighting.blow is None
    assert (later.city_blow.amount, later.city) == (2, 25)
    assert later.city_blow.number > model.fighting.blow.number


def panel(page: BoardModel) -> Any:
    assert page.panel is not None
    return page.panel.model


def test_a_hero_who_loses_cards_is_marked_as_hit() -> None:
    """The villain's power takes a card from the largest hand, while the token's new holder merely follows the rules."""
    game = new_game(hands=HANDS, villains=("pickpocket-swarm", *PLAIN[1:]))
    lay(game, "-2", "-2", "-2", "-2", "-5")
    start = len(game.view(SPECTATOR).events)
    go_on(game, "lay-cards")
    new_events = game.view(SPECTATOR).events[start:]
    assert [event.seat for event in new_events if isinstance(event, CardsDiscarded)] == [0, 1]
    assert drawn(game, start).struck == 1 << 0
    assert drawn(game).struck == 0


def test_a_hero_who_is_voted_out_is_marked_as_hit() -> None:
    game = new_game()
    auto(game, "vote-knock-out")
    start = len(game.view(SPECTATOR).events)
    play(game, "0,2,3,4 vote-knock-out 1\n1 vote-knock-out 0")
    go_on(game, "lay-cards")
    assert drawn(game, start).struck & 1 << 1


def test_roles_are_dealt_after_the_last_hero_is_chosen() -> None:
    """Even a seat's own view has no role until the last hero is chosen. From then on, each has its own."""
    book = BOOKS["hail-hydra"]
    game: Game[Board] = Game(Ruleset.of("hail-hydra", 5), deal_of(5))
    for _ in range(5):
        assert not book.is_dealt(game.view(SPECTATOR).board)
        assert all(game.view(seat).board.roles == [None] * 5 for seat in range(5))
        (seat,) = game.prompts()
        game.play(seat, game.default(seat))
    assert book.is_dealt(game.view(SPECTATOR).board)
    assert all(game.view(seat).board.roles[seat] for seat in range(5))
