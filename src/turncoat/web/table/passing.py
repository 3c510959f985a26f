"""A phone passed round: handing it to a person, and taking their seat off it again.

Whoever plays on the phone is known to the table, and which seat it shows is in `table/runtime/passing.py`. The browser
gets a cookie that is limited to this table's path, as for a seat opened by link. Looking at a cover changes nothing.
"""

from typing import ClassVar, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from turncoat.kernel.seats import Seat
from turncoat.kernel.words import N_
from turncoat.table.runtime.room import Room
from turncoat.web.context import WebContext
from turncoat.web.http.forms import whole_number
from turncoat.web.http.identity import Visitor
from turncoat.web.http.languages import language_of, translator
from turncoat.web.http.page import Page
from turncoat.web.table.phone import asks, next_on, seats_on
from turncoat.web.updates.messages import Update, encode

TITLE: Final = N_("Only {name} looks · Turncoat")


class CoverPage(Page, frozen=True):
    """Page between two people: it shows nothing until the next one has the phone."""

    template: ClassVar[str] = "table/cover.html"
    code: str
    name: str
    avatar: str
    post_to: str
    deals: bool
    """True while people look at their cards for the first time."""


def passing_routes(context: WebContext) -> list[BaseRoute]:
    """Return the routes of phones that are passed round."""
    pages = PassingPages(context)
    return [
        Route("/t/{code}/pass", pages.back),
        Route("/t/{code}/pass", pages.hand_on, methods=["POST"]),
        Route("/t/{code}/pass/{seat}", pages.cover),
        Route("/t/{code}/pass/{seat}", pages.open, methods=["POST"]),
    ]


class PassingPages:
    """Request handlers of phones that are passed round."""

    def __init__(self, context: WebContext) -> None:
        self.context = context

    async def _find(self, request: Request) -> tuple[Room, Visitor, str]:
        """Return the room, the visitor, and the id of the phone."""
        room = await self.context.find(request, request.path_params["code"])
        visitor = self.context.visitor(request)
        return room, visitor, visitor.own_id

    async def back(self, request: Request) -> Response:
        """Redirect to the table."""
        room, _, _ = await self._find(request)
        return self.context.go(request, f"/t/{room.table.code}")

    async def cover(self, request: Request) -> Response:
        """Return the page that asks everybody else to look away."""
        room, visitor, device = await self._find(request)
        seat = _seat_on(room, device, request)
        if seat is None or visitor.passed:
            return self.context.go(request, f"/t/{room.table.code}")
        occupant, say = room.table.seats[seat], translator(language_of(request))
        page = CoverPage(
            site=self.context.site(request, visitor, say(TITLE).format(name=occupant.name)),
            code=room.table.code,
            name=occupant.name,
            avatar=occupant.avatar_on(seat),
            post_to=request.url.path,
            deals=room.scenes.dealing > 0,
        )
        return self.context.page(request, visitor, page)

    async def open(self, request: Request) -> Response:
        """Open a seat on the phone, in place of any other."""
        room, visitor, device = await self._find(request)
        await self.context.form(request, visitor)
        seat, code = _seat_on(room, device, request), room.table.code
        response = self._led(request, room, f"/t/{code}")
        if seat is not None:
            person = room.table.seats[seat].person
            mark = room.passing.open(device, person, asks(room))
            self.context.signer.open_device(response, code, person, mark, request.url.scheme == "https")
            room.tell()  # another tab of the phone must not go on showing somebody else's seat
        return response

    async def hand_on(self, request: Request) -> Response:
        """Take the seat off the phone, which then goes to the next person whom the same question waits for."""
        room, visitor, device = await self._find(request)
        fields = await self.context.form(request, visitor)
        code, seat = room.table.code, room.table.seat_of(visitor.id)
        url = f"/t/{code}"
        if visitor.passed and seat is not None:
            if fields.is_set("ready"):
                room.get_ready(visitor.id)
            asked = room.passing.asked(device)
            room.passing.close(device)
            following = next_on(room, device, seat) if asked == asks(room) else None
            url = url if following is None or fields.is_set("stays") else f"{url}/pass/{following}"
            room.tell()
        response = self._led(request, room, url)
        if visitor.passed:
            self.context.signer.shut_device(response, code)
        return response

    def _led(self, request: Request, room: Room, url: str) -> Response:
        """Return the response that leads to another page: as JSON for a script, which leaves no history."""
        if "application/json" in request.headers.get("accept", ""):
            return Response(encode(Update(version=room.table.version, go=url)), media_type="application/json")
        return self.context.go(request, url)


def _seat_on(room: Room, device: str, request: Request) -> Seat | None:
    """Return the seat in the address if its person plays on that phone and it is passed round."""
    seat = whole_number(str(request.path_params["seat"]))
    return seat if room.passing.is_passed(room.table, device) and seat in seats_on(room, device) else None
