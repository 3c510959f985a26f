"""A table is the fold of its log: this folds, also where the rules are others than they were."""

from collections.abc import Iterable

import msgspec

from turncoat.table import commands as c
from turncoat.table.state.table import Table


def apply_entry(table: Table, entry: c.Entry) -> bool:
    """Apply an entry of the log; False when the rules are others than they were and do not take it."""
    taken = True
    try:
        table.apply(entry)
    except Exception:  # whatever it is, the people keep their table
        if isinstance(entry.command, c.IN_GAME):
            table.session = None
        taken = False
    return taken


def rebuild(entries: Iterable[bytes]) -> tuple[Table, bool]:
    """The table that a log makes; and whether its game was lost, because the rules are others than it began with.

    A game of which the log has the end is not played once more, but for the last: what is kept of it stands there.
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
        elif isinstance(entry.command, c.TimeUp | c.Reveal) and table.history.in_forgotten:
            continue
        if not apply_entry(table, entry):
            lost = True
        if isinstance(entry.command, c.AbortGame | c.Reopen | c.ArchiveGame):
            lost = False
    return table, lost
