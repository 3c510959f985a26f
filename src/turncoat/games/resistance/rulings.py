"""What in the rules of The Resistance and its modules is our own decision, and why.

The sources are silent there, or can be read in two ways. The rules page marks these
clauses; `docs/rulings.md` is written from this list by `make rulings`.
"""

from typing import Final

from turncoat.kernel.chapters import Ruling
from turncoat.kernel.words import N_

RULINGS: Final = (
    Ruling(
        "RES-VOTE-6",
        N_("A ballot may be changed until the last one is in."),
        N_("At a table a face-down token can be swapped until the reveal."),
    ),
)
