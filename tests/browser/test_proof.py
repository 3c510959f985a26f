"""The page with the proof of a deal recomputes it in the browser, and names whatever does not match."""

import html
import json
import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.support.accessible import axe_faults
from tests.support.deal_proofs import proof_of
from tests.support.playing import DESK, PHONE, Tab, tab_of
from tests.support.serving import Person, Server
from turncoat.kernel.records import check
from turncoat.kernel.rulesets import Ruleset
from turncoat.table.past.proof import draws_of
from turncoat.table.values.deal_opening import DealOpening, FixedDeal, entropy_hash
from turncoat.web.http.static_files import static_url

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

Deal = dict[str, Any]
FAIR = "Fair: dealt as promised."


def played(server: Server, tab: Tab, ola: Person) -> None:
    """Deal with entropy that the page has sealed and an open text, and play to the end."""
    jan = Person(server, "Jan", ola.code).sit()
    jan.post(jan.path, do="add-entropy", entropy="horseshoe")
    tab.page.goto(ola.path)
    tab.is_live()
    tab.page.wait_for_function("() => document.getElementById('entropy').dataset.hash")
    tab.start()
    jan.post(jan.path, do="leave")
    tab.page.goto("about:blank")
    ola.play()


def tampered(page: Page, change: Callable[[Deal], None]) -> None:
    """Open the proof as a cheating server would show it."""

    def fulfill(route: Route) -> None:
        answer = route.fetch()

        def changed(found: re.Match[str]) -> str:
            proof = json.loads(html.unescape(found[2]))
            change(proof["deal"])
            return found[1] + html.escape(json.dumps(proof))

        route.fulfill(response=answer, body=re.sub(r'(id="proof-data">)([^<]*)', changed, answer.text()))

    page.route("**/proof", fulfill)
    page.reload()
    page.unroute("**/proof")


def seed(deal: Deal) -> None:
    deal["seed"] = deal["seed"][2:] + "00"


def sealed_text(deal: Deal) -> None:
    deal["entropy"][0] += "!"


def open_text(deal: Deal) -> None:
    deal["entropy"][1] = "four-leaf clover"


def own_hash(deal: Deal) -> None:
    """Replace the sealed entropy with another that fits its own hash."""
    deal["nonces"][0] = "77" * 32
    deal["hashes"][0] = entropy_hash(deal["commitment"], "77" * 32, "")


def test_a_fair_deal_gets_a_tick_and_a_changed_one_is_called_out(browser: Browser, server: Server) -> None:
    ola = Person(server, "Ola").open()
    tab = tab_of(browser, ola, PHONE)
    page = tab.page
    played(server, tab, ola)
    page.goto(ola.path)
    page.get_by_role("link", name="Proof of a fair deal").click()
    verdict, checks = page.locator("#verdict"), page.locator("[data-check]")
    expect(verdict).to_have_text(FAIR)
    expect(verdict).to_have_attribute("data-found", "holds")
    for line in checks.all():
        expect(line).to_have_attribute("data-found", "holds")
    expect(checks.nth(2)).to_contain_text("your browser kept before the deal")
    assert axe_faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_text("Check it yourself").click()
    mark = page.evaluate("JSON.parse(localStorage.getItem('turncoat.marks')).at(-1).mark")
    expect(page.locator("#proof-command")).to_have_text(f"turncoat fair {ola.code}-deal.json --mark {mark}")
    for change, wrong in (
        (seed, "The seed is not the one that the server promised"),
        (sealed_text, "The part of seat 1 is not what they sealed"),
        (open_text, "is not the one that your browser kept"),
        (own_hash, "is not the one that your browser kept"),
    ):
        tampered(page, change)
        expect(verdict).to_have_text("Not fair. This does not match:")
        expect(checks.first).to_have_attribute("data-found", "fails")
        expect(page.locator("#proof-checks")).to_contain_text(wrong)
    assert axe_faults(page) == []
    page.evaluate("localStorage.clear()")
    tampered(page, open_text)
    expect(checks.first).to_have_text("The shuffle does not come from the seed and from everybody's part.")
    page.reload()
    expect(verdict).to_have_text(FAIR)
    expect(checks.nth(2)).to_contain_text("Your browser kept no mark of this deal")
    assert tab.complaints == []
    tab.close()


def test_the_proof_page_says_how_to_check_without_scripts(browser: Browser, server: Server) -> None:
    ola = Person(server, "Ola").open()
    ola.start()
    assert ola.client.get(f"{ola.path}/proof").status_code == 404, "the seed opens every card"
    ola.play()
    tab = tab_of(browser, ola, DESK, java_script_enabled=False)
    tab.page.goto(f"{ola.path}/proof")
    expect(tab.page.locator("main")).to_contain_text("runs no scripts here")
    expect(tab.page.locator("#verdict")).to_be_hidden()
    tab.page.get_by_text("Check it yourself").click()
    expect(tab.page.locator("main")).to_contain_text(f"turncoat fair {ola.code}-deal.json")
    tab.page.get_by_text("The data", exact=True).click()
    expect(tab.page.locator("#proof-data")).to_contain_text('"seed"')
    tab.close()


@pytest.mark.parametrize(
    "ruleset",
    [
        Ruleset.of("resistance", 7, ["plot-thickens", "hunter", "reverser"]),
        Ruleset.of("winter-soldier", 6, ["maria-hill"]),
        Ruleset.of("hail-hydra", 5),
    ],
    ids=lambda ruleset: ruleset.game,
)
def test_the_page_recomputes_deals_of_every_game(browser: Browser, server: Server, ruleset: Ruleset) -> None:
    tab = Tab(browser, server.url, PHONE)
    tab.page.goto("/about")
    cases = []
    for is_sealed in (False, True):
        proof = proof_of(ruleset, sealed=is_sealed)
        deal = msgspec.convert(proof["deal"], DealOpening)
        assert check(proof["record"]).ruleset == ruleset
        fixed = FixedDeal.of(deal.commitment, ruleset, deal.hashes, deal.entropy)
        other = {**proof["deal"], "seed": "5e" * 32}
        draws = msgspec.to_builtins(draws_of(deal, ruleset))
        cases += [[one, msgspec.to_builtins(fixed), draws] for one in (proof["deal"], other)]
    found = tab.page.evaluate(
        """async ([script, cases]) => {
            const { findings } = await import(script);
            return cases.map((one) => findings(...one));
        }""",
        [static_url("js/proof.js"), cases],
    )
    holds = [[finding["holds"] for finding in one.values()] for one in found]
    assert holds == [[True, True, None, True], [False, True, None, False]] * 2
    tab.close()
