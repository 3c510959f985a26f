"""Commands to a table, as its log stores them. `turncoat.table.handlers` says what each does.

A command is checked by its handler, stored, and then takes effect. Elsewhere this package is imported as `c`, and a
command is `c.Sit`. Defining a type in one of these modules is enough to register the command.
"""

# ruff: noqa: F403
from turncoat.table.commands.chat import *
from turncoat.table.commands.command import *
from turncoat.table.commands.entries import *
from turncoat.table.commands.game_control import *
from turncoat.table.commands.games import *
from turncoat.table.commands.history import *
from turncoat.table.commands.meeting import *
from turncoat.table.commands.membership import *
from turncoat.table.commands.personal import *
from turncoat.table.commands.seats import *
from turncoat.table.values.game_setup import GameSetup as GameSetup
from turncoat.table.values.notes import Note as Note
