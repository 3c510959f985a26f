"""A lone player among bots, by keyboard and ear: an announcement says that the bots wait, and a key leads there."""

import re
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
BUTTONS = {"ready", "guide", "end-talk"}
"""What the button does for which the bots wait: the deal's, the guide's and that of the time to talk."""
WAIT = {
    "ready": re.compile(r"The bots are waiting for you: I'm ready\."),
    "guide": re.compile(r"The bots wait while you read this tip( and \d more)?\."),
    "end-talk": re.compile(r"Time to talk\. The bots wait for you\."),
}
FOR_BOTS = re.compile("Waiting for (Aspen|Birch|Cedar|Dune)")


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
            uncover(page)
            last = keys.answer(last, turn=1)
            continue
        heading = page.locator("#asked").text_content() or ""
        does = page.locator(f"#{button}").get_attribute("value") or ""
        if WAIT[does].fullmatch(heading) and leads(page, heading, button):
            seen.add(does)
            # One sentence says who waits, and there is one button.
            assert not FOR_BOTS.search(page.locator("#main").inner_text())
            assert page.locator(":is(#go-on, #ready-button, #guide-read, #end-talk):visible").count() == 1
            page.keyboard.press("Enter")
            page.wait_for_function(f"heading => {CHANGED}", arg=heading)  # two tips in a row have two headings
        if seen == BUTTONS:
            break
    assert seen == BUTTONS
    assert not [text for text in of_region(announcements(page), "status") if "The table is waiting" in text]


def uncover(page: Page) -> None:
    """Check that a tip on the open question covers it, and that Q leads to the tip's button, which uncovers it."""
    tip = page.locator("#guide-read")
    while tip.count():
        expect(page.locator("form#answer-form [data-confirm]")).to_be_hidden()
        text = page.locator("#tip").inner_text()
        page.keyboard.press("q")
        page.wait_for_function(FOCUS, arg="#guide-read")
        page.keyboard.press("Enter")
        expect(page.locator("#tip", has_text=text)).to_have_count(0)
    expect(page.locator("form#answer-form [data-confirm]")).to_be_visible()


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
    if page.locator("#asked").text_content() != heading:
        return False
    assert answer == heading
    return True
