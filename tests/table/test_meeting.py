"""The time of a meeting at a table: kept by the log, until the game that people were invited to begins."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turncoat.kernel.refusals import Refused
from turncoat.table import commands as c
from turncoat.table.handlers.dispatch import accept, apply
from turncoat.table.rebuilding import rebuild
from turncoat.table.state.table import Table
from turncoat.table.values.game_setup import GameSetup
from turncoat.table.values.meetings import EARLY, FURTHEST, zone_of

NOW = 1_800_000_000
FRIDAY = NOW + 4 * 24 * 60 * 60


class Log:
    """A table, and its log."""

    def __init__(self) -> None:
        self.table, self.log = Table(), list[bytes]()
        self.give(c.Open("BCDF", "Ola", GameSetup("resistance", 5)))
        self.give(c.DrawSeed(1, "ab" * 16), by=c.SERVER)

    def give(self, command: c.Command, at: float = NOW, by: str = "ola") -> None:
        for entry in accept(self.table, c.Entry("", by, command, at)):
            self.log.append(c.encode(entry))
            apply(self.table, c.decode(self.log[-1]))

    def refusal(self, command: c.Command, at: float = NOW) -> str:
        with pytest.raises(Refused) as refused:
            self.give(command, at)
        return refused.value.refusal.code


def test_the_log_keeps_the_time_of_a_meeting() -> None:
    log = Log()
    log.give(c.ArrangeMeeting(FRIDAY, "Europe/Warsaw"))
    log.give(c.ArrangeMeeting(FRIDAY + 1800, "Europe/Warsaw"), NOW + 60)
    again, _ = rebuild(log.log)
    meeting = again.meeting
    assert meeting is not None
    assert meeting == log.table.meeting
    assert (meeting.at, meeting.since, meeting.changed, meeting.changes) == (FRIDAY + 1800, NOW, NOW + 60, 1)
    log.give(c.ArrangeMeeting())
    assert log.table.meeting is None


@pytest.mark.parametrize(("at", "is_over"), [(FRIDAY - EARLY - 1, False), (FRIDAY - EARLY, True), (FRIDAY + 9, True)])
def test_a_meeting_is_over_when_a_game_begins_that_people_were_invited_to(at: int, is_over: bool) -> None:
    log = Log()
    log.give(c.ArrangeMeeting(FRIDAY, "Europe/Warsaw"))
    log.give(c.Start(), at)
    assert (log.table.meeting is None) == is_over
    # The deal is deleted with its game, and that changes nothing.
    kept = [line for line in log.log if not c.decode(line).game]
    assert (rebuild(kept)[0].meeting is None) == is_over


def test_times_are_to_come_within_a_year() -> None:
    log = Log()
    for at in (NOW - 1, NOW, NOW + FURTHEST + 1, -1):
        assert log.refusal(c.ArrangeMeeting(at, "UTC")) == "not-to-come"
    assert log.refusal(c.ArrangeMeeting(FRIDAY, "Europe/Nowhere")) == "no-such-zone"
    assert log.refusal(c.ArrangeMeeting()) == "no-meeting"
    log.give(c.Start())
    assert log.refusal(c.ArrangeMeeting(FRIDAY, "UTC")) == "game-running"


@given(st.text())
def test_a_time_zone_is_known_or_refused(name: str) -> None:
    with suppress(Refused):  # and no other error
        assert zone_of(name).key == name
