"""The deal for one viewer: everybody looks at their card and says so before any question is asked."""

import math
from typing import Final

import msgspec

from turncoat.kernel.words import N_
from turncoat.table.runtime.room import Room
from turncoat.table.values.scenes import time_of
from turncoat.telling import Translate, filled
from turncoat.web.table.awaited import READY
from turncoat.web.table.page_parts import PagePart, register

_READY: Final = N_("Ready: {count} of {all}")
_ALONE: Final = N_("Look at your card. Ready when you are.")
_EVERYBODY: Final = N_("Everybody looks at their card.")
_GOES_ON: Final = N_(
    "Look at your card; you can do that later, too. The game begins when all are ready, or after {count} second.",
    "Look at your card; you can do that later, too. The game begins when all are ready, or after {count} seconds.",
)


class DealPart(msgspec.Struct, frozen=True):
    """The deal. Nothing in it depends on the cards."""

    is_on: bool = False
    about: str = ""
    """Sentence that says what to do, and what the deal waits for."""
    ends: float | None = None
    """Server time in seconds at which the deal ends, or None if it waits indefinitely for the viewer."""
    button: str = ""
    """Label of the button for which the deal waits, empty if it does not wait for the viewer."""
    ready: str = ""
    """Sentence with the number of people who are ready."""
    post_to: str = ""


def deal_part(room: Room, person: str, translate: Translate) -> DealPart:
    """Return the deal for a person, empty if it is over."""
    scenes = room.scenes
    ends = scenes.deal_ends
    if not ends:
        return DealPart()
    ready = filled(translate, _READY, count=len(scenes.ready), all=len(scenes.players))
    button = translate(READY) if person in scenes.players - scenes.ready else ""
    seconds = round(room.scene_factor * time_of("deal").shown)
    if not button:
        about = translate(_EVERYBODY)
    else:
        about = filled(translate, _GOES_ON, count=seconds) if math.isfinite(ends) else translate(_ALONE)
    last = round(ends, 1) if math.isfinite(ends) else None
    return DealPart(True, about, last, button, ready, f"/t/{room.table.code}")


register(
    PagePart(
        id="deal",
        template="table/deal",
        audience="viewer",
        model=lambda at: deal_part(at.room, at.person, at.say),
        layouts=("play", "end"),
    )
)
