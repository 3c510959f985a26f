"""Records of random games, ready to upload."""

from typing import Any

from turncoat.kernel.game import Game
from turncoat.kernel.records import print_record, record_of
from turncoat.kernel.rulesets import Ruleset
from turncoat.simulation.random_table import RandomTable, play


def record(number: int) -> str:
    game: Game[Any] = Game(ruleset := Ruleset.of("resistance", 5), ruleset.deal(bytes([number]) * 32))
    play(game, RandomTable(number))
    return print_record(record_of(game))
