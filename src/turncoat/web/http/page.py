"""The parts of every page: its frame, its languages, things to pick from a list; and the error page."""

from typing import ClassVar, Literal

import msgspec


class SelectOption(msgspec.Struct, frozen=True):
    """One thing to pick; `about` is one line of plain words."""

    value: str
    label: str
    about: str = ""
    chosen: bool = False
    allowed: bool = True


class GameTile(msgspec.Struct, frozen=True):
    """A game to choose, with its picture (a static file)."""

    value: str
    label: str
    about: str
    cover: str
    chosen: bool = False
    players: str = ""
    """For how many, as on a box: 5–10."""
    minutes: int = 0
    """About how long it takes; 0 where nobody has said."""


Theme = Literal["auto", "dark", "light"]


class Language(msgspec.Struct, frozen=True):
    """A language that the page can be switched to, in its own name."""

    code: str
    name: str


class Site(msgspec.Struct, frozen=True):
    """The parts round every page."""

    title: str
    path: str
    csrf: str = ""
    language: str = "en"
    languages: tuple[Language, ...] = (Language("en", "English"), Language("pl", "Polski"))
    theme: Theme = "auto"
    base: str = ""
    """Scheme and host, for the addresses that others load."""


class Page(msgspec.Struct, frozen=True):
    """A page as its template shows it. Only what a model has a field for can reach the page."""

    template: ClassVar[str] = ""
    """The file in `templates/` that draws it."""
    site: Site

    def values(self) -> dict[str, object]:
        """The values for the template, by name."""
        return {"page": self, "site": self.site}


class TableLink(msgspec.Struct, frozen=True):
    """A table in a list: one where the visitor has a seat, or had one."""

    code: str
    name: str
    about: str
    url: str


class ErrorPage(Page, frozen=True):
    """Not found, refused, or broken: what happened and the way on."""

    template: ClassVar[str] = "error.html"
    status: int
    headline: str
    text: str
    art: Literal["nobody", "broken"] = "nobody"
    code: str = ""
    again: str = ""
    """The address to try again, when it is only a matter of time."""
