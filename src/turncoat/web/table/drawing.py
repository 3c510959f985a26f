"""Rendering of page parts as HTML, with unchanged models rendered only once."""

from base64 import urlsafe_b64encode
from collections.abc import Mapping
from functools import cache
from hashlib import blake2b
from secrets import token_hex
from typing import Any, Final

import msgspec
from markupsafe import Markup

from turncoat.web.http.languages import renderer
from turncoat.web.http.page import Site
from turncoat.web.table.page_parts import PARTS, PagePart
from turncoat.web.updates.messages import ListChanges, raw

FORM_TOKEN: Final = token_hex(16)
"""Placeholder for the CSRF token in rendered parts, which can thus be shared between viewers."""
_ITEMS: Final = Markup("<!--items-->")


class Drawn(msgspec.Struct, frozen=True):
    """Rendered part."""

    html: str
    digest: str
    """Digest of the HTML, by which pages report the parts they have."""
    items: Mapping[str, str] = {}
    """Items of a list, by element id."""
    frame: str = ""
    """List without its items."""

    def changes(self, since: "Drawn | None") -> msgspec.Raw:
        """Return the changes for a page that has `since`: the differing items of a list, or the whole part."""
        if since is None or not self.frame or self.frame != since.frame:
            return raw(self.html)
        changed = {id: html for id, html in self.items.items() if since.items.get(id) != html}
        order = tuple(self.items)
        return raw(ListChanges(changed, None if order == tuple(since.items) else order))


class RenderedPart(msgspec.Struct, frozen=True):
    """Part with its current model."""

    model: Any
    drawn: Drawn

    def is_new_to(self, held: str | None) -> bool:
        """Return whether the page has a different version. Without a model, only a page that has the part does."""
        return held != self.drawn.digest if held is not None else self.model is not None


def render_part(part: PagePart, model: Any, language: str, before: RenderedPart | None = None) -> RenderedPart:
    """Return a part rendered for a model, reusing whatever is unchanged since `before`."""
    if before is not None and before.model == model:
        return before
    if model is None:
        return RenderedPart(None, _drawn(f'<div id="{part.id}" hidden></div>'))
    if part.items is None:
        return RenderedPart(model, _drawn(_draw(part, model, language)))
    known: Mapping[str, object] = {}
    earlier: Mapping[str, str] = {}
    if before is not None and before.model is not None:
        known, earlier = part.items.of(before.model), before.drawn.items
    models = part.items.of(model)
    items = {
        id: earlier[id] if id in known and known[id] == item else _draw_item(part, id, item, language)
        for id, item in models.items()
    }
    frame = _draw(part, model, language, [_ITEMS] if items else [])
    html = frame.replace(_ITEMS, "".join(items.values()))
    return RenderedPart(model, Drawn(html, digest_of(html), items, frame))


def _drawn(html: str) -> Drawn:
    return Drawn(html, digest_of(html))


def digest_of(html: str) -> str:
    """Return a digest of eight characters."""
    return urlsafe_b64encode(blake2b(html.encode(), digest_size=6).digest()).decode()


def _draw(part: PagePart, model: object, language: str, items: list[Markup] | None = None) -> str:
    inner = slots() if part.id == "main" else {}
    values = {part.name: model, "site": _site(language), "drawn": inner, "items": items or []}
    return renderer(language).draw(f"{part.template}.html", **values)


@cache
def _site(language: str) -> Site:
    return Site("", "", FORM_TOKEN, language)


def _draw_item(part: PagePart, id: str, item: object, language: str) -> str:
    assert part.items is not None
    template = part.items.template
    values = {template.rpartition("/")[2]: item, "id": id}
    return renderer(language).draw(f"{template}.html", **values).strip()


def slots() -> dict[str, str]:
    """Return the placeholders of nested parts by template name."""
    return {part.template: _slot(part) for part in PARTS}


def filled(html: str, parts: Mapping[PagePart, str]) -> str:
    """Return a rendered part with its placeholders replaced by the nested parts."""
    for part, drawn in parts.items():
        html = html.replace(_slot(part), drawn)
    return html


def _slot(part: PagePart) -> str:
    return f'<div id="{part.id}" data-part></div>'
