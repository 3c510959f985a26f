"""Check everything that came to pages against the server's log, as `checks` does.

- The versions of the table on a page only grow, and reach the last.
- Every event is announced once, in order, in the words for everybody. Events that came together may share a sentence.
- Some of the updates are rendered again for their seat, from a game that gives access to no view except this seat's and
  a spectator's. The seat's own parts have to be identical, character for character, so they have nothing of another
  seat.
- A choice that was refused was not legal, or came too late.
"""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, cast

from bench.load.checks import Held, LogWalk, TakenChoice
from bench.load.pages import LATE, Attempt, PageFrame, PageSeat, PageTable
from bench.load.play import Faults
from turncoat.kernel.seats import SPECTATOR, Seat, SeatSet
from turncoat.kernel.steps import Prompt
from turncoat.kernel.views import View
from turncoat.table import commands as c
from turncoat.table.runtime.metrics import Metrics
from turncoat.table.runtime.room import Room
from turncoat.table.runtime.room_clock import LoopTime
from turncoat.table.runtime.room_registry import RoomRegistry
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.table.state.game_session import GameSession
from turncoat.table.state.table import Table
from turncoat.web.board.telling import teller_of
from turncoat.web.http.identity import Visitor
from turncoat.web.table.drawing import FORM_TOKEN, render_part
from turncoat.web.table.option_forms import NotAnAnswer, answer_of
from turncoat.web.table.page import layout_of
from turncoat.web.table.page_parts import ViewerContext

_OPEN: Final = frozenset(
    {
        "acts",
        "asked",
        "automatic_choices",
        "first_new_event",
        "holds",
        "is_held",
        "names",
        "number",
        "occupants",
        "private",
    }
    | {
        "entropy_by_seat",
        "fixed_deal",
        "latest_question",
        "question",
        "result",
        "rules",
        "ruleset",
        "takes_standing_answers",
        "turn",
        "waiting",
    }
)
"""Attributes of a game, beside views, that a page may read: they are public, or count the seat's own acts."""


class _Offline:
    """A server without a store. Rendering a page needs nothing else of it."""

    settings = ServerSettings(Path())
    time = LoopTime()
    metrics = Metrics()


class OneView:
    """A game with access to only one seat's view, and a spectator's."""

    def __init__(self, session: GameSession, seat: Seat) -> None:
        self._session, self._seat = session, seat

    def __getattr__(self, name: str) -> Any:
        if name not in _OPEN:
            raise AttributeError(f"a page asks a game for {name}")
        return getattr(self._session, name)

    @property
    def standing_answers(self) -> SeatSet:
        """The seat's own standing answers alone."""
        return self._session.standing_answers & (1 << self._seat)

    def view(self, seat: Seat = SPECTATOR) -> View[Any]:
        """Return the seat's own view. Raises PermissionError for another seat."""
        if seat not in (self._seat, SPECTATOR):
            raise PermissionError(f"a page of seat {self._seat} asks what seat {seat} sees")
        return self._session.view(seat)


def own_parts_of(table: Table, seat: Seat, csrf: str) -> dict[str, str]:
    """Render the parts that only this seat gets, from what it may see."""
    room = Room(table, cast(RoomRegistry, _Offline()))
    room.presence.listed = frozenset(occupant.person for occupant in table.seats)
    visitor = Visitor(table.seats[seat].person, table.seats[seat].name)
    session = table.session
    assert session is not None
    table.session = cast(GameSession, OneView(session, seat))
    page = layout_of(room, visitor.id)
    try:
        at = ViewerContext(room, visitor, "en", "")
        models = {part: part.model(at) for part in page.seat}
    finally:
        table.session = session
    if page.name != "play":
        return {}
    return {
        part.id: render_part(part, model, "en").drawn.html.replace(FORM_TOKEN, csrf) for part, model in models.items()
    }


