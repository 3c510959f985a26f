"""The faces to choose from, as one person gets them: at set-up on the page, from then on in the table menu."""

from turncoat.kernel.seats import Seat
from turncoat.table.state.table import Table
from turncoat.table.values.avatars import AVATARS
from turncoat.telling import Translate
from turncoat.web.http.page import SelectOption


def avatar_choices(table: Table, seat: Seat, translate: Translate) -> tuple[SelectOption, ...]:
    """All faces; those of others at the table cannot be chosen."""
    taken, now = table.other_avatars(seat), table.seats[seat].avatar_on(seat)
    return tuple(
        SelectOption(face, translate(label), chosen=face == now, allowed=face not in taken)
        for face, label in AVATARS.items()
    )
