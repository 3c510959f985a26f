"""One seat on two devices, by a link: for people whose phone dies or who prefer a larger screen.

The second device gets a cookie that is limited to this table's path and holds the mark of the link. The table keeps the
marks of all used links, and those of the devices still open. So the device learns nothing about the person's other
tables, the seat can be closed on it at once, and a used link stays invalid even after a restart. Visiting a link
changes nothing, because messengers preview links.
"""

from contextlib import suppress
from typing import ClassVar, Final, Literal

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from turncoat.kernel.refusals import REFUSALS, Refused
from turncoat.kernel.words import N_
from turncoat.table import commands as c
from turncoat.table.runtime.room import Room
from turncoat.web.context import WebContext
from turncoat.web.http.identity import Visitor
from turncoat.web.http.languages import language_of, translator
from turncoat.web.http.page import Page
from turncoat.web.table.setup import qr_code


class DevicePage(Page, frozen=True):
    """Page to make a link to the seat, to close devices, or to open the seat here."""

    template: ClassVar[str] = "table/device.html"
    kind: Literal["make", "other", "ask"]
    """`make` shows a new link, `other` closes the seat on this device, and `ask` offers to open it here."""
    code: str
    name: str
    """Name of the seat's occupant."""
    post_to: str
    url: str = ""
    qr: str = ""
    """QR code as SVG markup made by the server."""
    devices: int = 0
    """Number of other devices on which the seat is open."""
    problem: str = ""


TITLE: Final = N_("My seat on another device · Turncoat")
STALE: Final = N_("This link is no longer valid")
STALE_TEXT: Final = N_("A link to a seat works for ten minutes. Please make a new one where the seat is open.")
USED: Final = N_("This link has been used")
OWN_SEAT: Final = N_("This device already has a seat at the table. Please leave that seat first.")
Kind = Literal["make", "other", "ask"]
GONE: Final = 410


def device_routes(context: WebContext) -> list[BaseRoute]:
    """Return the routes for a seat on two devices."""
    devices = Devices(context)
    return [
        Route("/t/{code}/device", devices.make),
        Route("/t/{code}/device", devices.shut, methods=["POST"]),
        Route("/t/{code}/device/{token}", devices.ask),
        Route("/t/{code}/device/{token}", devices.open, methods=["POST"]),
    ]


class Devices:
    """Request handlers of the device pages."""

    def __init__(self, context: WebContext) -> None:
        self.context = context

    async def make(self, request: Request) -> Response:
        """Return a page with a new link to the seat, or the form to close it if a link opened it on this device."""
        room, visitor = await self.context.find(request, request.path_params["code"]), self.context.visitor(request)
        table, seat = room.table, room.table.seat_of(visitor.id)
        if seat is None:
            return self.context.go(request, f"/t/{table.code}")
        if visitor.device:
            return self._page(request, room, visitor, "other", table.seats[seat].name)
        token = self.context.signer.seat_link(table.code, visitor.id)
        url = f"{self.context.base(request)}/t/{table.code}/device/{token}"
        return self._page(request, room, visitor, "make", table.seats[seat].name, url=url)

    async def shut(self, request: Request) -> Response:
        """Close the seat on this device, or on all devices except the one where the person sat down."""
        room, visitor = await self.context.find(request, request.path_params["code"]), self.context.visitor(request)
        await self.context.form(request, visitor)
        with suppress(Refused):  # it was closed meanwhile. Closing ignores storage limits
            await room.submit(visitor.id, c.CloseDevices(visitor.device))
        response = self.context.go(request, f"/t/{room.table.code}" + ("" if visitor.device else "/device"))
        self.context.signer.shut_device(response, room.table.code)
        return response

    async def ask(self, request: Request) -> Response:
        """Return a page that says what the link would do, without doing it."""
        room, visitor = await self.context.find(request, request.path_params["code"]), self.context.visitor(request)
        table, link = room.table, self._link(request, room)
        if link is None:
            return self.context.error(request, GONE, STALE, STALE_TEXT, table.code)
        person, mark = link
        if visitor.id == person:  # the seat is open here already
            return self.context.go(request, f"/t/{table.code}")
        if mark in table.membership.used_links:
            return self.context.error(request, GONE, USED, REFUSALS["link-used"].sentence, table.code)
        name = table.names[table.seat_of(person) or 0]
        problem = OWN_SEAT if table.seat_of(visitor.own_id) is not None else ""
        return self._page(request, room, visitor, "ask", name, problem=problem)

    async def open(self, request: Request) -> Response:
        """Open the seat on this device and use up the link."""
        room, visitor = await self.context.find(request, request.path_params["code"]), self.context.visitor(request)
        await self.context.form(request, visitor)
        table, link = room.table, self._link(request, room)
        if link is None or table.seat_of(visitor.own_id) is not None:
            return await self.ask(request)
        person, mark = link
        try:
            await self.context.submit(request, room, person, c.OpenDevice(mark))
        except Refused:
            return await self.ask(request)
        response = self.context.go(request, f"/t/{table.code}")
        self.context.signer.open_device(response, table.code, person, mark, request.url.scheme == "https")
        return response

    def _link(self, request: Request, room: Room) -> tuple[str, str] | None:
        people = [occupant.person for occupant in room.table.seats if occupant.person]
        return self.context.signer.read_link(room.table.code, request.path_params["token"], people)

    def _page(
        self,
        request: Request,
        room: Room,
        visitor: Visitor,
        kind: Kind,
        name: str,
        url: str = "",
        problem: str = "",
    ) -> Response:
        say = translator(language_of(request))
        page = DevicePage(
            site=self.context.site(request, visitor, say(TITLE)),
            kind=kind,
            code=room.table.code,
            name=name,
            post_to=request.url.path,
            url=url,
            qr=qr_code(url) if url else "",
            devices=len(room.table.membership.devices.get(visitor.id, ())),
            problem=say(problem) if problem else "",
        )
        return self.context.page(request, visitor, page)
