"""Texts that help to play by the rules: limits on talk, advice on the backs of cards, tips, and the rules in brief."""

import re
from html import unescape

import pytest

from tests.support.games.hail_hydra import deal_of
from tests.support.offline_room import Watching, choose, room
from tests.support.serving import Person, Server
from turncoat.games.hail_hydra import HOUSE_CARDS
from turncoat.games.hail_hydra.board import Board
from turncoat.kernel.game import Game
from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR
from turncoat.locales import translator
from turncoat.telling import Teller
from turncoat.web.board.telling import talk_rule
from turncoat.web.games import presenter_of
from turncoat.web.games.hail_hydra.guide import TIPS
from turncoat.web.http.languages import languages
from turncoat.web.table.seat import CardBack, card_backs

HYDRA = Ruleset.of("hail-hydra", 5)


def text_of(html: str) -> str:
    """Return the readable text of a piece of HTML."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html)))


def with_heroes(agents: tuple[int, ...]) -> Game[Board]:
    """Play Hail Hydra until everybody has chosen a hero."""
    game: Game[Board] = Game(HYDRA, deal_of(agents=agents))
    while (asked := list(game.prompts().items())) and asked[0][1].question.name == "choose-hero":
        ((seat, _),) = asked
        game.play(seat, game.default(seat))
    return game


# Limits on talk


@pytest.mark.clause("HH-TALK-1")
@pytest.mark.parametrize("game", BOOKS)
def test_the_chat_states_the_limits_on_talk_during_games_that_have_them(game: str) -> None:
    ruleset = Ruleset.of(game, 5)
    at = room(ruleset, ruleset.deal(b"talk"))
    rule = talk_rule(game, translator("en"))
    assert (rule is not None) == (game == "hail-hydra")
    player, spectator = Watching(at, 0).page(), Watching(at, SPECTATOR).page()
    assert ('id="talk-rule"' in player) == (rule is not None)
    assert 'id="talk-rule"' not in spectator  # spectators have no cards to reveal, and nobody at the table hears them
    if rule is not None:
        said = text_of(re.findall(r'<details class="talk-rule".*?</details>', player, re.DOTALL)[0])
        for words in (rule.brief, rule.text, *rule.allowed, *rule.forbidden):
            assert words in said
        assert f'href="{rule.url}"' in player
        assert 'aria-describedby="talk-rule-text"' in player


@pytest.mark.clause("HH-TALK-1")
@pytest.mark.parametrize("language", [one.code for one in languages()])
def test_the_short_rules_and_the_guide_state_the_limits_on_talk(server: Server, language: str) -> None:
    client = Person(server, "Ola").client
    client.cookies.set("language", language)
    page = client.get("/rules/hail-hydra").text
    short = text_of(page[page.find('id="short"') : page.find('class="contents"')])
    translate = translator(language)
    rule = talk_rule("hail-hydra", translate)
    assert rule is not None
    assert rule.allowed
    assert rule.forbidden
    for words in (rule.text, *rule.allowed, *rule.forbidden):
        assert words in short
    good, bad = (translate(BOOKS["hail-hydra"].words[word]) for word in ("good", "bad"))
    lay = translate(next(tip for tip in TIPS if tip.on == "asked:lay-cards").text)
    for text in (rule.text, lay):
        assert good.lower() in text
        assert bad.lower() in text


# The backs of cards


def test_every_hero_of_the_house_set_has_advice_for_both_sides_in_every_language() -> None:
    for hero in HOUSE_CARDS.heroes.values():
        assert set(hero.advice) == {"shield", "hydra"}
        for language in (one.code for one in languages() if one.code != "en"):
            for text in hero.advice.values():
                assert translator(language)(text) != text


def test_a_hero_cards_back_advises_both_sides_and_is_the_same_for_any_holder() -> None:
    presenter, seen = presenter_of("hail-hydra"), set()
    teller = Teller(HYDRA, ("Ola", "Jan", "Ewa", "Kai", "Mia"))
    for seat in range(5):
        backs: list[tuple[CardBack, ...]] = []
        for agents in ((0, 1), (2, 3), (3, 4)):
            game = with_heroes(agents)
            backs.append(card_backs(game.view(seat), presenter, teller))
        assert backs[0] == backs[1] == backs[2]
        (back,) = backs[0]
        hero = next(one for one in HOUSE_CARDS.heroes.values() if one.title == back.title)
        assert [text for _, _, text in back.advice] == [hero.shield, hero.hydra]
        assert [side for side, _, _ in back.advice] == ["shield", "jagged"]
        seen.add(back.title)
    assert len(seen) == 5


def test_the_page_has_the_back_of_the_viewers_chosen_hero() -> None:
    at = room(HYDRA, deal_of())
    session = at.table.session
    assert session is not None
    watching = [Watching(at, seat) for seat in (0, 1, SPECTATOR)]
    assert "Advice: " not in watching[0].page()
    for _ in range(5):
        seat = next(seat for seat in range(5) if session.waiting >> seat & 1)
        choose(at, seat, session.default(seat))
    heroes = session.view().board.heroes
    for one, hero in zip(watching[:2], heroes, strict=False):
        flap = text_of(" ".join(re.findall(r'<details class="offer".*?</details>', one.page(), re.DOTALL)))
        card = HOUSE_CARDS.heroes[hero]
        assert f"Advice: {card.title}" in flap
        assert card.shield in flap
        assert card.hydra in flap
    assert "Advice: " not in watching[2].page()


# The rules pages


@pytest.fixture(scope="module")
def short(server: Server) -> dict[str, str]:
    client = Person(server, "Ola").client
    pages = {}
    for game in BOOKS:
        page = client.get(f"/rules/{game}").text
        pages[game] = text_of(page[page.find('id="short"') : page.find('class="contents"')])
    return pages


def test_the_short_rules_of_the_resistance_pass_the_lead_clockwise(short: dict[str, str]) -> None:
    """Aspen, Birch and Cedar sit in this order, as the bots do."""
    assert "Aspen leads" in short["resistance"]
    assert "then Birch leads, the next player clockwise" in short["resistance"]
    assert "Cedar leads" not in short["resistance"]


@pytest.mark.clause("WIN-END-1", "WIN-MISSION-2", "WIN-ACCUSE-2", "WIN-ACCUSE-3")
def test_the_short_rules_of_winter_soldier_cover_hydras_wins_and_accusations(short: dict[str, str]) -> None:
    text = short["winter-soldier"]
    assert "three that fail win for HYDRA" in text
    assert "with 8 players or more some missions need two" in text
    assert "A loyal agent is out; any other HYDRA agent is out, and so is Captain America." in text
    assert "Failure" in text
    assert not re.search(r"\bFail\b", text)


@pytest.mark.clause("HH-SETUP-2")
def test_the_short_rules_of_hail_hydra_say_that_agents_know_each_other(short: dict[str, str]) -> None:
    assert "Some of you serve HYDRA: they know each other" in short["hail-hydra"]


def test_the_rules_of_the_resistance_end_with_tips_for_each_side(server: Server) -> None:
    client = Person(server, "Ola").client
    page = client.get("/rules/resistance").text
    tips = page[page.find('id="tips"') :]
    loyal, spies = (tips.partition(f'tips-side is-{outline}"')[2] for outline in ("shield", "jagged"))
    loyal = loyal.removesuffix(spies)
    assert loyal.count("<dt>") == 5  # four of the English edition, and one more of the Polish
    assert spies.count("<dt>") == 3
    assert page.count('href="#tips"') == 2
    for game in (name for name in BOOKS if not presenter_of(name).strategy):
        assert 'id="tips"' not in client.get(f"/rules/{game}").text


@pytest.mark.clause("HH-HAIL-4", "HH-SKULL-1")
def test_ambiguous_polish_clauses_are_worded_clearly(server: Server) -> None:
    client = Person(server, "Ola").client
    client.cookies.set("language", "pl")
    page = client.get("/rules/hail-hydra").text
    clauses = {
        found[1]: text_of(found[2]) for found in re.finditer(r'id="(HH-[A-Z]+-\d+)">(.*?)</div>', page, re.DOTALL)
    }
    assert "wcześniej niż Pierwszy Gracz" in clauses["HH-HAIL-4"]  # "przed" would also mean where they lie
    assert "suma (bez odejmowania obrony) przekracza jego zdrowie powiększone o 5" in clauses["HH-SKULL-1"]
