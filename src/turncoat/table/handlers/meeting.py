"""Handler of the command about the time of a meeting."""

from typing import Any, Final

from turncoat.kernel.refusals import describe
from turncoat.kernel.words import N_
from turncoat.table import commands as c
from turncoat.table.handlers.handler import Handler, refuse_if
from turncoat.table.state.table import Table
from turncoat.table.values.meetings import FURTHEST, zone_of

describe({"no-meeting": N_("No time is arranged, so there is nothing to call off.")}, is_public=True)


def _check_arrange_meeting(table: Table, entry: c.Entry, command: c.ArrangeMeeting) -> None:
    if not command.at:
        refuse_if(table.meeting is None, "no-meeting")
        return
    refuse_if(table.running, "game-running")
    zone_of(command.zone)
    refuse_if(not entry.at < command.at <= entry.at + FURTHEST, "not-to-come")


def _arrange_meeting(table: Table, entry: c.Entry, command: c.ArrangeMeeting) -> None:
    table.arrange_meeting(command.at, command.zone, int(entry.at))


HANDLERS: Final[tuple[Handler[Any], ...]] = (
    Handler(c.ArrangeMeeting, _check_arrange_meeting, _arrange_meeting, ("host",)),
)
