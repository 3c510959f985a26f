"""Acts: what somebody chose to do in front of everybody.

Facts say what follows by the rules; acts say what people did, from which others may guess who they are. An event says
its acts in `Event.acts`. Games decide which kinds there are.
"""

from typing import Self

import msgspec


class Act(msgspec.Struct, frozen=True):
    """Something that was done for all to see. Abstract."""

    def is_possible(self, players: int) -> bool:
        """Whether it is possible at a table with that many players; the contract suite asks."""
        raise NotImplementedError

    def for_all(self) -> Self:
        """The act without what only the holder of the board knows of it."""
        return self
