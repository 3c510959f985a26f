"""Plots of the balance tables: a small panel per set of modules, with the game without modules in grey behind it."""

from collections.abc import Mapping, Sequence
from io import BytesIO
from math import ceil
from textwrap import fill
from typing import Any, Final

import matplotlib as mpl
from matplotlib.figure import Figure

from turncoat.kernel.rulebooks import rulebook
from turncoat_lab.balance_tables import Cell, shares_of
from turncoat_lab.batch.counting import Counts

COLUMNS: Final = 4
PANEL: Final = (2.6, 2.1)
"""Width and height of a panel, in inches."""
TITLE: Final = 36
"""Maximum letters in a line of a title."""
INK: Final = "#1c2430"
FAINT: Final = "#9aa3b0"


def plot(found: Mapping[Cell, Counts], kind: str) -> bytes:
    """Plot the share of wins by player count for the cells of one game and pair of bots, as `svg` or `png`.

    Equal cells give equal bytes. Lines differ by their markers, not by colour.
    """
    first = next(iter(found))
    chapters = rulebook(first.ruleset.game).chapters
    sets = list(dict.fromkeys(cell.ruleset.modules for cell in found))
    rows = ceil(len(sets) / COLUMNS)
    with mpl.rc_context({"svg.hashsalt": "turncoat", "svg.fonttype": "none", "font.family": "DejaVu Sans"}):
        figure = Figure(figsize=(PANEL[0] * COLUMNS, PANEL[1] * rows), layout="constrained")
        panels = figure.subplots(rows, COLUMNS, sharex=True, sharey=True, squeeze=False).flat
        for modules, axes in zip(sets, panels, strict=False):
            axes.plot(*shares(found, ()), color=FAINT, linestyle="--", linewidth=1.2)
            axes.plot(*shares(found, modules), color=INK, marker="o", markersize=4, linewidth=1.5)
            names = [chapters[module].title for module in modules]
            title = fill(" + ".join(names) or "No modules", TITLE)
            axes.set_title(title, fontsize=8 if len(names) < 3 else 7, color=INK)
            decorate(axes, sorted({cell.ruleset.players for cell in found}))
        for axes in figure.axes[len(sets) :]:
            axes.set_visible(False)
        figure.supxlabel("players", fontsize=9)
        figure.supylabel("wins of the loyal side, %", fontsize=9)
        file = BytesIO()
        metadata = {"Date": None, "Creator": None} if kind == "svg" else {"Software": None}
        figure.savefig(file, format=kind, dpi=110, metadata=metadata)
    return file.getvalue()


def shares(found: Mapping[Cell, Counts], modules: Sequence[str]) -> tuple[list[int], list[float]]:
    """Return the player counts played with these modules, and the share of wins at each, in percent."""
    points = sorted(
        (cell.ruleset.players, 100 * shares_of(cell, counts)[0])
        for cell, counts in found.items()
        if cell.ruleset.modules == tuple(modules)
    )
    return [players for players, _ in points], [share for _, share in points]


def decorate(axes: Any, players: Sequence[int]) -> None:
    """Set the scale of a panel: a line at 50%, and a tick for each player count."""
    axes.axhline(50, color=FAINT, linewidth=0.8)
    axes.set_ylim(0, 100)
    axes.set_yticks((0, 25, 50, 75, 100))
    axes.set_xticks(players)
    axes.tick_params(labelsize=7, color=FAINT)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
