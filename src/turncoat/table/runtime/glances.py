"""Glances at tables: the little that a person's list of tables shows, without keeping the tables in memory."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Final

import msgspec

from turncoat.kernel.refusals import Refused
from turncoat.kernel.seats import seats_in
from turncoat.table.runtime.room_registry import RoomRegistry
from turncoat.table.state.table import Table
from turncoat.table.values.game_setup import GameSetup
from turncoat.table.values.settings import TableSettings

MOST_KEPT: Final = 4096
"""Number of tables whose glance is kept in memory."""


class Glance(msgspec.Struct, frozen=True):
    """A table as a list of tables shows it: nothing that the whole table does not see."""

    code: str
    game_setup: GameSetup
    bot: str
    settings: TableSettings
    last_at: float
    """Time of the latest entry, in seconds since 1970."""
    people: frozenset[str]
    """People with a seat."""
    waited_for: frozenset[str]
    """People on whose devices the game waits for somebody."""
    is_running: bool
    is_over: bool
    """True if a game has ended and no other has begun."""

    @property
    def is_alone(self) -> bool:
        """True if one person has been dealt cards against bots."""
        return len(self.people) == 1 and (self.is_running or self.is_over)


def glance_at(table: Table) -> Glance:
    """Return the glance at a table."""
    return Glance(
        table.code,
        table.game_setup,
        table.bot,
        table.settings,
        table.last_at,
        frozenset(one.person for one in table.seats if one.person),
        frozenset(table.seats[seat].device for seat in seats_in(table.waited_for)),
        table.running,
        table.session is not None and not table.running,
    )


class Glances:
    """Glances at the tables of a store, each made once for each length of the table's log."""

    def __init__(self, registry: RoomRegistry) -> None:
        self._registry = registry
        self._kept: dict[str, tuple[int, Glance]] = {}
        """Length of the log and glance of the tables asked for last, the latest at the end."""

    async def at(self, codes: Sequence[str], read: Callable[[str], Awaitable[Table]]) -> list[Glance]:
        """Return the glances at these tables as far as they can be read. `read` reads one from its log.

        A table that is in memory is looked at there. Of others, one question to the store tells which have changed.
        """
        rooms = {code: self._registry.loaded_room(code) for code in codes}
        lengths = await self._registry.store.lengths([code for code, room in rooms.items() if room is None])
        found = []
        for code, room in rooms.items():
            with suppress(Refused):  # written by a newer version, or deleted meanwhile
                if room is not None:
                    found.append(glance_at(room.table))
                elif code in lengths:
                    found.append(await self._read(code, lengths[code], read))
        return found

    async def _read(self, code: str, length: int, read: Callable[[str], Awaitable[Table]]) -> Glance:
        known = self._kept.pop(code, None)
        if known is None or known[0] != length:
            known = length, glance_at(await read(code))
        self._kept[code] = known
        if len(self._kept) > MOST_KEPT:
            del self._kept[next(iter(self._kept))]
        return known[1]
