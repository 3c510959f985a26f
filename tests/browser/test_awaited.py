"""A lone player among bots, by keyboard and ear: an announcement says that the bots wait, and a key leads there."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.announcements import announcements, listen, of_region
from tests.support.keyboard import FOCUS, Keys
from tests.support.playing import PHONE, WHAT_NEXT, Tab
from tests.support.serving import SERVE, Server, serving

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

NEXT = f"""last => {{
    if (document.querySelector(".on-stage")) return null;
    const awaits = document.querySelector("#asked[data-awaits]");
    return awaits ? "awaits " + awaits.dataset.awaits : ({WHAT_NEXT})(last);
}}"""
"""Returns the button that the bots wait for, the open question or "over", or null to make the caller wait."""
SAID = "said => heard.some(([region, text]) => region === 'status' && text === said)"
CHANGED = "document.querySelector('#asked')?.textContent !== heading"
TIP = "document.querySelector('#tip')?.textContent ?? ''"
BUTTONS = {"ready-button", "guide-read", "end-talk"}


@pytest.fixture(scope="module")
def staged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with scenes. The deal is one of them: a page has to load before it ends."""
    with serving(tmp_path_factory.mktemp("staged"), code=SERVE.replace("scenes=0", "scenes=0.5")) as running:
        yield running


def asks(page: Page, text: str) -> str:
    """Ask in the question field, close it, and return the answer."""
    page.keyboard.press("/")
    page.wait_for_function(FOCUS, arg="#query")
    page.locator("#query").fill(text)
    page.keyboard.press("Enter")
    expect(page.locator("#query-answer")).not_to_be_empty()
    answer = page.locator("#query-answer").inner_text()
    page.keyboard.press("Escape")
    expect(page.locator("#queries")).to_be_hidden()
    return answer


def test_a_lone_player_hears_that_the_bots_wait_and_a_key_leads_there(
    browser: Browser, staged: Server, tabs: list[Tab]
) -> None:
    tab = Tab(browser, staged.url, PHONE)
    tabs.append(tab)
    page = tab.page
    listen(page)
    page.goto("/")
    page.locator("form[action='/learn']").get_by_role("button", name="The Resistance").click()
    page.wait_for_url("**/t/*")
    tab.is_live()
    keys, last, seen = Keys(page), "", set[str]()
    for _ in range(40):
        following = str(page.wait_for_function(NEXT, arg=last).json_value())
        kind, _, button = following.partition(" ")
        if kind != "awaits":
            assert following != "over"
            last = keys.answer(last, turn=1)
            continue
        heading, tip = page.locator("#asked").inner_text(), page.evaluate(TIP)
        if heading == f"The bots are waiting for you: {page.locator(f'#{button}').inner_text()}." and leads(
            page, heading, button
        ):
            seen.add(button)
            page.keyboard.press("Enter")
            # Two tips in a row have the same button, and so the same heading.
            page.wait_for_function(f"([heading, tip]) => {CHANGED} || ({TIP}) !== tip", arg=[heading, tip])
        if seen == BUTTONS:
            break
    assert seen == BUTTONS
    assert not [text for text in of_region(announcements(page), "status") if "The table is waiting" in text]


def leads(page: Page, heading: str, button: str) -> bool:
    """Check that the heading is announced, that `left` answers with it, and that Q leads to the button.

    Return False if an event has changed the heading in the meantime.
    """
    if button == "ready-button":  # the deal has its own heading
        expect(page.get_by_role("heading", name="The cards are dealt")).to_be_visible()
    else:
        page.wait_for_function(f"heading => {CHANGED} || ({SAID})(heading)", arg=heading)
    answer, before = asks(page, "left"), len(announcements(page))
    page.keyboard.press("q")
    page.wait_for_function(f"([heading, id]) => {CHANGED} || document.activeElement.id === id", arg=[heading, button])
    page.wait_for_function(
        f"([heading, count]) => {CHANGED} || heard.slice(count).some(([, text]) => text === heading)",
        arg=[heading, before],
    )
    if page.locator("#asked").inner_text() != heading:
        return False
    assert answer == heading
    return True
