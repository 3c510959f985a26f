"""The handler of each command, and what happens around every one of them."""

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
    """Return the entry as it is stored, as one or as several: cleaned, and with all that is decided here.

    Raises Refused when its command is not to be taken from this person; nothing has changed in either case.
    """
    handler = HANDLERS[type(entry.command)]
    refuse_if(handler.blocked_during_deal and table.pending_deal is not None, "dealing")
    check_giver(table, entry.by, handler.by)
    return accepted_as(table, entry, handler.accept(table, entry, entry.command))


def accepted_as(table: Table, entry: c.Entry, accepted: Accepted) -> list[c.Entry]:
    """Return the entries as which a command is stored; None stands for the command as it was asked."""
    commands = accepted if isinstance(accepted, tuple) else (accepted or entry.command,)
    entries = [_entry(table, entry, command) for command in commands]
    # The digest tells of the whole command, so it stands where it is forgotten first.
    asked = next((number for number, one in enumerate(entries) if one.game), 0)
    digest = c.digest_of(entry.command) if entry.id else ""
    entries[asked] = msgspec.structs.replace(entries[asked], id=entry.id, digest=digest)
    return entries


def _entry(table: Table, asked: c.Entry, command: c.Command) -> c.Entry:
    handler = HANDLERS[type(command)]
    at = asked.at if handler.is_dated else 0.0
    return c.Entry("", asked.by, command, at, handler.game(table, command))


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
