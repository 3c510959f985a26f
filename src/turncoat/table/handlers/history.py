"""Handlers of commands about the finished games of a table."""

from typing import Any, Final

from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.words import N_
from turncoat.table import commands as c
from turncoat.table.handlers.handler import Accepted, Handler, as_asked, own_game, refuse_if
from turncoat.table.state.history import ShareLink
from turncoat.table.state.table import Table

describe(
    {
        "not-played": N_("Only people who played that game can do that."),
        "shared-already": N_("That game already has a link."),
        "not-shared": N_("That game has no link to withdraw."),
    }
)


def _accept_archive_game(table: Table, entry: c.Entry, command: c.ArchiveGame) -> Accepted:
    return c.EndGame(command.game, table.version), command


def _archive_game(table: Table, entry: c.Entry, command: c.ArchiveGame) -> None:
    if command.summary is not None:
        table.history.keep(command.summary)


def _end_game(table: Table, entry: c.Entry, command: c.EndGame) -> bool:
    table.history.in_forgotten = False
    table.version = max(table.version, command.version)
    return False


def _accept_forget_games(table: Table, entry: c.Entry, command: c.ForgetGames) -> c.ForgetGames:
    refuse_if(command.last > table.games or (table.running and command.last == table.games), "game-running")
    return c.ForgetGames(command.last, table.version, table.chat.counts())


def _forget_games(table: Table, entry: c.Entry, command: c.ForgetGames) -> None:
    table.forget(command.last)
    table.version = max(table.version, command.version)
    table.chat.restore_counts(command.talk)


def _check_share_game(table: Table, entry: c.Entry, command: c.ShareGame) -> None:
    refuse_if(not table.history.game(command.game).was_played_by(entry.by), "not-played")
    refuse_if(command.game in table.history.shared, "shared-already")


def _share_game(table: Table, entry: c.Entry, command: c.ShareGame) -> None:
    table.history.share(command.game, ShareLink(command.token, entry.by, command.tells_result))


def _check_unshare_game(table: Table, entry: c.Entry, command: c.UnshareGame) -> None:
    shared = table.history.shared.get(command.game)
    if shared is None:
        raise Refused(Refusal("not-shared"))
    refuse_if(entry.by not in (shared.by, table.host), "not-host")


def _unshare_game(table: Table, entry: c.Entry, command: c.UnshareGame) -> None:
    table.history.unshare(command.game)


HANDLERS: Final[tuple[Handler[Any], ...]] = (
    Handler(c.ArchiveGame, _accept_archive_game, _archive_game, ("server",), game=own_game),
    Handler(c.EndGame, as_asked, _end_game, ("server",), is_dated=False),
    Handler(c.ForgetGames, _accept_forget_games, _forget_games, ("server",)),
    Handler(c.ShareGame, _check_share_game, _share_game, ("anybody",), game=own_game),
    Handler(c.UnshareGame, _check_unshare_game, _unshare_game, ("anybody",), game=own_game),
)
