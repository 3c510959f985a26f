"""Commands: what people ask of a table, as the log keeps them; `turncoat.table.handlers` says what each does.

The handler checks a command, the store keeps it, then it takes effect. Elsewhere this package is `c`, and a command
`c.Sit`. A type in one of these modules is all that there is to be said of a command here: it is known by that alone.
"""

# ruff: noqa: F403
from turncoat.table.commands.chat import *
from turncoat.table.commands.command import *
from turncoat.table.commands.entries import *
from turncoat.table.commands.game_control import *
from turncoat.table.commands.games import *
from turncoat.table.commands.history import *
from turncoat.table.commands.membership import *
from turncoat.table.commands.personal import *
from turncoat.table.commands.seats import *
from turncoat.table.values.game_setup import GameSetup as GameSetup
from turncoat.table.values.notes import Note as Note
