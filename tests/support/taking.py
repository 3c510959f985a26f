"""Tables without a server, where commands are accepted and applied by way of the log, as a room does it."""

from msgspec.structs import replace

from turncoat.table import commands as c
from turncoat.table.handlers.dispatch import accept, apply
from turncoat.table.handlers.game_control import due
from turncoat.table.state.table import Table

BOT_SEED = "00" * 16


def take(table: Table, entry: c.Entry, seed: str = "5e" * 32, *, holds: bool = False) -> list[bytes]:
    """Apply the entry and any commands of the server that enough people want. Return the log's new lines."""
    log: list[bytes] = []
    following: c.Entry | None = entry
    while following is not None:
        for accepted in accept(table, following):
            command = accepted.command
            if isinstance(command, c.DrawSeed):
                command = replace(command, seed=seed)
            elif isinstance(command, c.Deal):
                command = replace(command, holds=holds, bots=(BOT_SEED,) * table.game_setup.players)
            stored = c.encode(replace(accepted, command=command))
            apply(table, c.decode(stored))
            log.append(stored)
        due_now = due(table)
        following = c.Entry("", c.SERVER, due_now, at=entry.at) if due_now is not None else None
    return log


def check(table: Table, by: str, command: c.Command) -> None:
    """Raise Refused if the command is not accepted from this person."""
    accept(table, c.Entry("", by, command))
