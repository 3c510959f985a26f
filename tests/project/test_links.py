"""Links between pages of the documentation are valid, and every page can be reached from the index."""

import re
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).parents[2]
PLACES = ("*.md", "docs/**/*.md", "bench/**/*.md", "lab/*.md", "lab/docs/**/*.md")
PAGES = sorted(chain.from_iterable(map(ROOT.glob, PLACES)))
LINK = re.compile(r"\]\(([^)\s]+)\)")


def links_of(page: Path) -> list[tuple[Path, str]]:
    """Return the files that a page links to, with the heading in each, if the link names one."""
    text = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)
    found = [link.partition("#") for link in LINK.findall(text) if "://" not in link and not link.startswith("mailto:")]
    return [((page.parent / file).resolve() if file else page, heading) for file, _, heading in found]


def headings_of(page: Path) -> set[str]:
    """Return the headings of a page, as links name them."""
    lines = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", line.lower()).replace(" ", "-") for line in lines}


def test_every_link_in_the_docs_is_valid() -> None:
    lost = [
        f"{page.relative_to(ROOT)}: {file}#{heading}"
        for page in PAGES
        for file, heading in links_of(page)
        if not file.exists() or (heading and heading not in headings_of(file))
    ]
    assert lost == []


def test_every_page_is_reachable_from_the_index() -> None:
    reached, open_pages = set[Path](), [ROOT / "docs" / "index.md"]
    while open_pages:
        page = open_pages.pop()
        if page not in reached:
            reached.add(page)
            open_pages += [file for file, _ in links_of(page) if file.suffix == ".md" and file.exists()]
    assert {*ROOT.glob("docs/*.md"), *ROOT.glob("lab/docs/*.md")} <= reached
