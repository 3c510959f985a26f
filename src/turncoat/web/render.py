"""Page models in, HTML out: one Jinja environment a language; a table's parts can be had one by one for the socket."""

import hashlib
from functools import cache
from gettext import NullTranslations
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from turncoat.web.pages import ErrorPage, Page, RulesPage, SetupPage, Site, StartPage, TablePage

HERE: Final = Path(__file__).parent
STATIC: Final = HERE / "static"

CONTENT_SECURITY_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "form-action 'self'; manifest-src 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""No inline style or script, nothing from other hosts. The templates keep to it."""


@cache
def static_url(path: str) -> str:
    """The address of a static file, with a mark of its content so that browsers may keep it for ever."""
    mark = hashlib.sha256((STATIC / path).read_bytes()).hexdigest()[:10]
    return f"/static/{path}?v={mark}"


def environment(translations: NullTranslations) -> Environment:
    """The templates of one language. Everything is escaped, and an unknown name is an error."""
    env = Environment(
        loader=FileSystemLoader(HERE / "templates"),
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

    def page(self, page: Page) -> str:
        match page:
            case StartPage():
                return self._draw("start.html", page=page, site=page.site)
            case SetupPage():
                return self._draw("setup.html", page=page, site=page.site, setup=page.setup)
            case TablePage():
                return self._draw("table.html", **_of_table(page))
            case RulesPage():
                return self._draw("rules.html", page=page, site=page.site)
            case ErrorPage():
                return self._draw("error.html", page=page, site=page.site)

    def about(self, site: Site, version: str) -> str:
        """What this is, and what it is not."""
        return self._draw("about.html", site=site, version=version)

    def public_parts(self, page: TablePage) -> dict[str, str]:
        """The parts that all viewers of one language share, by element id. They show nothing of `page.mine`."""
        if page.end is not None:
            return {"main": self.part("main", page)}
        return {name: self.part(name, page) for name in ("public", "past", "said")}

    def own_parts(self, page: TablePage) -> dict[str, str]:
        """The parts that differ between two seats, by element id."""
        return {name: self.part(name, page) for name in ("mine", "channel", "say")}

    def mine(self, page: TablePage) -> str:
        """One seat's private part; its id is `mine`."""
        return self.part("mine", page)

    def part(self, name: str, page: TablePage) -> str:
        return self._draw(f"parts/{name}.html", **_of_table(page))

    def setup_part(self, page: SetupPage) -> str:
        """The set-up as one element, of id `main`."""
        return self._draw("parts/setup.html", site=page.site, setup=page.setup)

    def _draw(self, template: str, **values: object) -> str:
        return self._env.get_template(template).render(**values)


def _of_table(page: TablePage) -> dict[str, object]:
    return {"page": page, "site": page.site, "public": page.public, "mine": page.mine, "end": page.end}
