"""Models shared by all pages: the site frame, languages, selectable options and the error page."""

from typing import ClassVar, Literal

import msgspec


class SelectOption(msgspec.Struct, frozen=True):
    """Selectable option, described in one line of plain words by `about`."""

    value: str
    label: str
    about: str = ""
    chosen: bool = False
    allowed: bool = True


class GameTile(msgspec.Struct, frozen=True):
    """Game to choose, with its cover picture (a static file)."""

    value: str
    label: str
    about: str
    cover: str
    chosen: bool = False
    players: str = ""
    """Player counts as printed on a box: 5–10."""
    minutes: int = 0
    """Approximate length of a game, or 0 if unknown."""


Theme = Literal["auto", "dark", "light"]


class Language(msgspec.Struct, frozen=True):
    """Language that the page can be switched to, in its own name."""

    code: str
    name: str


class Site(msgspec.Struct, frozen=True):
    """Frame around every page."""

    title: str
    path: str
    csrf: str = ""
    language: str = "en"
    languages: tuple[Language, ...] = (Language("en", "English"), Language("pl", "Polski"))
    theme: Theme = "auto"
    base: str = ""
    """Scheme and host for addresses that other sites load."""


class Page(msgspec.Struct, frozen=True):
    """Model of a page. Only values that a model has a field for can reach the page."""

    template: ClassVar[str] = ""
    """Template file in `templates/`."""
    site: Site

    def values(self) -> dict[str, object]:
        """Return the template's variables."""
        return {"page": self, "site": self.site}


class TableLink(msgspec.Struct, frozen=True):
    """Entry in a list of tables at which the visitor has or had a seat."""

    code: str
    name: str
    about: str
    url: str
    waits: bool = False
    """True if the game there waits for the visitor."""


class ErrorPage(Page, frozen=True):
    """Error page for a request that was not found, refused or failed, with the way on."""

    template: ClassVar[str] = "error.html"
    status: int
    headline: str
    text: str
    art: Literal["nobody", "broken"] = "nobody"
    code: str = ""
    again: str = ""
    """Address to retry when the error is temporary."""
    is_of_circles: bool = False
    """True if the way on leads to the visitor's circles, and not to a table."""
