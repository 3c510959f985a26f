"""Seeds for bots in simulations and in the arena, which reveal nothing about the deal.

A deal is derived from the seed of the whole simulation and the game's number. A bot that could recover that seed from
its own could repeat the deal and see everyone's card. Bots therefore get a keyed hash of it, from which neither the
simulation's seed nor the seed of another seat can be computed. Anyone who guesses the seed of a simulation can do all
of that, so use an unguessable one with untrusted bots.
"""

import hmac
from typing import Final

_BOTS: Final = b"turncoat bots 1"


def bot_seed(seed: str, *place: int) -> bytes:
    """Return the 32-byte seed of a bot. The numbers identify the game and the seat. Equal arguments give equal seeds.

    >>> bot_seed("0", 12, 3) == bot_seed("0", 12, 3) != bot_seed("0", 12, 4)
    True
    """
    key = hmac.digest(seed.encode(), _BOTS, "sha256")
    return hmac.digest(key, "/".join(map(str, place)).encode(), "sha256")
