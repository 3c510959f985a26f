"""“Skip until I'm needed” in a real browser: one tap or key to skip, and one to take it back."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.support.playing import DESK, Tab, assert_accessible
from tests.support.recorded import Recorded
from tests.support.serving import Server
from turncoat.kernel.game import Game
from turncoat.kernel.records import choice_of, parse_record

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
RECORD = Path(__file__).parents[1] / "games" / "hail_hydra" / "records" / "red-skull-defeated.txt"
OWN = 1


def questions_to_everybody() -> list[int]:
    """Return the numbers of the record's moves in which the seat continues where everybody is asked."""
    record, found = parse_record(RECORD.read_text("utf-8")), []
    game: Game[Any] = Game(record.ruleset, record.deal)
    for number, move in enumerate(record.moves):
        frame = game.frame
        if move.seat == OWN and frame is not None and len(frame.prompts) == record.ruleset.players:
            found += [number] if frame.step.question.takes_standing_answer else []
        game.play(move.seat, choice_of(game, move))
    return found


@pytest.mark.sweep
@pytest.mark.parametrize(
    "size",
    [
        pytest.param({"width": 320, "height": 640}, id="small"),
        pytest.param(DESK, id="desk"),
    ],
)
def test_a_standing_answer_is_given_and_withdrawn_with_one_tap(
    browser: Browser, prepared: Server, tabs: list[Tab], size: ViewportSize
) -> None:
    tab = Tab(browser, prepared.url, size)
    tabs.append(tab)
    game = Recorded(tab, prepared, RECORD.read_text("utf-8"), OWN)
    first, second = questions_to_everybody()[:2]
    game.go_on(first)
    game.open()
    page = tab.page
    button = page.get_by_role("button", name="Skip until I'm needed")
    expect(button).to_be_in_viewport(ratio=1)
    expect(button).to_have_accessible_description("Until then you pass on optional questions.")
    go, small = page.locator("#answer-form [data-confirm]").bounding_box(), button.bounding_box()
    assert go is not None
    assert small is not None
    assert go["y"] + go["height"] <= small["y"]
    assert small["height"] >= 44
    assert_accessible(page)
    button.focus()
    page.keyboard.press("Enter")
    again = page.get_by_role("button", name="Stop skipping")
    expect(again).to_be_in_viewport(ratio=1)
    expect(page.locator("#own-seat")).to_contain_text("Skipping until you're needed.")
    expect(button).to_have_count(0)
    expect(page.locator(".my-turn")).to_have_count(0)
    assert_accessible(page)
    again.click()
    expect(again).to_have_count(0)
    game._next()  # the tap was the answer in the record
    game.go_on(second)
    expect(button).to_be_visible()
    expect(page.locator("#own-seat.my-turn")).to_be_visible()
