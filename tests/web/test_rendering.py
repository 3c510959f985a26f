"""Templates: texts are translated once, at compile time, and everything else renders exactly as in plain Jinja."""

from gettext import NullTranslations
from pathlib import Path
from typing import Any

import pytest
from jinja2 import UndefinedError
from jinja2.compiler import CodeGenerator
from jinja2.nodes import Template

from tests.support.fixtures import all_states
from tests.support.fixtures.models import draw_page
from turncoat.locales import codes, translations
from turncoat.table.runtime.room_registry import RoomRegistry
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.web.app import create_app
from turncoat.web.http import assets, rendering
from turncoat.web.http.languages import renderer
from turncoat.web.http.rendering import Renderer, environment
from turncoat.web.http.static_files import SQUEEZED, STATIC, squeezed, static_url


class Shouting(NullTranslations):
    """A language in which everything is in capitals."""

    def gettext(self, message: str) -> str:
        return message.upper().replace("%(NAME)S", "%(name)s")


def drawn(source: str, **values: object) -> str:
    return environment(Shouting()).from_string(source).render(**values)


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ('{{ _("Rules") }}', "RULES"),
        ('{{ _("100%%") }}', "100%"),
        ('<p title="{{ _("a < b") }}">', '<p title="A < B">'),  # texts are ours, and may contain HTML
        ('{{ _("Hello, %(name)s", name=who) }}', "HELLO, &lt;Ola&gt;"),
        ('{{ _("Rules") if who else "-" }}', "RULES"),
        ('{% set word = _("Rules") %}{{ word }}', "RULES"),
        ("{{ _(who) }}", "<OLA>"),
        ('{% macro say(it) %}{{ it }}{% endmacro %}{{ say(_("Rules")) }}', "RULES"),
    ],
)
def test_texts_are_translated(source: str, text: str) -> None:
    assert drawn(source, who="<Ola>") == text


def test_a_constant_text_is_looked_up_once() -> None:
    asked: list[str] = []

    class Counting(NullTranslations):
        def gettext(self, message: str) -> str:
            asked.append(message)
            return message

    template = environment(Counting()).from_string('{{ _("Rules") }}{{ _("Hello, %(name)s", name=who) }}')
    assert [template.render(who=name) for name in ("Ola", "Jan")] == ["RulesHello, Ola", "RulesHello, Jan"]
    assert asked == ["Rules", "Hello, %(name)s"]


def test_static_files_get_versioned_addresses() -> None:
    source = "{{ static('css/' ~ sheet ~ '.css') }} {{ static('css/base.css') }}"
    assert drawn(source, sheet="base") == f"{static_url('css/base.css')} {static_url('css/base.css')}"


def test_an_unknown_name_is_an_error() -> None:
    for source in ("{{ nobody }}", '{{ _("Hello, %(name)s", name=nobody) }}'):
        with pytest.raises(UndefinedError):
            drawn(source)


def test_every_language_has_its_own_templates() -> None:
    sources = [environment(translations(language)).from_string('{{ _("Rules") }}') for language in ("en", "pl")]
    assert len({template.render() for template in sources}) == 2


def test_every_page_renders_as_in_plain_jinja(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = all_states()
    ours = {name: draw_page(page, Renderer()) for name, page in pages.items()}
    monkeypatch.setattr(rendering._Environment, "code_generator_class", CodeGenerator)
    plain = Renderer()
    assert len(ours) > 10
    for name, page in pages.items():
        assert draw_page(page, plain) == ours[name], name


@pytest.mark.anyio
async def test_the_first_request_waits_for_no_compilation_or_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All templates, even those of other packages, are compiled before the server listens and before any lease runs."""
    for folder, file in (("templates", "more.html"), ("static", "more.css")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / file).write_text("a", "utf-8")
    monkeypatch.setitem(assets._FOLDERS, "games/more/", tmp_path)
    seen: list[str] = []
    compiled = rendering._Environment._generate

    def compile_(env: rendering._Environment, source: Template, name: str, *given: Any, **more: Any) -> str:
        seen.append(name)
        return compiled(env, source, name, *given, **more)

    monkeypatch.setattr(rendering._Environment, "_generate", compile_)
    start, begun = RoomRegistry.start, list[int]()

    async def started(registry: RoomRegistry) -> None:
        begun.append(len(seen))
        await start(registry)

    monkeypatch.setattr(RoomRegistry, "start", started)
    renderer.cache_clear()
    names = [path.relative_to(rendering.TEMPLATES).as_posix() for path in rendering.TEMPLATES.rglob("*.html")]
    app = create_app(ServerSettings(tmp_path / "data"))
    async with app.router.lifespan_context(app):
        assert sorted(seen) == sorted([*names, "games/more/more.html"] * len(codes()))
        assert begun == [len(seen)]
        monkeypatch.setattr(rendering._Environment, "_generate", None)
        monkeypatch.setattr(Path, "read_bytes", None)
        for code in codes():
            assert renderer(code).draw("games/more/more.html") == "a"
            for name in names:
                renderer(code)._env.get_template(name)
        for path in STATIC.rglob("*.*"):
            static_url(path.relative_to(STATIC).as_posix())
            if path.suffix in SQUEEZED:
                squeezed(path.relative_to(STATIC).as_posix())
        assert squeezed("games/more/more.css")
    renderer.cache_clear()
