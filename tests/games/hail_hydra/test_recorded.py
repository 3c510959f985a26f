"""Both endings as whole games on record, which replay."""

from pathlib import Path

import pytest

from turncoat.games.hail_hydra import BOOK
from turncoat.games.hail_hydra.board import Board
from turncoat.games.hail_hydra.events import HailHydra
from turncoat.games.hail_hydra.tables import LEVELS
from turncoat.kernel.boards import Result
from turncoat.kernel.game import Game
from turncoat.kernel.records import RecordError, check, parse_record, print_record
from turncoat.kernel.rulesets import Ruleset

RECORDS = Path(__file__).parent / "records"
EARLIER = Path(__file__).parents[2] / "compatibility" / "version-0.1.0" / "records" / "hail-hydra.turncoat"
"""A game by the rules before the moments before the draw and after the damage."""
ENDINGS = {
    "city-destroyed": Result("hydra", "city-destroyed"),
    "red-skull-defeated": Result("shield", "red-skull-defeated"),
}


@pytest.mark.clause("HH-END-1")
@pytest.mark.parametrize("name", ENDINGS)
def test_both_endings_are_on_record(name: str) -> None:
    text = (RECORDS / f"{name}.txt").read_text("utf-8")
    game: Game[Board] = check(text)
    assert game.result == ENDINGS[name]
    assert game.board.mission == len(LEVELS)  # Red Skull, the last of the villains
    assert (game.board.city == 0) == (name == "city-destroyed")
    assert any(isinstance(event, HailHydra) for event in game.events)
    assert parse_record(print_record(parse_record(text))) == parse_record(text)


def test_every_record_is_tried() -> None:
    assert {path.stem for path in RECORDS.iterdir()} == set(ENDINGS)


def test_what_was_played_by_earlier_rules_is_played_by_them_again() -> None:
    text = EARLIER.read_text("utf-8")
    game: Game[Board] = check(text)
    assert game.rules == "2"
    assert not {move.to for move in parse_record(text).moves} & {"before-draw", "after-damage"}
    with pytest.raises(RecordError):
        check(text.replace('rules = "2"', f'rules = "{BOOK.version}"'))


def test_earlier_rules_do_not_even_count_the_moments_that_they_did_not_have() -> None:
    """Choices in the log of a table name their question by its number."""
    ruleset = Ruleset.of("hail-hydra", 5)
    before: Game[Board] = Game(ruleset, ruleset.deal(b"numbers"), "2")
    today: Game[Board] = Game(ruleset, before.deal)
    for game in (before, today):
        while next(iter(game.prompts().values())).question.name == "choose-hero":
            for seat in game.prompts():
                game.play(seat, game.default(seat))
    assert before.prompts().keys() == today.prompts().keys()
    assert before.latest_prompt == today.latest_prompt - 1
