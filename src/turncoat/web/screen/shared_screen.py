"""Shared screen: a table's public content on a TV, tablet or laptop that everybody in the room can see.

A person with a seat opens it and gets an address with a key. The key stands for the seat and reveals nothing about it.
A screen with the key displays what everybody at the table sees, without delay, for as long as that person has the seat.
A screen without a key displays what spectators see.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar, Final, Literal
from urllib.parse import urlencode

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from turncoat.kernel.refusals import Refused
from turncoat.kernel.seats import Seat
from turncoat.kernel.words import N_
from turncoat.table.runtime.room import Room
from turncoat.table.store.errors import StoreFailure
from turncoat.table.values.occupants import Occupant
from turncoat.web.board.model import EndPart, PublicPart
from turncoat.web.context import WebContext
from turncoat.web.games import screen_styles
from turncoat.web.http.codes import grouped
from turncoat.web.http.forms import whole_number
from turncoat.web.http.identity import Visitor
from turncoat.web.http.languages import language_of, languages, renderer, translator
from turncoat.web.http.page import Page, Site, TableLink, Theme
from turncoat.web.table.clock import ClockPart, clock_part
from turncoat.web.table.deal import DealPart, deal_part
from turncoat.web.table.drawing import digest_of
from turncoat.web.table.end import end_part
from turncoat.web.table.page_parts import PublicContext, ViewerContext
from turncoat.web.table.public import public_of
from turncoat.web.table.scenes import new_scenes
from turncoat.web.table.setup import SetupPart, qr_code, setup_part
from turncoat.web.updates.cache import Memo, cache_of
from turncoat.web.updates.messages import Changes, DrawnScene, Update, encode, piece, raw
from turncoat.web.updates.polling import PollingPages
from turncoat.web.updates.viewer import Outcome, Viewer, watch

COLUMNS: Final = 24

"""Columns of the table's grid, for the seats above and below the centre."""

ROWS: Final = 6

"""Rows of the table's grid, for the seats beside the centre."""


def places(count: int) -> Sequence[str]:
    """Return CSS classes for the places of the seats, clockwise from the middle of the lower edge: side, index, width.

    A screen is about twice as wide as it is high, so the long sides take two seats for each one on the short sides.
    Each place is a grid cell, so that nothing overlaps.
    """
    beside = 0 if count < 3 else 1 if count <= 8 else 2
    above, below = (count - 2 * beside + 1) // 2, (count - 2 * beside) // 2
    low = [f"at-bottom k{k} w{COLUMNS // below}" for k in reversed(range(below))]
    left = [f"at-left k{k} w{ROWS // beside}" for k in reversed(range(beside))]
    top = [f"at-top k{k} w{COLUMNS // above}" for k in range(above)]
    right = [f"at-right k{k} w{ROWS // beside}" for k in range(beside)]
    first = below // 2
    return (*low[first:], *left, *top, *right, *low[:first])


class DealtFace(msgspec.Struct, frozen=True):
    """Somebody who has been dealt a card."""

    name: str
    avatar: str
    state: Literal["looking", "ready", "away"]
    """Bots are always ready. Nobody waits for people who are away."""


class ScreenPage(Page, frozen=True):
    """Public table, the same for everybody who may see it."""

    template: ClassVar[str] = "screen/page.html"
    code: str
    host: str
    """Public address of the server without its scheme, to be typed by people without a camera."""
    game: int = 0
    """Number of the game at this table."""
    setup: SetupPart | None = None
    """Before a game: the people, the game, and the ways to join."""
    public: PublicPart | None = None
    end: EndPart | None = None
    clock: ClockPart = ClockPart()
    deal: DealPart = DealPart()
    faces: tuple[DealtFace, ...] = ()
    """Everybody at the table in seat order, while they look at their cards."""
    languages: tuple[TableLink, ...] = ()
    styles: tuple[str, ...] = ()
    """Style sheets of all games, since the screen stays open from one game to another."""
    narrator_url: str = ""
    socket: str = ""
    version: int = 0
    now: float = 0.0
    """Server time in seconds when the page is loaded."""

    @property
    def places(self) -> Sequence[str]:
        """Places of the seats."""
        part = self.public or self.setup
        return places(len(part.seats)) if part is not None else ()

    @property
    def is_vote(self) -> bool:
        """True while everybody chooses in secret, and afterwards until the game goes on."""
        if self.public is None or self.public.panel is not None:
            return False
        seats = [seat for seat in self.public.seats if not seat.out]
        if all(seat.asked or seat.chosen for seat in seats):
            return True
        goes_on = bool(self.public.draft) or any(seat.chosen for seat in seats)
        return any(seat.ballot_new for seat in seats) and not goes_on


LONGEST_CLAIM: Final = 100
NOBODY = Visitor("")
"""Visitor for whom the screen is rendered: nobody, so that an open screen makes no person present."""
_TITLE = N_("Table {code} on a shared screen · Turncoat")


