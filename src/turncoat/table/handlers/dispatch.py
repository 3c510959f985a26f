"""The handler of each command, and what happens around every one of them."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from turncoat.table import commands as c
from turncoat.table.handlers import chat, game_control, games, history, membership, personal, seats
from turncoat.table.handlers.handler import Handler, check_giver, refuse_if
from turncoat.table.state.table import Table

HANDLERS: Final[Mapping[type[c.Command], Handler[Any]]] = {
    handler.command: handler
    for module in (seats, games, game_control, membership, chat, personal, history)
    for handler in module.HANDLERS
}


def accept(table: Table, entry: c.Entry) -> c.Entry:
    """Return the entry as it is stored: cleaned, and with all that is decided here.

    Raises Refused when its command is not to be taken from this person; nothing has changed in either case.
    """
    handler = HANDLERS[type(entry.command)]
    refuse_if(handler.blocked_during_deal and table.pending_deal is not None, "dealing")
    check_giver(table, entry.by, handler.by)
    return accepted_as(entry, handler.accept(table, entry, entry.command))


def accepted_as(entry: c.Entry, command: c.Command | None) -> c.Entry:
    """Return the entry with the command as it is stored; None stands for the command as it was asked."""
    digest = c.digest_of(entry.command) if entry.id else ""
    return msgspec.structs.replace(entry, command=entry.command if command is None else command, digest=digest)


def apply(table: Table, entry: c.Entry) -> None:
    """Take an entry that was accepted, now or before it was stored. Raises an error where the log makes no sense."""
    table.last_at = max(table.last_at, entry.at)
    is_noticed = HANDLERS[type(entry.command)].effect(table, entry, entry.command) is not False
    table.note_players()
    if entry.digest:
        table.note_taken(entry.by, entry.id, entry.digest)
    table.applied += 1
    if is_noticed:
        table.note_change()


def has_taken(table: Table, entry: c.Entry) -> bool:
    """Whether this very command, under this id, was taken before."""
    return bool(entry.id) and table.has_taken(entry.by, entry.id, c.digest_of(entry.command))
