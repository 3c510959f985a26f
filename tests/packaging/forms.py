"""The forms of a page, filled with what stands in them: what a browser without JavaScript would send."""

from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class Form:
    """A form's method and address, and the values that it would send as it stands."""

    method: str
    action: str
    values: dict[str, list[str]] = field(default_factory=dict)

    def add(self, name: str, value: str) -> None:
        self.values.setdefault(name, []).append(value)


class _FormReader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.form: Form | None = None
        self.select: str | None = None
        self.options: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.form = Form(given.get("method", "get").lower(), given.get("action", ""))
            self.forms.append(self.form)
        elif self.form is None or "disabled" in given:
            return
        elif tag == "input" and given.get("name"):
            kind = given.get("type", "text")
            if kind in {"checkbox", "radio"} and "checked" not in given:
                return
            if kind not in {"submit", "button", "image", "file"}:
                default = "on" if kind in {"checkbox", "radio"} else ""
                self.form.add(given["name"], given.get("value", default))
        elif tag == "select":
            self.select, self.options = given.get("name"), []
        elif tag == "option" and self.select:
            self.options.append((given.get("value", ""), "selected" in given))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.form = None
        elif tag == "select":
            if self.form and self.select and self.options:
                chosen = next((value for value, selected in self.options if selected), self.options[0][0])
                self.form.add(self.select, chosen)
            self.select = None


def forms_of(html: str) -> list[Form]:
    """All forms of a page in order."""
    reader = _FormReader()
    reader.feed(html)
    reader.close()
    return reader.forms
