"""Parts of a table's page, each declared as one value beside its model.

Loading and updating a page are loops over the parts (`page.py`, `open_page.py`), so a new part is a module in this
folder with a `PagePart`, and its template. The template knows the model by its own name: `clock` in
`table/clock.html`. The element of a part has the part's id.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache, cached_property
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Final, Literal, Self, get_args

import msgspec

from turncoat.kernel.refusals import Refusal
from turncoat.kernel.seats import NOBODY, Seat, is_in
from turncoat.table.runtime.room import Room
from turncoat.telling import Teller, in_words_of
from turncoat.web.board.telling import teller_of
from turncoat.web.http.identity import Visitor
from turncoat.web.http.languages import translator
from turncoat.web.updates.cache import Cache, cache_of

LayoutName = Literal["play", "end", "setup", "closed"]
Audience = Literal["public", "viewer", "seat"]
Place = Literal["", "dock"]


class PublicContext:
    """A table as everybody sees it, in one language. It gives no access to a viewer."""

    def __init__(self, room: Room, language: str) -> None:
        self.room, self.language = room, language
        self.table, self.session = room.table, room.table.session
        self.say = translator(language)
        if self.session is not None:
            self.say = in_words_of(self.session.ruleset.game, self.say)

    @cached_property
    def teller(self) -> Teller:
        """Teller of the current game."""
        assert self.session is not None
        return teller_of(self.session, self.session.names, self.say)

    @property
    def moment(self) -> tuple[int, int]:
        """Current moment, a new one whenever something may have changed. Never show it: it counts secret choices."""
        return self.table.applied, self.room.live.watchers.moment

    @cached_property
    def cache(self) -> Cache:
        """Cache shared by all viewers of the language."""
        return cache_of(self.room, self.language)


class ViewerContext(PublicContext):
    """A table as one viewer may see it, for delayed spectators as it was a while ago."""

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
        """Cache of this viewer alone."""
        self.refusal = refusal
        """Refusal of the viewer's last command."""
        self.of_game = of_game
        """True for a choice in the game. Its refusal appears beside the question, not in the table menu."""
        self.table_seat = self.table.seat_of(visitor.id)
        """Seat of the viewer at the table."""
        plays = (
            self.session is not None and self.table_seat is not None and self.table_seat < self.session.ruleset.players
        )
        self.seat: Seat | None = self.table_seat if plays else None
        """Seat of the viewer in the game."""
        self._models: dict[PagePart, object] = {}

    @cached_property
    def public(self) -> PublicContext:
        """The same table as everybody sees it."""
        return PublicContext(self.room, self.language)

    def model_of(self, part: "PagePart") -> object:
        """Return the model of a viewer's or seat's part, made once although the tabs need it, too."""
        if part not in self._models:
            self._models[part] = part.model(self)
        return self._models[part]

    @property
    def is_asked(self) -> bool:
        """True if the viewer still has to choose. With a standing answer they do not."""
        if self.session is None or self.seat is None:
            return False
        given = self.session.standing_answers if self.session.takes_standing_answers else NOBODY
        return is_in(self.seat, self.session.waiting & ~given)

    @property
    def said_at(self) -> str:
        """Suffix that makes the ids of new announcements unique. Unlike `moment`, it is made of public facts."""
        return f"{self.table.version}.{round(10 * self.room.live.clock.now())}"


class Announcing(msgspec.Struct, frozen=True):
    """Base class of models whose changes are announced."""

    def announcements(self, before: Self | None, at: ViewerContext) -> Sequence[tuple[str, str]]:
        """Return ids and sentences. `before` is the previous model, or None for a page that has just connected."""
        raise NotImplementedError


class Shortened(msgspec.Struct, frozen=True):
    """Base class of models that can be shortened if a seat's own parts exceed their common size."""

    def shortened(self) -> Self:
        """Return the model without what the seat can spare."""
        raise NotImplementedError


