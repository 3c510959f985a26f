"""Phrases that several commands print."""

from collections.abc import Sequence
from typing import Final

from turncoat.kernel.words import N_
from turncoat.telling import Translate

_WITH: Final = N_(" with {modules}")


def with_modules(modules: Sequence[str], say: Translate) -> str:
    """The modules of a ruleset, to stand behind its name; nothing where it has none."""
    return say(_WITH).format(modules=", ".join(modules)) if modules else ""
