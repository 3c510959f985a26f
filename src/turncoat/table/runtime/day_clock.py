"""The clock of a table that is played by day, computed from what its log tells everybody.

So every server, and every restart, comes to the same moments.
"""

from turncoat.kernel.seats import is_in
from turncoat.table.state.game_session import GameSession
from turncoat.table.state.table import Table
from turncoat.table.values.occupants import seats_of_people
from turncoat.table.values.play_by_day import deadline


def deadline_of(table: Table) -> int:
    """Return the time, in seconds since 1970, until which the open question waits, or 0 without such a clock."""
    session, settings = table.session, table.settings
    if not settings.is_by_day or session is None or not session.question or table.control.paused_by:
        return 0
    # Everyone who was asked counts, answered or not: an answer changes nothing about the clock.
    if session.is_held or not session.asked & seats_of_people(table.seats):
        return 0
    return deadline(table.asked_at, settings.day_hours, nights_off=settings.nights_off, zone=settings.time_zone)


def wakes_at(table: Table) -> int:
    """Return the time at which a table that is played by day must be in memory, or 0 if it waits for nobody."""
    if not table.settings.is_by_day:
        return 0
    session, now = table.session, max(1, int(table.last_at))
    if table.pending_deal is not None:
        return now
    if session is None or session.result is not None or table.control.paused_by:
        return 0
    if session.is_held or session.standing_answers & session.waiting or bots_are_asked(table, session):
        return now
    return deadline_of(table)


def bots_are_asked(table: Table, session: GameSession) -> bool:
    """Return whether the game waits for a bot."""
    return any(is_in(seat, session.waiting) and one.is_played_by_bot for seat, one in enumerate(table.seats))
