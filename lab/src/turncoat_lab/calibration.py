"""A calibration plot: believed chances against true shares."""

from collections.abc import Iterator, Sequence
from typing import Final

from turncoat_lab.deduction import Bin

SIZE: Final = 320
"""Side of the square of the plot."""
MARGIN: Final = 56


def calibration_svg(bins: Sequence[Bin]) -> str:
    """Return an SVG with a dot per bin, larger for more seats. On the diagonal, beliefs are calibrated."""
    return "\n".join(_lines(bins)) + "\n"


def _lines(bins: Sequence[Bin]) -> Iterator[str]:
    whole = SIZE + 2 * MARGIN
    most = max((one.seats for one in bins), default=1)
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {whole}" role="img" font-family="sans-serif">'
    yield "<title>Of seats believed to be traitors with a chance, the share who were</title>"
    yield f'<rect width="{whole}" height="{whole}" fill="#fbf9f4"/>'
    yield '<g font-size="12" fill="#333">'
    for step in range(0, 11, 2):
        share = step / 10
        x, y = _at(share, share)
        yield f'<path d="M{MARGIN} {y:g}H{MARGIN + SIZE}M{x:g} {MARGIN}V{MARGIN + SIZE}" stroke="#ddd8cc"/>'
        yield f'<text x="{x:g}" y="{MARGIN + SIZE + 18}" text-anchor="middle">{share:.0%}</text>'
        yield f'<text x="{MARGIN - 8}" y="{y + 4:g}" text-anchor="end">{share:.0%}</text>'
    yield f'<text x="{whole / 2:g}" y="{whole - 14}" text-anchor="middle">believed to be a traitor</text>'
    middle = whole / 2
    yield f'<text transform="translate(14 {middle:g}) rotate(-90)" text-anchor="middle">were traitors</text>'
    yield "</g>"
    yield f'<path d="M{MARGIN} {MARGIN + SIZE}L{MARGIN + SIZE} {MARGIN}" stroke="#8a8578" stroke-dasharray="4 4"/>'
    for one in bins:
        x, y = _at(one.believed, one.true)
        radius = 3 + 9 * (one.seats / most) ** 0.5
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="#a6322b" fill-opacity="0.75">'
        yield f"<title>{one.seats} seats: believed {one.believed:.0%}, were {one.true:.0%}</title></circle>"
    yield "</svg>"


def _at(believed: float, true: float) -> tuple[float, float]:
    return MARGIN + SIZE * believed, MARGIN + SIZE * (1 - true)
