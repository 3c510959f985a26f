"""Bots of earlier versions. Tables in stores still name them, and programs may ask for them."""

from collections.abc import Mapping
from typing import Final

FORMER_BOTS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("sensible-1", "sensible-2", "winter-1", "winter-2", "winter-3"), "sensible"),
    **dict.fromkeys(("hydra-1", "hydra-2", "hydra-3"), "sensible"),
    **dict.fromkeys(("deducer", "disguised", "strategist", "strategist-20ms"), "hard"),
    "beginner": "easy",
}
"""Which bot plays now in place of each. Some are kept to measure against, in the lab."""
