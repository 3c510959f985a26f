"""The avatars to choose from, as one person gets them: at set-up on the page, from then on in the table menu."""

from turncoat.kernel.seats import Seat
from turncoat.table.state.table import Table
from turncoat.table.values.avatars import AVATARS
from turncoat.telling import Translate
from turncoat.web.http.page import SelectOption


def avatar_choices(table: Table, seat: Seat, translate: Translate) -> tuple[SelectOption, ...]:
    """All avatars; those of others at the table cannot be chosen."""
    taken, now = table.other_avatars(seat), table.seats[seat].avatar_on(seat)
    return tuple(
        SelectOption(avatar, translate(label), chosen=avatar == now, allowed=avatar not in taken)
        for avatar, label in AVATARS.items()
    )
