"""A chapter that listens to proposals gets each of them, whether or not it extends the leader's form."""

from collections.abc import Iterator
from typing import ClassVar

import pytest
from msgspec.structs import replace

from turncoat.games import winter_soldier
from turncoat.games.resistance import BOOK
from turncoat.games.resistance.board import Board
from turncoat.games.resistance.hooks import PROPOSAL_MADE, TEAM_QUESTION
from turncoat.kernel.chapters import Chapter
from turncoat.kernel.game import Game
from turncoat.kernel.hooks import NoticeHandler, PolicyHandler
from turncoat.kernel.options import Answer
from turncoat.kernel.rulebooks import Rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.steps import Choice

heard: list[dict[str, Answer]] = []


class Listener(Chapter):
    """Chapter that adds nothing to the form."""

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
        heard.clear()


def test_a_policy_without_a_part_gets_the_team(listening: Ruleset) -> None:
    game: Game[Board] = Game(listening, listening.deal(b"listen"))
    ((leader, prompt),) = game.prompts().items()
    game.play(leader, Choice(prompt.number, (0b11,)))
    assert heard == [{"team": 0b11}]


class Asker(Chapter):
    """Chapter that asks for a team in other words."""

    name: ClassVar[str] = "asker"

    def policies(self) -> tuple[PolicyHandler, ...]:
        return (TEAM_QUESTION.handled_by(lambda game, question: replace(question, sentence="Whom do you take?")),)


@pytest.mark.parametrize("book", [BOOK, winter_soldier.BOOK], ids=lambda book: str(book.name))
def test_a_policy_may_ask_for_the_team_in_its_own_words(book: Rulebook) -> None:
    book.add(Asker())
    try:
        ruleset = Ruleset.of(book.name, 5, ["asker"])
        ((_, prompt),) = Game(ruleset, ruleset.deal(b"ask")).prompts().items()
        assert (prompt.question.name, prompt.question.sentence) == ("name-team", "Whom do you take?")
    finally:
        del book.chapters["asker"]
