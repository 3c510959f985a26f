"""How long bots seem to think, and how long they may."""

import random

import msgspec

from turncoat.kernel.seats import Seat
from turncoat.table.state.conversation import LONGEST_TYPING, SHORTEST_TYPING


class BotTiming(msgspec.Struct, frozen=True):
    """All in seconds."""

    longest_pause: float
    budget: float
    """The time in which bots that are asked together have thought; no pause is shorter, where there are pauses."""
    limit: float
    """The time after which a bot that has no answer hangs."""

    @property
    def shortest(self) -> float:
        """The shortest pause."""
        return min(self.budget, self.longest_pause)

    def pause(self, code: str, game: int, version: int, seat: Seat, share: float = 1.0) -> float:
        """The pause before an answer, the same whatever the bot is and whatever it chooses. `share`: how much of what
        is longer than the shortest pause."""
        drawn = random.Random(f"{code} {game} {version} {seat}").random()
        return self.shortest + drawn * share * (self.longest_pause - self.shortest)

    def typing(self, code: str, game: int, number: int, seat: Seat) -> float:
        """For how long it types an answer to the message of that number, the same whatever it answers. Where bots make
        no pauses they do not type either."""
        if not self.longest_pause:
            return 0.0
        drawn = random.Random(f"{code} {game} {number} {seat} typing")
        return drawn.uniform(SHORTEST_TYPING, LONGEST_TYPING)
