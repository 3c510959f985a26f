"""The parts of a table's page: each is one value, declared beside its model.

Loading a page and updating it are loops over the parts (`page.py`, `open_page.py`), so a new part is a module in this
folder with a `PagePart`, and its template. In the template its model has the template's name: `clock` in
`table/clock.html`. The element of the part has the part's id.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Final, Literal, Self, get_args

import msgspec

from turncoat.kernel.refusals import Refusal
from turncoat.kernel.seats import Seat
from turncoat.table.runtime.room import Room
from turncoat.telling import Teller
from turncoat.web.board.telling import teller_of
from turncoat.web.http.identity import Visitor
from turncoat.web.http.languages import translator
from turncoat.web.updates.cache import Cache, cache_of

LayoutName = Literal["play", "end", "setup", "closed"]
Audience = Literal["public", "viewer", "seat"]
Place = Literal["", "dock", "beside"]


class PublicContext:
    """A table as everybody sees it, in one language. Nothing of a viewer can be had from it."""

    def __init__(self, room: Room, language: str) -> None:
        self.room, self.language = room, language
        self.table, self.session = room.table, room.table.session
        self.say = translator(language)

    @cached_property
    def teller(self) -> Teller:
        """The teller of the game under way."""
        assert self.session is not None
        return teller_of(self.session, self.session.names, self.say)

    @property
    def moment(self) -> tuple[int, int]:
        """When it is: another once something may have changed. How many there were may tell of secret choices."""
        return self.table.applied, self.room.live.watchers.moment

    @property
    def cache(self) -> Cache:
        """The cache for all viewers of the language."""
        return cache_of(self.room, self.language)


class ViewerContext(PublicContext):
    """A table as one viewer may see it: for some, as it was a while ago."""

    def __init__(
        self,
        room: Room,
        visitor: Visitor,
        language: str,
        base: str,
        own: Cache | None = None,
        refusal: Refusal | None = None,
        *,
        of_game: bool = False,
    ) -> None:
        super().__init__(room, language)
        self.visitor, self.person, self.base = visitor, visitor.id, base
        self.own = own or Cache()
        """The cache of this viewer alone."""
        self.refusal = refusal
        """Why the viewer's last command was not taken."""
        self.of_game = of_game
        """True for a choice in the game: its refusal is said where the game asks, and not in the table menu."""
        self.table_seat = self.table.seat_of(visitor.id)
        """The viewer's seat at the table."""
        plays = (
            self.session is not None and self.table_seat is not None and self.table_seat < self.session.ruleset.players
        )
        self.seat: Seat | None = self.table_seat if plays else None
        """Their seat in the game."""

    @property
    def said_at(self) -> str:
        """Tells what is announced now from what was announced before; made of what everybody knows, unlike `moment`."""
        return f"{self.table.version}.{round(10 * self.room.live.clock.now())}"


class Announcing(msgspec.Struct, frozen=True):
    """A model of which something is announced when it changes."""

    def announcements(self, before: Self | None, at: ViewerContext) -> Sequence[tuple[str, str]]:
        """Return ids and sentences; `before` is what was shown until now, None for a page that has just connected."""
        raise NotImplementedError


class Shortened(msgspec.Struct, frozen=True):
    """A model of a seat's own part that can do with less, should all not fit into the size of such parts."""

    def shortened(self) -> Self:
        """Return it without what the seat can do without."""
        raise NotImplementedError


class Items(msgspec.Struct, frozen=True):
    """The items of a list. Those that did not change are neither drawn nor sent again.

    The template of the list puts them, as `items`, into an element with `data-items`.
    """

    of: Callable[[Any], Mapping[str, object]]
    """Gives the models of the items by the ids of their elements."""
    template: str
    """The template of one item, without the ending."""


class PagePart(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A part of the page."""

    id: str
    """The id of its element on the page."""
    template: str
    """Its template, without the ending."""
    audience: Audience
    """`public`: for all, made and drawn once for each language. `viewer`: for one viewer; nothing secret is in it. It
    may take the place of a public one of the same id. `seat`: what only a seat may know; it is sent with every message,
    whole, and filled up to one size (`sealed.py`)."""
    model: Callable[[Any], object]
    """Makes its model out of a `PublicContext`, or a `ViewerContext`: a frozen value, and equal when it is to look the
    same. None: it is not on this page. A public part is made of the former, so it can show nothing of a viewer."""
    layouts: tuple[LayoutName, ...] = ("play",)
    """The pages on which it is."""
    place: Place = ""
    """Where it stands on the page of a game. Empty: the layout's template names it."""
    items: Items | None = None
    """For a list."""

    @property
    def name(self) -> str:
        """The name of its model in its template."""
        return self.template.rpartition("/")[2]


PARTS: Final[list[PagePart]] = []


class Layout(msgspec.Struct, frozen=True):
    """The parts of a page, by their audience; the one that holds the others comes first."""

    name: LayoutName
    public: tuple[PagePart, ...]
    viewer: tuple[PagePart, ...]
    seat: tuple[PagePart, ...]

    @property
    def parts(self) -> tuple[PagePart, ...]:
        """All of them."""
        return (*self.public, *self.viewer, *self.seat)


def register(part: PagePart) -> PagePart:
    """Declare a part.

    Raises ValueError for a place or an audience that there is not, and for an id that another part of the page has. A
    public part and one of a viewer may share an id: then the latter takes the place of the former.
    """
    for name, known in (("place", Place), ("audience", Audience)):
        if (given := getattr(part, name)) not in get_args(known):
            raise ValueError(f"the {name} of the part {part.id} must be one of {get_args(known)}, not {given!r}")
    for other in PARTS:
        is_beside = other.id == part.id and {*other.layouts} & {*part.layouts}
        if is_beside and {other.audience, part.audience} != {"public", "viewer"}:
            raise ValueError(f"the id {part.id} is that of another part")
    PARTS.append(part)
    layout.cache_clear()
    return part


@cache
def layout(name: LayoutName) -> Layout:
    """Return that page, with all parts that are declared for it."""
    package = __name__.rpartition(".")[0]
    for module in iter_modules(import_module(package).__path__, f"{package}."):
        import_module(module.name)

    def of(audience: Audience) -> tuple[PagePart, ...]:
        found = [part for part in PARTS if name in part.layouts and part.audience == audience]
        return tuple(sorted(found, key=lambda part: part.id != "main"))

    return Layout(name, of("public"), of("viewer"), of("seat"))
