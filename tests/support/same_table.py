"""What has to be the same of a table that comes out of what is left of its log."""

from turncoat.table.state.table import Table


def is_same_table(one: Table, other: Table) -> bool:
    """Whether two tables are the same but for the games that are over."""

    def of(table: Table) -> tuple[object, ...]:
        is_on = table.games, table.running, table.control.paused_by
        return table.code, table.host, table.seats, table.game_setup, table.bot, table.settings, is_on

    return of(one) == of(other)
