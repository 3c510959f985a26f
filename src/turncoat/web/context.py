"""Dependencies shared by all routes (rooms, visitors, languages), and the responses common to them."""

import re
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Literal

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.words import N_
from turncoat.table import commands as c
from turncoat.table.runtime.glances import Glance, Glances
from turncoat.table.runtime.room import Room
from turncoat.table.runtime.room_registry import RoomRegistry
from turncoat.table.state.table import Table
from turncoat.web.http.cached_pages import CachedPages
from turncoat.web.http.forms import LARGEST_FORM, BodyTooLarge, FormFields, fields_of, read_form
from turncoat.web.http.identity import Signer, Visitor
from turncoat.web.http.languages import language_of, languages, renderer, translator
from turncoat.web.http.limits import ConnectionLimiter, Limiter, address_of
from turncoat.web.http.page import ErrorPage, Page, Site, Theme
from turncoat.web.http.slow_work import SlowWork

_HOST: Final = re.compile(r"[A-Za-z0-9.:\[\]-]{1,255}")
_LOOPBACK: Final = re.compile(r"(localhost|127\.[0-9.]+|\[::1\])(:\d+)?")
DOUBLE: Final = 5
"""Seconds within which the same form again counts as a double click. It may count for up to twice as long."""
NOT_OURS: Final = N_("That form has expired")
NOT_OURS_TEXT: Final = N_("It was not sent from a current page. Please go back, reload the page and try again.")
NO_COOKIE: Final = N_("Your browser sent no cookie")
NO_COOKIE_TEXT: Final = N_(
    "A cookie is how this site knows your seat. Please allow cookies here, then go back and reload the page."
)
NO_TABLE: Final = N_("No table here")
NO_TABLE_TEXT: Final = N_("There is no table with this code. Please check it and try again.")
NO_PAGE: Final = N_("There is nothing here")
NO_PAGE_TEXT: Final = N_("This page does not exist, or no longer does.")
NO_CIRCLE: Final = N_("No circle here")
UNREADABLE: Final = N_("This server can't read the table")
UNREADABLE_TEXT: Final = N_(
    "A newer version of Turncoat may have written it. Nothing is lost: please tell whoever runs the server."
)
MOVES: Final = N_("One moment, please")
MOVES_TEXT: Final = N_("The table is moving to another server. Nothing is lost, and this page tries again by itself.")
BROKEN: Final = N_("Something went wrong")
BROKEN_TEXT: Final = N_("That should not have happened. None of your choices is lost; please go back to the table.")
NOT_KEPT: Final = N_("The server can't save anything")
NOT_KEPT_TEXT: Final = N_(
    "Its disk is full or failing. Nothing is lost, but nothing new can be saved: please tell whoever runs the "
    "server, and try again."
)
TOO_LARGE: Final = N_("That is too much data")
TOO_LARGE_TEXT: Final = N_("No form here needs that much; please send less.")
OTHER_NAME: Final = N_("This server has another name")
OTHER_NAME_TEXT: Final = N_(
    "It does not answer to the name {host}. Please use its address. Whoever runs the server can "
    "allow the name: turncoat serve --allow-host {host}"
)
TOO_FAST: Final = N_("Slow down")
NOT_DONE: Final = N_("That can't be done")
REFUSED: Final = {
    "no-such-table": (NO_TABLE, NO_TABLE_TEXT),
    "no-such-circle": (NO_CIRCLE, ""),
    "invitation-old": (NO_CIRCLE, ""),
    "unreadable-table": (UNREADABLE, UNREADABLE_TEXT),
    "table-moves": (MOVES, MOVES_TEXT),
    "not-kept": (NOT_KEPT, NOT_KEPT_TEXT),
    "too-fast": (TOO_FAST, ""),
}
"""Headlines of refusals that get a page of their own, with a text where the refusal's own sentence says too little.

All others have the headline `NOT_DONE`.
"""


describe(
    {
        "nobody-has-the-device": N_("Nobody has opened their seat on this device; please choose who looks first."),
    }
)


