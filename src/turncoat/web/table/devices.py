"""One seat on two devices: a link that opens it there, for somebody whose phone dies or who likes a larger screen.

The second device gets a cookie for the address of this one table, which names the link that it came by; the table keeps
which links are open. So the device learns nothing of the person's other tables, shutting it takes effect at once, and a
link that was used is used up, also after a restart. Looking at a link does nothing: messengers look at links too.
"""

from contextlib import suppress
from typing import Final, Literal

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from turncoat.kernel.refusals import SENTENCES, Refused
from turncoat.kernel.words import N_
from turncoat.table import commands as c
from turncoat.table.runtime.room_registry import Seated
from turncoat.web.http.context import Desk
from turncoat.web.http.identity import Visitor
from turncoat.web.http.languages import language_of, translator
from turncoat.web.pages import DevicePage
from turncoat.web.table.setup import qr_code

TITLE: Final = N_("My seat on another device · Turncoat")
STALE: Final = N_("This link is not good any more")
STALE_TEXT: Final = N_("A link to a seat is good for ten minutes. Please make a new one where the seat is open.")
USED: Final = N_("This link was used already")
OWN_SEAT: Final = N_("This device has a seat of its own at the table. Please get up there first.")
Kind = Literal["make", "other", "ask"]
GONE: Final = 410


def device_routes(desk: Desk) -> list[BaseRoute]:
    """The routes for a seat on two devices."""
    devices = Devices(desk)
    return [
        Route("/t/{code}/device", devices.make),
        Route("/t/{code}/device", devices.shut, methods=["POST"]),
        Route("/t/{code}/device/{token}", devices.ask),
        Route("/t/{code}/device/{token}", devices.open, methods=["POST"]),
    ]


class Devices:
    """Handlers."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    async def make(self, request: Request) -> Response:
        """Where the seat is open: a link to it. On the device that came by one: how to shut it."""
        seated, visitor = await self.desk.find(request, request.path_params["code"]), self.desk.visitor(request)
        table, seat = seated.table, seated.table.seat_of(visitor.id)
        if seat is None:
            return self.desk.go(request, f"/t/{table.code}")
        if visitor.device:
            return self._page(request, seated, visitor, "other", table.seats[seat].name)
        token = self.desk.signer.seat_link(table.code, visitor.id)
        url = f"{self.desk.base(request)}/t/{table.code}/device/{token}"
        return self._page(request, seated, visitor, "make", table.seats[seat].name, url=url)

    async def shut(self, request: Request) -> Response:
        """Shut the seat on this device, or on all but the one where its person sat down."""
        seated, visitor = await self.desk.find(request, request.path_params["code"]), self.desk.visitor(request)
        await self.desk.form(request, visitor)
        with suppress(Refused):  # it was shut meanwhile
            await self.desk.hall.do(seated, visitor.id, c.CloseDevices(visitor.device))
        response = self.desk.go(request, f"/t/{seated.table.code}" + ("" if visitor.device else "/device"))
        self.desk.signer.shut_device(response, seated.table.code)
        return response

    async def ask(self, request: Request) -> Response:
        """What the link would do. Nothing happens yet."""
        seated, visitor = await self.desk.find(request, request.path_params["code"]), self.desk.visitor(request)
        table, link = seated.table, self._link(request, seated)
        if link is None:
            return self.desk.error(request, GONE, STALE, STALE_TEXT, table.code)
        person, mark = link
        if visitor.id == person:  # it is open here
            return self.desk.go(request, f"/t/{table.code}")
        if mark in table.people.used_links:
            return self.desk.error(request, GONE, USED, SENTENCES["link-used"], table.code)
        name = table.names[table.seat_of(person) or 0]
        problem = OWN_SEAT if table.seat_of(visitor.own_id) is not None else ""
        return self._page(request, seated, visitor, "ask", name, problem=problem)

    async def open(self, request: Request) -> Response:
        """Open the seat here: the link is used up."""
        seated, visitor = await self.desk.find(request, request.path_params["code"]), self.desk.visitor(request)
        table, link = seated.table, self._link(request, seated)
        await self.desk.form(request, visitor)
        if link is None or table.seat_of(visitor.own_id) is not None:
            return await self.ask(request)
        person, mark = link
        try:
            await self.desk.hall.do(seated, person, c.OpenDevice(mark))
        except Refused:
            return await self.ask(request)
        response = self.desk.go(request, f"/t/{table.code}")
        self.desk.signer.open_device(response, table.code, person, mark, request.url.scheme == "https")
        return response

    def _link(self, request: Request, seated: Seated) -> tuple[str, str] | None:
        people = [sitter.person for sitter in seated.table.seats if sitter.person]
        return self.desk.signer.read_link(seated.table.code, request.path_params["token"], people)

    def _page(
        self,
        request: Request,
        seated: Seated,
        visitor: Visitor,
        kind: Kind,
        name: str,
        url: str = "",
        problem: str = "",
    ) -> Response:
        say = translator(language_of(request))
        page = DevicePage(
            site=self.desk.site(request, visitor, say(TITLE)),
            kind=kind,
            code=seated.table.code,
            name=name,
            post_to=request.url.path,
            url=url,
            qr=qr_code(url) if url else "",
            devices=len(seated.table.people.devices.get(visitor.id, ())),
            problem=say(problem) if problem else "",
        )
        return self.desk.page(request, visitor, page)
