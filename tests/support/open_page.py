"""What an open page shows: it was loaded once, and has taken every message since. As the page's script does it."""

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
"""The parts that do not stand in the main one."""
_ITEM = re.compile(r'\s*<(li|tr)\b[^>]*?\bid="([^"]+)"')


@contextmanager
def uncached() -> Iterator[None]:
    """What is made meanwhile is made of nothing that was made before, and nothing of it is kept."""
    with patch.object(cache, "_ROOMS", WeakKeyDictionary()):
        yield


def without_time(html: str) -> str:
    """A page without what it says of the time."""
    return re.sub(r' data-now="[^"]*"', "", html)


def unpacked(message: bytes | str) -> dict[str, Any]:
    """A message with all of its pieces unpacked."""
    news: dict[str, Any] = json.loads(message)
    for piece in news.pop("packed", ()):
        more = piece if isinstance(piece, dict) else json.loads(zlib.decompress(b64decode(piece), wbits=-15))
        for name in ("parts", "digests"):
            news[name] = news.get(name, {}) | more.pop(name, {})
        for name in ("announcements", "scenes"):
            if name in more:
                news[name] = [*news.get(name, ()), *more.pop(name)]
        news |= more
    return news


def own_parts(message: bytes | str) -> dict[str, Any]:
    """The parts that only this viewer's seat gets."""
    own: dict[str, Any] = unpacked(json.dumps({"packed": json.loads(message)["packed"][-1:]}))["parts"]
    return own


def element(html: str, id: str) -> str:
    """The element with that id in a page."""
    found = re.search(rf'<(\w+)\b[^>]*\bid="{re.escape(id)}"', html)
    return _whole(html, found.start(), found[1]) if found else ""


def _whole(html: str, start: int, tag: str) -> str:
    """The element that begins there, to its end."""
    depth = 0
    for found in re.compile(rf"<(/?){tag}\b").finditer(html, start):
        depth += -1 if found[1] else 1
        if not depth:
            return html[start : html.index(">", found.end()) + 1]
    raise ValueError(html[start : start + 200])


class ShownPart:
    """A part on the page: its text; of a list the items, and what is round them."""

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

    def take(self, news: Any) -> "ShownPart":
        """The part after news of it came."""
        if isinstance(news, str):
            return ShownPart(news)
        items = self.items | news.get("items", {})
        self.items = {id: items[id] for id in news.get("order", items)}
        return self

    @property
    def text(self) -> str:
        """All of it."""
        return self.head + "".join(self.items.values()) + self.tail


class ShownPage:
    """The parts of a page by their ids. What stands in a part for another one is left out."""

    def __init__(self, html: str = "", page: LayoutName = "play") -> None:
        self.parts: dict[str, ShownPart] = {}
        self.held: dict[str, str] = {}
        """The digests of its parts."""
        self.came: list[dict[str, Any]] = []
        if html:
            self.load(html, page)

    def load(self, html: str, page: LayoutName) -> None:
        """It was loaded like that."""
        self.parts = {}
        pairs = (one.partition(":") for one in unescape(_HELD.findall(html)[0]).split())
        self.held = {id: digest for id, _, digest in pairs}
        ids = {part.id for part in layout(page).parts} - {"main"}
        for id in ids:
            if text := element(html, id):
                self.parts[id] = ShownPart(text)
        main = element(html, "main")
        for id in ids:
            if text := element(main, id):
                main = main.replace(text, f'<div id="{id}" data-part></div>')
        self.parts["main"] = ShownPart(main)

    def take(self, message: bytes | str) -> dict[str, Any]:
        """A message has come."""
        news = unpacked(message)
        self.came.append(news)
        self.held |= news.get("digests", {})
        if "main" in news.get("parts", {}):
            kept = set(_PLACE.findall(news["parts"]["main"])) | OUTSIDE
            self.parts = {id: part for id, part in self.parts.items() if id in kept}
        for id, part in news.get("parts", {}).items():
            self.parts[id] = self.parts.get(id, ShownPart("")).take(part)
        return news

    @property
    def texts(self) -> dict[str, str]:
        """All parts that are there."""
        texts = {id: part.text for id, part in self.parts.items()}
        return {id: text for id, text in texts.items() if text != f'<div id="{id}" hidden></div>'}

    @property
    def claim(self) -> str:
        """What it says that it has."""
        return " ".join(f"{id}:{digest}" for id, digest in self.held.items())
