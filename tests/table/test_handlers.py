"""Every command has its handler."""

from typing import get_args

from turncoat.table import commands as c
from turncoat.table.handlers import chat, dispatch, game_control, games, history, membership, personal, seats


def test_every_command_has_one_handler() -> None:
    modules = (seats, games, game_control, membership, chat, personal, history)
    handled = [handler.command for module in modules for handler in module.HANDLERS]
    assert len(handled) == len(set(handled))
    assert set(dispatch.HANDLERS) == set(handled) == set(get_args(c.AnyCommand))
