"""Layout faults of a page at a given size: text cut off, elements hidden, off screen or too small."""

from typing import Final

from playwright.sync_api import Page, ViewportSize

from tests.support.boxes import BOXES, IN_SIGHT
from turncoat.web.http.languages import languages

LENGTHEN = """names => {
  // What the fixtures say in English, the presenter would have translated: make that longer too.
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), texts = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.data.trim(), kept = "svg, bdi, script, .wordmark, .share-link, .big-code";
    const isName = names.some(name => name.startsWith(text));
    if (isName || node.parentElement.closest(kept) || text.includes("\u27e6") || !/\\p{L}{2}/u.test(text)) continue;
    const more = "\u00ebr\u00eb\u00f1 ".repeat(text.length).slice(0, Math.ceil(text.length * .4) - 1);
    texts.push([node, text, more.trim()]);
  }
  for (const [node, text, more] of texts) node.data = `\u27e6${text} ${more}\u27e7`;
  // As the template marks stamps with long words.
  for (const one of document.querySelectorAll(".stamp")) one.classList.toggle("is-long", one.textContent.length > 8);
}"""


CLIPPED = """() => {
  const wrong = [], buttons = "button, a.button, .tool, summary, .chip label, .word, .badge, .stamp";
  const isTiny = one => one.getBoundingClientRect().width < 3 && getComputedStyle(one).position === "absolute";
  const isClipped = one => getComputedStyle(one).clipPath !== "none";
  const isHeard = one => one && (isClipped(one) || isTiny(one) || isHeard(one.parentElement));
  const shown = one => one.checkVisibility({checkVisibilityCSS: true, checkOpacity: true}) && !isHeard(one);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const home = node.parentElement, said = node.data.trim().slice(0, 40);
    if (!node.data.trim() || !shown(home) || home.closest("script, style, option, #said")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const line of range.getClientRects()) {
      if (line.width < 1) continue;
      let scrolls = false;
      for (let one = home; one && one !== document.documentElement; one = one.parentElement) {
        const style = getComputedStyle(one), box = one.getBoundingClientRect();
        scrolls ||= /auto|scroll/.test(style.overflowX + style.overflowY);
        const cut = /hidden|clip/.test(style.overflowX + style.overflowY);
        const aside = by => line.left < box.left - by || line.right > box.right + by;
        const out = aside(2) || line.top < box.top - 3 || line.bottom > box.bottom + 3;
        if (cut && out && !scrolls) wrong.push(`cut off by ${one.className || one.tagName}: ${said}`);
        if (one.matches(buttons) && aside(1)) wrong.push(`wider than its box: ${said}`);
      }
      if (!scrolls && (line.left < -1 || line.right > innerWidth + 1)) wrong.push(`beside the window: ${said}`);
    }
  }
  return [...new Set(wrong)];
}"""
"""Lines of text cut off or reaching beyond their button or the window. The latest remark is a single line by design."""


SIZES: Final[tuple[ViewportSize, ...]] = (
    {"width": 320, "height": 640},
    {"width": 390, "height": 844},
    {"width": 844, "height": 390},
    {"width": 640, "height": 400},
    {"width": 768, "height": 1024},
    {"width": 1024, "height": 768},
    {"width": 1280, "height": 800},
    {"width": 2560, "height": 1440},
)
"""A small phone, a phone upright and on its side, a desktop enlarged to 200%, a tablet, three desktops."""


PHONE: Final = SIZES[1]


IN_SIGHT_AT: Final = SIZES[:3]
"""Sizes at which all seats and missions stay in sight during a choice."""


NEXT_FRAME: Final = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"


def faults(tab: Page, size: ViewportSize) -> list[str]:
    """Return the open page's faults at a size. A scrolling page is measured in a window of its full height."""
    tab.set_viewport_size(size)
    if not tab.locator("main.in-play").count():
        high = int(tab.evaluate("document.documentElement.scrollHeight"))
        tab.set_viewport_size({"width": size["width"], "height": max(high, size["height"])})
    tab.evaluate(NEXT_FRAME)  # a script has fitted the board to its new size by then
    wrong: list[str] = tab.evaluate(BOXES)
    # The seats and the missions stay in sight during a choice, unless several notices take up their room.
    if size in IN_SIGHT_AT and tab.locator("form#answer-form").count() and not tab.locator(".clocks .notice").count():
        wrong += [f"out of sight: {one}" for one in tab.evaluate(IN_SIGHT)]
    return wrong


LEVELS: Final = "() => [...document.querySelectorAll('main :is(h1,h2,h3,h4)')].map((one) => +one.tagName[1])"


SMALL: Final = """() => {
    const found = [];
    const wanted = "a[href], button, summary, select, input:not([type=hidden]), textarea";
    for (const one of document.querySelectorAll(wanted)) {
        if (!one.checkVisibility()) continue;
        const boxes = [one, ...(one.labels ?? [])].map((part) => part.getBoundingClientRect());
        if (boxes.every((box) => box.width <= 1 || box.height <= 1)) continue;
        if (one.matches("p a, li a:not(.button), dd a, .rules a") && !one.matches(".rule")) continue; // in a text
        const least = one.matches(".badges > summary") ? 24 : 43.5; // twelve seats with three marks each have no room
        if (!boxes.some((box) => box.width >= least && box.height >= least)) found.push(one.outerHTML.slice(0, 90));
    }
    return found;
}"""
"""Controls that are hard to hit with a finger: under 44 pixels in one direction."""


CODES: Final = [language.code for language in languages()]
