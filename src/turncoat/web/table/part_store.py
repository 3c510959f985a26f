"""What was made of the parts of a page for one reader: everybody of a language, or one viewer."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from markupsafe import Markup

from turncoat.web.http.languages import renderer
from turncoat.web.http.page import Site
from turncoat.web.http.rendering import Renderer
from turncoat.web.table.page_parts import PARTS, Key, PagePart, PublicContext
from turncoat.web.updates.messages import ListNews, raw
from turncoat.web.updates.padding import in_steps, padding, with_padding

_NEVER: Final[Key] = ("never",)


class _Item(msgspec.Struct):
    """An item of a list, and the version of the list in which it became what it is."""

    model: object
    html: str
    version: int


class CurrentPart:
    """A part as it is now. Its version counts how often it has changed."""

    def __init__(self, part: PagePart, site: Site, *, is_shared: bool) -> None:
        self.part, self.site = part, site
        self._keeps = is_shared and part.id != "main" and part.timeless is None
        """Whether many see it as it is drawn: not what shows time, or holds parts that change by themselves."""
        self.model: Any = None
        self.version = 0
        self.key = _NEVER
        self._written = ""
        self.is_refused = False
        """Whether it shows why a command was refused; the next time that it is looked at it does not."""
        self._draw = renderer(site.language)
        self._html = ""
        """The part as it was drawn in this version; empty when it was not."""
        self._items: dict[str, _Item] = {}
        self._order: tuple[str, ...] = ()
        self._frame: object = None
        self._reordered = self._reframed = 0
        """The versions in which the order of the items, and what else a list shows, became what they are."""

    def update(self, at: PublicContext) -> None:
        """Make its model again, if what it depends on has changed."""
        key, is_refused = self.part.depends(at), at.refusal is not None
        if key != self.key or is_refused or self.is_refused:
            model = self.part.model(at)
            if self.part.timeless is not None:
                model = self.part.timeless(model)
            if model != self.model or not self.version:
                self._change(model)
            self.key, self.is_refused, self._written = key, is_refused, ""

    @property
    def written_key(self) -> str:
        """What it depends on, as a text; never the same while it shows a refusal."""
        if self.is_refused:
            return "!"
        self._written = self._written or ".".join(map(str, self.key))
        return self._written

    def _change(self, model: Any) -> None:
        before, self.model = self._html, model
        if self.part.items is None or model is None:
            # What many see is drawn for somebody at once: then it shows whether it looks as before.
            is_drawn = self._keeps and model is not None
            self._html = drawn_part(self._draw, self.part, model, self.site, {}) if is_drawn else ""
            if not before or self._html != before:
                self.version += 1
        else:
            self._change_items(self.part.items(model), self.part.frame(model))

    def _change_items(self, items: Mapping[str, object], frame: object) -> None:
        before, next_version = self._items, self.version + 1
        self._items = {}
        for id, model in items.items():
            item = before.get(id)
            if item is None or item.model != model:
                html = drawn_item(self._draw, self.part, id, model)
                item = _Item(model, html, next_version if item is None or item.html != html else item.version)
            self._items[id] = item
        if (order := tuple(items)) != self._order:
            self._order, self._reordered = order, next_version
        if frame != self._frame or not self.version:
            self._frame, self._reframed = frame, next_version
        newest = max((item.version for item in self._items.values()), default=0)
        if next_version in (newest, self._reordered, self._reframed):
            self.version, self._html = next_version, ""

    def html(self, at: PublicContext, drawn: Mapping[str, str]) -> str:
        """The part, drawn whole. `drawn` has the parts that stand in it, by the names of their templates."""
        if self._html:
            return self._html
        is_timed = self.part.timeless is not None
        model = self.part.model(at) if is_timed else self.model
        items = [item.html for item in self._items.values()]
        html = drawn_part(self._draw, self.part, model, self.site, drawn, items)
        if self._keeps:
            self._html = html
        return html

    def news(self, since: int, at: PublicContext) -> msgspec.Raw:
        """The part for a page that has that version of it; 0 for one that does not have it."""
        if self.part.items is None or not 0 < self._reframed <= since <= self.version:
            return raw(self.html(at, places()))
        changed = {id: item.html for id, item in self._items.items() if item.version > since}
        return raw(ListNews(changed, self._order if self._reordered > since else None))


class PartStore:
    """The parts of a page as they are now for one reader; `is_shared` when that is many people."""

    def __init__(self, site: Site, *, is_shared: bool = False) -> None:
        self.site, self._is_shared = site, is_shared
        self._parts: dict[PagePart, CurrentPart] = {}

    def look(self, part: PagePart, at: PublicContext) -> CurrentPart:
        """The part as it is now."""
        current = self._parts.get(part)
        if current is None:
            current = self._parts[part] = CurrentPart(part, self.site, is_shared=self._is_shared)
        current.update(at)
        return current


def places() -> dict[str, str]:
    """What stands for other parts in one that holds them: an update brings each by itself."""
    return {part.template: f'<div id="{part.id}" data-part></div>' for part in PARTS}


def drawn_item(draw: Renderer, part: PagePart, id: str, item: object) -> str:
    """An item of a list, drawn."""
    values = {part.item_template.rpartition("/")[2]: item, "id": id}
    return draw.draw(f"{part.item_template}.html", **values).strip()


def drawn_part(
    draw: Renderer, part: PagePart, model: Any, site: Site, drawn: Mapping[str, str], items: Sequence[str] = ()
) -> str:
    """A part with that model, drawn."""
    values = {part.name: model, "site": site, "drawn": drawn, "items": [Markup(one) for one in items]}  # noqa: S704
    html = draw.draw(f"{part.template}.html", **values)
    step = part.step(model)
    if not step:
        return html
    size = len(with_padding(html, 1).encode())
    return with_padding(html, 1 + len(padding(size, in_steps(size, step))))
