"""The seeds of bots in simulations and in the arena: they tell nothing of what was dealt.

A deal comes from the seed of a whole simulation and the game's number. If a bot could find that seed out from its own,
it could deal the game again and see everybody's card. So bots get a keyed hash of it: nobody can get from one to the
other, or from one seat's to another's. Whoever guesses the seed of a simulation can do all of that; where bots are not
trusted, it has to be one that cannot be guessed.
"""

import hmac
from typing import Final

_BOTS: Final = b"turncoat bots 1"


def bot_seed(seed: str, *place: int) -> bytes:
    """The seed of a bot, 32 bytes; the numbers say in which game and on which seat. Equal arguments give equal seeds.

    >>> bot_seed("0", 12, 3) == bot_seed("0", 12, 3) != bot_seed("0", 12, 4)
    True
    """
    key = hmac.digest(seed.encode(), _BOTS, "sha256")
    return hmac.digest(key, "/".join(map(str, place)).encode(), "sha256")
