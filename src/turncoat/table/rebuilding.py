"""A table comes out of its log: entry after entry takes effect, also where the rules have changed since."""

from collections.abc import Iterable

import msgspec

from turncoat.table import commands as c
from turncoat.table.handlers.dispatch import apply
from turncoat.table.state.table import Table


def apply_entry(table: Table, entry: c.Entry) -> bool:
    """Apply an entry of the log; False when the rules have changed and do not take it."""
    taken = True
    try:
        apply(table, entry)
    except Exception:  # whatever it is, the people keep their table
        if isinstance(entry.command, c.GameCommand):
            table.session = None
        taken = False
    return taken


def rebuild(entries: Iterable[bytes]) -> tuple[Table, bool]:
    """The table that a log makes; and whether its game was lost, because the rules have changed since it began.

    Games whose end is in the log are not played again, but for the last one: what is kept of them stands at their end.
    """
    table, lost = Table(), False
    log = [c.decode(data) for data in entries]
    over = {entry.command.game for entry in log if isinstance(entry.command, c.ArchiveGame)}
    games = sum(isinstance(entry.command, c.Start) for entry in log)
    for entry in log:
        if isinstance(entry.command, c.Start):
            lost = False
            if table.games + 1 in over and table.games + 1 < games:
                entry = msgspec.structs.replace(entry, command=c.Start(entry.command.rules, forgotten=True))
        elif isinstance(entry.command, c.TimeUp | c.Reveal | c.GiveStandingAnswers) and table.history.in_forgotten:
            continue
        if not apply_entry(table, entry):
            lost = True
        if isinstance(entry.command, c.AbortGame | c.Reopen | c.ArchiveGame):
            lost = False
    return table, lost
