"""Hooks of the documentation site, which `mkdocs.yml` describes.

Each page keeps the path that it has in the repository, whether it lies in `docs`, in `lab` or at the top. So a relative
link leads to the same place in the repository's browser and on the site.
"""

import re
from itertools import chain
from pathlib import Path
from typing import Final

from griffe import Extension, Object
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT: Final = Path(__file__).parents[1]
PAGES: Final = ("*.md", "docs/**/*.md", "lab/README.md", "lab/docs/**/*.md", "bench/notes/*.md")
STYLE: Final = ROOT / "docs" / "site.css"
LINK: Final = re.compile(r"\]\(([^)#\s]+)")
ELSEWHERE: Final = re.compile(r"""<(?:script|link|img|iframe)\b[^>]*(?:src|href)=["'](?:https?:)?//[^>]*""")
EXAMPLE: Final = re.compile(r"^>>> .+(?:\n.+)*", re.MULTILINE)


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Return the pages of the whole repository, the files that they link to, and the theme's own files."""
    pages = set(chain.from_iterable(map(ROOT.glob, PAGES)))
    linked = {(page.parent / link).resolve() for page in pages for link in LINK.findall(page.read_text("utf-8"))}
    wanted = {STYLE, *pages} | {path for path in linked if path.is_file() and path.is_relative_to(ROOT)}
    ours = [
        File(path.relative_to(ROOT).as_posix(), str(ROOT), config.site_dir, config.use_directory_urls)
        for path in sorted(wanted)
    ]
    return Files([*ours, *(file for file in files if file.src_dir != config.docs_dir)])


def on_post_page(output: str, *, page: Page, **_: object) -> None:
    """Fail if a page loads something from another host: the site works without a network."""
    if found := ELSEWHERE.search(output):
        raise PluginError(f"{page.file.src_uri} loads something from another host: {found[0]}")


class Examples(Extension):
    """Griffe extension that marks the examples in docstrings as code: Markdown would make quotations of them."""

    def on_instance(self, *, obj: Object, **_: object) -> None:
        if obj.docstring is not None:
            obj.docstring.value = EXAMPLE.sub(lambda found: f"```pycon\n{found[0]}\n```", obj.docstring.value)
