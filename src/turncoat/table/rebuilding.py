"""A table comes out of its log: entry after entry takes effect. Nothing is decided here that was decided before.

An entry that cannot be applied is never skipped: whatever comes after it would mean something else. Then there is no
table, and its log is left as it is, for a server that can apply it. Where the rules do not take what was chosen in a
game, the game alone is unknown: it is over then, and everything else goes on.
"""

from collections.abc import Iterable
from typing import Literal

from turncoat.kernel.chapters import RulesetError
from turncoat.kernel.rulebooks import BOOKS
from turncoat.table import commands as c
from turncoat.table.handlers.dispatch import apply
from turncoat.table.state.table import Table

Loss = Literal["", "rules-changed", "rules-broke"]
"""The reason why a game cannot go on: it is not played by its rules any more, or they do not take what was chosen."""


class CannotApply(Exception):
    """An entry of a log that cannot be applied, by its number and kind; no secret is in it."""

    def __init__(self, number: int, entry: c.Entry, error: Exception) -> None:
        super().__init__(f"entry {number}, {type(entry.command).__name__}: {type(error).__name__}")


def rebuild(entries: Iterable[bytes]) -> tuple[Table, Loss]:
    """Return the table that a log makes, and why its game is lost, if it is.

    Games whose end is in the log are not played again, but for the last one: what is kept of them stands at their end.
    Raises CannotApply, and msgspec.DecodeError for a log of another version.
    """
    table = Table()
    lost: Loss = ""
    log = [c.decode(data) for data in entries]
    games, over, ended = 0, set[int](), set[int]()
    for entry in log:
        games += isinstance(entry.command, c.Start)
        if isinstance(entry.command, c.EndGame):
            over.add(entry.command.game)
        elif isinstance(entry.command, c.GiveUp | c.AbortGame):
            ended.add(games)
    for number, entry in enumerate(log, 1):
        command = entry.command
        if isinstance(command, c.Deal):
            this = command.game
            lost = _lost_rules(table.game_setup.game, command.rules)
            # A game that was ended early has nothing to show, so its modules may be gone.
            if lost or (this in over and this < games) or (this in over | ended and not _is_known(table)):
                table.leave_undealt(entry.at)
                continue
        try:
            apply(table, entry)
        except Exception as error:
            if not is_of_game(command, error):
                raise CannotApply(number, entry, error) from error
            table.lose_game()
            lost = "rules-broke"
    return table, lost if table.history.in_forgotten else ""


def is_of_game(command: c.Command, error: Exception) -> bool:
    """Say whether the game alone is unknown when the command has failed so.

    A game that this server does not have is none of its business.
    """
    return isinstance(command, c.GameCommand) and not isinstance(error, RulesetError)


def _is_known(table: Table) -> bool:
    """Say whether what is to be played at the table can be played on this server."""
    try:
        table.game_setup.ruleset()
    except RulesetError:
        return False
    return True


def _lost_rules(game: str, rules: str) -> Loss:
    """Say whether the game is played here, but by other rules."""
    return "rules-changed" if game in BOOKS and BOOKS[game].version != rules else ""
