"""The text of a view: equal for equal information, and only then; and views that grow with a game."""

from copy import deepcopy
from random import Random

import msgspec
import pytest

from turncoat.kernel.game import Game, LiveView
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR
from turncoat.testing.games import state_of, walk
from turncoat.testing.rulesets import label
from turncoat.testing.secrecy import check_alike_deals
from turncoat.testing.walks import random_walk

RULESETS = (
    Ruleset.of("resistance", 5),
    Ruleset.of("resistance", 7, ["plot-thickens", "hunter"]),
    Ruleset.of("winter-soldier", 8, ["maria-hill"]),
    Ruleset.of("hail-hydra", 5),
    Ruleset.of("round-table", 7, ["percival", "morgana", "excalibur"]),
)


@pytest.mark.parametrize("ruleset", RULESETS, ids=label)
def test_alike_deals_give_a_seat_the_same_text(ruleset: Ruleset) -> None:
    check_alike_deals(ruleset, renderers=[lambda view: view.text().encode()])


@pytest.mark.parametrize("ruleset", RULESETS, ids=label)
def test_equal_texts_mean_equal_knowledge(ruleset: Ruleset) -> None:
    known: dict[str, bytes] = {}
    for seed in range(3):
        for game, rng in walk(ruleset, seed):
            view = game.view(rng.choice((SPECTATOR, *range(ruleset.players))))
            all_of_it = msgspec.json.encode((view.events, view.prompt, view.answer, view.offers, view.waiting))
            assert known.setdefault(view.text(), all_of_it) == all_of_it
    assert len(known) > 50


@pytest.mark.parametrize("ruleset", RULESETS, ids=label)
def test_a_view_that_grows_is_the_view_made_afresh(ruleset: Ruleset) -> None:
    game: Game = Game(ruleset, ruleset.deal(b"growing"))
    seats = (SPECTATOR, *range(ruleset.players))
    live = {seat: LiveView(game, seat) for seat in seats}
    rng = Random(1)
    for _ in random_walk(game, rng):
        seat = rng.choice(seats)
        view, fresh = live[seat].update(), game.view(seat)
        assert view.text() == fresh.text()
        assert (view.board, view.events, view.prompt) == (fresh.board, fresh.events, fresh.prompt)


def test_a_final_answer_is_known_to_its_seat_until_it_takes_effect() -> None:
    found = set()
    for ruleset in RULESETS:
        for game, _ in walk(ruleset, 3):
            frame = game.frame
            if frame is not None and frame.answers and not frame.may_change:
                found.add(ruleset.game)
                for seat, answer in frame.answers.items():
                    view = game.view(seat)
                    assert (view.prompt, view.answer) == (None, answer)
                others = set(range(ruleset.players)) - frame.answers.keys()
                assert all(game.view(other).answer is None for other in others)
    assert "hail-hydra" in found


def test_deep_copies_play_on_by_themselves() -> None:
    ruleset = RULESETS[0]
    game: Game = Game(ruleset, ruleset.deal(b"an evening"))
    walked = random_walk(game, Random(2))
    for _ in range(6):
        next(walked)
    twin, view = deepcopy(game), deepcopy(game.view(0))
    before = state_of(twin), view.text()
    next(walked)
    assert (state_of(twin), view.text()) == before
    assert state_of(game) != before[0]
