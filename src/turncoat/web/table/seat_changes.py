"""Announcements of seat changes between games, and of bots that were replaced after a failure."""

from typing import Final

from turncoat.bots import title_of
from turncoat.kernel.words import N_, Message
from turncoat.table.state.table import Table
from turncoat.telling import Translate, names_of

_CAME: Final = N_("{who} has sat down.", "{who} have sat down.")
_REPLACED: Final = N_(
    "The bot {who} has failed; from now on “{bot}” plays in its place.",
    "The bots {who} have failed; from now on “{bot}” plays in their place.",
)
_LEFT: Final = N_("{who} has left the table.", "{who} have left the table.")


def seat_changes(table: Table, person: str, since: int, translate: Translate) -> list[tuple[str, str]]:
    """Return the seat changes since a version of the table, each with an id: one sentence per kind of change."""
    if table.seat_of(person) is None:
        return []
    texts = []
    for kind, message, names in zip(
        "ad", (_CAME, _LEFT), table.membership.arrivals_and_departures(since, person), strict=True
    ):
        if names:
            assert isinstance(message, Message)
            text = translate(message.for_(len(names))).format(who=names_of(translate, names))
            texts.append((f"{kind}{table.version}", text))
    by_bot: dict[str, list[str]] = {}
    for one in table.membership.replaced_bots:
        if one.version > since:
            by_bot.setdefault(one.bot, []).append(one.name)
    assert isinstance(_REPLACED, Message)
    for bot, names in by_bot.items():
        who, title = names_of(translate, dict.fromkeys(names)), translate(title_of(bot))
        texts.append((f"f{table.version}{bot}", translate(_REPLACED.for_(len(set(names)))).format(who=who, bot=title)))
    return texts
