"""The texts of a page that people read or hear, including attributes that are displayed or read aloud."""

from html.parser import HTMLParser

ATTRIBUTES = ("aria-label", "title", "placeholder", "alt", "data-words", "data-extra", "data-done", "content")
UNSEEN = frozenset({"script", "style", "svg", "template", "bdi", "code", "kbd"})
"""Elements without text of ours. `bdi` holds people's own words."""
OWN_NAMES = frozenset({"wordmark", "name", "menu-name", "share-link", "big-code", "slot-name", "join-url"})
"""Classes of elements that hold a name, an address or a code."""
EMPTY = frozenset({"input", "meta", "link", "br", "hr", "img", "use", "source", "col", "wbr"})


class Visible(HTMLParser):
    """The texts of a page, each with its place."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[tuple[str, str]] = []
        self._open: list[tuple[str, bool, str]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        classes = set(given.get("class", "").split())
        unseen = tag in UNSEEN or bool(classes & OWN_NAMES) or ("lang" in given and tag != "html")
        inside = any(hidden for _, hidden, _ in self._open)
        if not (unseen or inside):
            for name in ATTRIBUTES:
                if given.get(name) and tag != "meta":
                    self.texts.append((given[name], f"{tag} {name}"))
        if tag not in EMPTY:
            self._open.append((tag, unseen, given.get("id") or given.get("class", "")))

    def handle_endtag(self, tag: str) -> None:
        while self._open:
            if self._open.pop()[0] == tag:
                break

    def handle_data(self, data: str) -> None:
        text = " ".join(data.split())
        if text and not any(hidden for _, hidden, _ in self._open):
            self.texts.append((text, " ".join(f"{tag}.{name}" if name else tag for tag, _, name in self._open[-3:])))
