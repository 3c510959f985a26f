"""The setup form of Winter Soldier: its choices, and the advice beside them."""

import pytest

from tests.support.serving import Person, Server
from turncoat.table import commands as c
from turncoat.web.table.setup import setup_of, specs_of

LITERAL = "winter-soldier-literal"
NOW = c.GameSetup("winter-soldier", 10)


def chosen(*modules: str, literal: str = "true") -> c.GameSetup:
    """Parse a form with these modules and this value of the literal-reading option."""
    fields = {"game": ["winter-soldier"], "players": ["10"], "module": modules, f"option.{LITERAL}": [literal]}
    return setup_of(fields, NOW)


@pytest.mark.parametrize(
    ("modules", "matters"),
    [((), False), (("arnim-zola",), False), (("maria-hill",), True), (("baron-zemo", "black-widow"), True)],
)
def test_an_option_without_effect_is_neither_offered_nor_stored(modules: tuple[str, ...], matters: bool) -> None:
    game_setup = chosen(*modules)
    assert (LITERAL in {spec.name for spec in specs_of(game_setup)}) is matters
    assert game_setup.options == ({LITERAL: "true"} if matters else {})


def test_a_stored_setup_with_an_option_without_effect_still_loads() -> None:
    """It was stored by a version that offered the option everywhere."""
    game_setup = c.GameSetup("winter-soldier", 10, (), {LITERAL: True})
    assert game_setup.ruleset().option(LITERAL) is True
    assert LITERAL not in {spec.name for spec in specs_of(game_setup)}


def test_the_setup_page_offers_the_literal_reading_with_advice(server: Server) -> None:
    ola = Person(server, "Ola").open()
    for modules, offered in (([], False), (["maria-hill"], True), (["arnim-zola"], False)):
        ola.post(ola.path, do="set-up", game="winter-soldier", players="10", module=modules)
        assert (f'name="option.{LITERAL}"' in ola.look()) is offered
    fields = {"do": "set-up", "game": "winter-soldier", "players": "10", "module": ["maria-hill"]}
    ola.post(ola.path, **{**fields, f"option.{LITERAL}": "true"})
    page = ola.look()
    assert "can tell him about Maria Hill" in page
    assert "without special characters first" in page
