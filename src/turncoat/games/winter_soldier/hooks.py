"""The hooks of Winter Soldier: its own, and those of The Resistance where the rules agree."""

from typing import Final

from turncoat.games.resistance import hooks as base
from turncoat.games.winter_soldier.board import PendingOffer
from turncoat.kernel.hooks import Hook, Notice, Window

OFFER_DUE: Final = Notice[PendingOffer]("offer-due", "A pending offer of a chapter takes effect.")
PLAYERS_OUT: Final = Notice[()]("players-out", "Players have just gone out, and the game continues.")
MISSION_SETTLED: Final = Window("mission-settled", "A mission is over, run or failed, and the game continues.")

HOOKS: Final[tuple[Hook, ...]] = (
    base.NEXT_MISSION,
    base.PROPOSAL,
    base.TEAM_QUESTION,
    base.MISSION_CHOSEN,
    base.PROPOSAL_MADE,
    base.HAND,
    base.PLAYABLE,
    base.MISSION_SUCCEEDS,
    OFFER_DUE,
    PLAYERS_OUT,
    MISSION_SETTLED,
)