def screen_routes(context: WebContext) -> list[BaseRoute]:
    """Return the routes of the shared screen."""
    screens = Screens(context)
    return [
        Route("/t/{code}/screen", screens.show),
        Route("/t/{code}/screen.svg", screens.qr),
        WebSocketRoute("/t/{code}/screen/updates", screens.updates),
        Route("/t/{code}/screen/updates", screens.poll),
    ]


class ScreenViewpoint:
    """View of a table that a screen may have: that of the person whose key it has, or that of spectators."""

    def __init__(self, context: WebContext, connection: HTTPConnection, room: Room) -> None:
        self.room, key = room, connection.query_params.get("key", "")
        people = (occupant.person for occupant in room.table.seats if occupant.person)
        self.maker = next((one for one in people if context.signer.is_screen_key(room.table.code, one, key)), "")
        """Person whose key is in the address."""
        self._person = self.maker or context.visitor(connection).id

    def now(self) -> Room | None:
        """Return the table as the screen may see it now, live or delayed, or None if it may not."""
        if self.room.is_closed_to(self._person):
            return None
        return self.room.room_for(self._person)


def screen_page(
    room: Room | None,
    code: str,
    language: str,
    base: str,
    query: Mapping[str, str] = MappingProxyType({}),
    theme: Theme = "auto",
) -> ScreenPage:
    """Return the current screen, without a table if the screen may not see it.

    `query` has the values in the screen's address: its key, and the language chosen by hand.
    """
    say, path = translator(language), f"/t/{code}/screen"

    def address(to: str, **more: str) -> str:
        given = urlencode({**query, **more})
        return f"{to}?{given}" if given else to

    site = Site(say(_TITLE).format(code=grouped(code)), address(path), "", language, languages(), theme)
    page = ScreenPage(
        site,
        code,
        base.partition("://")[2],
        languages=tuple(
            TableLink(known.code, known.name, "", address(path, lang=known.code))
            for known in languages()
            if known.code != language
        ),
        styles=screen_styles(),
        narrator_url=address(f"/t/{code}/narrator"),
        socket=address(f"{path}/updates"),
    )
    if room is None:
        return page
    table, session = room.table, room.table.session
    if session is None:
        part = setup_part(ViewerContext(room, NOBODY, language, base))
        return msgspec.structs.replace(page, setup=part, version=table.version)
    end = end_part(room, session, False, say)
    clock = clock_part(room, session, NOBODY.id, say)
    return msgspec.structs.replace(
        page,
        game=session.number,
        public=public_of(PublicContext(room, language)),
        end=end,
        clock=clock,
        deal=deal_part(room, NOBODY.id, say),
        faces=dealt_faces(room) if room.scenes.dealing else (),
        version=table.version,
    )


def dealt_faces(room: Room) -> tuple[DealtFace, ...]:
    """Return the faces at the table during the deal, with those ticked off who say that they are ready."""
    scenes = room.scenes

    def face(seat: Seat, occupant: Occupant) -> DealtFace:
        is_waited_for = occupant.person in scenes.players
        is_ready = occupant.is_played_by_bot or occupant.person in scenes.ready
        state: Literal["looking", "ready", "away"] = "ready" if is_ready else "looking" if is_waited_for else "away"
        return DealtFace(occupant.name, occupant.avatar_on(seat), state)

    return tuple(face(seat, occupant) for seat, occupant in enumerate(room.table.seats) if occupant.kind != "empty")


class ScreenViewer(Viewer):
    """Open shared screen. All screens of one language and one view of the table get the same messages."""

    def __init__(self, viewpoint: ScreenViewpoint, language: str, base: str, *, packs: bool = False) -> None:
        super().__init__(viewpoint.room, NOBODY, language, "screen")
        self.base = base
        self.viewpoint = viewpoint
        self.packs = packs
        self.held: str | None = None
        """Digest of the screen as last sent."""
        self.last_seen: tuple[Room | None, int, int] | None = None
        """Last view: the visible table, the number of its game, and the number of its events."""
        self._has_sent = False
        """True after the first message."""

    def claim(self, held: str) -> None:
        """Record the `digests` of the last message that a screen says it has."""
        pairs = [one.partition(":") for one in held[:LONGEST_CLAIM].split()]
        claimed = {id: digest for id, _, digest in pairs}
        game, _, events = claimed.get("seen", "").partition("-")
        if "screen" in claimed:
            self.held = claimed["screen"]
            self.last_seen = self.viewpoint.now(), whole_number(game) or 0, whole_number(events) or 0

    @property
    def is_seated(self) -> bool:
        return bool(self.viewpoint.maker)

    def polls_as(self, address: str) -> str:
        return f"{address} {self.viewpoint.maker}"

    def page_key(self) -> str:
        """Return a constant, because one page serves before, during and after a game."""
        return "screen"

    def update(self, outcome: Outcome | None = None) -> bytes | None:
        seen = self.viewpoint.now()
        page = screen_page(seen, self.room.table.code, self.language, self.base)
        shown = msgspec.structs.replace(page, version=0)
        drawn = cache_of(self.room, self.language).get(_DRAWN, (shown, self.room is seen), lambda: _draw(shown))
        scenes = self._new_scenes(seen)
        parts = {"screen": drawn.html} if drawn.digest != self.held else {}
        if self._has_sent and not parts and not scenes:
            return None
        self.held, self._has_sent = drawn.digest, True
        _, game, events = self.last_seen or (None, 0, 0)
        digests = {"screen": drawn.digest, "seen": f"{game}-{events}"}
        key = bool(parts), digests["seen"], scenes, self.packs
        if key not in drawn.pieces:
            drawn.pieces[key] = piece(Changes(parts, digests, scenes=scenes), packs=self.packs)
        return encode(Update(version=page.version, now=self.now, packed=(drawn.pieces[key],)))

    def _new_scenes(self, seen: Room | None) -> tuple[DrawnScene, ...]:
        """Return the new scenes. Events from before the screen was opened are not played."""
        session = seen.table.session if seen is not None else None
        number = seen.table.games if seen is not None else 0
        events = len(session.view().events) if session is not None else 0
        before, self.last_seen = self.last_seen, (seen, number, events)
        if seen is None or before is None or before[0] is not seen:
            return ()
        since = before[2] if before[1] == number else 0
        if not seen.scenes.dealing:
            return new_scenes(seen, since, self.language)
        until = seen.scenes.before_the_deal  # later scenes are played when everybody has seen their card
        self.last_seen = (seen, number, until)
        return new_scenes(seen, since, self.language, until)


