"""Games played by people: the rules accept every choice and reach the recorded end.

The file lies next to the checkout, since its source names no license.
"""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from turncoat.games.resistance.board import Board
from turncoat.kernel.chapters import Deal
from turncoat.kernel.game import Game
from turncoat.kernel.records import parse_record, print_record, record_of, replay
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import seat_set
from turncoat.kernel.steps import Choice

FILE = Path(__file__).parents[4] / "shared" / "records" / "recorded-games.jsonl.gz"
GAMES = 608


@pytest.fixture(scope="module")
def recorded() -> list[dict[str, Any]]:
    if not FILE.exists():
        pytest.skip("the recorded games do not lie beside this checkout")
    with gzip.open(FILE, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def choose(game: Game[Board], seat: int, question: str, answer: Any) -> None:
    prompt = game.prompts()[seat]
    assert prompt.question.name == question
    game.play(seat, Choice(prompt.number, answer))


def played(record: dict[str, Any]) -> Game[Board]:
    """Replay the game choice by choice, as recorded."""
    players = record["players"]
    roles = tuple("spy" if seat in record["spies"] else "resistance" for seat in range(players))
    deal = Deal(roles, record["rounds"][0]["proposals"][0]["leader"])
    game: Game[Board] = Game(Ruleset.of("resistance", players), deal)
    for number, round in enumerate(record["rounds"], 1):
        for proposal in round["proposals"]:
            assert game.result is None
            assert (game.board.mission, game.board.leader) == (number, proposal["leader"])
            choose(game, proposal["leader"], "name-team", (seat_set(proposal["team"]),))
            for seat in range(players):
                choose(game, seat, "cast-ballot", "approve" if seat in proposal["approve"] else "reject")
            assert game.board.proposals[-1].approvals == seat_set(proposal["approve"])
        if "cards" in round:
            assert sorted(map(int, round["cards"])) == sorted(round["proposals"][-1]["team"])
            for seat, card in round["cards"].items():
                choose(game, int(seat), "play-card", card)
            assert game.board.results[-1].success == (round["result"] == "success")
    return game


def test_every_recorded_game_replays_to_its_ending(recorded: list[dict[str, Any]]) -> None:
    assert len(recorded) == GAMES
    for number, record in enumerate(recorded):
        game = played(record)
        assert game.result is not None, f"game {number} does not end"
        assert game.result.winner == record["winner"], f"game {number}"


def test_recorded_games_can_be_printed_as_records(recorded: list[dict[str, Any]]) -> None:
    for record in recorded[::10]:
        game = played(record)
        text = print_record(record_of(game))
        assert replay(parse_record(text)).events == game.events
