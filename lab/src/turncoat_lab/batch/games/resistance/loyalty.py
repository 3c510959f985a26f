"""A look at a character card, which reveals the side but never the role (PLT-SECRET-2, HUN-LOYALTY-3)."""

from typing import Any

from turncoat_lab.batch.compiler import compiled
from turncoat_lab.batch.events import LOYALTY_SHOWN, log_row
from turncoat_lab.batch.words import RESISTANCE, SPIES


@compiled
def show_loyalty(game: Any, log: Any, shower: int, viewer: int) -> None:
    """Let the viewer look at the shower's loyalty card."""
    is_spy = game.hidden.spies >> shower & 1
    log_row(log, LOYALTY_SHOWN, shower, viewer, SPIES if is_spy else RESISTANCE)
