"""Lookup of handlers, and the steps around each of them."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from turncoat.table import commands as c
from turncoat.table.handlers import chat, game_control, games, history, membership, personal, seats
from turncoat.table.handlers.handler import Accepted, Handler, check_giver, refuse_if
from turncoat.table.state.table import Table

HANDLERS: Final[Mapping[type[c.Command], Handler[Any]]] = {
    handler.command: handler
    for module in (seats, games, game_control, membership, chat, personal, history)
    for handler in module.HANDLERS
}


def accept(table: Table, entry: c.Entry) -> list[c.Entry]:
    """Return the entries to store for a command, cleaned and with all decisions made here.

    Raises Refused if the command may not be taken from this person. Changes nothing in either case.
    """
    handler = HANDLERS[type(entry.command)]
    refuse_if(handler.blocked_during_deal and table.pending_deal is not None, "dealing")
    check_giver(table, entry.by, handler.by)
    return accepted_as(table, entry, handler.accept(table, entry, entry.command))


def accepted_as(table: Table, entry: c.Entry, accepted: Accepted) -> list[c.Entry]:
    """Return the entries to store for an accepted command. None stands for the command as requested."""
    commands = accepted if isinstance(accepted, tuple) else (accepted or entry.command,)
    entries = [_entry(table, entry, command) for command in commands]
    # The digest covers the whole command, so it goes to the part that is deleted first.
    asked = next((number for number, one in enumerate(entries) if one.game), 0)
    digest = c.digest_of(entry.command) if entry.id else ""
    entries[asked] = msgspec.structs.replace(entries[asked], id=entry.id, digest=digest)
    return entries


def _entry(table: Table, asked: c.Entry, command: c.Command) -> c.Entry:
    handler = HANDLERS[type(command)]
    at = asked.at if handler.is_dated else 0.0
    return c.Entry("", asked.by, command, at, handler.game(table, command))


def apply(table: Table, entry: c.Entry) -> None:
    """Apply an accepted entry, new or from the log. Raises an error if the log is inconsistent."""
    table.last_at = max(table.last_at, entry.at)
    is_noticed = HANDLERS[type(entry.command)].effect(table, entry, entry.command) is not False
    table.note_players()
    table.note_question()
    if entry.digest:
        table.note_taken(entry.by, entry.id, entry.digest)
    table.applied += 1
    if is_noticed:
        table.note_change()


def has_taken(table: Table, entry: c.Entry) -> bool:
    """Return whether this very command was taken before under this id."""
    return bool(entry.id) and table.has_taken(entry.by, entry.id, c.digest_of(entry.command))
