"""A fair deal in a browser: the page commits to entropy and reveals it by itself."""

import hashlib
from typing import Any

import httpx
import msgspec
import pytest
from playwright.sync_api import Browser, expect

from tests.support.playing import DESK, PHONE, Tab
from tests.support.serving import Person, Server
from turncoat.kernel.rulesets import Ruleset
from turncoat.table.values.deal_opening import FixedDeal, commitment, entropy_hash
from turncoat.web.http.static_files import static_url

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


def committed(tab: Tab, but: str = "") -> str:
    """Return the hash that the page has committed to, other than `but`."""
    tab.page.wait_for_function("but => !['', but].includes(document.getElementById('entropy').dataset.hash)", arg=but)
    return str(tab.page.locator("#entropy").get_attribute("data-hash"))


def menu(tab: Tab) -> None:
    tab.menu("me")
    tab.page.locator("#fair > summary").click()


def opened(server: Server, code: str) -> dict[str, Any]:
    deal: dict[str, Any] = httpx.get(f"{server.url}/t/{code}/deal", timeout=60).json()["deal"]
    return deal


def test_pages_commit_and_reveal_by_themselves(browser: Browser, server: Server) -> None:
    ola, jan = Tab(browser, server.url, DESK), Tab(browser, server.url, PHONE)
    code = ola.open_table("Ola")
    jan.sit(code, "Jan")
    first = committed(jan)
    menu(jan)
    jan.page.locator("#entropy-text").fill("clover ęœŏ 🍀")
    jan.page.locator("#entropy button").click()
    hashes = [committed(ola), committed(jan, but=first)]
    menu(ola)
    expect(ola.page.locator("#fair")).to_contain_text(hashes[1])
    assert "clover" not in httpx.get(f"{server.url}/t/{code}/deal", timeout=60).text
    jan.page.reload()
    jan.is_live()
    expect(jan.page.locator("#entropy-text")).to_have_value("clover ęœŏ 🍀")
    ola.start()
    expect(jan.page.locator("#own-seat")).to_be_visible()
    deal = opened(server, code)
    assert (deal["scheme"], deal["entropy"][:2], deal["hashes"][:2]) == (1, ["", "clover ęœŏ 🍀"], hashes)
    for seat in (0, 1):
        assert entropy_hash(deal["commitment"], deal["nonces"][seat], deal["entropy"][seat]) == hashes[seat]
    assert ola.complaints == jan.complaints == []
    for tab in (ola, jan):
        tab.close()


@pytest.mark.sweep
def test_a_missing_page_is_named_without_delaying_the_deal(browser: Browser, server: Server) -> None:
    ola, jan = Tab(browser, server.url, DESK), Tab(browser, server.url, PHONE)
    code = ola.open_table("Ola")
    ewa = Person(server, "Ewa", code).sit()
    ewa.post(ewa.path, do="add-entropy", entropy="horseshoe")
    jan.sit(code, "Jan")
    committed(ola)
    committed(jan)
    menu(ola)
    expect(ola.page.locator("#fair")).to_contain_text("Ewa: open: others could read it before the deal")
    ola.page.keyboard.press("Escape")
    jan.close()
    ola.page.locator("#start button").click()
    expect(ola.page.locator("#main")).to_contain_text("within five seconds")
    expect(ola.page.locator("#own-seat")).to_be_visible()
    expect(ola.page.locator(".facts")).to_contain_text("Jan did not reveal their entropy")
    assert "Jan did not reveal their entropy" in ewa.look()
    assert opened(server, code)["entropy"][:3] == ["", "horseshoe", ""]
    assert ola.complaints == []
    ola.close()


@pytest.mark.sweep
def test_the_host_may_require_every_reveal_for_a_deal(browser: Browser, server: Server) -> None:
    ola, jan = Tab(browser, server.url, DESK), Tab(browser, server.url, PHONE)
    code = ola.open_table("Ola")
    jan.sit(code, "Jan")
    menu(ola)
    ola.page.locator("#set-unrevealed").select_option("wait")
    expect(ola.page.locator("#entropy-settings[aria-busy]")).to_have_count(0)
    ola.page.keyboard.press("Escape")
    hashes = committed(ola), committed(jan)
    jan.close()
    ola.page.locator("#start button").click()
    expect(ola.page.locator(".problem").first).to_contain_text("because Jan did not reveal their entropy")
    assert committed(ola, but=hashes[0]) not in hashes
    ola.start()
    assert opened(server, code)["hashes"][1] == "", "nobody waits for a page that has committed to nothing"
    assert ola.complaints == []
    ola.close()


@pytest.mark.sweep
def test_a_browser_that_lost_its_entropy_commits_again(browser: Browser, server: Server) -> None:
    ola = Tab(browser, server.url, PHONE)
    code = ola.open_table("Ola")
    first = committed(ola)
    ola.page.evaluate("localStorage.clear()")
    ola.page.reload()
    ola.is_live()
    second = committed(ola, but=first)
    ola.page.reload()
    ola.is_live()
    ola.start()
    deal = opened(server, code)
    assert deal["hashes"][0] == second, "what it knows it keeps"
    assert deal["nonces"][0]
    assert ola.complaints == []
    ola.close()


def test_the_page_computes_the_servers_hashes_and_marks(browser: Browser, server: Server) -> None:
    ola = Tab(browser, server.url, PHONE)
    ola.page.goto("/about")
    script = static_url("js/entropy.js")
    hashes = ola.page.evaluate(
        """async (script) => {
            const { sha256 } = await import(script);
            const bytes = (size) => Array.from({ length: size }, (_, at) => (at * 7) % 256);
            return Array.from({ length: 200 }, (_, size) => sha256(bytes(size)));
        }""",
        script,
    )
    assert hashes == [hashlib.sha256(bytes(at * 7 % 256 for at in range(size))).hexdigest() for size in range(200)]
    committed, hashed = commitment("5e" * 32), entropy_hash(commitment("5e" * 32), "01" * 32, "clover")
    winter = Ruleset.of(
        "winter-soldier", 6, ("maria-hill", "black-widow"), {"fury-lost": "hydra-wins", "team-cap": "left-minus-one"}
    )
    deals = [
        FixedDeal.of(
            committed, Ruleset.of("resistance", 5), ["", hashed, "", "", ""], ["ęœŏ 🍀", "", "", "", "x" * 64]
        ),
        FixedDeal.of(committed, winter, [*[""] * 5, hashed], ["a", *[""] * 5]),
        FixedDeal.of(committed, Ruleset.of("hail-hydra", 5), [hashed, "", "", "", ""], [""] * 5),
    ]
    marks = ola.page.evaluate(
        "async ([script, deals]) => deals.map((await import(script)).markOf)",
        [script, [msgspec.to_builtins(deal) for deal in deals]],
    )
    assert marks == [deal.mark for deal in deals]
    assert deals[1].options == (("fury-lost", "hydra-wins"), ("team-cap", "left-minus-one"))
    ola.close()
