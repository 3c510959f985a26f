"""The handler of each command, and what happens around every one of them."""

from collections.abc import Mapping
from typing import Any, Final

from turncoat.table import commands as c
from turncoat.table.handlers import chat, game_control, games, history, membership, personal, seats
from turncoat.table.handlers.handler import Handler, refuse_if
from turncoat.table.state.table import Table

HANDLERS: Final[Mapping[type[c.Command], Handler[Any]]] = {
    handler.command: handler
    for module in (seats, games, game_control, membership, chat, personal, history)
    for handler in module.HANDLERS
}


def check(table: Table, by: str, command: c.Command) -> None:
    """Raise Refused when the command is not to be taken from this person; nothing has changed then."""
    handler = HANDLERS[type(command)]
    refuse_if(handler.blocked_during_deal and table.pending_deal is not None, "dealing")
    handler.check(table, by, command)


def apply(table: Table, entry: c.Entry) -> None:
    """Take an entry that was checked, or is in the log.

    Raises Refused when the rules are others than they were and do not take a choice of it.
    """
    table.last_at = max(table.last_at, entry.at)
    is_noticed = HANDLERS[type(entry.command)].effect(table, entry, entry.command) is not False
    table.count_votes()
    table.note_players()
    if entry.id:
        table.note_taken(entry.by, entry.id, c.content_of(entry))
    if is_noticed:
        table.note_change()
        if not isinstance(entry.command, c.Choose):
            table.changes_besides_choices += 1


def has_taken(table: Table, entry: c.Entry) -> bool:
    """Whether this very command, under this id, was taken before."""
    return bool(entry.id) and table.has_taken(entry.by, entry.id, c.content_of(entry))
