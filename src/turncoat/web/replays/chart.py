"""Chart of suspicion over a game, drawn as SVG on the server.

Each seat has a line in the ink of its side, labelled with its name at the end. The page says everything in words as
well. It colours the chart by its style sheet, while a file contains the colours itself.
"""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final, Literal

import msgspec

LABEL: Final = 21
"""Minimum distance of two labels, in pixels."""
DASHES: Final = ("", "7 3", "2 3", "9 3 2 3", "4 4", "12 4")
"""Dash patterns that tell apart the lines of one side."""
BESIDE: Final = 1.8
"""Offset in pixels between lines that would otherwise coincide."""
WIDEST: Final = 12
"""Largest total of these offsets, in pixels."""
MARK: Final = 9
"""Radius of an event's mark, in pixels."""

STYLE: Final = """
.chart { background: #faf6ea; font: 13px "Archivo", "Helvetica Neue", Arial, sans-serif; }
.chart text { fill: #21272b; } .chart .scale, .chart .part { fill: #4d5454; font-size: 12px; }
.chart .grid { stroke: #b5a98b; stroke-width: 1; } .chart .part-line { stroke: #b5a98b; stroke-dasharray: 1 4; }
.chart .line { fill: none; stroke-width: 2.25; stroke-linejoin: round; } .chart .lead { fill: none; stroke-width: 1; }
.chart .is-shield { stroke: #144270; } .chart .is-jagged { stroke: #8b1d0f; }
.chart .line.is-jagged { stroke-width: 3.25; }
.chart text.is-shield { fill: #144270; stroke: none; }
.chart text.is-jagged { fill: #8b1d0f; stroke: none; font-weight: 700; }
.chart .mark-line { stroke: #756b54; stroke-dasharray: 3 3; } .chart .mark circle { fill: #fffdf7; stroke: #21272b; }
.chart .mark text { font-size: 12px; font-weight: 700; } .chart .is-swing circle { fill: #ffb938; }
.chart .is-swing .mark-line { stroke: #a35600; stroke-width: 2; stroke-dasharray: none; }
"""


class Line(msgspec.Struct, frozen=True):
    """Line of one seat."""

    name: str
    side: Literal["shield", "jagged"]
    points: tuple[tuple[float, float], ...]
    """Times and probabilities (both from 0 to 1) at which the line steps to a new value. The first is at time 0."""
    avatar: str = ""
    """Address of the avatar's drawing, if there is one."""

    @property
    def end(self) -> float:
        """Probability at the end."""
        return self.points[-1][1]


class Mark(msgspec.Struct, frozen=True):
    """Event with a large effect."""

    when: float
    number: int | str
    """Number in the list below the chart, or another character if there is no list."""
    text: str
    is_swing: bool = False
    url: str = ""


class Chart(msgspec.Struct, frozen=True):
    """Content of a chart."""

    title: str
    lines: tuple[Line, ...]
    marks: tuple[Mark, ...] = ()
    parts: tuple[float, ...] = ()
    """Times at which parts of the game began."""


def svg(chart: Chart, width: int, height: int, *, alone: bool = False) -> str:
    """Render a chart as SVG. With `alone`, it is a file of its own that contains its colours and a title."""
    if alone:  # a file cannot refer to the file of avatars
        without_avatars = tuple(msgspec.structs.replace(line, avatar="") for line in chart.lines)
        chart = msgspec.structs.replace(chart, lines=without_avatars)
    return _Drawing(chart, width, height).svg(alone=alone)