class _DrawnScreen(msgspec.Struct):
    """Rendered screen, with the message pieces built from it."""

    html: msgspec.Raw
    digest: str
    pieces: dict[tuple[object, ...], msgspec.Raw] = {}


_DRAWN: Final[Memo[_DrawnScreen]] = Memo()


def _draw(page: ScreenPage) -> _DrawnScreen:
    html = renderer(page.site.language).part("screen/screen", page)
    return _DrawnScreen(raw(html), digest_of(html))


class Screens:
    """Request handlers of the shared screen."""

    def __init__(self, context: WebContext) -> None:
        self.context = context
        self.polling = PollingPages(context.limiter, context.connections)

    async def show(self, request: Request) -> Response:
        """Return the screen. People with a seat are redirected to an address that also works on other devices."""
        room, visitor = await self.context.find(request, request.path_params["code"]), self.context.visitor(request)
        viewpoint, query, code = ScreenViewpoint(self.context, request, room), _query(request), room.table.code
        if not viewpoint.maker and (key := self._key(room, visitor)):
            return self.context.go(request, f"{request.url.path}?{urlencode({**query, **key})}")
        base, theme = self.context.base(request), self.context.theme(request)
        page = screen_page(viewpoint.now(), code, language_of(request), base, query, theme)
        page = msgspec.structs.replace(page, now=round(room.clock.now(), 1))
        return HTMLResponse(renderer(page.site.language).page(page))

    async def qr(self, request: Request) -> Response:
        """Return the screen's address as a QR code, with the key of a person who has a seat."""
        room, visitor = await self.context.find(request, request.path_params["code"]), self.context.visitor(request)
        key = self._key(room, visitor)
        address = f"{self.context.base(request)}/t/{room.table.code}/screen" + (f"?{urlencode(key)}" if key else "")
        picture = qr_code(address).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
        return Response(picture, media_type="image/svg+xml", headers={"Cache-Control": "no-store"})

    def _key(self, room: Room, visitor: Visitor) -> dict[str, str]:
        """Return the key of a person with a seat, as a part of an address."""
        if room.table.seat_of(visitor.id) is None:
            return {}
        return {"key": self.context.signer.screen_key(room.table.code, visitor.id)}

    def _open_screen(self, connection: HTTPConnection, room: Room) -> ScreenViewer:
        """Return the viewer of an open screen, with the content that the screen says it has."""
        viewpoint, base = ScreenViewpoint(self.context, connection, room), self.context.base(connection)
        viewer = ScreenViewer(viewpoint, language_of(connection), base, packs="packed" in connection.query_params)
        viewer.claim(connection.query_params.get("held", ""))
        return viewer

    async def poll(self, request: Request) -> Response:
        """Answer a screen that polls because its network blocks WebSockets."""
        try:
            room = await self.context.find(request, request.path_params["code"])
        except Refused as refused:
            return self.polling.refuse(refused.refusal, language_of(request))
        viewer = self._open_screen(request, room)
        return self.polling.answer(request, viewer)

    async def updates(self, socket: WebSocket) -> None:
        """Serve the socket of an open screen."""
        try:
            room = await self.context.find(socket, socket.path_params["code"])
        except (Refused, StoreFailure):
            await socket.close()
            return
        await socket.accept()
        viewer = self._open_screen(socket, room)
        await watch(self.context.connections, socket, viewer)


def _query(connection: HTTPConnection) -> dict[str, str]:
    return {name: value for name in ("key", "lang") if (value := connection.query_params.get(name, ""))}
