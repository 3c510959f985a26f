"""Avatars to choose from: on the set-up page, and later in the table menu."""

from functools import lru_cache

from turncoat.kernel.seats import Seat
from turncoat.table.state.table import Table
from turncoat.table.values.avatars import AVATARS
from turncoat.telling import Translate
from turncoat.web.http.page import SelectOption


def avatar_choices(table: Table, seat: Seat, translate: Translate) -> tuple[SelectOption, ...]:
    """Return all avatars. Those of others at the table cannot be chosen."""
    return _choices(frozenset(table.other_avatars(seat)), table.seats[seat].avatar_on(seat), translate)


@lru_cache
def _choices(taken: frozenset[str], now: str, translate: Translate) -> tuple[SelectOption, ...]:
    return tuple(
        SelectOption(avatar, translate(label), chosen=avatar == now, allowed=avatar not in taken)
        for avatar, label in AVATARS.items()
    )
