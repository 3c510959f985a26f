"""The views that a session gives to clients are only recomputed after a change."""

from collections import Counter
from typing import Any

import pytest

import turncoat.games  # noqa: F401
from turncoat.kernel.game import Game
from turncoat.kernel.refusals import Refused
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat, seats_in
from turncoat.kernel.steps import Choice
from turncoat.kernel.views import View
from turncoat.table.state.game_session import GameSession


@pytest.fixture
def session() -> GameSession:
    return GameSession(1, Ruleset.of("resistance", 5), "00" * 32, ("",) * 5, ())


def test_a_view_is_updated_once_per_event(session: GameSession, monkeypatch: pytest.MonkeyPatch) -> None:
    refreshed: Counter[Seat] = Counter()
    refresh = Game.refresh

    def count(game: Game[Any], view: View[Any]) -> None:
        refreshed[view.seat] += 1
        refresh(game, view)

    monkeypatch.setattr(Game, "refresh", count)
    for _ in range(10):
        session.view(2)
    assert refreshed[2] == 1
    (leader,) = seats_in(session.waiting)
    session.take(leader, session.default(leader))
    for _ in range(10):
        session.view(2)
    assert refreshed[2] == 2


def test_views_are_updated_after_every_choice(session: GameSession) -> None:
    while session.result is None:
        seat = seats_in(session.waiting)[0]
        for viewer in range(5):
            view = session.view(viewer)
            assert view.waiting == session.waiting
            assert (view.prompt is not None and view.answer is None) == bool(session.waiting >> viewer & 1)
        session.take(seat, session.default(seat))
    assert session.view(0).waiting == 0
    assert session.view(0).board.result == session.result


def test_a_session_is_unchanged_after_an_illegal_choice(session: GameSession) -> None:
    (leader,) = seats_in(session.waiting)
    before = session.waiting, session.question, list(session.acts)
    with pytest.raises(Refused):
        session.take(leader, Choice(session.question, "nonsense"))
    assert (session.waiting, session.question, list(session.acts)) == before
