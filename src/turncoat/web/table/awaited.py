"""Button for which the table waits, in the words of one viewer, while no question is open.

A person alone at a table is waited for until they have looked at their card, read the guide's explanation, and talked.
"""

import math
from typing import Final

import msgspec

from turncoat.kernel.seats import NOBODY, Seat, is_in
from turncoat.kernel.words import N_
from turncoat.table.state.game_session import GameSession
from turncoat.web.table.guide import guide_part, is_reading
from turncoat.web.table.page_parts import ViewerContext

_BOTS_WAIT: Final = N_("The bots are waiting for you: {button}.")
_TABLE_WAITS: Final = N_("The table is waiting for you: {button}.")
READY: Final = N_("I'm ready")
GO_ON: Final = N_("Continue")


class Awaited(msgspec.Struct, frozen=True):
    """Button for which everybody waits until the viewer presses it."""

    button: str
    """Id of the button's element."""
    said: str
    """Sentence that says so."""


def awaited(at: ViewerContext) -> Awaited | None:
    """Return the button for which the table waits, or None if it waits for nothing or for a choice in the game."""
    session, scenes = at.session, at.room.scenes
    if session is None or at.seat is None or session.result is not None:
        return None
    if scenes.dealing:
        is_awaited = at.person in scenes.players - scenes.ready
        return _awaited(at, "ready-button", at.say(READY), alone=len(scenes.players) == 1) if is_awaited else None
    if is_asked(session, at.seat):
        return None
    if is_reading(at.room):
        return _awaited(at, "guide-read", guide_part(at).button)
    if math.isinf(scenes.talking) and at.room.may_end_talk(at.person):
        return _awaited(at, "end-talk", at.say(GO_ON))
    return None


def _awaited(at: ViewerContext, id: str, label: str, *, alone: bool = True) -> Awaited:
    return Awaited(id, at.say(_BOTS_WAIT if alone else _TABLE_WAITS).format(button=label))


def is_asked(session: GameSession, seat: Seat | None) -> bool:
    """Return whether the seat still has to choose. A seat with a standing answer does not."""
    given = session.standing_answers if session.takes_standing_answers else NOBODY
    return seat is not None and is_in(seat, session.waiting & ~given)
