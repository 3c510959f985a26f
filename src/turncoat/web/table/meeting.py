"""The time at which a table's people want to meet: its part of the page, its form, and its words for an invitation."""

from datetime import UTC, datetime
from typing import Final, Self

from turncoat.kernel.refusals import Refusal, Refused
from turncoat.kernel.words import N_
from turncoat.table import commands as c
from turncoat.table.values.meetings import Meeting, zone_of
from turncoat.web.http.forms import FormFields
from turncoat.web.table.page_parts import Announcing, PagePart, ViewerContext, register

_COME: Final = N_("Come and join my table.")
_COME_THEN: Final = N_("Come and join my table: {when}.")
_MEET: Final = N_("We meet: {when}.")
_CALLED_OFF: Final = N_("The meeting is called off.")
_WHEN: Final = "{weekday}, {day}, {time} ({zone})"
UNKNOWN_ZONE: Final = "UTC"
"""Time zone in a form that no script has filled in."""


class MeetingPart(Announcing, frozen=True):
    """Time of the meeting as one person sees it."""

    post_to: str = ""
    when: str = ""
    """The time in words, in the host's time zone. Empty if none is arranged."""
    at: str = ""
    """The time in ISO format, which scripts convert to the viewer's time zone."""
    local: str = ""
    """The time in the host's time zone, for the field in the form."""
    zone: str = UNKNOWN_ZONE
    calendar: str = ""
    """Address of the calendar file."""
    is_host: bool = False
    times: int = 0
    """Number of times that it was arranged. Each has a form of its own, so that the last one closes."""

    def announcements(self, before: Self | None, at: ViewerContext) -> list[tuple[str, str]]:
        """Return the sentence on a time that is new."""
        if before is None or self.when == before.when:
            return []
        said = at.say(_MEET).format(when=self.when) if self.when else at.say(_CALLED_OFF)
        return [(f"m{at.said_at}", said)]


def meeting_part(at: ViewerContext) -> MeetingPart:
    """Return the time of the meeting as one person sees it."""
    table, path = at.table, f"/t/{at.table.code}"
    is_host, meeting = at.person == table.host, table.meeting
    if meeting is None:
        return MeetingPart(path, is_host=is_host)
    local = datetime.fromtimestamp(meeting.at, zone_of(meeting.zone))
    return MeetingPart(
        path,
        in_words(meeting, at.language),
        datetime.fromtimestamp(meeting.at, UTC).isoformat(),
        local.strftime("%Y-%m-%dT%H:%M"),
        meeting.zone,
        f"{path}/invitation.ics",
        is_host,
        meeting.changes + 1,
    )


def in_words(meeting: Meeting, language: str) -> str:
    """Return the time of a meeting in words, in the host's time zone."""
    from babel import Locale, UnknownLocaleError  # imported only where a time is arranged
    from babel.dates import format_date, format_skeleton

    local = datetime.fromtimestamp(meeting.at, zone_of(meeting.zone))
    try:
        locale = Locale.parse(language)
    except (UnknownLocaleError, ValueError):  # a language of an added package
        locale = Locale("en")
    weekday = format_date(local, "EEEE", locale)
    day, time = (format_skeleton(one, local, local.tzinfo, locale=locale) for one in ("MMMMd", "Hm"))
    return _WHEN.format(weekday=weekday, day=day, time=time, zone=meeting.zone)


def invitation_words(at: ViewerContext) -> str:
    """Return the words in which people pass on the table's link."""
    meeting = at.table.meeting
    return at.say(_COME_THEN).format(when=in_words(meeting, at.language)) if meeting is not None else at.say(_COME)


def meeting_command(fields: FormFields) -> c.ArrangeMeeting:
    """Return the command in a form, whose time is that of a clock in its time zone. Raises Refused."""
    name = fields.first("zone").strip() or UNKNOWN_ZONE
    zone = zone_of(name)
    try:
        at = int(datetime.fromisoformat(fields.first("when")).replace(tzinfo=zone).timestamp())
    except (ValueError, OverflowError):
        raise Refused(Refusal("not-to-come")) from None
    if at <= 0:
        raise Refused(Refusal("not-to-come"))
    return c.ArrangeMeeting(at, name)


register(
    PagePart(id="meeting", template="table/meeting", audience="viewer", model=meeting_part, layouts=("setup",)),
)
