"""The end of a game (RES-END-1, RES-END-2)."""

from typing import Any

from turncoat_lab.batch.compiler import compiled
from turncoat_lab.batch.events import GAME_ENDED, ROLES_REVEALED, log_row


@compiled
def end(game: Any, log: Any, winner: int, reason: int) -> None:
    """End the game and turn over the character cards."""
    game.seen.board.winner, game.seen.board.reason = winner, reason
    if log is not None:
        log_row(log, GAME_ENDED, winner, reason)
        first = second = 0
        for seat in range(game.seen.rules.players):
            role = game.hidden.roles[seat]
            if seat < 6:
                first |= role << 6 * seat
            else:
                second |= role << 6 * (seat - 6)
        log_row(log, ROLES_REVEALED, first, second)
