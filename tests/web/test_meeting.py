"""An invitation with a time: in words, and as a calendar file that is made of the table alone."""

import re
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any

import pytest
from icalendar import Calendar

from tests.support.serving import Person, Server
from turncoat.web.http.forms import FormFields
from turncoat.web.table.meeting import meeting_command


def days_ahead(days: int, clock: str = "20:00") -> str:
    return f"{datetime.now(UTC) + timedelta(days=days):%Y-%m-%d}T{clock}"


def arrange(host: Person, when: str, zone: str = "Europe/Warsaw") -> str:
    return host.post(host.path, do="arrange-meeting", when=when, zone=zone).text


def told(person: Person) -> list[tuple[str, str]]:
    """Return the times on the person's page, in ISO format and in words."""
    return re.findall(r'<time datetime="([^"]*)" data-day>([^<]*)</time>', person.look())


def event_of(person: Person) -> Any:
    answer = person.client.get(f"{person.path}/invitation.ics")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/calendar; charset=utf-8"
    assert answer.headers["content-disposition"] == f'inline; filename="turncoat-{person.code.lower()}.ics"'
    (event,) = Calendar.from_ical(answer.text).walk("VEVENT")
    return event


def test_everybody_reads_the_time_and_gets_it_for_the_calendar(server: Server) -> None:
    ola = Person(server, r"Ola, of; the \host").open()
    when = days_ahead(4)
    arrange(ola, when)
    guest = Person(server, "Jan", ola.code)
    ((at, words),) = told(guest)
    assert told(ola) == [(at, words)]
    assert datetime.fromisoformat(at).utcoffset() == timedelta(0)
    assert words.endswith("20:00 (Europe/Warsaw)")
    page = unescape(guest.look())
    assert f"Come and join my table: {words}." in page
    event = event_of(guest)
    assert event["dtstart"].dt == datetime.fromisoformat(at)
    assert event["summary"] == "The Resistance · Turncoat"
    assert event["url"] == f"{server.url}{ola.path}"
    assert event["description"].startswith(r"Ola, of; the \host invites you to table ")
    assert event["sequence"] == 0


@pytest.mark.parametrize(
    ("when", "at"),
    [
        ("2027-03-27T20:00", "2027-03-27T19:00"),
        ("2027-03-28T02:30", "2027-03-28T01:30"),  # skipped when summer time begins
        ("2027-03-28T20:00", "2027-03-28T18:00"),
        ("2027-10-31T02:30", "2027-10-31T00:30"),  # comes twice when it ends
        ("2027-10-31T20:00", "2027-10-31T19:00"),
    ],
)
def test_a_time_is_that_of_a_clock_in_its_zone(when: str, at: str) -> None:
    command = meeting_command(FormFields({"when": [when], "zone": ["Europe/Warsaw"]}))
    assert datetime.fromtimestamp(command.at, UTC) == datetime.fromisoformat(f"{at}+00:00")


def test_another_time_changes_the_entry_in_the_calendar(server: Server) -> None:
    ola = Person(server, "Ola").open()
    arrange(ola, days_ahead(4))
    first = event_of(ola)
    arrange(ola, days_ahead(5, "18:30"))
    then = event_of(ola)
    assert (first["uid"], first["sequence"], then["sequence"]) == (then["uid"], 0, 1)
    assert then["dtstart"].dt > first["dtstart"].dt
    ola.post(ola.path, do="call-off-meeting")
    assert told(ola) == []
    assert ola.client.get(f"{ola.path}/invitation.ics").status_code == 404


@pytest.mark.parametrize(
    ("when", "zone", "reason"),
    [
        ("", "Europe/Warsaw", "not-to-come"),
        ("soon", "Europe/Warsaw", "not-to-come"),
        ("2020-01-01T20:00", "Europe/Warsaw", "not-to-come"),
        ("9999-12-31T23:59", "Europe/Warsaw", "not-to-come"),
        ("0001-01-01T00:00", "Pacific/Auckland", "not-to-come"),
        ("1970-01-01T00:00", "UTC", "not-to-come"),
        (days_ahead(400), "Europe/Warsaw", "not-to-come"),
        (days_ahead(4), "Europe", "no-such-zone"),
        (days_ahead(4), "../../etc/passwd", "no-such-zone"),
        (days_ahead(4), "/etc/localtime", "no-such-zone"),
        (days_ahead(4), "Europe/Wars\0aw", "no-such-zone"),
        (days_ahead(4), "E" * 5000, "no-such-zone"),
        (days_ahead(4), "Europa/Łódź", "no-such-zone"),
    ],
)
def test_an_impossible_time_is_refused(server: Server, when: str, zone: str, reason: str) -> None:
    ola = Person(server, "Ola").open()
    answer = ola.post(ola.path, do="arrange-meeting", when=when, zone=zone)
    assert (answer.status_code, answer.headers["turncoat-refusal"]) == (422, reason)
    assert told(ola) == []


def test_only_the_host_invites(server: Server) -> None:
    ola = Person(server, "Ola").open()
    jan = Person(server, "Jan", ola.code).sit()
    assert 'value="arrange-meeting"' in ola.look()
    assert 'value="arrange-meeting"' not in jan.look()
    answer = jan.post(jan.path, do="arrange-meeting", when=days_ahead(4), zone="UTC")
    assert answer.headers["turncoat-refusal"] == "not-host"
    assert told(ola) == []


def test_a_removed_visitor_gets_no_calendar_file(server: Server) -> None:
    ola = Person(server, "Ola").open()
    jan = Person(server, "Jan", ola.code).sit()
    arrange(ola, days_ahead(4))
    assert event_of(jan)
    ola.post(ola.path, do="remove", seat=1, sure="yes")
    assert jan.client.get(f"{jan.path}/invitation.ics").status_code == 404
    assert Person(server, "Eve").client.get("/t/ZZZZZZ/invitation.ics").status_code == 404


def test_the_time_is_in_the_words_of_the_language(server: Server) -> None:
    ola = Person(server, "Ola").open()
    ola.client.headers["Accept-Language"] = "pl"
    arrange(ola, days_ahead(4))
    ((at, words),) = told(ola)
    day = ("poniedziałek", "wtorek", "środa", "czwartek", "piątek", "sobota", "niedziela")
    assert words.startswith(day[datetime.fromisoformat(at).weekday()])
