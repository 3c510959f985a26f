"""The deal, as one viewer gets it: everybody looks at their card and says so before anything is asked."""

import math
from typing import Final

import msgspec

from turncoat.kernel.words import N_
from turncoat.table.runtime.room import Room
from turncoat.telling import Translate, filled
from turncoat.web.table.awaited import READY
from turncoat.web.table.page_parts import PagePart, register

_READY: Final = N_("Ready: {count} of {all}")


class DealPart(msgspec.Struct, frozen=True):
    """The deal. Nothing in it depends on the cards."""

    is_on: bool = False
    ends: float | None = None
    """When it is over, in seconds of the server's time; None when it waits for the viewer without end."""
    button: str = ""
    """The label of the button for which it waits; empty when it doesn't wait for the viewer."""
    ready: str = ""
    """How many have said that they are ready."""
    post_to: str = ""


def deal_part(room: Room, person: str, translate: Translate) -> DealPart:
    """The deal for this person; empty when it is over."""
    scenes = room.scenes
    ends = scenes.deal_ends
    if not ends:
        return DealPart()
    ready = filled(translate, _READY, count=len(scenes.ready), all=len(scenes.players))
    button = translate(READY) if person in scenes.players - scenes.ready else ""
    return DealPart(True, round(ends, 1) if math.isfinite(ends) else None, button, ready, f"/t/{room.table.code}")


register(
    PagePart(
        id="deal",
        template="table/deal",
        audience="viewer",
        model=lambda at: deal_part(at.room, at.person, at.say),
        layouts=("play", "end"),
    )
)
