"""Every command has its handler in the module of the same name."""

import pytest

from turncoat.table import commands as c
from turncoat.table import handlers
from turncoat.table.handlers import chat, dispatch, game_control, games, history, membership, personal, seats

MODULES = (seats, games, game_control, membership, chat, personal, history)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.rpartition(".")[2])
def test_each_command_has_one_handler_in_the_module_of_its_name(module: object) -> None:
    name = getattr(module, "__name__", "").removeprefix(handlers.__name__)
    own = [kind for kind in c.COMMANDS if kind.__module__ == f"{c.__name__}{name}"]
    handled = [handler.command for handler in getattr(module, "HANDLERS", ())]
    assert sorted(handled, key=repr) == sorted(own, key=repr)


def test_every_command_of_the_table_has_a_handler() -> None:
    assert set(dispatch.HANDLERS) == set(c.COMMANDS)
    assert [kind for kind in c.COMMANDS if getattr(c, kind.__name__, None) is not kind] == []
