"""Pauses of bots, and their time limits."""

import random

import msgspec

from turncoat.kernel.seats import Seat
from turncoat.table.state.conversation import LONGEST_TYPING, SHORTEST_TYPING


class BotTiming(msgspec.Struct, frozen=True):
    """Time limits and pauses, in seconds."""

    longest_pause: float
    budget: float
    """Time in which bots that are asked together finish thinking. No pause is shorter, unless pauses are off."""
    limit: float
    """Time after which a bot without an answer counts as hanging."""

    @property
    def shortest(self) -> float:
        """The shortest pause."""
        return min(self.budget, self.longest_pause)

    def pause(self, code: str, game: int, version: int, seat: Seat, share: float = 1.0) -> float:
        """Return the pause before an answer, which depends neither on the bot nor on its choice.

        `share` scales the part beyond the shortest pause.
        """
        drawn = random.Random(f"{code} {game} {version} {seat}").random()
        return self.shortest + drawn * share * (self.longest_pause - self.shortest)

    def typing(self, code: str, game: int, number: int, seat: Seat) -> float:
        """Return the seconds of typing before a reply, which are independent of it, or 0 if pauses are off."""
        if not self.longest_pause:
            return 0.0
        drawn = random.Random(f"{code} {game} {number} {seat} typing")
        return drawn.uniform(SHORTEST_TYPING, LONGEST_TYPING)
