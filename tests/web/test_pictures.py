"""`make screens` covers every question: each that any game or chapter asks has a state."""

import pytest

from tests.support.fixtures.played import GAMES, played_states, questions, without_picture
from turncoat.kernel.rulebooks import BOOKS

ALL = ("resistance", "winter-soldier", "hail-hydra", "round-table")


@pytest.mark.parametrize("game", ALL)
def test_every_question_has_a_picture(game: str) -> None:
    assert len(questions(game)) > 3
    assert without_picture(game, played_states()) == set()


@pytest.mark.parametrize("game", ALL)
def test_every_module_is_played_for_the_pictures(game: str) -> None:
    played = {module for name, _, modules in GAMES.values() if name == game for module in modules}
    assert played >= set(BOOKS[game].chapters)


def test_a_question_without_a_picture_is_noticed() -> None:
    names = [name for name in played_states() if "-examine-" not in name]
    assert without_picture("resistance", names) == {"examine"}
