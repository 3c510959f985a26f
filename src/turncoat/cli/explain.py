"""`turncoat record explain`: how likely each seat was to be on the side that hides, and what changed it."""

from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import msgspec
import typer

from turncoat.cli.arguments import translator_of
from turncoat.cli.errors import CommandError
from turncoat.cli.records import about, check_seat, read_game, read_text, who_was_who
from turncoat.deduction import NoWorldFits
from turncoat.deduction.timeline import Timeline, timeline
from turncoat.kernel.events import all_seen_by
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import hiding_side
from turncoat.kernel.seats import SPECTATOR, Seat
from turncoat.kernel.words import N_, composed
from turncoat.table.past.explaining import causes_of, event_of, headline, percent, swing_of
from turncoat.telling import Teller, Translate

SIZE: Final = 960, 480
"""The size of a chart in a file, in pixels."""
HIDING, LOYAL = "#8b1d0f", "#144270"
"""The colours of the lines in a PNG: of the side that hides, and of the others."""
_START: Final = N_("At the start: {chances}.")
_END: Final = N_("At the end: {chances}.")
_CHANCE: Final = N_("{seat:seat} {chance}")
_NO_WORLD: Final = N_("{file}: nobody can have held any cards after this: {event}")
_NO_CHART: Final = N_("--plot writes a file that ends in .svg or .png, not {given}")
_NO_MATPLOTLIB: Final = N_(
    "a PNG is drawn by Matplotlib: pip install 'turncoat[lab]'; a file that ends in .svg needs none"
)


class ShiftReport(msgspec.Struct):
    """What one event changed."""

    event: int
    text: str
    before: tuple[float, ...]
    after: tuple[float, ...]
    causes: tuple[str, ...]
    """For each seat what it had to do with the event."""


class Report(msgspec.Struct):
    """What is printed for programs."""

    game: str
    players: int
    modules: tuple[str, ...]
    seat: int | None
    side: str
    start: tuple[float, ...]
    shifts: list[ShiftReport]
    end: tuple[float, ...]
    swing: int | None
    """The event that changed most."""


def run(file: Path, seat: Seat | None, plot: Path | None, *, as_json: bool, language: str = "") -> None:
    """Explain a recorded game, as everybody or one seat could see it."""
    say = translator_of(language)
    if plot is not None and plot.suffix not in (".svg", ".png"):
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
        typer.echo(msgspec.json.format(msgspec.json.encode(_report(course, seat, told)), indent=2))
        return
    for line in (about(game.ruleset, say), *_told(game, course, teller)):
        typer.echo(line)


def _told(game: Game[Any], course: Timeline, teller: Teller) -> Iterable[str]:
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


def _report(course: Timeline, seat: Seat | None, teller: Teller) -> Report:
    ruleset = course.ruleset
    return Report(
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
        if plot.suffix == ".svg":
            plot.write_text(svg(chart, *SIZE, alone=True), encoding="utf-8")
        else:
            _png(chart, plot)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise CommandError(composed("{file}: {why}", file=str(plot), why=why), 1) from None


def _png(chart: Any, plot: Path) -> None:
    """The same chart by Matplotlib, which is installed only where somebody wants it."""
    try:
        figures = import_module("matplotlib.figure")
    except ImportError:
        raise CommandError(_NO_MATPLOTLIB) from None
    from turncoat.web.replays.chart import spread

    width, height = SIZE
    figure = figures.Figure(figsize=(width / 100, height / 100), dpi=200, layout="constrained", facecolor="#faf6ea")
    axes = figure.add_subplot(facecolor="#faf6ea")
    for when in chart.parts:
        axes.axvline(when, color="#b5a98b", linestyle=":", linewidth=1)
    for mark in chart.marks:
        axes.axvline(mark.when, color="#a35600" if mark.is_swing else "#756b54", linestyle="--", linewidth=1)
        axes.annotate(
            str(mark.number), (mark.when, 1.0), (0, 8), textcoords="offset points", ha="center", weight="bold"
        )
    lines = sorted(chart.lines, key=lambda line: line.end)
    for line, place in zip(lines, spread([line.end for line in lines], 0.055, 0.0, 1.0), strict=True):
        colour, is_jagged = (HIDING, True) if line.side == "jagged" else (LOYAL, False)
        whens, chances = zip(*line.points, (1.0, line.end), strict=True)
        axes.step(whens, chances, where="post", color=colour, linewidth=2.2 if is_jagged else 1.4)
        weight = "bold" if is_jagged else "normal"
        axes.annotate(line.name, (1.01, place), color=colour, va="center", weight=weight, annotation_clip=False)
    axes.set(xlim=(0, 1), ylim=(-0.02, 1.02), xticks=[])
    axes.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0%", "25%", "50%", "75%", "100%"])
    axes.grid(axis="y", color="#b5a98b", linewidth=0.6)
    axes.set_title(chart.title, loc="left", fontsize=9, wrap=True, pad=20)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(plot)
