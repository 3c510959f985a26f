"""Suspicion of each seat over a finished game, as a page with a chart and all of its content in words."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

import msgspec

from turncoat.deduction.timeline import Shift, Timeline
from turncoat.kernel.opening import hiding_side
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.seats import SPECTATOR, Seat
from turncoat.kernel.words import N_
from turncoat.table.past.explaining import (
    event_of,
    headline,
    largest,
    moves_of,
    percent,
    reasons_for,
    swing_of,
    turning_point,
)
from turncoat.table.past.replay import Replay
from turncoat.table.values.occupants import Occupant
from turncoat.telling import Teller, Translate
from turncoat.web.board.model import Side
from turncoat.web.games import presenter_of
from turncoat.web.http.page import Page, SelectOption
from turncoat.web.http.static_files import static_url
from turncoat.web.replays.chart import Chart, Line, Mark, svg

DESK: Final = 1120, 480
PHONE: Final = 366, 420
"""Sizes of the chart in pixels. The page displays the one that fits."""
LOW_DESK: Final = 760, 300
LOW_PHONE: Final = 366, 300
"""Sizes of the chart on the end page, where it is one of several sections."""
TAIL: Final = 0.06
"""Length of the lines after the end, as a share of the game, so that the last event's effect is visible."""
MOST_MARKS: Final = 6
DECISIVE: Final = 3
"""Number of events told where suspicion is not the only subject of a page."""
_DECIDED: Final = N_("This decided the game.")
MOST_REASONS: Final = 6
"""Number of events marked in the chart, and listed for each seat. Those with the largest effect are chosen."""


class BeliefMark(msgspec.Struct, frozen=True):
    """Event marked in the chart."""

    number: int
    text: str
    moves: str
    is_swing: bool
    url: str = ""


class BeliefReason(msgspec.Struct, frozen=True):
    """Event that changed the suspicion of one seat."""

    text: str
    cause: str
    before: str
    after: str
    is_up: bool
    url: str = ""


class BeliefSeat(msgspec.Struct, frozen=True):
    """One seat: its role, and the course of its suspicion."""

    name: str
    avatar: str
    side: Side
    role: str
    start: str
    end: str
    reasons: tuple[BeliefReason, ...]
    chances: tuple[str, ...]
    """Probabilities at the start, at the beginning of each part of the game, and at the end."""


class BeliefPart(msgspec.Struct, frozen=True):
    """Course of suspicion from one viewpoint."""

    about: str
    swing: str
    desk: str
    phone: str
    """Chart in two sizes, as SVG drawn by the server."""
    marks: tuple[BeliefMark, ...]
    seats: tuple[BeliefSeat, ...]
    parts: tuple[str, ...]
    """Parts of the game, each with its first sentence."""


class TurningPart(msgspec.Struct, frozen=True):
    """Moment that changed suspicion most, for the end page."""

    happened: str
    moved: str
    """Sentence on the seat whose suspicion changed most, and whether rightly; or that this decided the game."""
    desk: str
    phone: str
    """Chart with that moment marked, in two sizes, as SVG drawn by the server."""


class SolutionPart(msgspec.Struct, frozen=True):
    """Course of public suspicion in short, with the few events that decided it."""

    about: str
    desk: str
    phone: str
    """Chart with these events marked, in two sizes, as SVG drawn by the server."""
    marks: tuple[BeliefMark, ...]
    seats: tuple[BeliefSeat, ...]


class BeliefPage(Page, frozen=True):
    """Suspicion chart of a finished game."""

    template: ClassVar[str] = "replays/beliefs.html"
    title: str
    about: str
    part: BeliefPart
    sides: tuple[SelectOption, ...]
    action: str
    record: str = ""
    back_url: str = ""

    def values(self) -> dict[str, object]:
        return {**super().values(), "part": self.part}


_EVERYBODY: Final = N_("Everybody's view")
_AS: Final = N_("As {name} saw it")


def viewpoint_from(text: str, players: int) -> Seat:
    """Return the viewpoint in an address, or everybody's if it is unknown."""
    return int(text) if text in set(map(str, range(players))) else SPECTATOR