class WebContext:
    """Dependencies shared by the routes of the server."""

    def __init__(
        self, registry: RoomRegistry, signer: Signer, limiter: Limiter, connections: ConnectionLimiter, public: str = ""
    ) -> None:
        self.registry = registry
        self.signer = signer
        self.limiter = limiter
        self.connections = connections
        self.public = public
        """Address that others in the network use, if the server listens for them."""
        self.slow_work = SlowWork(limiter)
        self._cached_pages = CachedPages()
        self._glances = Glances(registry)

    def visitor(self, connection: HTTPConnection) -> Visitor:
        """Return the visitor behind a connection. Call `find` first.

        At a table this may be the person whose seat was opened on this device, or nobody while a device that is passed
        round shows no seat.
        """
        visitor, code = self.signer.visitor(connection), str(connection.path_params.get("code", ""))
        opened, room = self.signer.device(connection, code), self.registry.loaded_room(code)
        if room is None:
            return visitor
        table, own = room.table, visitor.id
        person, mark = opened or ("", "")
        if mark and table.membership.is_open_on(person, mark):
            return msgspec.structs.replace(visitor, id=person, device=mark, browser=own)
        if not room.passing.is_passed(table, own):
            return visitor
        if mark and room.passing.is_open(table, own, person, mark):
            room.passing.touch(own)
            return msgspec.structs.replace(visitor, id=person, passed=mark, browser=own)
        companion = table.seats[table.companions_of(own)[0]].person
        return msgspec.structs.replace(visitor, id="", covered=companion, browser=own)

    def base(self, connection: HTTPConnection) -> str:
        """Return scheme and host for links that people send to others.

        On the server's own machine, this is its address in the network.
        """
        host = connection.headers.get("host", "")
        if not _HOST.fullmatch(host) or (self.public and _LOOPBACK.fullmatch(host)):
            return self.public or "http://localhost"
        return f"{'https' if connection.url.scheme in ('https', 'wss') else 'http'}://{host}"

    def theme(self, connection: HTTPConnection) -> Theme:
        """Return the colour theme chosen by the visitor."""
        chosen = connection.cookies.get("theme")
        return "dark" if chosen == "dark" else "light" if chosen == "light" else "auto"

    def site(self, request: Request, visitor: Visitor, title: str = "Turncoat") -> Site:
        """Return the frame around a page."""
        path = request.url.path
        return Site(
            title,
            path,
            self.signer.csrf(visitor),
            language_of(request),
            languages(),
            self.theme(request),
            self.base(request),
        )

    def html(self, request: Request, visitor: Visitor, text: str, status: int = 200) -> Response:
        """Return a page as a response, with a cookie for a new visitor."""
        response = HTMLResponse(text, status)
        if visitor.fresh:
            self.remember(request, response, visitor)
        return response

    def cached_page(self, request: Request, visitor: Visitor, title: str, draw: Callable[[Site], str]) -> Response:
        """Return a page that is the same for everybody, rendered and compressed once.

        `draw` must use nothing of the visitor.
        """
        response = self._cached_pages.answer(request, self.site(request, visitor, title), draw)
        if visitor.fresh:
            self.remember(request, response, visitor)
        return response

    def page(self, request: Request, visitor: Visitor, page: Page, status: int = 200) -> Response:
        """Return a rendered page as a response."""
        return self.html(request, visitor, renderer(page.site.language).page(page), status)

    def remember(self, request: Request, response: Response, visitor: Visitor) -> None:
        """Set the visitor's cookie."""
        self.signer.remember(response, visitor, request.url.scheme == "https")

    def go(self, request: Request, url: str, visitor: Visitor | None = None) -> Response:
        """Redirect to another page after a form."""
        response = RedirectResponse(url, 303)
        if visitor is not None:
            self.remember(request, response, visitor)
        return response

    def error(
        self,
        request: Request,
        status: int,
        headline: str,
        text: str,
        code: str = "",
        art: Literal["nobody", "broken"] = "nobody",
        again: str = "",
        is_of_circles: bool = False,
        **values: str,
    ) -> Response:
        """Return an error page. `values` fill in the text, and `again` is the address to retry."""
        visitor = self.visitor(request)
        say = translator(language_of(request))
        site = self.site(request, visitor, f"{say(headline)} · Turncoat")
        told = say(text).format(**values) if values else say(text)
        page = ErrorPage(site, status, say(headline), told, art, code, again, is_of_circles)
        return self.page(request, visitor, page, status)

    async def find(self, connection: HTTPConnection, code: str, person: str = "") -> Room:
        """Return the table with this code. `person` is the owner of a program's token. Raises Refused.

        A visitor who tries out codes gets no answer for a while, not even to a correct code. People who sit at the
        table, watch it or display it on a shared screen are still let through, because a whole family may share one
        address.
        """
        try:
            room = await self.registry.find(code, person or self._asks_as(connection, code))
        except Refused as refused:
            if is_missing(refused):
                self.note_missing(connection)
            elif self.limiter.has_missed(connection):  # nor may they learn whether the table exists on another server
                raise Refused(Refusal("too-fast")) from None
            raise
        if self.limiter.has_missed(connection) and not self._knows(connection, room, person):
            raise Refused(Refusal("too-fast"))
        return room

    def _asks_as(self, connection: HTTPConnection, code: str) -> str:
        """Return the id of the person who may have a seat at a table that is not loaded here, or an empty string."""
        opened, visitor = self.signer.device(connection, code), self.signer.visitor(connection)
        return opened[0] if opened is not None else "" if visitor.fresh else visitor.id

    async def read_table(self, connection: HTTPConnection, code: str) -> Table:
        """Return the table with this code for reading, without moving it to this server. Raises Refused.

        Where servers share a store, the table may have to be rebuilt from its log each time, so the seconds count like
        those of a replay.
        """
        if not self.registry.store.is_shared:
            return await self.registry.read_table(code)
        return await self._read_counted(connection, code, self.registry.read_table)

    async def glances(self, connection: HTTPConnection, codes: Sequence[str]) -> list[Glance]:
        """Return glances at these tables as far as they can be read, counted like `read_table`."""
        return await self._glances.at(codes, lambda code: self._read_counted(connection, code, self.registry.read_log))

    async def _read_counted(
        self, connection: HTTPConnection, code: str, read: Callable[[str], Awaitable[Table]]
    ) -> Table:
        self.limiter.check_replays(connection)
        began = time.perf_counter()
        try:
            return await read(code)
        finally:
            self.limiter.note_replay(connection, time.perf_counter() - began)

    def note_missing(self, connection: HTTPConnection) -> None:
        """Count a request for an unknown table."""
        self.registry.metrics.refuse("no-such-table")
        self.limiter.miss(connection)

    def _knows(self, connection: HTTPConnection, room: Room, person: str) -> bool:
        """Return whether the client has been at the table already."""
        person, key = person or self.visitor(connection).watches_as, connection.query_params.get("key", "")
        if room.table.seat_of(person) is not None or person in room.presence.here:
            return True
        people = (occupant.person for occupant in room.table.seats if occupant.person)
        return bool(key) and any(self.signer.is_screen_key(room.table.code, one, key) for one in people)

    async def submit(
        self, connection: HTTPConnection, room: Room, person: str, command: c.Command, id: str = ""
    ) -> None:
        """Submit a person's command to the table. Raises Refused, also if the table stores too much already."""
        if not person:
            raise Refused(Refusal("nobody-has-the-device"))
        self.count_stored(address_of(connection.client), room, person, command)
        await room.submit(person, command, id)

    def count_stored(self, address: str, room: Room, person: str, command: c.Command) -> None:
        """Count the bytes that the table will store of the command. Raises Refused."""
        size = len(c.encode(c.Entry("", person, command)))
        self.limiter.count_stored(address, room.table.code, size, is_choice=isinstance(command, c.GameCommand))

    def once(self, visitor: Visitor, form: str) -> tuple[str, str]:
        """Return two keys of a form. The same form shares one of them if it is sent again within seconds.

        That is most likely a double click, whose first answer the browser has discarded.
        """
        period = int(self.registry.store.time() // DOUBLE)
        return self.signer.once(visitor, form, period), self.signer.once(visitor, form, period - 1)

    async def form(
        self, request: Request, visitor: Visitor, most: int = LARGEST_FORM, *, files: bool = False
    ) -> FormFields:
        """Return the fields of a command's form. Raises Refused and the errors of `own_form`."""
        fields = await self.own_form(request, visitor, most, files=files)
        self.limiter.command(visitor.id or visitor.own_id)
        return fields

    async def own_form(
        self, request: Request, visitor: Visitor, most: int = LARGEST_FORM, *, files: bool = False
    ) -> FormFields:
        """Return the fields of a form issued to this visitor. Raises NotOurForm, BodyTooLarge."""
        fields = await read_form(request, most, files=files)
        if not self.signer.is_own_form(visitor, fields.first("csrf")):
            raise NotOurForm
        return fields

    def sent_fields(self, visitor: Visitor, text: str) -> FormFields:
        """Return the fields of a form sent over a page's socket. Raises NotOurForm, BodyTooLarge."""
        if len(text) > LARGEST_FORM:
            raise BodyTooLarge
        fields = fields_of(text)
        if not self.signer.is_own_form(visitor, fields.first("csrf")):
            raise NotOurForm
        return fields


class NotOurForm(Exception):
    """The form was not issued to this visitor."""


def is_missing(refused: Refused) -> bool:
    """Return whether a refusal means that the table does not exist."""
    return refused.refusal == Refusal("no-such-table")
