"""Page models in, HTML out: a Jinja environment for each language; the socket gets a table's parts one by one."""

from functools import lru_cache
from gettext import NullTranslations
from pathlib import Path
from typing import Final

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, FunctionLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from turncoat.web.http.assets import added_folder
from turncoat.web.http.page import Page
from turncoat.web.http.static_files import static_url

HERE: Final = Path(__file__).parent.parent
KEPT: Final = 4096
"""How many drawn pieces of pages a language keeps."""


def _added_template(name: str) -> str | None:
    """The source of a template that a game from another package brings."""
    added = added_folder(name)
    if added is None:
        return None
    folder, prefix = added
    path = folder / "templates" / name.removeprefix(prefix)
    return path.read_text("utf-8") if path.is_file() else None


def environment(translations: NullTranslations) -> Environment:
    """The templates of one language. Everything is escaped, and an unknown name is an error."""
    env = Environment(
        loader=ChoiceLoader([FileSystemLoader(HERE / "templates"), FunctionLoader(_added_template)]),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    env.globals["static"] = static_url
    env.install_gettext_translations(translations, newstyle=True)  # type: ignore[attr-defined]
    return env


class Renderer:
    """Draws the pages of one language."""

    def __init__(self, translations: NullTranslations | None = None) -> None:
        self._env = environment(translations or NullTranslations())
        # Most of a page does not change: a seat, a line of the log or a card is drawn again only when it has changed.
        self._env.globals["kept"] = lru_cache(KEPT)(self._piece)

    def page(self, page: Page) -> str:
        """A whole page."""
        return self.draw(page.template, **page.values())

    def part(self, name: str, page: Page) -> str:
        """One part of a page, as one element; `name` is that of its template."""
        return self.draw(f"{name}.html", **page.values())

    def draw(self, template: str, **values: object) -> str:
        """A template with these values."""
        return self._env.get_template(template).render(**values)

    def _piece(self, name: str, **shows: object) -> Markup:
        return Markup(self.draw(f"{name}.html", **shows).strip())  # noqa: S704 - a template of ours escapes
