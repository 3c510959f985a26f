"""How a server runs its tables: what whoever starts it may choose."""

import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from turncoat.kernel.seats import Seat

HOLD: Final = 3.0
"""Seconds to call something out before a reveal, in games where that may be done at any time. It is enough to see that
everybody has chosen, and longer than a bot thinks."""
KEEP: Final = 365
"""Days for which a server keeps what nobody deletes before."""

SPECTATORS: Final = 250
"""Spectators at one table: more than look on at any, and few enough that others notice nothing of them."""


class Pace(msgspec.Struct, frozen=True):
    """How long bots seem to think, in seconds; `budget` is what they really get."""

    least: float = 0.9
    most: float = 2.4
    budget: float = 5.0

    def pause(self, code: str, game: int, version: int, seat: Seat) -> float:
        """The pause before an answer, the same whatever the bot is and whatever it chooses."""
        return random.Random(f"{code} {game} {version} {seat}").uniform(self.least, self.most)


class ServerSettings(msgspec.Struct, frozen=True):
    """How a server runs its tables."""

    data: Path
    pace: Pace = Pace()
    hold: float = HOLD
    """Seconds that a table is held open before a reveal that nobody triggers; 0 is not at all."""
    keep: int = KEEP
    """Days after which anything is forgotten: a finished game, and a table at which nothing happened. 0: never."""
    scenes: float = 1.0
    """How many times as long as usual scenes are on stage; 0: nothing is staged at any table."""
    spectators: int = SPECTATORS
    """How many pages, programs and shared screens of people without a seat may be open at one table."""
    now: Callable[[], float] = time.time
    """The time, in seconds since 1970."""
