"""The layout of tensors: nothing without a label, nothing twice, and rows that tell events apart."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from tests.support.covering import few_rulesets, often
from turncoat.bots.draws import pick
from turncoat.envs.tensors import FIRST, TensorLayout
from turncoat.kernel.events import Event
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.steps import Choice
from turncoat.kernel.views import View
from turncoat.testing.rulesets import label, rulesets

FIVE = Ruleset.of("resistance", 5)


def games(ruleset: Ruleset, count: int) -> Iterator[Game[Any]]:
    """Yield games of random players, each after its end."""
    for number in range(count):
        game: Game[Any] = Game(ruleset, ruleset.deal(f"tensors-{number}".encode()))
        rng = Random(number)
        while prompts := game.prompts():
            seat, prompt = next(iter(prompts.items()))
            game.play(seat, Choice(prompt.number, pick(prompt.option, rng)))
        yield game


@pytest.mark.parametrize("ruleset", often(few_rulesets(), rulesets()), ids=label)
def test_blocks_cover_the_tensor_without_gaps_and_label_each_place_once(ruleset: Ruleset) -> None:
    layout = TensorLayout(ruleset, latest=3)
    for blocks, size in ((layout.row, layout.row_size), (layout.blocks, layout.size)):
        place = 0
        for name, block in blocks.items():
            assert (block.name, block.start, block.stop) == (name, place, place + len(block.labels))
            assert len(set(block.labels)) == len(block.labels)
            place = block.stop
        assert place == size


@pytest.mark.parametrize("ruleset", often(few_rulesets(), rulesets()), ids=label)
def test_events_that_differ_in_what_a_seat_sees_differ_in_their_rows(ruleset: Ruleset) -> None:
    """Only words are counted without their order, and names that are not of the ruleset count alike."""
    layout = TensorLayout(ruleset)
    by_row: dict[bytes, Any] = {}
    for game in games(ruleset, 3):
        for seat in (-1, 0, 1):
            for event in game.view(seat).events:
                told = type(event), {name: without_order(getattr(event, name)) for name in event.__struct_fields__}
                assert by_row.setdefault(layout.rows((event,)), told) == told


def without_order(value: Any) -> Any:
    return sorted(value) if isinstance(value, tuple) else value


@pytest.mark.parametrize("ruleset", few_rulesets(), ids=label)
def test_events_name_no_word_that_the_layout_does_not_know(ruleset: Ruleset) -> None:
    layout = TensorLayout(ruleset)
    others = [block.start + block.labels.index("other") for block in layout.row.values() if "other" in block.labels]
    for game in games(ruleset, 2):
        for event in game.events:
            row = memoryview(layout.rows((event,))).cast("f")
            assert not any(row[place] for place in others), event


def told(layout: TensorLayout, view: View[Any]) -> dict[str, list[list[Any]]]:
    """Return the rows of events in the tensor of a view."""
    tensor = layout.tensor(view).tolist()
    found = {}
    for name in ("first", "latest"):
        block = layout.blocks[name]
        places = range(block.start, block.stop, layout.row_size)
        found[name] = [tensor[place : place + layout.row_size] for place in places]
    return found


def rows_of(layout: TensorLayout, events: list[Event]) -> list[list[Any]]:
    return [memoryview(layout.rows((event,))).cast("f").tolist() for event in events]


def test_a_short_game_is_told_at_both_ends() -> None:
    (game,) = games(FIVE, 1)
    layout = TensorLayout(FIVE, latest=10)
    nothing = [0.0] * layout.row_size
    whole = game.view(0).events
    for count in (0, 1, FIRST, FIRST + 1, FIRST + 9, FIRST + 10):
        view: View[Any] = View(FIVE, 0)
        view.see(whole[:count])
        rows = rows_of(layout, view.events)
        found = told(layout, view)
        assert found["first"] == rows[:FIRST] + [nothing] * (FIRST - count)
        assert found["latest"] == [nothing] * (10 - max(0, count - FIRST)) + rows[FIRST:]


def test_of_a_long_game_the_first_and_the_latest_events_are_told() -> None:
    (game,) = games(FIVE, 1)
    layout = TensorLayout(FIVE, latest=10)
    view = game.view(0)
    assert len(view.events) > FIRST + 10
    rows = rows_of(layout, view.events)
    assert told(layout, view) == {"first": rows[:FIRST], "latest": rows[-10:]}


def test_the_first_events_tell_a_seat_its_card() -> None:
    for ruleset in rulesets():
        game: Game[Any] = Game(ruleset, ruleset.deal(b"card"))
        for seat in range(ruleset.players):
            first = game.view(seat).events[:FIRST]
            own = [event for event in first if getattr(event, "role", None) == game.deal.roles[seat]]
            assert own or ruleset.game not in ("resistance", "winter-soldier"), label(ruleset)


def test_the_tensor_says_who_knows_what_is_asked_and_who_is_waited_for() -> None:
    layout = TensorLayout(FIVE, latest=1)
    game: Game[Any] = Game(FIVE, FIVE.deal(b"an evening"))
    leader = game.deal.first
    prompt = game.prompts()[leader]
    for seat in range(5):
        tensor = layout.tensor(game.view(seat)).tolist()
        ones = {
            f"{name}:{label}"
            for name in ("seat", "question", "waiting")
            for label, value in zip(
                layout.blocks[name].labels,
                tensor[layout.blocks[name].start : layout.blocks[name].stop],
                strict=True,
            )
            if value
        }
        asked = {f"question:{prompt.question.name}"} if seat == leader else set()
        assert ones == {f"seat:seat-{seat}", f"waiting:seat-{leader}"} | asked


def test_a_row_tells_a_field_that_is_hidden_from_one_that_is_seen() -> None:
    layout = TensorLayout(FIVE)
    (game,) = games(FIVE, 1)
    dealt = next(event for event in game.events if type(event).__name__ == "RoleDealt")
    assert layout.rows((dealt,)) != layout.rows((msgspec.structs.replace(dealt, role=None),))


def test_a_tensor_needs_at_least_one_latest_event() -> None:
    with pytest.raises(ValueError, match="1 or more of the latest events, not 0"):
        TensorLayout(FIVE, latest=0)
