"""A game of another package brings its own presenter, templates, style sheets and drawings."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.installing import announce, install
from turncoat.extensions import WEB_GAMES, ExtensionError, load
from turncoat.web.board.presenter import GamePresenter
from turncoat.web.games import PRESENTERS, presenter_of, register

NIGHT_TRAIN = Path(__file__).parent / "night_train"

PAGES = """
import re, sys
from pathlib import Path
from random import Random
from starlette.testclient import TestClient
from turncoat import Game, Ruleset, print_record, record_of
from turncoat.testing.walks import random_walk
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.web.app import create_app

with TestClient(create_app(ServerSettings(Path(sys.argv[1]))), base_url="http://table") as client:
    rules = client.get("/rules/night-train").text
    assert 'id="NIGHT-1"' in rules and "Nobody leaves the train." in rules
    assert 'id="sleeping-car"' in rules  # a chapter without a template of its own

    ruleset = Ruleset.of("night-train", 6)
    game = Game(ruleset, ruleset.deal(b"looks"))
    for _ in random_walk(game, Random(1)):
        pass
    csrf = re.search('name="csrf" value="([^"]+)"', client.get("/replay").text)[1]
    shown = client.post("/replay", data={"csrf": csrf, "record": print_record(record_of(game)), "at": "3"}).text
    assert shown.count('train.svg?') == 6, shown
    assert 'class="missions"' in shown

    for name in ("train.css", "train.svg"):
        url = re.search(f'/static/games/night-train/{name}[^"#]*', shown)[0]
        answer = client.get(url)
        assert answer.status_code == 200 and "immutable" in answer.headers["cache-control"], url
    for name in ("games/night-train/../__init__.py", "games/night-train/nothing.css", "games/night-train/"):
        assert client.get(f"/static/{name.replace('..', '%2e%2e')}").status_code == 404, name

    table = client.post("/new", data={"csrf": csrf, "name": "Ola"}).url.path
    assert "games/night-train/screen.css" in client.get(f"{table}/screen").text
"""


def test_an_outside_games_presenter_renders_its_page(tmp_path: Path) -> None:
    install(NIGHT_TRAIN, target := tmp_path / "installed")
    done = subprocess.run(
        [sys.executable, "-c", PAGES, str(tmp_path / "data")],
        env={"PYTHONPATH": str(target)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_a_game_without_looks_has_the_plain_presenter() -> None:
    assert type(presenter_of("none-at-all")) is GamePresenter


def test_registering_a_presenter_twice_is_harmless() -> None:
    before = dict(PRESENTERS)
    register(type(PRESENTERS["resistance"]))
    assert PRESENTERS.keys() == before.keys()


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("json:dumps", "<function dumps at .*> is not a presenter: expected a GamePresenter class"),
        ("odd_looks:OfChess", "the presenter OfChess is for the unknown game 'chess'; known: resistance, "),
        ("odd_looks:Another", "the game 'resistance' has a presenter already"),
    ],
)
def test_an_unusable_presenter_is_named_with_the_reason(
    value: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "odd_looks.py").write_text(ODD, encoding="utf-8")
    announce(tmp_path, WEB_GAMES, value)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "odd_looks", raising=False)
    before = dict(PRESENTERS)
    with pytest.raises(ExtensionError, match=f"^entry point odd = {value} in {WEB_GAMES}, .*: {why}"):
        load(WEB_GAMES, register)
    assert before == PRESENTERS


ODD = """
from turncoat.web.board.presenter import GamePresenter

class OfChess(GamePresenter):
    game = "chess"

class Another(GamePresenter):
    game = "resistance"
"""
