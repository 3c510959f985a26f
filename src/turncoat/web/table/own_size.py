"""How large a seat's own part is: one size for all seats of a table, made of what everybody knows.

Nothing that a seat holds has a say in it, or the size would tell it to whoever sees how much each person is sent. What
can grow without end is kept short instead: a card has the last lines of what was seen in private (`role_card`).
"""

from collections.abc import Iterable
from typing import Final

import msgspec

from turncoat.web.updates.padding import in_steps


class OwnSize(msgspec.Struct, frozen=True):
    """A size in bytes: in full, and packed."""

    in_full: int
    packed: int


IN_FULL: Final = 16 * 1024
"""Room for all texts of a seat's own part in full. How much they need when they are packed, each game says
(`GamePresenter.own_texts`). Every question of every game needs less; a test checks that."""
AID: Final = OwnSize(32 * 1024, 4608)
"""More room at a table with the thinking aid. That it is on, everybody knows."""
EACH_NAME_BYTE: Final = OwnSize(24, 2)
"""Room for each byte of the names at the table: how often a name is said, and what is left when it is packed."""
CHANNEL_STEP: Final = 4 * 1024
"""What is said in a private channel has room of its own, in steps of so many bytes. Its members are known to all."""


def own_size(names: Iterable[str], texts: int, *, with_aid: bool, channel: int | None = None) -> OwnSize:
    """The size for everybody at a table where these names are. The packed texts of the game have so much room.

    `channel`: how many bytes the private channel has; None for those who are not in it.
    """
    letters = sum(len(name.encode()) for name in names)
    said = in_steps(channel, CHANNEL_STEP) if channel is not None else 0
    return OwnSize(
        IN_FULL + AID.in_full * with_aid + letters * EACH_NAME_BYTE.in_full + said,
        texts + AID.packed * with_aid + letters * EACH_NAME_BYTE.packed + said,
    )
