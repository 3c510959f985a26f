"""Comparison of tables rebuilt from parts of a log."""

from turncoat.table.state.table import Table


def is_same_table(one: Table, other: Table) -> bool:
    """Return whether two tables are the same apart from their finished games."""

    def of(table: Table) -> tuple[object, ...]:
        is_on = table.games, table.running, table.control.paused_by, table.meeting
        return table.code, table.host, table.seats, table.game_setup, table.bot, table.settings, is_on

    return of(one) == of(other)
