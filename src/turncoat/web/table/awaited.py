"""Button for which the table waits, in the words of one viewer, while no question is open.

A person alone at a table is waited for until they have looked at their card, read the guide's explanations, and talked.
"""

import math
from typing import Final, Literal

import msgspec

from turncoat.kernel.words import N_
from turncoat.web.table.guide import guide_part
from turncoat.web.table.page_parts import ViewerContext
from turncoat.web.table.phone import awaited_on

_BOTS_WAIT: Final = N_("The bots are waiting for you: {button}.")
_TABLE_WAITS: Final = N_("The table is waiting for you: {button}.")
_TALKING: Final = N_("Time to talk. The bots wait for you.")
READY: Final = N_("I'm ready")
GO_ON: Final = N_("Continue")


class Awaited(msgspec.Struct, frozen=True):
    """Button for which everybody waits until the viewer presses it. It stands below the sentence that says so."""

    does: Literal["ready", "guide", "end-talk"]
    said: str
    """Sentence that says that they wait."""
    label: str


def awaited(at: ViewerContext) -> Awaited | None:
    """Return the button for which the table waits, or None if it waits for nothing or for a choice in the game."""
    session, scenes = at.session, at.room.scenes
    if at.visitor.covered:
        return _awaited_by_all(at)
    if session is None or at.seat is None or session.result is not None:
        return None
    if scenes.dealing:
        if at.person not in scenes.players - scenes.ready:
            return None
        label = at.say(READY)
        said = at.say(_BOTS_WAIT if len(scenes.players) == 1 else _TABLE_WAITS).format(button=label)
        return Awaited("ready", said, label)
    if at.is_asked:
        return None
    guide = guide_part(at)
    if guide.tip and guide.is_awaited:
        return Awaited("guide", guide.waits, guide.button)
    if math.isinf(scenes.talking) and at.room.may_end_talk(at.person):
        return Awaited("end-talk", at.say(_TALKING), at.say(GO_ON))
    return None


def _awaited_by_all(at: ViewerContext) -> Awaited | None:
    """Return the button for everybody who looks at a phone that nobody has."""
    room = at.room
    is_talk = math.isinf(room.scenes.talking) and not room.scenes.dealing and room.may_end_talk(at.visitor.covered)
    if not is_talk or awaited_on(room, at.visitor.browser):
        return None
    return Awaited("end-talk", at.say(_TALKING), at.say(GO_ON))
