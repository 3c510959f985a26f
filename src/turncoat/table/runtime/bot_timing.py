"""How long bots seem to think, and how long they may."""

import random
from typing import Final

import msgspec

from turncoat.kernel.seats import Seat
from turncoat.table.state.conversation import LONGEST_TYPING, SHORTEST_TYPING

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

    def typing(self, code: str, game: int, number: int, seat: Seat) -> float:
        """For how long it types an answer to the message of that number, the same whatever it answers. Where bots make
        no pauses they do not type either."""
        if not self.longest_pause:
            return 0.0
        drawn = random.Random(f"{code} {game} {number} {seat} typing")
        return drawn.uniform(SHORTEST_TYPING, LONGEST_TYPING)
