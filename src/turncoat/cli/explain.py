"""The command `turncoat record explain`: each seat's chance to be on the hidden side, and what changed it."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import msgspec
import typer

from turncoat.cli.arguments import translator_of
from turncoat.cli.errors import CommandError
from turncoat.cli.json_text import json_text
from turncoat.cli.records import about, check_seat, read_game, read_text, who_was_who
from turncoat.deduction import NoWorldFits
from turncoat.deduction.timeline import Timeline, timeline
from turncoat.kernel.events import all_seen_by
from turncoat.kernel.game import Game
from turncoat.kernel.opening import hiding_side
from turncoat.kernel.seats import SPECTATOR, Seat
from turncoat.kernel.words import N_, composed
from turncoat.table.past.explaining import causes_of, event_of, headline, percent, swing_of
from turncoat.telling import Teller, Translate

SIZE: Final = 960, 480
"""Size of a chart file in pixels."""
_START: Final = N_("At the start: {chances}.")
_END: Final = N_("At the end: {chances}.")
_CHANCE: Final = N_("{seat:seat} {chance}")
_NO_WORLD: Final = N_("{file}: no deal fits after this: {event}")
_NO_CHART: Final = N_("--plot needs a file name that ends in .svg, not {given}")


class ShiftReport(msgspec.Struct):
    """Effect of one event."""

    event: int
    text: str
    before: tuple[float, ...]
    after: tuple[float, ...]
    causes: tuple[str, ...]
    """Role of each seat in the event."""


class TimelineReport(msgspec.Struct):
    """JSON output of the command."""

    game: str
    players: int
    modules: tuple[str, ...]
    seat: int | None
    side: str
    start: tuple[float, ...]
    shifts: list[ShiftReport]
    end: tuple[float, ...]
    swing: int | None
    """Event with the largest change."""


def run(file: Path, seat: Seat | None, plot: Path | None, *, as_json: bool, language: str = "") -> None:
    """Explain a recorded game from the view of a spectator or a seat."""
    say = translator_of(language)
    if plot is not None and plot.suffix != ".svg":
        raise CommandError(composed(_NO_CHART, given=str(plot)))
    game = read_game(file)
    check_seat(seat, game.ruleset.players)
    teller = Teller(game.ruleset, (), say)
    viewer = SPECTATOR if seat is None else seat
    try:
        course = timeline(game.ruleset, viewer, all_seen_by(game.events, viewer))
    except NoWorldFits as error:
        why = composed(_NO_WORLD, file=str(file), event=teller.event(error.event) or repr(error.event))
        raise CommandError(why, 1) from None
    if plot is not None:
        _plot(file, course, plot, say)
    if as_json:
        told = Teller(game.ruleset, ())
        typer.echo(json_text(_report(course, seat, told)))
        return
    for line in (about(game.ruleset, say), *_lines(game, course, teller)):
        typer.echo(line)


def _lines(game: Game[Any], course: Timeline, teller: Teller) -> Iterable[str]:
    yield headline(course, hiding_side(course.ruleset), teller)
    yield teller.fill(_START, chances=_chances(course.start, teller))
    for shift in course.shifts:
        if lines := causes_of(shift, teller):
            yield f"- {event_of(shift, teller)}"
            yield from (f"  {line}" for line in lines)
    yield teller.fill(_END, chances=_chances(course.last, teller))
    yield swing_of(course, teller)
    if game.result is not None:
        yield from who_was_who(game, teller)


def _chances(chances: Iterable[float], teller: Teller) -> str:
    return ", ".join(teller.fill(_CHANCE, seat=seat, chance=percent(chance)) for seat, chance in enumerate(chances))


def _report(course: Timeline, seat: Seat | None, teller: Teller) -> TimelineReport:
    ruleset = course.ruleset
    return TimelineReport(
        ruleset.game,
        ruleset.players,
        ruleset.modules,
        seat,
        hiding_side(ruleset),
        course.start,
        [
            ShiftReport(shift.number, event_of(shift, teller), shift.before, shift.after, shift.causes)
            for shift in course.shifts
        ],
        course.last,
        course.swing.number if course.swing is not None else None,
    )


def _plot(file: Path, course: Timeline, plot: Path, say: Translate) -> None:
    """Draw the chart into a file."""
    from turncoat.table.past.replay import Replay
    from turncoat.web.replays.beliefs import chart_of
    from turncoat.web.replays.chart import Chart, svg

    teller = Teller(course.ruleset, (), say)
    chart: Chart = chart_of(Replay(read_text(file)), course, list(map(teller.seat, range(course.ruleset.players))), say)
    try:
        plot.write_text(svg(chart, *SIZE, alone=True), encoding="utf-8")
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise CommandError(composed("{file}: {why}", file=str(plot), why=why), 1) from None
