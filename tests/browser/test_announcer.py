"""The announcer loses nothing in a burst, announces each id once, and private information only on request."""

import pytest
from playwright.sync_api import Page, expect

from tests.support.announcements import Announcement, Send, announcements, of_region, wait_for
from tests.support.announcements import page as page
from tests.support.announcements import send as send
from tests.support.fixtures import all_states
from tests.support.fixtures.models import TablePage, draw_part

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


def test_a_burst_loses_nothing_and_repeats_nothing(page: Page, send: Send) -> None:
    events = [(f"e{number}", "log", f"Event {number}.") for number in range(100)]
    turns = [("t1", "turn", "Your turn. One."), ("t2", "turn", "Your turn. Two.")]
    others = [("p1", "status", "The clock stands still."), ("p2", "status", "The clock runs.")]
    send(*events[:60], *turns[:1], *others)
    send(*events[40:], *turns, *others)  # the response to a form repeats some of it
    wait_for(page, "log", len(events))
    wait_for(page, "turn", 1)
    wait_for(page, "status", 2)
    send(*events, *turns, *others)  # and so does the socket after a reconnection
    send(("last", "log", "The last."))
    wait_for(page, "log", len(events) + 1)
    lines = announcements(page)
    assert of_region(lines, "log") == [text for _, _, text in events] + ["The last."]
    assert of_region(lines, "turn") == ["Your turn. Two."]  # the other was over before it could be announced
    assert of_region(lines, "status") == [text for _, _, text in others]


@pytest.mark.sweep
def test_my_turn_does_not_interrupt_the_events_before_it(page: Page, send: Send) -> None:
    send(("e1", "log", "The team is rejected."), ("e2", "log", "Birch leads."), ("t1", "turn", "Your turn."))
    send(("e3", "turn", "Cleo calls HAIL HYDRA!"))  # this does not wait
    wait_for(page, "turn", 2)
    lines = announcements(page)
    assert [line.text for line in lines if line.region == "log"] == ["The team is rejected.", "Birch leads."]
    assert of_region(lines, "turn") == ["Cleo calls HAIL HYDRA!", "Your turn."]
    assert lines[-1].text == "Your turn."


@pytest.mark.sweep
def test_a_turn_that_is_over_is_not_announced(page: Page, send: Send) -> None:
    state = all_states()["ballot"]
    assert isinstance(state, TablePage)
    over = draw_part(state, "own_seat").replace("my-turn", "")
    send(("e1", "log", "A long line, that takes a while to be read aloud."), ("t1", "turn", "Your turn. One."))
    send(parts={"own-seat": over})
    send(
        ("e2", "log", "Ewa names a team."),
        ("t2", "turn", "Your turn. Two."),
        parts={"own-seat": draw_part(state, "own_seat")},
    )
    wait_for(page, "turn", 1)
    assert of_region(announcements(page), "turn") == ["Your turn. Two."]


@pytest.mark.sweep
def test_only_the_latest_waiting_notice_is_announced(page: Page, send: Send) -> None:
    send(*((f"w1-{number}", "status", f"Waiting for {number}.") for number in range(9)), ("x", "status", "A pause."))
    wait_for(page, "status", 2)
    assert of_region(announcements(page), "status") == ["Waiting for 8.", "A pause."]


def test_outdated_turns_and_notices_are_not_announced(page: Page, send: Send) -> None:
    """A late message, or a busy region, brings outdated turns and outdated news of who is awaited."""
    state = all_states()["ballot"]
    assert isinstance(state, TablePage)
    over = draw_part(state, "own_seat").replace("my-turn", "")
    send(parts={"own-seat": over})
    send(("t1", "turn", "Your turn. One."), version=99)  # of a state older than the page's
    send(*((f"k1-{number}", "status", f"Notice {number}.") for number in range(3)))
    send(("w1-1", "status", "Waiting for Dune."))  # has to wait for the notices
    send(("e1", "log", "The team is approved."))
    send(("e2", "log", "The game is over."), ("last", "status", "The last."))
    wait_for(page, "status", 4)
    wait_for(page, "log", 2)
    lines = announcements(page)
    assert of_region(lines, "turn") == []
    assert of_region(lines, "status") == ["Notice 0.", "Notice 1.", "Notice 2.", "The last."]


