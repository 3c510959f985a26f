"""A part of the game is one line of the log, with all of its entries, however the page got there."""

from random import Random
from typing import Any

import pytest

from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR
from turncoat.telling import Teller
from turncoat.testing.walks import random_walk
from turncoat.web.board.log_parts import log_parts
from turncoat.web.board.model import LogLine, LogPart
from turncoat.web.board.public_part import GameLog, log_lines

NAMES = ("Ania", "Bartek", "Cleo", "Dmitri", "Ewa", "Farouk", "Hugo", "Iza")
BEGINS = LogLine(1, "Round 1.", part="begins", summary="Round 1.")
SMALL = LogLine(2, "Ania draws a card.")
RESULT = LogLine(3, "The attack totals 7: +3, +4.", summary="The attack totals 7.")


def test_a_part_is_summed_up_in_one_line() -> None:
    (part,) = log_parts((BEGINS, SMALL, RESULT))
    assert part.text == "Round 1. The attack totals 7."
    assert part.lines == (BEGINS, SMALL, RESULT)
    assert not part.latest


def test_the_current_part_also_has_its_latest_entry() -> None:
    (part,) = log_parts((BEGINS, SMALL))
    assert (part.text, part.latest) == ("Round 1.", SMALL.text)
    past, _ = log_parts((BEGINS, SMALL, LogLine(3, "The game is over.", part="ends")))
    assert not past.latest


def test_a_new_part_a_heading_and_an_end_each_end_a_part() -> None:
    heading, end = LogLine(3, "Mission 2", heading=True), LogLine(4, "The spies win.", part="ends")
    log = (BEGINS, SMALL, heading, LogLine(5, "Later."), LogLine(6, "Round 2.", part="begins"), SMALL, end, RESULT)
    assert [len(part.lines) for part in log_parts(log)] == [2, 0, 0, 2, 0, 0]


def test_entries_outside_any_part_are_lines_of_their_own() -> None:
    assert log_parts((SMALL, RESULT)) == (LogPart(2, SMALL.text), LogPart(3, RESULT.text))


@pytest.mark.parametrize("players", [5, 8])
def test_a_log_that_grows_equals_one_made_at_once(players: int) -> None:
    ruleset = Ruleset.of("hail-hydra", players)
    game: Game[Any] = Game(ruleset, ruleset.deal(b"a long evening"))
    teller = Teller(ruleset, NAMES[:players])
    growing = GameLog(teller)
    for number, _ in enumerate(random_walk(game, Random("log"))):
        if number % 7 == 0:
            assert log_parts(growing.lines(game.view(SPECTATOR))) == log_parts(log_lines(game.view(SPECTATOR), teller))
    lines, entries = log_parts(log_lines(game.view(SPECTATOR), teller)), log_lines(game.view(SPECTATOR), teller)
    told = [line for part in lines for line in part.lines or (part,)]
    assert [line.text for line in told] == [line.text for line in entries], "nothing is lost"
    assert len(lines) <= 45
