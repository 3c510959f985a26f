"""Announcements of seat changes between games, for people at the table."""

from typing import Final

from turncoat.kernel.words import N_, Message
from turncoat.table.state.table import Table
from turncoat.telling import Translate, names_of

_CAME: Final = N_("{who} has sat down.", "{who} have sat down.")
_LEFT: Final = N_("{who} has left the table.", "{who} have left the table.")


def seat_changes(table: Table, person: str, since: int, translate: Translate) -> list[tuple[str, str]]:
    """The seat changes since that version of the table, each with an id: at most two sentences, however many people."""
    if table.seat_of(person) is None:
        return []
    told = []
    for kind, message, names in zip("ad", (_CAME, _LEFT), table.membership.news(since, person), strict=True):
        if names:
            assert isinstance(message, Message)
            text = translate(message.for_(len(names))).format(who=names_of(translate, names))
            told.append((f"{kind}{table.version}", text))
    return told
