"""axe, which finds what keeps people out: all of its rules are run, also those that it leaves out by itself."""

from pathlib import Path
from typing import Final

import axe_playwright_python  # type: ignore[import-untyped]
from playwright.sync_api import Page

AXE: Final = Path(axe_playwright_python.__file__).parent / "axe.min.js"
LEFT_OUT: Final = ("color-contrast-enhanced", "focus-order-semantics")
"""Level AAA asks for more contrast than dim lines have; and an experiment wants no list that scrolls to have the focus,
which another rule asks for."""
RUN_AXE: Final = f"""(rules = {{}}) => axe.run(document, {{
    resultTypes: ["violations"],
    rules: {{
        ...Object.fromEntries(axe.getRules().map(({{ ruleId }}) => [ruleId, {{ enabled: true }}])),
        ...Object.fromEntries({[*LEFT_OUT]}.map((one) => [one, {{ enabled: false }}])),
        ...rules,
    }},
}})"""
"""Runs them, where the script is on the page."""


def axe_faults(page: Page, *, contrast: bool = True) -> list[tuple[str, list[str]]]:
    """The faults that axe finds: each rule that is broken, and where. Contrast takes most of its time."""
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate(RUN_AXE, {"color-contrast": {"enabled": contrast}})["violations"]
    return [(fault["id"], [node["html"][:160] for node in fault["nodes"]]) for fault in found]
