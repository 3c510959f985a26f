"""Every known game can be played through the page's forms, because options are of few kinds."""

import re

import pytest

from tests.web.serving import AskForm, Person, Server


@pytest.mark.parametrize(
    ("game", "players", "modules"),
    [
        ("resistance", 5, ["blind-spies"]),
        ("resistance", 7, ["targeting"]),
        ("resistance", 9, ["plot-thickens", "hunter", "inquisitor", "reverser"]),
        ("winter-soldier", 6, ["black-widow", "maria-hill"]),
        ("winter-soldier", 12, []),
        ("hail-hydra", 5, []),
    ],
)
def test_a_game_through_its_forms(server: Server, game: str, players: int, modules: list[str]) -> None:
    ola = Person(server, "Ola").open()
    chosen = ola.post(ola.path, do="choose", game=game, players=str(players), module=modules, bots="random")
    assert chosen.status_code == 200, re.findall('class="problem"[^>]*>[^<]*', chosen.text)
    assert 'id="own-seat"' in ola.start()
    page = ola.play()
    assert "Who was who" in page
    assert not AskForm(page).is_open
