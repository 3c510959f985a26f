"""Tables without a server: commands are accepted and applied as a room does it, by way of what a log would hold."""

from turncoat.table import commands as c
from turncoat.table.handlers.dispatch import accept, apply
from turncoat.table.handlers.game_control import due
from turncoat.table.state.table import Table


def take(table: Table, entry: c.Entry) -> list[bytes]:
    """Take the entry, and what the server does because enough people want it. Returns what the log gets."""
    log: list[bytes] = []
    following: c.Entry | None = entry
    while following is not None:
        stored = c.encode(accept(table, following))
        apply(table, c.decode(stored))
        log.append(stored)
        command = due(table)
        following = c.Entry("", c.SERVER, command, at=entry.at) if command is not None else None
    return log


def check(table: Table, by: str, command: c.Command) -> None:
    """Raise Refused when the command is not taken from this person."""
    accept(table, c.Entry("", by, command))
