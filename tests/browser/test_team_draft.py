"""The draft of a team in real browsers, where nothing of a secret choice leaves before it is confirmed."""

import pytest
from playwright.sync_api import Browser, expect

from tests.support.playing import AWAIT_ANSWER, DESK, PHONE, WAS_REFUSED, Tab, open_game, sit_together, tab_of
from tests.support.serving import AskForm, Person, Server

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


def test_the_draft_is_public_and_secret_choices_stay_private(browser: Browser, server: Server, tabs: list[Tab]) -> None:
    people = sit_together(server, *(f"Name {number}" for number in range(5)))
    people[0].start()
    leads = next(seat for seat, person in enumerate(people) if AskForm(person.look()).is_open)
    # The leader, a member of the team, and an onlooker have browsers, which may be just two. The rest have none.
    looks_on = next(seat for seat in (0, 2, 4) if seat != leads)
    shown = {seat: tab_of(browser, people[seat], PHONE if seat == leads else DESK) for seat in {leads, 1, looks_on}}
    tabs += shown.values()
    open_game(*((tab, people[seat]) for seat, tab in shown.items()))
    leader, other = shown[leads], shown[looks_on]
    leader.page.locator(".seat label[for=pick-1]").click()
    expect(other.page.locator(".draft")).to_have_text("Draft: Name 1")
    expect(other.page.locator("#seat-1.in-draft")).to_be_visible()
    leader.page.locator(".seat label[for=pick-3]").click()
    expect(other.page.locator(".draft")).to_have_text("Draft: Name 1 and Name 3")
    expect(leader.page.locator("#pick-1")).to_be_checked()
    # The draft is visible but not announced, since it changes too often. (Other announcements may come meanwhile.)
    expect(other.page.locator("#say-log")).not_to_contain_text("Name 3")
    other.page.reload()
    expect(other.page.locator(".draft")).to_have_text("Draft: Name 1 and Name 3")
    # The leader makes the draft private, and then public again.
    leader.page.locator("#show-draft").uncheck()
    expect(other.page.locator(".draft")).to_have_count(0)
    expect(leader.page.locator("form#answer-form[data-draft]")).to_have_count(0)
    leader.page.locator("#show-draft").check()
    expect(other.page.locator(".draft")).to_have_text("Draft: Name 1 and Name 3")
    expect(leader.page.locator("#pick-3")).to_be_checked()
    leader.page.locator("form#answer-form [data-confirm]").click()
    expect(other.page.locator(".draft")).to_have_count(0)

    # RES-VOTE-6: a ballot can be changed until the last one is in, and nothing of it leaves before it is confirmed.
    posted: list[str] = []
    leader.page.on("request", lambda request: posted.append(request.url) if request.method == "POST" else None)
    form = leader.page.locator("form#answer-form")
    expect(leader.page.locator("#asked")).to_contain_text("Do you approve")
    form.locator("input[value=reject]").check()
    form.locator("input[value=approve]").check()
    leader.page.wait_for_timeout(600)  # longer than a draft waits
    assert posted == []
    confirms(leader, other)
    changed(leader, "reject", other)
    for seat, person in enumerate(people):
        if seat != leads:
            choose(person, "approve")
    row = leader.page.locator("table.ballots tbody tr").first
    expect(row.locator(".icon.reject")).to_have_count(1)
    expect(row.locator(".icon.approve")).to_have_count(4)

    # RES-MISSION-7: so can a mission card.
    member = shown[1]
    member.page.locator("form#answer-form input[value=success]").check()
    confirms(member, other)
    changed(member, "success", other)
    choose(people[3], "success")
    expect(other.page.locator("#stage")).to_contain_text("Mission 1 succeeded")


def confirms(tab: Tab, other: Tab) -> None:
    """Confirm a choice. Everybody sees that it was made, on other pages perhaps a moment later."""
    seat = f"#seat-{tab.page.locator('#own-seat').get_attribute('data-me')}"
    expect(other.page.locator(f"{seat}.is-asked")).to_have_count(1)
    tab.page.locator("form#answer-form [data-confirm]").click()
    expect(tab.page.locator("#asked")).to_contain_text("You can change it")
    expect(other.page.locator(f"{seat}:not(.is-asked)")).to_have_count(1)


def changed(tab: Tab, to: str, other: Tab) -> None:
    """Reopen the choice and make it again, which others don't notice."""
    before = other.page.locator("#public").inner_text()
    tab.page.locator("details.change > summary").click()
    tab.page.locator(f"form#answer-form input[value={to}]").check()
    tab.page.evaluate(AWAIT_ANSWER)
    tab.page.locator("form#answer-form [data-confirm]").click()
    assert not tab.page.evaluate(WAS_REFUSED)
    expect(tab.page.locator("#asked")).to_contain_text("You can change it")
    assert other.page.locator("#public").inner_text() == before


def choose(person: Person, value: str) -> None:
    form = AskForm(person.look())
    assert person.client.post(form.action, data={**form.hidden, "answer": value}).status_code == 200