def viewpoints(names: Sequence[str], chosen: Seat, translate: Translate) -> tuple[SelectOption, ...]:
    """Return the viewpoints to choose from."""
    seats = (
        SelectOption(str(seat), translate(_AS).format(name=name), chosen=seat == chosen)
        for seat, name in enumerate(names)
    )
    return (SelectOption("all", translate(_EVERYBODY), chosen=chosen == SPECTATOR), *seats)


def belief_part(
    replay: Replay,
    timeline: Timeline,
    occupants: Sequence[Occupant],
    translate: Translate,
    url_of: Callable[[int], str] = lambda moment: "",
) -> BeliefPart:
    """Return the course of suspicion from one viewpoint. `url_of` returns the address of a moment of the replay."""
    return _Maker(replay, timeline, occupants, translate, url_of).part()


def chart_of(replay: Replay, timeline: Timeline, names: Sequence[str], translate: Translate) -> Chart:
    """Return the chart alone, for a record without names."""
    occupants = [Occupant("person", name) for name in names]
    return _Maker(replay, timeline, occupants, translate, lambda moment: "").chart()


def turning_part(
    replay: Replay,
    timeline: Timeline,
    occupants: Sequence[Occupant],
    translate: Translate,
    url_of: Callable[[int], str],
) -> TurningPart | None:
    """Return the moment that decided the game, or else the one that changed public suspicion most.

    None if only revealed cards changed it."""
    return _Maker(replay, timeline, occupants, translate, url_of).turning()


def solution_part(
    replay: Replay, timeline: Timeline, occupants: Sequence[Occupant], translate: Translate
) -> SolutionPart:
    """Return the course of public suspicion with the events that decided it."""
    return _Maker(replay, timeline, occupants, translate, lambda moment: "").solution()


