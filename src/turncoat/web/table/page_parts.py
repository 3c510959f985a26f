"""The parts of a table's page: each is one value, declared beside its model.

Loading a page and updating it are loops over the parts (`page.py`, `viewer.py`), so a new part is a module in this
folder with a `PagePart`, and its template. In the template its model has the template's name: `clock` in
`table/clock.html`. The element of the part has the part's id.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Final, Literal

import msgspec

from turncoat.kernel.refusals import Refusal
from turncoat.kernel.seats import Seat
from turncoat.table.runtime.room import Room
from turncoat.table.state.chat import in_channel
from turncoat.telling import Teller
from turncoat.web.board.telling import teller_of
from turncoat.web.http.identity import Visitor
from turncoat.web.http.languages import translator
from turncoat.web.updates.fragments import FragmentCache

LayoutName = Literal["play", "end", "setup", "closed"]
Audience = Literal["public", "viewer", "seat"]
Place = Literal["", "dock", "beside"]
Key = tuple[object, ...]
"""What a model depends on: counters and other small values. None of them may say more than the viewer is told."""


class PublicContext:
    """A table as everybody sees it, in one language. Nothing of a viewer can be had from it."""

    refusal: Refusal | None = None
    """Why the viewer's last command was not taken."""

    def __init__(self, room: Room, language: str) -> None:
        self.room, self.language = room, language
        self.table, self.session = room.table, room.table.session
        self.say = translator(language)

    @cached_property
    def teller(self) -> Teller:
        """What tells of the game under way."""
        assert self.session is not None
        return teller_of(self.session, self.session.names, self.say)

    @cached_property
    def state(self) -> Key:
        """Everything that a public part depends on."""
        table = self.table
        return (
            table.games,
            self.session is None,
            table.version,
            self.room.presence_changes,
            table.chat.changes,
            self.room.typing.seats,
            self.room.team_draft.seats(table),
        )

    @property
    def cached(self) -> FragmentCache:
        """What is cached for all viewers of the language."""
        cached: FragmentCache = self.room.drawn.setdefault(self.language, FragmentCache())
        return cached


class ViewerContext(PublicContext):
    """A table as one viewer may see it: for some, as it was a while ago."""

    def __init__(
        self,
        room: Room,
        visitor: Visitor,
        language: str,
        base: str,
        own: FragmentCache | None = None,
        refusal: Refusal | None = None,
        *,
        of_game: bool = False,
    ) -> None:
        super().__init__(room, language)
        self.visitor, self.person, self.base = visitor, visitor.id, base
        self.own = own or FragmentCache()
        """What was made for this viewer before."""
        self.refusal = refusal
        self.of_game = of_game
        """Whether that was a choice in the game: it is said where the game asks, and not in the table menu."""
        self.place = self.table.seat_of(visitor.id)
        """The viewer's seat at the table."""
        plays = self.session is not None and self.place is not None and self.place < self.session.ruleset.players
        self.seat: Seat | None = self.place if plays else None
        """Their seat in the game."""

    @cached_property
    def state(self) -> Key:
        """Everything that the page depends on, and that its viewer may know. When it changes, they get a message."""
        room, table, session = self.room, self.table, self.session
        own = session.private[self.seat] if session is not None and self.seat is not None else 0
        return (
            table.games,
            session is not None,
            table.version,
            room.membership_state(self.person),
            room.presence_changes,
            self.place,
            own,
            table.chat.changes,
            table.chat.channel.count if in_channel(session, self.place) else 0,
            room.clock.changes,
            room.typing.seats,
            table.personal(self.person).count,
            room.team_draft.seats(table),
        )


def _state(at: Any) -> Key:
    state: Key = at.state
    return state


class PagePart(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A part of the page."""

    id: str
    """The id of its element on the page."""
    template: str
    """Its template, without the ending."""
    audience: Audience
    """`public`: made and drawn once for each language, for all. `viewer`: for one viewer; nothing secret is in it.
    `seat`: what only a seat may know; it is sent with every message, whole, and filled up to one size."""
    model: Callable[[Any], object]
    """Makes its model out of a `PublicContext`, or a `ViewerContext`: frozen, and equal when it is to look the same.
    None: it is not on this page. A public part is made of the former, so it can show nothing of a viewer."""
    layouts: tuple[LayoutName, ...] = ("play",)
    """The pages on which it is."""
    place: Place = ""
    """Where it stands on the page of a game. Empty: the layout's template names it."""
    depends: Callable[[Any], Key] = _state
    """What its model depends on, when that is less than everything. A seat's own part is always made anew."""
    items: Callable[[Any], Mapping[str, object]] | None = None
    """For a list: the items of its model by the ids of their elements. Items that did not change are neither drawn nor
    sent again. They are drawn first; the part's template puts them, as `items`, into an element with `data-items`."""
    item_template: str = ""
    frame: Callable[[Any], object] = lambda model: None
    """What a list shows beside its items. When that has changed, all of the list is sent."""
    timeless: Callable[[Any], object] | None = None
    """For a part that shows time running down: its model without that. The page counts by itself."""
    step: Callable[[Any], int] = lambda model: 0
    """Fill it up to full steps of so many bytes, so that its size tells little of what somebody has written."""
    shortened: Callable[[Any], object] | None = None
    """For a seat's own part: its model without what the seat can do without, should all not fit into the size."""
    news: Callable[[Any, Any, ViewerContext], Sequence[tuple[str, str]]] | None = None
    """What is announced when the model has changed from the first to the second: ids and sentences. The first is None
    for a page that was loaded just now."""

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
    """Declare a part."""
    PARTS.append(part)
    layout.cache_clear()
    return part


@cache
def layout(name: LayoutName) -> Layout:
    """That page, with all parts that are declared for it."""
    package = __name__.rpartition(".")[0]
    for module in iter_modules(import_module(package).__path__, f"{package}."):
        import_module(module.name)

    def of(audience: Audience) -> tuple[PagePart, ...]:
        found = [part for part in PARTS if name in part.layouts and part.audience == audience]
        return tuple(sorted(found, key=lambda part: part.id != "main"))

    return Layout(name, of("public"), of("viewer"), of("seat"))
