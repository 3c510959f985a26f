"""The deal, as one viewer gets it: everybody looks at their card and says so before anything is asked."""

import math
from typing import Final

import msgspec

from turncoat.kernel.words import N_
from turncoat.table.runtime.room import Room
from turncoat.telling import Translate, filled

_READY: Final = N_("Ready: {count} of {all}")


class DealPart(msgspec.Struct, frozen=True):
    """The deal. Nothing in it depends on the cards."""

    is_on: bool = False
    left: str = ""
    """Seconds, to a tenth; empty when it waits for the viewer without end."""
    is_wanted: bool = False
    """Whether it waits for the viewer."""
    ready: str = ""
    """How many have said that they are ready."""
    post_to: str = ""

    @property
    def about(self) -> "DealPart":
        """The same whenever it is looked at."""
        return msgspec.structs.replace(self, left="some" if self.left else "")


def deal_part(room: Room, person: str, translate: Translate) -> DealPart:
    """The deal for this person; empty when it is over."""
    scenes = room.scenes
    left = scenes.dealing
    if not left:
        return DealPart()
    ready = filled(translate, _READY, count=len(scenes.ready), all=len(scenes.players))
    shown = f"{left:.1f}" if math.isfinite(left) else ""
    return DealPart(True, shown, person in scenes.players - scenes.ready, ready, f"/t/{room.table.code}")
