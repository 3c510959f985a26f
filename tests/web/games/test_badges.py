"""Badges in front of the seats on the page, and private looks on a player's own card."""

from typing import Any

import msgspec
import pytest

from tests.support.games.hail_hydra import hail, new_game
from tests.support.games.hostile_intent import table as hunters
from tests.support.games.hostile_intent import to_third
from tests.support.games.plot_thickens import EYE, OPINION, SPOT
from tests.support.games.plot_thickens import table as plotters
from tests.support.games.winter_soldier import SEVEN
from tests.support.games.winter_soldier import table as agents
from turncoat.kernel.chapters import Rules
from turncoat.kernel.game import Game
from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.seats import SPECTATOR
from turncoat.telling import Teller
from turncoat.testing.walks import play
from turncoat.web.board.model import Badge
from turncoat.web.board.public_part import log_lines
from turncoat.web.board.role_card import role_card
from turncoat.web.games import presenter_of
from turncoat.web.http.static_files import STATIC

NAMES = ("Ania", "Bartek", "Cleo", "Dmitri", "Ewa", "Farouk", "Hugo")
PLOTTERS = presenter_of("resistance")


def teller_of(game: Game[Any]) -> Teller:
    return Teller(game.ruleset, NAMES)


def badges(game: Game[Any], seat: int) -> tuple[Badge, ...]:
    return presenter_of(game.ruleset.game).badges(game.view(SPECTATOR), seat, teller_of(game))


def words(game: Game[Any]) -> dict[int, tuple[str, ...]]:
    """Return the marks of every seat that has any."""
    found = {seat: tuple(badge.word for badge in badges(game, seat)) for seat in range(game.ruleset.players)}
    return {seat: marks for seat, marks in found.items() if marks}


def test_every_badge_has_an_icon() -> None:
    art = (STATIC / "art.svg").read_text("utf-8")
    rules: list[Rules] = [*BOOKS.values(), *(chapter for book in BOOKS.values() for chapter in book.chapters.values())]
    for icon in ("badge", "hero", *(icon for one in rules for icon in one.icons.values())):
        assert f'<symbol id="{icon}"' in art


def test_plot_cards_are_badges_of_their_holders_with_their_effects() -> None:
    game = plotters(7, (OPINION, SPOT))
    assert set(words(game)[0]) == {OPINION, SPOT}  # drawn, and still to be given
    game = plotters(7, (OPINION,), "0 give-plot-card 3")
    (given,) = badges(game, 3)
    assert given.text == "Opinion Maker"
    assert "vote openly" in given.about
    assert words(game) == {3: (OPINION,)}


def test_tokens_and_revealed_hunters_are_badges() -> None:
    game = hunters(7, "inquisitor")
    assert words(game) == {6: ("inquisitor",)}
    play(game, "0 name-team team=0,1 token=2")
    assert words(game) == {2: ("investigator",), 6: ("inquisitor",)}
    game = hunters(7)
    to_third(game, success=True)
    assert words(game)[1] == ("resistance-hunter",)
    assert "spy Chief" in badges(game, 1)[0].about


def test_the_scarlet_witchs_token_is_the_only_badge_of_winter_soldier() -> None:
    game = agents(SEVEN, "0 !accuse 5", "scarlet-witch")
    # Characters and eliminations are in the seats' own line.
    assert words(game) == {1: ("scarlet-witch",)}


def test_heroes_of_hail_hydra_are_badges_with_their_abilities() -> None:
    game = new_game()
    *_, hero = badges(game, 0)
    assert hero.about
    assert hero.text not in hero.about
    assert [seat for seat, marks in words(game).items() if "first-player" in marks] == [game.board.token]
    hail(game, 4)
    assert game.view(SPECTATOR).board.roles[4] == "hydra"


def test_a_look_at_a_mission_card_is_on_the_lookers_own_card_only() -> None:
    cards: dict[str, list[bytes]] = {}
    for played in ("success", "fail"):
        game = plotters(7, (EYE,), "0 give-plot-card 3\n0 name-team team=0,6\n* cast-ballot approve")
        play(game, f"0 play-card success\n6 play-card {played}")
        play(game, "3 keeping-a-close-eye 6")
        teller = teller_of(game)
        own = role_card(game.view(3), PLOTTERS, teller)
        assert any("mission card of Hugo" in line and played in line.lower() for line in own.looks[:1])
        others = [role_card(game.view(seat), PLOTTERS, teller) for seat in (0, 1, 2, 4, 5)]
        assert not any("mission card of Hugo" in line for card in others for line in card.looks + card.knows)
        cards[played] = [msgspec.json.encode(card) for card in others]
        told = [line.text for line in log_lines(game.view(SPECTATOR), teller)]
        assert told.count("Dmitri looks at the mission card of Hugo.") == 1
    assert cards["success"] == cards["fail"]


@pytest.mark.parametrize("seat", range(7))
def test_reveal_knowledge_and_later_looks_are_listed_separately(seat: int) -> None:
    game = plotters(7, (EYE,), "0 give-plot-card 3")
    card = role_card(game.view(seat), PLOTTERS, teller_of(game))
    assert len(card.knows) == 1
    assert card.looks == ("No private information yet.",)
