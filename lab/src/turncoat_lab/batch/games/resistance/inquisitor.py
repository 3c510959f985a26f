"""The Inquisitor: a token whose holder examines a player, who has the token next (INQ-SETUP-1 to INQ-USE-3)."""

from typing import Any

from turncoat_lab.batch.compiler import compiled
from turncoat_lab.batch.events import ASK_EXAMINE, INQUISITOR_PASSED, log_row
from turncoat_lab.batch.games.resistance.loyalty import show_loyalty
from turncoat_lab.batch.policies.decide import begin_question, choose_seat


@compiled
def examination(game: Any, log: Any) -> None:
    """Let the token's holder examine somebody who has not used it, after missions 2, 3 and 4 (INQ-USE-1, -2)."""
    token = game.seen.token
    if not 2 <= game.seen.board.missions_run <= 4:
        return
    holder = token.holder
    examinable = game.seen.rules.everyone & ~token.used & ~(1 << holder)
    if not examinable:
        return
    begin_question(game, log)
    examined = choose_seat(game, log, holder, ASK_EXAMINE, examinable, False)
    show_loyalty(game, log, examined, holder)
    log_row(log, INQUISITOR_PASSED, holder, examined)
    token.used |= 1 << holder
    token.holder = examined
