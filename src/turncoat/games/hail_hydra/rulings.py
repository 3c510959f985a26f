"""What in the rules of Hail Hydra is our own decision, and why.

The sources are silent there, or can be read in two ways. The rules page marks these
clauses; `docs/rulings.md` is written from this list by `make rulings`.
"""

from typing import Final

from turncoat.kernel.chapters import Ruling
from turncoat.kernel.words import N_

RULINGS: Final = (
    Ruling(
        "HH-SETUP-5",
        N_("The city's health never exceeds 27."),
        N_("That is the health it starts with, and the track has no more."),
    ),
)
