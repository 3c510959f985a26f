"""Choices over the socket: one cut off on its way, or before the answer, is sent again and applied once."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Route, WebSocketRoute, expect

from tests.support.playing import DESK, Tab, close
from tests.support.serving import AskForm, Person, Server


class Line:
    """A page's connection, which can be cut."""

    def __init__(self, tab: Tab) -> None:
        self.sent: list[str] = []
        self.cuts_way = self.cuts_answer = False
        self.moves: int | None = None
        """Number of forms after a choice that are told to retry, as by a server whose table is moving."""
        tab.page.route_web_socket("**/updates**", self._route)

    def _route(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def to_server(text: str | bytes) -> None:
            if text and self.cuts_way:
                self.cuts_way = False
                socket.close()
                return
            if text and self.moves is not None:
                socket.send('{"problem": "The table is moving.", "code": "table-moves"}')
                socket.close(code=1012)
                return
            if text:
                self.sent.append(str(text))
            server.send(text)

        def to_page(text: str | bytes) -> None:
            if self.cuts_answer and '"answers"' in str(text):
                self.cuts_answer = False
                socket.close()
                return
            socket.send(text)

        socket.on_message(to_server)
        server.on_message(to_page)


@pytest.fixture
def asked(browser: Browser, server: Server) -> Iterator[tuple[Tab, Line, list[Person]]]:
    """A person with a browser among five people who are all asked for a ballot."""
    host = Person(server, "Ola").open()
    people = [host, *(Person(server, name, host.code).sit() for name in ("Jan", "Ewa", "Max"))]
    tab = Tab(browser, server.url, DESK)
    line = Line(tab)
    tab.page.goto(f"/t/{host.code}")
    tab.page.locator("#sit-name").fill("Zoe")
    tab.page.get_by_role("button", name="Sit down", exact=True).first.click()
    expect(tab.page.locator(".chair.mine")).to_have_count(1)
    host.start()
    tab.page.wait_for_selector("#own-seat")
    if (leader := next((one for one in people if AskForm(one.look()).is_open), None)) is not None:
        leader.choose(AskForm(leader.look()))
    else:
        tab.answer()
    tab.page.wait_for_selector("form#answer-form input[value=approve]", state="attached")
    tab.page.wait_for_selector("body[data-link=live]")
    yield tab, line, people
    close(tab.page)


def vote(tab: Tab) -> None:
    tab.page.locator("form#answer-form input[value=approve]").check()
    tab.page.locator("form#answer-form [data-confirm]").click()


@pytest.mark.parametrize("where", [pytest.param("on the way", marks=pytest.mark.sweep), "before the answer"])
def test_a_choice_cut_off_in_transit_is_applied_once(asked: tuple[Tab, Line, list[Person]], where: str) -> None:
    tab, line, people = asked
    line.sent.clear()
    line.cuts_way, line.cuts_answer = where == "on the way", where == "before the answer"
    vote(tab)
    expect(tab.page.locator(".link-lost")).to_have_text(re.compile("That was not sent"))
    expect(tab.page.locator(".link-lost")).to_be_visible()
    expect(tab.page.locator("form#answer-form")).not_to_have_attribute("aria-busy", "true")
    tab.page.wait_for_selector("body[data-link=live]")
    if where == "on the way":
        assert line.sent == []
        vote(tab)
    expect(tab.page.locator("#asked")).to_contain_text("You can change it")
    assert len(line.sent) == 1
    for person in people:
        person.choose(AskForm(person.look()))
    expect(tab.page.locator(".log")).to_contain_text("Zoe")


@pytest.mark.sweep
@pytest.mark.parametrize("refused", [0, 2, 100])
def test_a_choice_follows_its_table_to_another_server(asked: tuple[Tab, Line, list[Person]], refused: int) -> None:
    tab, line, people = asked
    line.sent.clear()
    line.moves = left = refused

    def choose(route: Route) -> None:
        nonlocal left
        if (left := left - 1) >= 0:
            route.fulfill(status=503, headers={"Retry-After": "0"}, body="<p>The table is moving.</p>")
        else:
            line.moves = None
            route.fallback()

    tab.page.route("**/choose", choose)
    tab.page.evaluate("() => { window.samePage = true; }")
    vote(tab)
    if refused == 100:  # the form waits for another attempt
        expect(tab.page.locator(".link-lost")).to_have_text(re.compile("That was not sent"))
        expect(tab.page.locator("form#answer-form input[value=approve]")).to_be_checked()
    else:
        expect(tab.page.locator("#asked")).to_contain_text("You can change it")
        assert left == -1
        for person in people:
            person.choose(AskForm(person.look()))
        expect(tab.page.locator(".log")).to_contain_text("Zoe")
    assert line.sent == []
    assert tab.page.evaluate("() => window.samePage") is True
