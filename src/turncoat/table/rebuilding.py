"""Rebuilding of a table from its log, entry by entry. Earlier decisions are in the entries and not made again.

An entry that cannot be applied is never skipped, since the following ones would change their meaning. There is then no
table, and its log is left alone for a server that can apply it. If the rules reject a choice in a game, only that game
is lost: it ends, and the table continues.
"""

from collections.abc import Iterable
from typing import Literal

from turncoat.kernel.chapters import RulesetError
from turncoat.kernel.rulebooks import BOOKS
from turncoat.table import commands as c
from turncoat.table.handlers.dispatch import apply
from turncoat.table.state.table import Table

Loss = Literal["", "rules-changed", "rules-broke"]
"""Reason why a game cannot continue: its rules have changed, or they reject its choices."""


class CannotApply(Exception):
    """Raised when an entry of a log cannot be applied. It names the entry's number and kind, but no secret."""

    def __init__(self, number: int, entry: c.Entry, error: Exception) -> None:
        super().__init__(f"entry {number}, {type(entry.command).__name__}: {type(error).__name__}")


def rebuild(entries: Iterable[bytes]) -> tuple[Table, Loss]:
    """Return the table of a log, and why its current game is lost, if it is.

    Games whose end is in the log are not replayed, except the last: their summaries are stored at their end. Raises
    CannotApply, and msgspec.DecodeError for a log of another version.
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
            # A game that was ended early has nothing to show, so its modules may be missing.
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
    """Return whether the error makes only the game unknown, and not the table.

    A game that is not installed here is no fault of the game.
    """
    return isinstance(command, c.GameCommand) and not isinstance(error, RulesetError)


def _is_known(table: Table) -> bool:
    """Return whether the table's setup can be played on this server."""
    try:
        table.game_setup.ruleset()
    except RulesetError:
        return False
    return True


def _lost_rules(game: str, rules: str) -> Loss:
    """Return the loss if the game is played here by other rules."""
    return "rules-changed" if game in BOOKS and BOOKS[game].version != rules else ""
