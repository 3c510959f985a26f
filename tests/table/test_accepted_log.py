"""The log holds accepted commands, so it gives the same table even if later versions decide differently."""

import pytest

from tests.support.all_commands import LoggedTable, every_table
from tests.support.refusing import check_log
from tests.support.same_table import is_same_table
from turncoat.table import commands as c
from turncoat.table.rebuilding import rebuild


def test_the_accepted_log_contains_every_command() -> None:
    assert {type(c.decode(entry).command) for at in every_table() for entry in at.log} == set(c.COMMANDS)


@pytest.mark.parametrize("at", every_table(), ids=lambda at: at.table.game_setup.game)
def test_an_accepted_log_is_replayed_without_checking_it(at: LoggedTable) -> None:
    table, lost = rebuild(at.log)
    assert not lost
    assert is_same_table(table, at.table)
    check_log(at.log)
    for number, entry in enumerate(at.log):
        if isinstance(c.decode(entry).command, c.ArchiveGame):  # the summary is stored, so the game is not replayed
            check_log(at.log[:number])
