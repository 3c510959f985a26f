"""An open page whose table moves to another server continues by itself: nothing is missed, and no choice is lost."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.plugins.postgres import Postgres
from tests.support.playing import DESK, PHONE, Tab
from tests.support.serving import SERVE, Server, ownership_changes, serving
from tests.support.wire import Wire

RESTLESS = """
from turncoat.table.runtime import room_registry
from turncoat.table.store.postgres import PostgresStore
room_registry.HANDOVER_REST = 1.0
PostgresStore.__init__.__defaults__ = (60.0,)
"""
"""Makes tables rest for one second instead of ten, and keeps leases on a busy machine."""
pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def two(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    data, url, code = tmp_path_factory.mktemp("data"), postgres.database(), RESTLESS + SERVE
    with serving(data, code=code, store=url) as one, serving(data, code=code, store=url) as other:
        yield one, other


def test_an_open_page_follows_its_table(browser: Browser, two: tuple[Server, Server], sweep: bool) -> None:
    """To the other server, and in the sweep back again."""
    one, other = two
    with Wire(one.port) as balancer:
        ola, jan = Tab(browser, balancer.url, DESK), Tab(browser, balancer.url, PHONE)
        jan.sit(ola.open_table("Ola"), "Jan")
        ola.start()
        for tab in (ola, jan):
            expect(tab.page.locator("#own-seat")).to_be_visible()  # the page reloads once when the game starts
            tab.is_live()
            tab.page.evaluate("() => { window.samePage = true; }")
        for former, server in ((one, other), (other, one))[: 2 if sweep else 1]:
            moved = ownership_changes(former)["handed-over"]
            # The ring has changed: requests go to the other server, and the first of them takes the table along.
            balancer.send_to(server.port)
            with ola.page.expect_websocket(), jan.page.expect_websocket():
                ola.page.evaluate("() => fetch(location.pathname).then(answer => answer.ok)")
            assert ownership_changes(former)["handed-over"] == moved + 1
            for tab in (ola, jan):
                tab.is_live()
            waits = [ola, jan]
            while waits:  # one of them may be asked only after the other has answered
                for tab in (ola, jan):
                    if tab.is_asked():
                        assert tab.answer()
                        waits = [who for who in waits if who is not tab]
                ola.page.wait_for_timeout(50)
            for tab in (ola, jan):
                expect(tab.page.locator("#own-seat")).to_be_visible()
                assert tab.page.evaluate("() => window.samePage") is True
            if sweep:
                ola.page.wait_for_timeout(1_500)  # the time for which a table rests
        assert [*ola.complaints, *jan.complaints] == []
