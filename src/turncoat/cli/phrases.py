"""Phrases that several commands print."""

from collections.abc import Sequence
from typing import Final

from turncoat.kernel.words import N_
from turncoat.lab.simulation import SideWins
from turncoat.telling import Translate

_WITH: Final = N_(" with {modules}")


def with_modules(modules: Sequence[str], say: Translate) -> str:
    """The modules of a ruleset, to stand behind its name; nothing where it has none."""
    return say(_WITH).format(modules=", ".join(modules)) if modules else ""


def percent(wins: SideWins) -> str:
    """A share of wins in percent, with its interval.

    >>> percent(SideWins.of(30, 100))
    '30 (22–40)'
    """
    return f"{100 * wins.share:.0f} ({100 * wins.low:.0f}–{100 * wins.high:.0f})"