class _Drawing:
    def __init__(self, chart: Chart, width: int, height: int) -> None:
        self.chart, self.width, self.height = chart, width, height
        names = max((len(line.name) for line in chart.lines), default=0)
        avatars = 24 if any(line.avatar for line in chart.lines) else 0
        self.left, self.top, self.bottom = 40, 34, height - 26
        self.right = width - min(28 + avatars + 8 * names, width * 0.36)
        self.avatars = avatars

    def x(self, when: float) -> float:
        return round(self.left + when * (self.right - self.left), 1)

    def y(self, chance: float) -> float:
        return round(self.bottom - chance * (self.bottom - self.top), 1)

    def svg(self, *, alone: bool) -> str:
        drawn = "".join((*self._frame(), *self._marks(), *self._lines()))
        title = f"<title>{escape(self.chart.title)}</title>" if alone else ""
        style = f"<style>{STYLE}</style>" if alone else ""
        space = ' xmlns="http://www.w3.org/2000/svg"' if alone else ""
        size = f' width="{self.width}" height="{self.height}"' if alone else ""
        paper = f'<rect width="{self.width}" height="{self.height}" fill="#faf6ea"/>' if alone else ""
        role = ' role="img"' if alone else ' aria-hidden="true"'
        return (
            f'<svg{space} class="chart" viewBox="0 0 {self.width} {self.height}"{size}{role}>'
            f"{title}{style}{paper}{drawn}</svg>"
        )

    def _frame(self) -> Iterable[str]:
        for chance in (0.0, 0.25, 0.5, 0.75, 1.0):
            y = self.y(chance)
            yield f'<line class="grid" x1="{self.left}" x2="{self.right}" y1="{y}" y2="{y}"/>'
            if chance in (0.0, 0.5, 1.0):
                yield f'<text class="scale" x="{self.left - 6}" y="{y + 4}" text-anchor="end">{chance:.0%}</text>'
        for number, when in enumerate(self.chart.parts, 1):
            x = self.x(when)
            yield f'<line class="part-line" x1="{x}" x2="{x}" y1="{self.top}" y2="{self.bottom + 6}"/>'
            yield f'<text class="part" x="{x}" y="{self.bottom + 20}" text-anchor="middle">{number}</text>'

    def _marks(self) -> Iterable[str]:
        places = spread([self.x(mark.when) for mark in self.chart.marks], 2 * MARK + 2, self.left, self.right)
        for mark, place in zip(self.chart.marks, places, strict=True):
            x = self.x(mark.when)
            text = f"<title>{escape(mark.text)}</title>"
            way = f"M{place:.1f} {self.top - 16 + MARK}L{x} {self.top}V{self.bottom}"
            drawn = (
                f'<g class="mark{" is-swing" if mark.is_swing else ""}">{text}'
                f'<path class="mark-line" fill="none" d="{way}"/>'
                f'<circle cx="{place:.1f}" cy="{self.top - 16}" r="{MARK}"/>'
                f'<text x="{place:.1f}" y="{self.top - 12}" text-anchor="middle">{mark.number}</text></g>'
            )
            yield f'<a href="{escape(mark.url)}" tabindex="-1">{drawn}</a>' if mark.url else drawn

    def _lines(self) -> Iterable[str]:
        # Among equal final values, names are in seat order.
        lines = sorted(enumerate(self.chart.lines), key=lambda one: (-one[1].end, one[0]))
        middle = (len(lines) - 1) / 2
        beside = min(BESIDE, WIDEST / len(lines))
        ends = [self.y(line.end) + beside * (at - middle) for at, (_, line) in enumerate(lines)]
        dashes = _dashes(self.chart.lines)
        labels = zip(lines, ends, spread(ends, LABEL, self.top - 14, self.height - 8), strict=True)
        for at_line, ((seat, line), end, place) in enumerate(labels):
            aside = beside * (at_line - middle)
            x, dash = self.right, f' stroke-dasharray="{dashes[seat]}"' if dashes[seat] else ""
            yield (
                f'<g class="seat-line seat-line-{seat}">'
                f'<path class="line is-{line.side}"{dash} d="{self._path(line, aside)}"/>'
                f'<path class="lead is-{line.side}" d="M{x} {end:.1f}L{x + 14} {place:.1f}"/>'
            )
            at = x + 18
            if line.avatar:
                yield f'<rect class="face" x="{at}" y="{place - 10:.1f}" width="22" height="20" rx="6"/>'
                yield f'<use href="{escape(line.avatar)}" x="{at + 2}" y="{place - 9:.1f}" width="18" height="18"/>'
                at += self.avatars + 2
            room = int((self.width - at) / 6.6)
            name = line.name if len(line.name) <= room else line.name[: room - 1] + "…"
            yield f'<text class="is-{line.side}" x="{at}" y="{place + 4.5:.1f}">{escape(name)}</text></g>'

    def _path(self, line: Line, aside: float) -> str:
        """Return the path of a line as a step function, shifted by `aside` from its true height."""
        (_, first), *rest = line.points
        steps = "".join(f"H{self.x(when)}V{self.y(chance) + aside:.1f}" for when, chance in rest)
        return f"M{self.left} {self.y(first) + aside:.1f}{steps}H{self.right}"


def _dashes(lines: Sequence[Line]) -> list[str]:
    """Return a dash pattern for each line, distinct among the lines of one side."""
    count = {"shield": 0, "jagged": 0}
    dashes = []
    for line in lines:
        dashes.append(DASHES[count[line.side] % len(DASHES)])
        count[line.side] += 1
    return dashes


def spread(places: Sequence[float], room: float, low: float, high: float) -> list[float]:
    """Move positions apart to the given distance, keeping their order and moving them as little as possible.

    >>> spread([10, 10, 50], 20, 0, 100)
    [0.0, 20.0, 50.0]
    """
    room = min(room, (high - low) / max(1, len(places) - 1))
    groups: list[list[float]] = []  # each with its first position and the number of evenly spaced members
    for wanted in places:
        groups.append([max(low, min(float(wanted), high)), 1])
        while len(groups) > 1 and groups[-2][0] + groups[-2][1] * room > groups[-1][0]:
            start, count = groups.pop()
            before, so_many = groups[-1]
            together = so_many + count
            middle = (
                (before + (so_many - 1) * room / 2) * so_many + (start + (count - 1) * room / 2) * count
            ) / together
            first = middle - (together - 1) * room / 2
            groups[-1] = [max(float(low), min(first, high - (together - 1) * room)), together]
    return [start + at * room for start, count in groups for at in range(int(count))]
