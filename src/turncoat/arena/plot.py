"""SVG chart of an arena's report: each bot's share of wins on each side, with intervals."""

from collections.abc import Callable
from html import escape
from typing import Final

from turncoat.arena.arena import ArenaReport

WIDTH, LEFT, RIGHT, ROW, HEAD = 720, 200, 24, 26, 34
"""Pixels: total width, margins left and right of the scale, row height per bot, and height of a side's heading."""
INK: Final = "#1c2430"
FAINT: Final = "#c4cad4"


def plot(report: ArenaReport, word: Callable[[str], str] = str) -> str:
    """Return the chart. `word` translates a side's word."""
    lines: list[str] = []
    top = 44
    for side in report.wins:
        lines.append(_text(LEFT, top + 16, word(side), "start", bold=True))
        top += HEAD
        begins = top
        by_share = sorted(report.bots, key=lambda bot: -report.bots[bot][side].share)
        for bot in by_share:
            wins, middle = report.bots[bot][side], top + ROW / 2
            lines.append(_text(LEFT - 12, middle + 4, bot, "end"))
            lines.append(
                f'<line x1="{_x(wins.low):.1f}" x2="{_x(wins.high):.1f}" y1="{middle}" y2="{middle}" '
                f'stroke="{INK}" stroke-width="2"/>'
            )
            lines.append(f'<circle cx="{_x(wins.share):.1f}" cy="{middle}" r="5" fill="{INK}"/>')
            top += ROW
        scale = [
            f'<line x1="{_x(tenth / 10):.1f}" x2="{_x(tenth / 10):.1f}" y1="{begins}" y2="{top}" stroke="{FAINT}"/>'
            for tenth in range(11)
        ]
        lines[:0] = scale  # draw behind everything
        lines += [_text(_x(tenth / 10), top + 16, f"{tenth * 10}%", "middle") for tenth in range(0, 11, 2)]
        top += 34
    modules = f", {', '.join(report.modules)}" if report.modules else ""
    title = _text(LEFT, 26, f"{report.game}, {report.players}{modules}: {report.games:,}", "start", bold=True)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{top}" viewBox="0 0 {WIDTH} {top}" '
        f'font-family="sans-serif" font-size="13" fill="{INK}">'
        f'<rect width="{WIDTH}" height="{top}" fill="#ffffff"/>{title}{"".join(lines)}</svg>\n'
    )


def _x(share: float) -> float:
    return LEFT + share * (WIDTH - LEFT - RIGHT)


def _text(x: float, y: float, text: str, anchor: str, *, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{weight}>{escape(text)}</text>'
