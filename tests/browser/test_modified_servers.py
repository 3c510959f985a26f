"""Dishonest servers that change a fixed deal: pages notice by its mark, and reveal nothing more."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from playwright.sync_api import Browser, expect

from tests.support.playing import DESK, PHONE, Tab
from tests.support.serving import SERVE, Server, serving

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

ANOTHER_SEAT: Final = """
from msgspec.structs import replace
from turncoat.web.table import entropy
honest = entropy._fixed_deal
def moved(table):
    fixed = honest(table)
    return fixed and replace(fixed, hashes=fixed.hashes[::-1])
entropy._fixed_deal = moved
"""
"""Server that sends everybody's hash at another seat."""
AFTER_ALL: Final = """
from msgspec.structs import replace
from turncoat.table.values.entropy import PendingDeal
honest = PendingDeal.reveal
def reveal(pending, *given):
    honest(pending, *given)
    if not pending.missing:
        pending.fixed = replace(pending.fixed, open_texts=(*pending.fixed.open_texts[:-1], "late"))
PendingDeal.reveal = reveal
"""
"""Server that adds an open text once it knows what everybody has revealed."""
ONCE_MORE: Final = """
from msgspec.structs import replace
from turncoat.table.values.entropy import PendingDeal
def reveal(pending, *given):
    pending.fixed = replace(pending.fixed, open_texts=(*pending.fixed.open_texts[:-1], "late"))
    pending.mark = pending.fixed.mark
PendingDeal.reveal = reveal
"""
"""Server that forgets the revealed texts, and requests them again for another deal from the same seed."""
HAS_COMMITTED: Final = "() => document.getElementById('entropy').dataset.hash !== ''"


@pytest.fixture
def table(browser: Browser, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[tuple[Server, Tab, str]]:
    """Ola alone with bots at a server modified like this, on a page that has committed."""
    with serving(tmp_path, code=request.param + SERVE) as server:
        ola = Tab(browser, server.url, PHONE)
        code = ola.open_table("Ola")
        ola.page.wait_for_function(HAS_COMMITTED)
        yield server, ola, code
        ola.close()


def deal_of(server: Server, code: str) -> dict[str, Any]:
    deal: dict[str, Any] = httpx.get(f"{server.url}/t/{code}/deal", timeout=60).json()["deal"]
    return deal


def deal_cards(ola: Tab) -> None:
    ola.page.locator("#start button").click()
    expect(ola.page.locator("#own-seat")).to_be_visible()
    ola.is_live()


@pytest.mark.sweep
def test_an_honest_server_causes_no_warning(browser: Browser, server: Server) -> None:
    ola = Tab(browser, server.url, PHONE)
    code = ola.open_table("Ola")
    ola.page.wait_for_function(HAS_COMMITTED)
    deal_cards(ola)
    assert deal_of(server, code)["nonces"][0]
    ola.menu("me")
    ola.page.locator("#fair > summary").click()
    expect(ola.page.locator("#mark-kept")).to_be_visible()
    expect(ola.page.locator("#mark-other")).to_be_hidden()
    mark = ola.page.locator("#entropy").get_attribute("data-mark")
    expect(ola.page.locator("#fair")).to_contain_text(str(mark))
    assert ola.page.evaluate("JSON.parse(localStorage.getItem('turncoat.marks'))[0].mark") == mark
    expect(ola.page.locator("#deal-warning")).to_be_empty()
    ola.close()


@pytest.mark.parametrize("table", [ANOTHER_SEAT], indirect=True)
def test_a_page_whose_hash_is_at_another_seat_reveals_nothing(table: tuple[Server, Tab, str]) -> None:
    server, ola, code = table
    ola.page.locator("#start button").click()
    expect(ola.page.locator("#deal-warning")).to_contain_text("revealed nothing for this deal")
    expect(ola.page.locator("#own-seat")).to_be_visible()
    assert deal_of(server, code)["nonces"][0] == ""
    assert ola.page.evaluate("localStorage.getItem('turncoat.marks')") is None


@pytest.mark.sweep
@pytest.mark.parametrize("table", [AFTER_ALL], indirect=True)
def test_a_page_notices_a_deal_changed_after_everybody_revealed(table: tuple[Server, Tab, str]) -> None:
    server, ola, code = table
    deal_cards(ola)
    deal = deal_of(server, code)
    assert deal["nonces"][0]
    assert deal["entropy"][-1] == "late"
    expect(ola.page.locator("#deal-warning")).to_contain_text("its mark is not the one this page saved")
    ola.menu("me")
    ola.page.locator("#fair > summary").click()
    expect(ola.page.locator("#mark-kept")).to_be_hidden()
    kept = ola.page.evaluate("JSON.parse(localStorage.getItem('turncoat.marks'))[0].mark")
    expect(ola.page.locator("#mark-other code")).to_have_text(kept)
    expect(ola.page.locator("#mark-other")).to_be_visible()
    ola.page.keyboard.press("Escape")
    ola.page.locator("#deal-warning").click()
    expect(ola.page.locator("#deal-warning")).to_be_empty()


@pytest.mark.sweep
@pytest.mark.parametrize("table", [ONCE_MORE], indirect=True)
def test_a_page_reveals_for_a_single_deal_per_seed(table: tuple[Server, Tab, str], browser: Browser) -> None:
    server, ola, code = table
    jan = Tab(browser, server.url, DESK)
    jan.sit(code, "Jan")  # does not reveal either, so the deal stays open while Ola's page reloads
    jan.page.wait_for_function(HAS_COMMITTED)
    sent: list[str] = []
    ola.page.on("request", lambda one: sent.append(one.post_data or "") if one.url.endswith("/entropy") else None)
    ola.page.locator("#start button").click()
    expect(ola.page.locator("#deal-warning")).to_contain_text("its mark is not the one this page saved")
    ola.page.reload()
    expect(ola.page.locator("#deal-warning")).to_contain_text("its mark is not the one this page saved")
    expect(ola.page.locator("#own-seat")).to_be_visible()
    assert sum("reveals" in one for one in sent) == 1
    jan.close()
