"""Every game can be played through the page's forms, since options are of few kinds."""

import re

import pytest

from tests.support.serving import AskForm, Person, Server


@pytest.mark.parametrize(
    ("game", "players", "modules"),
    [
        pytest.param("resistance", 5, ["blind-spies"], marks=pytest.mark.sweep),
        pytest.param("resistance", 7, ["targeting"], marks=pytest.mark.sweep),
        ("resistance", 9, ["plot-thickens", "hunter", "inquisitor", "reverser"]),
        ("winter-soldier", 6, ["black-widow", "maria-hill"]),
        pytest.param("winter-soldier", 12, [], marks=pytest.mark.sweep),
        pytest.param("hail-hydra", 5, [], marks=pytest.mark.sweep),
        ("round-table", 7, ["percival", "morgana", "mordred", "oberon"]),
    ],
)
def test_every_game_can_be_played_through_its_forms(
    server: Server, game: str, players: int, modules: list[str]
) -> None:
    ola = Person(server, "Ola").open()
    chosen = ola.post(ola.path, do="set-up", game=game, players=str(players), module=modules, bots="random")
    assert chosen.status_code == 200, re.findall('class="problem"[^>]*>[^<]*', chosen.text)
    assert 'id="own-seat"' in ola.start()
    page = ola.play()
    assert "Who was who" in page
    assert not AskForm(page).is_open
