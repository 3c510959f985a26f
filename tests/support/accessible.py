"""Accessibility checks of pages with axe, with every rule that axe has, even those that it disables by default."""

from pathlib import Path
from typing import Final

import axe_playwright_python  # type: ignore[import-untyped]
from playwright.sync_api import Page

AXE: Final = Path(axe_playwright_python.__file__).parent / "axe.min.js"
LEFT_OUT: Final = ("color-contrast-enhanced", "focus-order-semantics")
"""Rules that are not run.

Dim lines miss the contrast that level AAA asks for. The second rule, an experimental one, wants no focus on a list that
scrolls, while another rule requires it.
"""
RUN_AXE: Final = f"""(rules = {{}}) => axe.run(document, {{
    resultTypes: ["violations"],
    rules: {{
        ...Object.fromEntries(axe.getRules().map(({{ ruleId }}) => [ruleId, {{ enabled: true }}])),
        ...Object.fromEntries({[*LEFT_OUT]}.map((one) => [one, {{ enabled: false }}])),
        ...rules,
    }},
}})"""
"""Script that runs axe, once its source is on the page."""


def axe_faults(page: Page, *, contrast: bool = True) -> list[tuple[str, list[str]]]:
    """Return each violation's rule and the places where axe finds it. Measuring contrast takes most of the time."""
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate(RUN_AXE, {"color-contrast": {"enabled": contrast}})["violations"]
    return [(fault["id"], [node["html"][:160] for node in fault["nodes"]]) for fault in found]
