"""Calendar file of a meeting, made of the table alone: nobody else's words are in it."""

from datetime import UTC, datetime, timedelta
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.words import N_
from turncoat.table.state.table import Table
from turncoat.table.values.meetings import Meeting
from turncoat.telling import Translate
from turncoat.web.context import WebContext
from turncoat.web.http.codes import grouped
from turncoat.web.http.languages import language_of, translator

EVENING: Final = timedelta(hours=2)
"""Time that the calendar reserves."""
_ABOUT: Final = N_("{host} invites you to table {code}.")


def invitation_routes(context: WebContext) -> list[Route]:
    """Return the route of the calendar file."""

    async def calendar(request: Request) -> Response:
        """Return the calendar file of the table's meeting, for whoever may see the table before the game."""
        room = await context.find(request, request.path_params["code"])
        meeting = room.table.meeting
        if meeting is None or room.is_closed_to(context.visitor(request).id):
            raise HTTPException(404)
        say, url = translator(language_of(request)), f"{context.base(request)}/t/{room.table.code}"
        headers = {
            "Cache-Control": "no-store",
            # A phone opens its calendar with it.
            "Content-Disposition": f'inline; filename="turncoat-{room.table.code.lower()}.ics"',
        }
        return Response(calendar_of(room.table, meeting, url, say), headers=headers, media_type="text/calendar")

    return [Route("/t/{code}/invitation.ics", calendar)]


def calendar_of(table: Table, meeting: Meeting, url: str, say: Translate) -> bytes:
    """Return the meeting as an iCalendar file. A calendar that has an earlier time of it changes that entry."""
    from icalendar import Calendar, Event  # imported only where it is used

    host = table.seat_of(table.host)
    about = say(_ABOUT).format(
        host=table.seats[host].name if host is not None else "Turncoat", code=grouped(table.code)
    )
    event = Event()
    event.add("uid", f"{table.code}-{meeting.since}@turncoat")
    event.add("sequence", meeting.changes)
    event.add("dtstamp", datetime.fromtimestamp(meeting.changed, UTC))
    event.add("dtstart", datetime.fromtimestamp(meeting.at, UTC))
    event.add("duration", EVENING)
    event.add("summary", f"{say(BOOKS[table.game_setup.game].title)} · Turncoat")
    event.add("description", f"{about}\n{url}")
    event.add("location", url)
    event.add("url", url)
    calendar = Calendar()
    calendar.add("prodid", "-//Turncoat//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add_component(event)
    made: bytes = calendar.to_ical()
    return made
