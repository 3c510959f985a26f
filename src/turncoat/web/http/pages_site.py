"""What every page has, and the pages that are not a table's."""

from typing import Literal

import msgspec

Theme = Literal["auto", "dark", "light"]


class Language(msgspec.Struct, frozen=True):
    """A language that the page can be switched to, in its own name."""

    code: str
    name: str


class Site(msgspec.Struct, frozen=True):
    """What every page has round it."""

    title: str
    path: str
    csrf: str = ""
    language: str = "en"
    languages: tuple[Language, ...] = (Language("en", "English"), Language("pl", "Polski"))
    theme: Theme = "auto"


class TableLink(msgspec.Struct, frozen=True):
    """A table in a list: where the visitor has a seat, or where he was."""

    code: str
    name: str
    about: str
    url: str


class StartPage(msgspec.Struct, frozen=True):
    """The front door: open a table, join one, what this is."""

    site: Site
    visitor: str = ""
    code: str = ""
    problem: str = ""
    tables: tuple[TableLink, ...] = ()
    guided: tuple[TableLink, ...] = ()
    """The games that are explained step by step; `code` is the game's name."""


class Clause(msgspec.Struct, frozen=True):
    """One clause of the rules, in our own words."""

    id: str
    text: str


class RulesChapter(msgspec.Struct, frozen=True):
    """Clauses that belong together."""

    id: str
    title: str
    clauses: tuple[Clause, ...]
    intro: str = ""


class RulesPage(msgspec.Struct, frozen=True):
    """The rules of one game."""

    site: Site
    game: str
    """Its name. The section of a chapter is the template `games/GAME/rules/CHAPTER.html`, if there is one."""
    title: str
    lead: str
    chapters: tuple[RulesChapter, ...]
    games: tuple[TableLink, ...] = ()


class DevicePage(msgspec.Struct, frozen=True):
    """A seat on two devices: a link to make, a device to shut, or whether to open the seat here."""

    site: Site
    kind: Literal["make", "other", "ask"]
    code: str
    name: str
    """Who sits there."""
    post_to: str
    url: str = ""
    qr: str = ""
    """The QR code as SVG markup made by the server."""
    devices: int = 0
    """On how many other devices the seat is open."""
    problem: str = ""


class ErrorPage(msgspec.Struct, frozen=True):
    """Not found, refused, or broken: what happened and the way on."""

    site: Site
    status: int
    headline: str
    text: str
    art: Literal["nobody", "broken"] = "nobody"
    code: str = ""
