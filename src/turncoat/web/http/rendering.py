"""Rendering of page models into HTML, with a Jinja environment for each language.

A table's parts can be rendered one by one, for updates over the socket.
"""

from collections.abc import Mapping, MutableMapping
from functools import lru_cache
from gettext import NullTranslations
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from jinja2 import (
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    FunctionLoader,
    StrictUndefined,
    nodes,
    pass_context,
)
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context
from markupsafe import Markup

from turncoat.web.http.assets import added_folder, files_in
from turncoat.web.http.codes import grouped
from turncoat.web.http.page import Page
from turncoat.web.http.static_files import static_url
from turncoat.web.http.template_nodes import EmptyElse, TranslatedTexts

TEMPLATES: Final = Path(__file__).parent.parent / "templates"
CACHED: Final = 4096
"""Number of rendered page pieces cached for each language, and of results cached for each macro."""
NOTHING: Final[Mapping[str, str]] = MappingProxyType({})


def _added_template(name: str) -> str | None:
    """Return the source of a template of a game from another package, or None."""
    added = added_folder(name)
    if added is None:
        return None
    folder, prefix = added
    path = folder / "templates" / name.removeprefix(prefix)
    return path.read_text("utf-8") if path.is_file() else None


class _Generator(CodeGenerator):
    """Compiler of a template for one language."""

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802 - as Jinja calls it
        assert isinstance(self.environment, _Environment)
        TranslatedTexts(self.environment, self.environment.translations).visit(node)
        EmptyElse().visit(node)
        super().visit_Template(node, frame)


@pass_context
def _part(context: Context, name: str) -> Markup:
    """Return a part inside a page or a larger part: drawn already, or rendered now."""
    drawn: Mapping[str, str] = context.get("drawn") or {}
    if name in drawn:
        return Markup(drawn[name])  # noqa: S704 - a template of ours has drawn it
    return Markup(context.environment.get_template(f"{name}.html").render(context.get_all()))  # noqa: S704


class _Environment(Environment):
    """Jinja environment of one language."""

    code_generator_class = _Generator
    translations: NullTranslations

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the names that every template knows.

        They are a plain dict, because every rendering copies them, and layers of dicts are slow to copy.
        """
        return {**self.globals, **d} if d else self.globals


def environment(translations: NullTranslations) -> Environment:
    """Return the Jinja environment of one language. Everything is escaped, and an unknown name is an error."""
    env = _Environment(
        loader=ChoiceLoader([FileSystemLoader(TEMPLATES), FunctionLoader(_added_template)]),
        autoescape=True,
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        cache_size=-1,  # all of them are kept
    )
    env.translations = translations
    env.globals["static"] = static_url
    env.globals["part"] = _part
    env.globals["drawn_once"] = lru_cache(CACHED, typed=True)  # a text that is safe, and one that is not, may be equal
    env.filters["grouped"] = grouped
    env.install_gettext_translations(translations, newstyle=True)  # type: ignore[attr-defined]
    return env


class Renderer:
    """Renderer of the pages in one language."""

    def __init__(self, translations: NullTranslations | None = None) -> None:
        self._env = environment(translations or NullTranslations())
        # Most of a page does not change: a seat, a line of the log or a card is drawn again only when it has changed.
        self._env.globals["cached"] = lru_cache(CACHED)(self._piece)

    def compile(self) -> None:
        """Compile all templates, which takes half a second."""
        for name in files_in("templates", TEMPLATES):
            self._env.get_template(name)

    def page(self, page: Page, drawn: Mapping[str, str] = NOTHING) -> str:
        """Render a whole page. Parts that are `drawn` already are inserted by the names of their templates."""
        return self.draw(page.template, drawn=drawn, **page.values())

    def part(self, name: str, page: Page, drawn: Mapping[str, str] = NOTHING) -> str:
        """Render one part of a page, as one element. `name` is that of its template, and `drawn` is as for a page."""
        return self.draw(f"{name}.html", drawn=drawn, **page.values())

    def draw(self, template: str, **values: object) -> str:
        """Render a template with these values."""
        return self._env.get_template(template).render(**values)

    def sentence(self, template: str, macro: str, value: object) -> str:
        """Return the text that a macro makes of a value, without markup, for people who see no page."""
        return Markup(getattr(self._env.get_template(template).module, macro)(value)).unescape()  # noqa: S704 - it is ours

    def _piece(self, name: str, **shows: object) -> Markup:
        return Markup(self.draw(f"{name}.html", **shows).strip())  # noqa: S704 - a template of ours escapes
