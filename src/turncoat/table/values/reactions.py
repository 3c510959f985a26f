"""Reactions to a message with one tap. They are few, so that everybody knows all of them."""

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
"""Label of each reaction, by key. Its drawing is `react-KEY` in `art.svg`."""