class Items(msgspec.Struct, frozen=True):
    """Items of a list. Unchanged ones are neither drawn nor sent again.

    The list's template puts them, as `items`, into an element with `data-items`.
    """

    of: Callable[[Any], Mapping[str, object]]
    """Returns the models of the items by element id."""
    template: str
    """Template of one item, without the extension."""


class Tab(msgspec.Struct, frozen=True):
    """Tab that opens a panel beside the board.

    It is there for viewers who have its part.
    """

    title: str
    """Label (message id). Short, since a phone shows all tabs side by side."""
    drawing: str = ""
    """Name of its drawing in `art.svg`, for wide screens."""
    order: int = 100
    """Position. Tabs with lower numbers come first."""
    has_controls: bool = False
    """True if the panel has fields or buttons. Any other panel takes the focus itself, so that keys scroll it."""
    template: str = ""
    """Template of a panel that contains more than the part, without the extension. It includes the part by name."""


class PagePart(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """Part of a page."""

    id: str
    """Id of its element on the page."""
    template: str
    """Template, without the extension."""
    audience: Audience
    """Audience.

    `public` parts are made and drawn once per language. `viewer` parts are made for one viewer, contain no secrets, and
    may replace a public part of the same id. `seat` parts may contain what only that seat knows. They are sent whole
    with every message and padded to one size (`sealed.py`).
    """
    model: Callable[[Any], object]
    """Makes its model: a frozen value, equal if the part looks the same, or None if the part is not on this page.

    A public part is made of a `PublicContext`, so it can show nothing of a viewer; others of a `ViewerContext`."""
    layouts: tuple[LayoutName, ...] = ("play",)
    """Pages that have the part."""
    place: Place | Tab = ""
    """Place on the page of a game: in the dock, or in a panel beside the board with a tab. Empty if a template includes
    the part by name."""
    items: Items | None = None
    """Items, if the part is a list."""

    @property
    def name(self) -> str:
        """Name of its model in its template."""
        return self.template.rpartition("/")[2]

    @property
    def side(self) -> str:
        """Name of its tab, empty without one."""
        return (self.place.template.rpartition("/")[2] or self.id) if isinstance(self.place, Tab) else ""


PARTS: Final[list[PagePart]] = []


class Layout(msgspec.Struct, frozen=True, dict=True):
    """Parts of a page by audience. The enclosing part comes first."""

    name: LayoutName
    public: tuple[PagePart, ...]
    viewer: tuple[PagePart, ...]
    seat: tuple[PagePart, ...]

    @property
    def parts(self) -> tuple[PagePart, ...]:
        """All parts."""
        return (*self.public, *self.viewer, *self.seat)

    @cached_property
    def dock(self) -> tuple[PagePart, ...]:
        """Parts in the dock that no template includes by name."""
        return tuple(part for part in self._by_id if part.place == "dock")

    @cached_property
    def beside(self) -> tuple[PagePart, ...]:
        """Parts beside the board, in the order of their tabs."""
        tabs = {part: part.place.order for part in self._by_id if isinstance(part.place, Tab)}
        return tuple(sorted(tabs, key=tabs.__getitem__))

    @property
    def _by_id(self) -> Collection[PagePart]:
        return {part.id: part for part in self.parts}.values()


def register(part: PagePart) -> PagePart:
    """Declare a part.

    Raises ValueError for an unknown place or audience, and for an id that another part of the page has. Only a public
    part and a viewer part may share an id; the latter then replaces the former.
    """
    for name, given, known in (("place", part.place, Place), ("audience", part.audience, Audience)):
        if given not in get_args(known) and not (name == "place" and isinstance(given, Tab)):
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
    """Return a page with all parts declared for it."""
    package = __name__.rpartition(".")[0]
    for module in iter_modules(import_module(package).__path__, f"{package}."):
        import_module(module.name)

    def of(audience: Audience) -> tuple[PagePart, ...]:
        found = [part for part in PARTS if name in part.layouts and part.audience == audience]
        return tuple(sorted(found, key=lambda part: part.id != "main"))

    return Layout(name, of("public"), of("viewer"), of("seat"))
