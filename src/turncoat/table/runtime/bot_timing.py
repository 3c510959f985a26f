"""How long bots seem to think, and how long they may."""

import random
from typing import Final

import msgspec

from turncoat.kernel.seats import Seat

SHORTEST: Final = 0.4
"""The shortest pause, as a share of the longest."""


class BotTiming(msgspec.Struct, frozen=True):
    """Both in seconds."""

    longest_pause: float
    budget: float
    """What a bot really gets to think."""

    def pause(self, code: str, game: int, version: int, seat: Seat) -> float:
        """The pause before an answer, the same whatever the bot is and whatever it chooses."""
        drawn = random.Random(f"{code} {game} {version} {seat}")
        return drawn.uniform(self.longest_pause * SHORTEST, self.longest_pause)
