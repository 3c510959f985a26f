"""Model of an open page that was loaded once and has applied every message since, as the page's script does."""

import json
import re
import zlib
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from typing import Any
from unittest.mock import patch
from weakref import WeakKeyDictionary

from turncoat.web.table.page_parts import LayoutName, layout
from turncoat.web.updates import cache

_HELD = re.compile(r'data-held="([^"]*)"')
_ITEMS = re.compile(r"<[^>]*\bdata-items\b[^>]*>")
_PLACE = re.compile(r'<div id="([^"]+)" data-part>')
OUTSIDE = {"menu", "deal"}
"""Parts outside the main one."""
_ITEM = re.compile(r'\s*<(li|tr)\b[^>]*?\bid="([^"]+)"')


@contextmanager
def uncached() -> Iterator[None]:
    """Bypass the cache of page parts: read nothing from it, and store nothing in it."""
    with patch.object(cache, "_ROOMS", WeakKeyDictionary()):
        yield


def without_time(html: str) -> str:
    """Remove the current time from a page."""
    return re.sub(r' data-now="[^"]*"', "", html)


def unpacked(message: bytes | str) -> dict[str, Any]:
    """Decode a message with all of its pieces unpacked."""
    update: dict[str, Any] = json.loads(message)
    for piece in update.pop("packed", ()):
        more = piece if isinstance(piece, dict) else json.loads(zlib.decompress(b64decode(piece), wbits=-15))
        for name in ("parts", "digests"):
            update[name] = update.get(name, {}) | more.pop(name, {})
        for name in ("announcements", "scenes"):
            if name in more:
                update[name] = [*update.get(name, ()), *more.pop(name)]
        update |= more
    return update


def own_parts(message: bytes | str) -> dict[str, Any]:
    """Return the parts of a message that only this viewer's seat gets."""
    own: dict[str, Any] = unpacked(json.dumps({"packed": json.loads(message)["packed"][-1:]}))["parts"]
    return own


def element(html: str, id: str) -> str:
    """Return the element with this id, or an empty string."""
    found = re.search(rf'<(\w+)\b[^>]*\bid="{re.escape(id)}"', html)
    return _whole(html, found.start(), found[1]) if found else ""


def _whole(html: str, start: int, tag: str) -> str:
    """Return the element that begins at `start`, including its end tag."""
    depth = 0
    for found in re.compile(rf"<(/?){tag}\b").finditer(html, start):
        depth += -1 if found[1] else 1
        if not depth:
            return html[start : html.index(">", found.end()) + 1]
    raise ValueError(html[start : start + 200])


class PartModel:
    """A part of the page: its text or, for a list, its items and the text around them."""

    def __init__(self, html: str) -> None:
        self.items: dict[str, str] = {}
        html = re.sub(r'<span hidden data-padding="[^"]*"></span>', "", html)
        self.head, self.tail = html, ""
        if found := _ITEMS.search(html):
            at = found.end()
            while one := _ITEM.match(html, at):
                start = html.index("<", at)
                self.items[one[2]] = _whole(html, start, one[1])
                at = start + len(self.items[one[2]])
            self.head, self.tail = html[: found.end()], html[at:].lstrip()

    def take(self, update: Any) -> "PartModel":
        """Apply an update, and return the resulting part."""
        if isinstance(update, str):
            return PartModel(update)
        items = self.items | update.get("items", {})
        self.items = {id: items[id] for id in update.get("order", items)}
        return self

    @property
    def text(self) -> str:
        """The full text."""
        return self.head + "".join(self.items.values()) + self.tail


class PageModel:
    """The parts of a page by id. A part nested in another is cut out of it."""

    def __init__(self, html: str = "", page: LayoutName = "play") -> None:
        self.parts: dict[str, PartModel] = {}
        self.held: dict[str, str] = {}
        """The digests of its parts."""
        self.came: list[dict[str, Any]] = []
        if html:
            self.load(html, page)

    def load(self, html: str, page: LayoutName) -> None:
        """Replace the parts with those of a freshly loaded page."""
        self.parts = {}
        pairs = (one.partition(":") for one in unescape(_HELD.findall(html)[0]).split())
        self.held = {id: digest for id, _, digest in pairs}
        ids = {part.id for part in layout(page).parts} - {"main"}
        for id in ids:
            if text := element(html, id):
                self.parts[id] = PartModel(text)
        main = element(html, "main")
        for id in ids:
            if text := element(main, id):
                main = main.replace(text, f'<div id="{id}" data-part></div>')
        self.parts["main"] = PartModel(main)

    def take(self, message: bytes | str) -> dict[str, Any]:
        """Apply a message, and return it unpacked."""
        update = unpacked(message)
        self.came.append(update)
        self.held |= update.get("digests", {})
        if "main" in update.get("parts", {}):
            kept = set(_PLACE.findall(update["parts"]["main"])) | OUTSIDE
            self.parts = {id: part for id, part in self.parts.items() if id in kept}
        for id, part in update.get("parts", {}).items():
            self.parts[id] = self.parts.get(id, PartModel("")).take(part)
        return update

    @property
    def texts(self) -> dict[str, str]:
        """The text of every part that is there, by id."""
        texts = {id: part.text for id, part in self.parts.items()}
        return {id: text for id, text in texts.items() if text != f'<div id="{id}" hidden></div>'}

    @property
    def claim(self) -> str:
        """The digests that it claims to hold when it reconnects."""
        return " ".join(f"{id}:{digest}" for id, digest in self.held.items())