class _Page:
    """The updates of one page, checked against the log."""

    def __init__(self, seat: PageSeat, walk: LogWalk) -> None:
        self.seat, self.walk = seat, walk
        self.versions = [frame.version for frame in seat.frames]
        self.next = 0
        self.said: dict[int, list[tuple[str, str]]] = {}
        """The announcements to the page in each game."""
        self.came: dict[int, list[int]] = {}
        """The versions of each game that came to the page. Events up to the first are not announced."""
        for frame in seat.frames:
            self._note_said(frame)

    def _note_said(self, frame: PageFrame) -> None:
        kind, _, number = frame.game.partition("-")
        if kind == "game":
            self.came.setdefault(int(number), []).append(frame.version)
            told = [(saying.id, saying.text) for saying in frame.said if saying.id.startswith("e")]
            self.said.setdefault(int(number), []).extend(told)

    def compare(self, table: Table) -> None:
        """Render the sampled updates of this version and compare them.

        A change that only the seat itself notices does not change the version, so the update has to match one of
        several renderings.
        """
        frames = self.seat.frames
        while self.next < len(frames) and frames[self.next].version < table.version:
            if frames[self.next].own:
                self._fault(f"version {frames[self.next].version}: not what its seat may see: {frames[self.next].own}")
            self.next += 1
        if table.session is None:
            return
        while self.next < len(frames) and frames[self.next].version == table.version:
            own = frames[self.next].own
            if own and dict(own) != own_parts_of(table, self.seat.seat, self.seat.csrf):
                break
            self.next += 1

    def finish(self) -> None:
        """Report sampled updates that no rendering matched."""
        for frame in self.seat.frames[self.next :]:
            if frame.own:
                self._fault(f"version {frame.version}: not what its seat may see: {frame.own}")

    def compare_said(self, table: Table) -> None:
        """Compare the announcements of the game that is over with its public events."""
        session = table.session
        assert session is not None
        teller = teller_of(session, session.names, str)
        said = self.said.get(session.number, [])
        events, counts = (
            session.view().events,
            [table.events_at.get(one, 0) for one in self.came.get(session.number, [])],
        )
        # Events of one update may be announced together.
        happened = [
            (f"e{session.number}-{since + one.last}", one.text)
            for since, until in pairwise(counts)
            for one in teller.events(events[since:until])
        ]
        if said != happened:
            wrong = [pair for pair in zip(said, happened, strict=False) if pair[0] != pair[1]][:1]
            self._fault(f"{len(said)} things were announced, and {len(happened)} have happened: {wrong}")

    def _fault(self, what: str) -> None:
        self.walk.fault(f"seat {self.seat.seat}: {what}")


def check_pages(at: PageTable, entries: Sequence[c.Entry], faults: Faults) -> list[Held]:
    """Check what the pages of a table received against its log, and return when each choice reached all of them."""
    walk = LogWalk(at.code, [seat.sent for seat in at.seats], faults)
    pages = [_Page(seat, walk) for seat in at.seats]
    versions: dict[int, int] = {}
    prompts: list[dict[str, Prompt]] = [{} for _ in at.seats]
    attempts = [list(seat.attempts) for seat in at.seats]
    for position in walk.walk(entries):
        table = walk.table
        versions[position] = table.version
        session = table.session
        if session is None:
            continue
        for page, known in zip(pages, prompts, strict=True):
            page.compare(table)
            prompt = session.view(page.seat.seat).prompt
            if prompt is not None:
                known[str(prompt.number)] = prompt
        if isinstance(entries[position].command, c.ArchiveGame):
            for page, known, tries in zip(pages, prompts, attempts, strict=True):
                page.compare_said(table)
                _check_attempts(page, known, tries)
                known.clear()
    for page in pages:
        page.finish()
        if not page.versions or page.versions[-1] < max(versions.values(), default=0):
            walk.fault(f"seat {page.seat.seat}: the last version did not come")
    return [held for choice in walk.taken if (held := _held(choice, versions[choice.position], pages)) is not None]


def _check_attempts(page: _Page, prompts: dict[str, Prompt], attempts: list[Attempt]) -> None:
    """Report legal choices that were refused."""
    while attempts and attempts[0].fields["command"][0].startswith(f"{page.walk.table.games}-"):
        attempt = attempts.pop(0)
        prompt = prompts.get(attempt.prompt)
        if prompt is None:
            page.walk.fault(f"seat {page.seat.seat}: {attempt} answers what was not asked")
            continue
        try:
            refusal = prompt.option.refusal(answer_of(prompt.option, attempt.fields))
        except NotAnAnswer:
            refusal = None
        is_late = attempt.code in LATE and prompt.question.first_ends
        if not is_late and (refusal is None or refusal.code != attempt.code):
            page.walk.fault(f"seat {page.seat.seat}: a legal choice was refused: {attempt}")


def _held(choice: TakenChoice, version: int, pages: Sequence[_Page]) -> Held | None:
    """Return the choice with the time when the last player's page held it, or None if a page never did."""
    seen = choice.sent.at
    for page in pages:
        if not choice.is_noticed and page.seat.seat != choice.seat:
            continue
        index = bisect_left(page.versions, version)
        if index == len(page.versions):
            return None
        seen = max(seen, page.seat.frames[index].came)
    return Held(choice.sent.at, seen)
