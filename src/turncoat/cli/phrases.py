"""Phrases that several commands print."""

from collections.abc import Sequence
from typing import Final

from turncoat.kernel.words import N_
from turncoat.telling import Translate

_WITH: Final = N_(" with {modules}")


def with_modules(modules: Sequence[str], say: Translate) -> str:
    """Return a suffix for a ruleset's name that lists its modules, or an empty string if it has none."""
    return say(_WITH).format(modules=", ".join(modules)) if modules else ""
