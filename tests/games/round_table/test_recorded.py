"""Games played by people: the rules accept every choice and reach the recorded end.

The file lies next to the checkout, since its source names no license.
"""

import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from turncoat.games.round_table import BOOK
from turncoat.games.round_table.roles import is_doubled
from turncoat.kernel.records import parse_record, print_record, record_of, replay

FILE = Path(__file__).parents[4] / "shared" / "records" / "avalon-whole-games.jsonl.gz"


@pytest.fixture(scope="module")
def recorded() -> list[dict[str, Any]]:
    if not FILE.exists():
        pytest.skip("the recorded games do not lie beside this checkout")
    with gzip.open(FILE, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def why_refused(record: dict[str, Any]) -> str:
    """Return why the rules refuse a recorded game, or an empty string."""
    try:
        game = BOOK.play_recorded(record)
    except ValueError as error:
        return "known ally" if "cannot-be-merlin" in str(error) else str(error)
    assert game.result is not None, "it does not end"
    assert (game.result.winner, game.result.reason) == (record["winner"], record["reason"])
    return "doubled" * is_doubled(game.ruleset)


@pytest.mark.clause("RT-BASE-1", "RT-END-6", "RT-SETUP-3")
def test_every_recorded_game_ends_as_recorded(recorded: list[dict[str, Any]]) -> None:
    found = Counter(map(why_refused, recorded))
    accepted = found[""] + found["doubled"]
    assert (accepted, found["doubled"]) == (8748, 2712)
    assert found["known ally"] == 51
    assert found["it needs Merlin and one Assassin"] == 109 + 51


def test_recorded_games_can_be_printed_and_written_as_they_came(recorded: list[dict[str, Any]]) -> None:
    for record in recorded[::90]:
        if why_refused(record) not in ("", "doubled"):
            continue
        game = BOOK.play_recorded(record)
        assert replay(parse_record(print_record(record_of(game)))).events == game.events
        assert BOOK.play_recorded(BOOK.recorded_of(game)).events == game.events
