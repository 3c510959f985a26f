"""Browsers accept every rule of our style sheets. They silently drop any that they don't understand."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from turncoat.web.http.static_files import STATIC

pytestmark = pytest.mark.browser

SHEETS = sorted(STATIC.rglob("*.css"))
REFUSED = """selectors => selectors.filter((one) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`body { ${one} { top: 0 } }`);  // inside another rule, where some of ours stand
    return sheet.cssRules[0].cssRules.length === 0;
})"""


def selectors(sheet: str) -> Iterator[str]:
    """Yield the selectors of the rules, including nested ones. Keyframes have none."""
    sheet = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    sheet = re.sub(r"@keyframes[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}", "", sheet)
    for found in re.finditer(r"[^{};]+(?=\{)", sheet):
        if not (text := found[0].strip()).startswith("@"):
            yield text


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    opened = browser.new_page()
    yield opened
    opened.close()


def refused(page: Page, sheet: str) -> list[str]:
    found: list[str] = page.evaluate(REFUSED, list(selectors(sheet)))
    return found


def test_a_browser_accepts_every_style_rule(page: Page) -> None:
    found = {str(sheet.relative_to(STATIC)): refused(page, sheet.read_text("utf-8")) for sheet in SHEETS}
    assert {sheet: rules for sheet, rules in found.items() if rules} == {}


def test_an_invalid_style_rule_is_noticed(page: Page) -> None:
    nested = ".stage:has(> .cards:not(:has(.art))) > p"
    sheet = f"h1 {{ margin: 0 }} {nested} {{ margin: 0 }} @media print {{ a:hover {{ top: 0 }} }}"
    assert refused(page, sheet) == [nested]
