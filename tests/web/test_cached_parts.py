"""Cached page parts are never stale: whatever people do, a cached page equals a freshly rendered one."""

from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from tests.support.open_page import PageModel, uncached
from tests.support.running import PEOPLE, RESISTANCE, RunningRoom
from turncoat.kernel.refusals import Refused
from turncoat.table import commands as c
from turncoat.table.values.settings import TableSettings
from turncoat.web.http.identity import Visitor
from turncoat.web.table.open_page import OpenPage
from turncoat.web.table.page import layout_of
from turncoat.web.updates.viewer import Outcome

pytestmark = pytest.mark.anyio

TAKEN = 80
"""Number of commands and other events per table."""


def some_command(rng: Random) -> c.Command:
    """Return a random command, which will often be refused."""
    seat = rng.randrange(5)
    commands: list[c.Command] = [
        c.Sit("Newcomer"),
        c.Leave(),
        c.Rename(rng.choice(["Ola", "Zuzanna", "Jan"])),
        c.AddEntropy(str(seat)),
        c.HandOver(seat),
        c.Remove(seat),
        c.RemoveSpectator(rng.choice(["eve", "somebody"]), "Eve"),
        c.LetBack(seat),
        c.RequestSeat("Guest", seat),
        c.WithdrawSeatRequest(),
        c.AnswerSeatRequest(seat, rng.random() < 0.5),
        c.Pause(),
        c.Resume(),
        c.RequestPause(),
        c.WithdrawPauseRequest(),
        c.StandIn(seat),
        c.ReturnFromAway(seat),
        c.WantToGiveUp(rng.random() < 0.7),
        c.StartDiscussion(60),
        c.Mute(rng.randrange(4), rng.random() < 0.5),
        c.Guide(rng.random() < 0.5),
        c.Say("Hello"),
        c.Start(),
        c.Reopen(),
        c.ChangeSettings(
            TableSettings(
                rng.choice([0, 60]),
                locked=rng.random() < 0.2,
                newcomers=rng.random() < 0.8,
                spectators=rng.random() < 0.9,
                keep_games=rng.choice([0, 30]),
                spectators_talk=rng.random() < 0.5,
            )
        ),
    ]
    return rng.choice(commands)


class Looking:
    """A visitor whose open page follows updates."""

    def __init__(self, running: RunningRoom, person: str) -> None:
        self.running, self.visitor = running, Visitor(person, person)
        self.follow()

    def follow(self) -> None:
        """Load the page and connect it."""
        self.viewer = self.fresh_viewer()
        self.page = PageModel(self.fresh_viewer().load(), layout_of(self.viewer.room, self.visitor.id).name)
        self.viewer.claim(self.page.claim)

    def fresh_viewer(self) -> OpenPage:
        room = self.running.room.room_for(self.visitor.id)
        return OpenPage(room, self.visitor, "en", "http://table", "csrf", packs=True)

    def compare(self) -> None:
        """Check that the page, once updated, equals a freshly loaded one."""
        if self.viewer.page_key() != self.stage:
            self.follow()
        self.stage = self.viewer.page_key()
        self.page.take(self.viewer.answer(Outcome()))
        fresh = PageModel()
        with uncached():
            fresh.take(self.fresh_viewer().answer(Outcome()))
        assert self.page.texts == fresh.texts

    stage = ""


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(4))
async def test_cached_parts_never_make_an_open_page_stale(tmp_path: Path, seed: int) -> None:
    running, rng = await RunningRoom(tmp_path).begin(RESISTANCE, 4), Random(seed)
    looking = [Looking(running, person) for person in PEOPLE[:6]]
    taken = 0
    while taken < TAKEN:
        session = running.room.table.session
        with suppress(Refused):
            if session is not None and session.waiting and session.result is None and rng.random() < 0.6:
                await running.default(rng.choice([seat for seat in range(5) if session.waiting >> seat & 1]))
            elif rng.random() < 0.15:
                person = rng.choice(PEOPLE[:6])
                await (running.disconnect if person in running.pages else running.connect)(person)
            else:
                await running.do(rng.choice(PEOPLE[:6]), some_command(rng))
            taken += 1
            await running.wait(rng.choice([0, 0, 1]))
            for one in looking:
                one.compare()
    await running.registry.close()
