"""What in the rules of Winter Soldier is our own decision, and why.

The sources are silent there, or can be read in two ways. The rules page marks these
clauses; `docs/rulings.md` is written from this list by `make rulings`.
"""

from typing import Final

from turncoat.kernel.chapters import Ruling
from turncoat.kernel.words import N_

RULINGS: Final = (
    Ruling(
        "WIN-VOTE-3",
        N_("After the third rejection the next mission begins with no rejections, and leadership passes once."),
        N_("It has passed for the rejection already."),
    ),
)
