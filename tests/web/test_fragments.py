"""Parts that viewers share are drawn once, and are never older than the table."""

from random import Random

import msgspec
import pytest

from tests.web.test_secrets import Watching, choose, room
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR, seats_in
from turncoat.kernel.steps import Choice
from turncoat.table.runtime.room import Room
from turncoat.web.table.page import TablePage, page_of, public_parts


def fresh(at: Room, watching: Watching, language: str) -> tuple[dict[str, str], dict[str, str]]:
    """The shared parts from the cache, and the same drawn without it."""
    page = page_of(at, watching.visitor, language, "http://table", "csrf")
    assert isinstance(page, TablePage)
    kept = public_parts(at, page)
    at.drawn = {}
    page = page_of(at, watching.visitor, language, "http://table", "csrf")
    assert isinstance(page, TablePage)
    return kept, public_parts(at, page)


@pytest.mark.parametrize("game", ["resistance", "winter-soldier", "hail-hydra"])
def test_cached_parts_are_what_would_be_drawn_now(game: str) -> None:
    ruleset = Ruleset.of(game, 7)
    at = room(ruleset, ruleset.deal(b"7"))
    watching, rng = Watching(at, SPECTATOR), Random(3)
    for turn in range(120):
        session = at.table.session
        assert session is not None
        if session.result is not None:
            break
        kept_drawings = dict(at.drawn)
        kept, drawn = fresh(at, watching, "en")
        assert kept == drawn, turn
        at.drawn = kept_drawings
        if not session.waiting:
            break
        seat = rng.choice(seats_in(session.waiting))
        prompt = session.view(seat).prompt
        assert prompt is not None
        choose(at, seat, Choice(prompt.number, rng.choice(list(prompt.option.answers()))))


def test_a_spectator_gets_only_what_has_changed() -> None:
    ruleset = Ruleset.of("resistance", 7)
    at = room(ruleset, ruleset.deal(b"7"))
    session = at.table.session
    assert session is not None
    watching = Watching(at, 0)
    first = msgspec.json.decode(watching.viewer.update())["parts"]
    assert {"public", "past", "said", "mine"} <= set(first)
    again = msgspec.json.decode(watching.viewer.update())["parts"]
    assert "mine" in again  # an own part always comes, so that it tells nothing by coming
    assert not {"public", "past", "said"} & set(again)
    seat = seats_in(session.waiting)[0]
    prompt = session.view(seat).prompt
    assert prompt is not None
    choose(at, seat, Choice(prompt.number, next(iter(prompt.option.answers()))))
    after = msgspec.json.decode(watching.viewer.update())["parts"]
    assert {"public", "past"} <= set(after)
    assert "said" not in after
