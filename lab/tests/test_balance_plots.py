"""Balance plots: equal figures give equal bytes, and each set of modules has a panel with its whole title."""

import re
from collections import Counter

import turncoat.games  # noqa: F401 - makes the games known
from turncoat.kernel.rulesets import Ruleset
from turncoat_lab.balance_plots import plot, shares
from turncoat_lab.balance_tables import Cell
from turncoat_lab.batch.counting import Counts

MODULES = ((), ("targeting",), ("plot-thickens", "hunter", "inquisitor", "reverser"))
FOUND = {
    Cell(Ruleset.of("resistance", players, modules), "random", "random", 100): Counts(
        100, Counter(resistance=10 * players - 40)
    )
    for modules in MODULES
    for players in (7, 8, 9)
}


def test_equal_figures_make_equal_plots() -> None:
    for kind, begins in (("svg", b"<?xml"), ("png", b"\x89PNG")):
        assert plot(FOUND, kind) == plot(FOUND, kind)
        assert plot(FOUND, kind).startswith(begins)


def test_each_set_of_modules_has_a_titled_panel() -> None:
    svg = plot(FOUND, "svg").decode()
    words = re.sub(r"<[^>]+>", "", svg)
    for title in ("No modules", "Targeting", "The Plot Thickens + Hunter +", "Inquisitor + Reverser"):
        assert title in words
    assert "random" not in words


def test_the_line_of_a_plot_is_the_share_of_wins() -> None:
    assert shares(FOUND, ("targeting",)) == ([7, 8, 9], [30.0, 40.0, 50.0])
    assert shares(FOUND, ("hunter",)) == ([], [])
