"""Markdown tables that are readable as plain text."""

from collections.abc import Iterable, Iterator, Sequence

from turncoat.simulation.simulate import SideWins


def aligned(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table with its columns aligned. The first row is the head.

    >>> list(aligned([("a", "b"), ("long", "c")]))
    ['| a    | b |', '| ---- | - |', '| long | c |']
    """
    head, *body = rows
    widths = [max(map(len, column)) for column in zip(head, *body, strict=True)]
    for row in (head, ["-" * width for width in widths], *body):
        yield "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |"


def percent(wins: SideWins) -> str:
    """Return a share of wins in percent, with its interval.

    >>> percent(SideWins.of(30, 100))
    '30 (22–40)'
    """
    return f"{100 * wins.share:.0f} ({100 * wins.low:.0f}–{100 * wins.high:.0f})"
