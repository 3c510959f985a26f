"""Who has come to the table and who has left it between games, for those who sit there and hear the page."""

from typing import Final

from turncoat.kernel.words import N_, Message
from turncoat.table.state.table import Table
from turncoat.telling import Translate, names_of

_CAME: Final = N_("{who} has sat down.", "{who} have sat down.")
_LEFT: Final = N_("{who} has left the table.", "{who} have left the table.")


def seat_changes(table: Table, person: str, since: int, translate: Translate) -> list[tuple[str, str]]:
    """What is new since that version of the table, with an id each: two sentences at most, however many they are."""
    if table.seat_of(person) is None:
        return []
    told = []
    for kind, message, names in zip("ad", (_CAME, _LEFT), table.membership.news(since, person), strict=True):
        if names:
            assert isinstance(message, Message)
            text = translate(message.for_(len(names))).format(who=names_of(translate, names))
            told.append((f"{kind}{table.version}", text))
    return told