def test_events_are_announced_before_their_consequences(page: Page, send: Send) -> None:
    """The pieces of a message may arrive in any order: public events, who is awaited, and the question."""
    own = {"announcements": [{"id": "w1-1", "kind": "status", "text": "Waiting for you."}]}
    own["announcements"].append({"id": "t1", "kind": "turn", "text": "Your turn. One."})
    events = [{"id": f"e{number}", "kind": "log", "text": f"Event {number}."} for number in range(5)]
    send(("d1", "status", "Ewa is back."), packed=[{"announcements": events}, own])
    wait_for(page, "turn", 1)
    wait_for(page, "status", 2)
    told = [line.text for line in announcements(page)]
    assert told[:5] == [event["text"] for event in events]
    assert told.index("Waiting for you.") > 4
    assert told.index("Your turn. One.") > 4


@pytest.mark.sweep
def test_my_card_is_read_on_request_after_a_warning(page: Page, send: Send) -> None:
    warning = page.locator("#aloud")
    expect(warning).to_be_hidden()
    page.keyboard.press("s")
    expect(warning).to_be_visible()
    expect(warning).to_contain_text("Use headphones")
    assert announcements(page) == []
    page.keyboard.press("Escape")
    expect(warning).to_be_hidden()
    page.keyboard.press("s")
    warning.get_by_role("button", name="Read").press("Enter")
    wait_for(page, "status", 1)
    said = announcements(page)
    assert [line.region for line in said] == ["status"]
    assert "The other spies: Cleo and Farouk." in said[0].text
    page.keyboard.press("s")  # the warning comes once
    expect(warning).to_be_hidden()
    wait_for(page, "status", 2)


def test_private_news_is_announced_in_full_only_on_request(page: Page, send: Send) -> None:
    state = all_states()["ballot"]
    assert isinstance(state, TablePage)
    html = draw_part(state, "own_seat")
    looks = html.index("<ul>", html.index('id="looks"')) + len("<ul>")
    variants = [f"{html[:looks]}<li>{text}</li>{html[looks:]}" for text in ("Ewa is a spy.", "Hugo is loyal.")]
    send(parts={"own-seat": variants[0]})
    wait_for(page, "status", 1)
    assert announcements(page) == [Announcement("status", "You have new private information.")]
    page.keyboard.press("s")
    page.locator("#aloud").get_by_role("button", name="Read").press("Enter")
    wait_for(page, "status", 2)
    assert "Ewa is a spy." in announcements(page)[1].text
    send(parts={"own-seat": variants[1]})
    wait_for(page, "status", 3)
    assert announcements(page)[2] == Announcement("status", "Hugo is loyal.")


def test_single_keys_pick_and_announce_and_can_be_disabled(page: Page, send: Send) -> None:
    page.keyboard.press("r")
    expect(page.get_by_label("Reject", exact=True)).to_be_checked()
    expect(page.locator("#answer-form [data-confirm]")).to_be_focused()
    for key in "wtlq":
        page.keyboard.press(key)
    wait_for(page, "status", 5)
    assert announcements(page)[0].text == "Picked: Reject. Press the button to send it."
    page.keyboard.press("Control+a")
    expect(page.get_by_label("Reject", exact=True)).to_be_checked()
    talking = all_states()["talk"]
    assert isinstance(talking, TablePage)
    send(parts={"chat-form": draw_part(talking, "chat_form")})
    page.get_by_role("tab", name="Talk").click()
    page.locator("#chat-form-table-text").focus()
    page.keyboard.type("aarr?")
    expect(page.locator("#chat-form-table-text")).to_have_value("aarr?")
    expect(page.get_by_label("Reject", exact=True)).to_be_checked()
    page.locator(".where").click()
    page.keyboard.press("?")
    box = page.get_by_label("Keyboard shortcuts")
    expect(box).to_be_visible()
    box.press(" ")
    page.locator("#help").get_by_role("button", name="Close").press("Enter")
    page.keyboard.press("a")
    expect(page.get_by_label("Reject", exact=True)).to_be_checked()
    page.reload()
    page.keyboard.press("?")
    expect(box).to_be_hidden()
