"""Reactions: what can be said of a message with one tap. Few, so that everybody knows all of them."""

from collections.abc import Mapping
from typing import Final

from turncoat.kernel.words import N_

REACTIONS: Final[Mapping[str, str]] = {
    "agree": N_("Agree"),
    "doubt": N_("Doubt it"),
    "laugh": N_("Funny"),
    "surprise": N_("Surprised"),
    "heart": N_("Love it"),
}
"""By key: what it says. The drawing of each is `react-KEY` in `art.svg`."""
