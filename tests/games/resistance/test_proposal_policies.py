"""A chapter that listens to proposals hears each of them, whether or not it added a part to the leader's form."""

from collections.abc import Iterator
from typing import ClassVar

import pytest

from turncoat.games.resistance import BOOK
from turncoat.games.resistance.board import Board
from turncoat.games.resistance.hooks import PROPOSAL_MADE
from turncoat.kernel.chapters import Chapter
from turncoat.kernel.game import Game
from turncoat.kernel.hooks import NoticeHandler
from turncoat.kernel.options import Answer
from turncoat.kernel.rulesets import Ruleset, compiled
from turncoat.kernel.steps import Choice

heard: list[dict[str, Answer]] = []


class Listener(Chapter):
    """Adds nothing to the form."""

    name: ClassVar[str] = "listener"

    def notices(self) -> tuple[NoticeHandler, ...]:
        return (PROPOSAL_MADE.handled_by(lambda game, values: heard.append(values)),)


@pytest.fixture
def listening() -> Iterator[Ruleset]:
    BOOK.add(Listener())
    try:
        yield Ruleset.of("resistance", 5, ["listener"])
    finally:
        del BOOK.chapters["listener"]
        compiled.cache_clear()
        heard.clear()


def test_a_chapter_without_a_part_of_its_own_hears_of_the_team(listening: Ruleset) -> None:
    game: Game[Board] = Game(listening, listening.deal(b"listen"))
    ((leader, prompt),) = game.prompts().items()
    game.play(leader, Choice(prompt.number, (0b11,)))
    assert heard == [{"team": 0b11}]
