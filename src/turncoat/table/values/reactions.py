"""Reactions with one tap, to a message or thrown at a seat. They are few, so that everybody knows all of them."""

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
THROWN: Final[Mapping[str, str]] = {
    "throw-agree": N_("I agree, {seat}!"),
    "throw-doubt": N_("I doubt it, {seat}!"),
    "throw-laugh": N_("Haha, {seat}!"),
    "throw-surprise": N_("Really, {seat}?"),
    "throw-heart": N_("I love it, {seat}!"),
}
"""Quick phrases that throw a reaction at a seat, by key. Bots do not hear them."""


def thrown_by(phrase: str) -> str:
    """Return the reaction that a quick phrase throws at a seat, or an empty string."""
    return phrase.removeprefix("throw-") if phrase in THROWN else ""
