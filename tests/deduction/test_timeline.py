"""The timeline: probabilities of each seat, event by event, up to the end of the game and no further."""

from typing import Any

import pytest

from turncoat.deduction import NoWorldFits
from turncoat.deduction.timeline import timeline
from turncoat.games.resistance.events import MissionRevealed
from turncoat.kernel.chapters import Deal
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR
from turncoat.simulation.playing import play_numbered, seating
from turncoat.testing import play_script

FIVE = Ruleset.of("resistance", 5)
DEAL = Deal(("resistance", "spy", "resistance", "spy", "resistance"), 0)
FAILED = "0 name-team team=1,2\n0,1,2,3,4 cast-ballot approve\n1 play-card fail\n2 play-card success"
RULESETS = (FIVE, Ruleset.of("resistance", 7, ["hunter"]), Ruleset.of("winter-soldier", 7), Ruleset.of("hail-hydra", 5))


def played(ruleset: Ruleset) -> Game[Any]:
    return play_numbered(ruleset, seating(ruleset, ["sensible"]), "timeline", 1)


@pytest.mark.parametrize("ruleset", RULESETS, ids=str)
def test_timeline_events_build_on_each_other(ruleset: Ruleset) -> None:
    game = played(ruleset)
    for seat in (SPECTATOR, 0, 3):
        course = timeline(ruleset, seat, game.view(seat).events)
        now = course.start
        for shift in course.shifts:
            assert shift.before == now
            assert sum(shift.after) == pytest.approx(sum(course.start))  # the expected number of traitors is constant
            now = shift.after
        assert course.last == now
        largest = max((shift.size for shift in course.shifts), default=0)
        assert (course.swing.size if course.swing else 0) == largest
        assert course.at(0) == course.start
        assert course.at(course.events) == course.last


@pytest.mark.parametrize("ruleset", RULESETS, ids=str)
def test_reveals_after_the_end_are_not_evidence(ruleset: Ruleset) -> None:
    game = played(ruleset)
    course = timeline(ruleset, SPECTATOR, game.view(SPECTATOR).events)
    assert type(game.view(SPECTATOR).events[course.events]).__name__ == "GameEnded"
    assert all(shift.number < course.events for shift in course.shifts)


def test_a_spy_knows_the_others_from_the_start() -> None:
    course = timeline(FIVE, 1, Game(FIVE, DEAL).view(1).events)
    assert course.start == pytest.approx([float(role == "spy") for role in DEAL.roles])
    assert course.shifts == ()
    assert course.swing is None


def test_a_failed_mission_is_the_biggest_swing() -> None:
    course = timeline(FIVE, SPECTATOR, play_script(FIVE, DEAL, FAILED).view(SPECTATOR).events)
    assert course.swing is not None
    assert isinstance(course.swing.event, MissionRevealed)
    assert course.swing.by(1) > 0 > course.swing.by(0)
    assert course.of(1)[-1] == course.swing


def test_an_impossible_event_in_a_timeline_is_named() -> None:
    view = play_script(FIVE, DEAL, FAILED.rpartition("\n1 play-card")[0]).view(SPECTATOR)
    lie = MissionRevealed(1, ("fail",) * 3, success=False)  # two are on the team
    with pytest.raises(NoWorldFits) as raised:
        timeline(FIVE, SPECTATOR, [*view.events, lie])
    assert raised.value.event == lie
