"""Both endings as recorded games that replay."""

from pathlib import Path

import pytest

from turncoat.games.hail_hydra.board import Board
from turncoat.games.hail_hydra.events import HailHydra
from turncoat.games.hail_hydra.tables import LEVELS
from turncoat.kernel.boards import Result
from turncoat.kernel.game import Game
from turncoat.kernel.records import check, parse_record, print_record

RECORDS = Path(__file__).parent / "records"
ENDINGS = {
    "city-destroyed": Result("hydra", "city-destroyed"),
    "red-skull-defeated": Result("shield", "red-skull-defeated"),
}


@pytest.mark.clause("HH-END-1")
@pytest.mark.parametrize("name", ENDINGS)
def test_recorded_games_of_hail_hydra_end_as_recorded(name: str) -> None:
    text = (RECORDS / f"{name}.txt").read_text("utf-8")
    game: Game[Board] = check(text)
    assert game.result == ENDINGS[name]
    assert game.board.mission == len(LEVELS)  # Red Skull, the last of the villains
    assert (game.board.city == 0) == (name == "city-destroyed")
    assert any(isinstance(event, HailHydra) for event in game.events)
    assert parse_record(print_record(parse_record(text))) == parse_record(text)


def test_every_record_of_hail_hydra_is_tested() -> None:
    assert {path.stem for path in RECORDS.iterdir()} == set(ENDINGS)
