"""Deadlines of play by day: nights do not count, and real hours do."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as some

from turncoat.kernel.refusals import Refused
from turncoat.table.values.play_by_day import HOUR, deadline, known_zone, zone_of
from turncoat.table.values.settings import TableSettings, changed

WARSAW = ZoneInfo("Europe/Warsaw")
ZONES = ("Europe/Warsaw", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Kathmandu", "UTC", "")
STEP = 10 * 60


def at(text: str) -> float:
    """Return a moment in Warsaw."""
    return datetime.fromisoformat(text).replace(tzinfo=WARSAW).timestamp()


def said(moment: float) -> str:
    return datetime.fromtimestamp(moment, WARSAW).isoformat(" ", "minutes")


@pytest.mark.parametrize(
    ("opened", "hours", "nights_off", "until"),
    [
        ("2026-11-30 09:00", 8, True, "2026-11-30 17:00+01:00"),
        ("2026-11-30 20:00", 8, True, "2026-12-01 14:00+01:00"),
        ("2026-11-30 20:00", 8, False, "2026-12-01 04:00+01:00"),
        ("2026-11-30 23:30", 12, True, "2026-12-01 20:00+01:00"),
        ("2026-11-30 03:00", 12, True, "2026-11-30 20:00+01:00"),
        ("2026-11-30 08:00", 24, True, "2026-12-01 18:00+01:00"),
        ("2026-11-30 08:00", 72, True, "2026-12-05 10:00+01:00"),
        # Summer time begins: the night has an hour less, and nobody's day.
        ("2026-03-28 20:00", 8, True, "2026-03-29 14:00+02:00"),
        ("2026-03-28 20:00", 8, False, "2026-03-29 05:00+02:00"),
        # Summer time ends.
        ("2026-10-24 20:00", 8, True, "2026-10-25 14:00+01:00"),
        ("2026-10-24 20:00", 8, False, "2026-10-25 03:00+01:00"),
    ],
)
def test_only_hours_outside_the_nights_count(opened: str, hours: int, nights_off: bool, until: str) -> None:
    assert said(deadline(at(opened), hours, nights_off=nights_off, zone="Europe/Warsaw")) == until


def test_a_question_put_in_the_hour_that_comes_twice_has_the_same_deadline_both_times() -> None:
    first = datetime(2026, 10, 25, 2, 30, tzinfo=WARSAW)
    untils = {
        deadline(moment.timestamp(), 8, nights_off=True, zone="Europe/Warsaw")
        for moment in (first, first.replace(fold=1))
    }
    assert [said(until) for until in untils] == ["2026-10-25 16:00+01:00"]


moments = some.integers(0, 4_000_000_000).map(float)


def is_day(moment: float, zone: str) -> bool:
    return 8 <= datetime.fromtimestamp(moment, zone_of(zone)).hour < 22


@given(moments, some.integers(1, 96), some.sampled_from(ZONES))
def test_a_deadline_is_so_many_waking_hours_away_and_never_at_night(opened: float, hours: int, zone: str) -> None:
    until = deadline(opened, hours, nights_off=True, zone=zone)
    assert until >= opened + hours * HOUR
    assert until <= opened + (hours / 14 + 2) * 25 * HOUR
    assert is_day(until - 1, zone), "at 22:00 at the latest"
    steps = range(int(opened), until, STEP)
    awake = sum(is_day(moment, zone) for moment in steps) * STEP
    days = len({datetime.fromtimestamp(moment, zone_of(zone)).date() for moment in steps}) + 1
    assert abs(awake - hours * HOUR) <= 2 * days * STEP


@given(moments, some.floats(0, 1e6), some.integers(1, 96), some.booleans(), some.sampled_from(ZONES))
def test_a_later_question_never_ends_earlier(
    opened: float, later: float, hours: int, nights_off: bool, zone: str
) -> None:
    first = deadline(opened, hours, nights_off=nights_off, zone=zone)
    assert deadline(opened + later, hours, nights_off=nights_off, zone=zone) >= first
    assert deadline(opened, hours + 1, nights_off=nights_off, zone=zone) >= first + HOUR


@given(some.text(max_size=80))
def test_an_odd_time_zone_is_refused_and_never_read_as_a_path(zone: str) -> None:
    if not zone or known_zone(zone) is not None:
        return
    with pytest.raises(Refused, match="time-zone"):
        changed(TableSettings(), {"time_zone": [zone]})
    until = deadline(0, 8, nights_off=True, zone=zone)  # from the log of a server that knows it
    assert datetime.fromtimestamp(until, UTC) == datetime(1970, 1, 1, 16, tzinfo=UTC)


@pytest.mark.parametrize(
    "zone", ["/etc/passwd", "../UTC", "Europe", "Europe/", "Europe/../UTC", "Europe/Warsaw\n", "europe warsaw", "\x00"]
)
def test_a_time_zone_is_a_name_of_the_tz_database(zone: str) -> None:
    assert known_zone(zone) is None


def test_a_form_sets_the_clock_of_play_by_day() -> None:
    fields = {"day_hours": ["24"], "nights_off": ["0", "1"], "time_zone": ["Europe/Warsaw"]}
    settings = changed(TableSettings(nights_off=False), fields)
    assert (settings.day_hours, settings.nights_off, settings.time_zone) == (24, True, "Europe/Warsaw")
    for hours in ("-1", "97", "one", "2.5"):
        with pytest.raises(Refused, match="setting"):
            changed(settings, {"day_hours": [hours]})


def test_a_deadline_is_less_than_a_week_away() -> None:
    opened = at("2026-11-30 21:59")
    until = deadline(opened, 96, nights_off=True, zone="Europe/Warsaw")
    assert timedelta(seconds=until - opened) < timedelta(days=7)