class _Maker:
    def __init__(
        self,
        replay: Replay,
        timeline: Timeline,
        occupants: Sequence[Occupant],
        translate: Translate,
        url_of: Callable[[int], str],
    ) -> None:
        self.replay, self.timeline, self.occupants, self.url_of = replay, timeline, occupants, url_of
        self.teller = Teller(replay.ruleset, [occupant.name for occupant in occupants], translate)
        self.book = rulebook(replay.ruleset.game)
        self.presenter = presenter_of(replay.ruleset.game)
        self.opened = replay.open_view(replay.last)
        self.events = replay.view(replay.last, timeline.seat).events[: timeline.events]
        self.width = max(1, timeline.events) * (1 + TAIL)

    def part(self) -> BeliefPart:
        timeline, teller = self.timeline, self.teller
        side = hiding_side(timeline.ruleset)
        drawn = self.chart()
        return BeliefPart(
            headline(timeline, side, teller),
            swing_of(timeline, teller),
            svg(drawn, *DESK),
            svg(drawn, *PHONE),
            tuple(self._mark(number, shift) for number, shift in enumerate(largest(timeline, MOST_MARKS), 1)),
            tuple(self._seat(seat) for seat in range(len(self.occupants))),
            tuple(teller.event(self.events[number]) for number in self._parts()),
        )

    def turning(self) -> TurningPart | None:
        decided = next((number for number, event in enumerate(self.events) if type(event).decides), None)
        if decided is not None:
            return self._turning(decided, self.teller.event(self.events[decided]), self.teller.text(_DECIDED))
        # After a card is revealed, its effect is no longer suspicion.
        shifts = [shift for shift in self.timeline.shifts if not type(shift.event).reveals]
        if not shifts:
            return None
        shift = max(shifts, key=lambda shift: shift.size)
        return self._turning(shift.number, self._told(shift), self._moved(shift))

    def _turning(self, number: int, happened: str, moved: str) -> TurningPart:
        when = (number + 1) / self.width
        mark = Mark(when, "!", f"{happened} {moved}", is_swing=True, url=self._url(number))
        drawn = msgspec.structs.replace(self.chart(), marks=(mark,))
        return TurningPart(happened, moved, svg(drawn, *LOW_DESK), svg(drawn, *LOW_PHONE))

    def solution(self) -> SolutionPart:
        shifts = largest(self.timeline, DECISIVE)
        marks = tuple(
            BeliefMark(number, self._told(shift), self._moved(shift), shift == self.timeline.swing)
            for number, shift in enumerate(shifts, 1)
        )
        drawn = msgspec.structs.replace(
            self.chart(),
            marks=tuple(
                Mark(self._when(shift), mark.number, f"{mark.text} {mark.moves}", mark.is_swing)
                for shift, mark in zip(shifts, marks, strict=True)
            ),
        )
        return SolutionPart(
            headline(self.timeline, hiding_side(self.timeline.ruleset), self.teller),
            svg(drawn, *LOW_DESK),
            svg(drawn, *LOW_PHONE),
            marks,
            tuple(self._seat(seat) for seat in range(len(self.occupants))),
        )

    def _moved(self, shift: Shift) -> str:
        """Describe the effect of a shift on the seat that it moved most, and whether that was right."""
        roles = [self.presenter.role(self.opened, seat) for seat in range(len(self.occupants))]
        hidden = [bool(role) and self.book.side_of(role, self.opened.board) == self.book.hiding_side for role in roles]
        return turning_point(shift, hidden, self.teller)

    def _told(self, shift: Shift) -> str:
        """Describe the event of a shift, preceded by the proposal if it is a vote."""
        text = event_of(shift, self.teller)
        if type(shift.event).scene != "vote":
            return text
        before = (self.teller.event(one) for one in reversed(self.events[: shift.number]) if type(one).opens_talk)
        return f"{next(before, '')} {text}".strip()

    def chart(self) -> Chart:
        timeline = self.timeline
        marks = [(shift, self._mark(number, shift)) for number, shift in enumerate(largest(timeline, MOST_MARKS), 1)]
        return Chart(
            swing_of(timeline, self.teller),
            tuple(self._line(seat) for seat in range(len(self.occupants))),
            tuple(
                Mark(self._when(shift), mark.number, f"{mark.text} {mark.moves}", mark.is_swing, mark.url)
                for shift, mark in marks
            ),
            tuple(number / self.width for number in self._parts()),
        )

    def _mark(self, number: int, shift: Shift) -> BeliefMark:
        text, moves = event_of(shift, self.teller), moves_of(shift, self.teller)
        return BeliefMark(number, text, moves, shift == self.timeline.swing, self._url(shift.number))

    def _when(self, shift: Shift) -> float:
        return (shift.number + 1) / self.width

    def _parts(self) -> list[int]:
        """Return the numbers of the events that begin a part of the game."""
        return [number for number, event in enumerate(self.events) if type(event).is_heading]

    def _url(self, number: int) -> str:
        """Return the address of the moment in which an event was seen."""
        return self.url_of(self.replay.moment_of(number, self.timeline.seat))

    def _role(self, seat: Seat) -> tuple[str, Side]:
        role = self.presenter.role(self.opened, seat)
        side = self.book.side_of(role, self.opened.board) if role else ""
        return self.teller.role(role or side), self.presenter.outline(side)

    def _line(self, seat: Seat) -> Line:
        occupant = self.occupants[seat]
        shifts = self.timeline.of(seat)
        points = ((0.0, self.timeline.start[seat]), *((self._when(shift), shift.after[seat]) for shift in shifts))
        return Line(
            occupant.name, self._role(seat)[1], points, f"{static_url('avatars.svg')}#{occupant.avatar_on(seat)}"
        )

    def _seat(self, seat: Seat) -> BeliefSeat:
        timeline, occupant = self.timeline, self.occupants[seat]
        role, side = self._role(seat)
        reasons = tuple(
            BeliefReason(
                move.event,
                move.cause,
                percent(move.before),
                percent(move.after),
                move.after > move.before,
                self._url(move.number),
            )
            for move in reasons_for(timeline, seat, MOST_REASONS, self.teller)
        )
        chances = (timeline.start, *(timeline.at(number) for number in self._parts()), timeline.last)
        return BeliefSeat(
            occupant.name,
            occupant.avatar_on(seat),
            side,
            role,
            percent(timeline.start[seat]),
            percent(timeline.last[seat]),
            reasons,
            tuple(percent(one[seat]) for one in chances),
        )
