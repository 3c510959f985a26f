"""Acts: public choices from which others may guess a player's role.

Facts say what follows from the rules. Acts say what people did. An event lists its acts in `Event.acts`, and each game
defines its own kinds.
"""

from typing import Self

import msgspec


class Act(msgspec.Struct, frozen=True):
    """Something done in public. Abstract."""

    def is_possible(self, players: int) -> bool:
        """Return whether the act can occur at a table of this size. The contract suite checks it."""
        raise NotImplementedError

    def for_all(self) -> Self:
        """Return the act as everybody saw it, without what only the owner of the board knows."""
        return self
