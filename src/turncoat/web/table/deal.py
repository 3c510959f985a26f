"""The deal for one viewer: everybody looks at their card and says so before any question is asked."""

import math
from typing import Final

import msgspec

from turncoat.kernel.words import N_
from turncoat.table.runtime.room import Room
from turncoat.telling import Translate, filled
from turncoat.web.table.awaited import READY
from turncoat.web.table.page_parts import PagePart, ViewerContext, register
from turncoat.web.table.phone import Phone, holder_of, phone_of, said_to_all

_READY: Final = N_("Ready: {count} of {all}")
_ALONE: Final = N_("Look at your card. Ready when you are.")
_EVERYBODY: Final = N_("Everybody looks at their card.")
_GOES_ON: Final = N_(
    "Look at your card; you can do that later, too. The game begins when all are ready, or after {count} second.",
    "Look at your card; you can do that later, too. The game begins when all are ready, or after {count} seconds.",
)
_PASS_ON: Final = N_("Look at your card, then pass the phone on.")
_LOOKED: Final = N_("You have looked. Please pass the phone on.")
_HAND_ON: Final = N_("I have looked, pass on")


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
    pass_to: str = ""
    """Address to post to, if the viewer has a phone that they hand on when they are ready."""
    phone: Phone | None = None
    """The phone, if it is passed round and nobody has it."""


def deal_part(room: Room, person: str, translate: Translate) -> DealPart:
    """Return the deal for a person, empty if it is over."""
    scenes = room.scenes
    ends = scenes.deal_ends
    if not ends:
        return DealPart()
    ready = filled(translate, _READY, count=len(scenes.ready), all=len(scenes.players))
    button = translate(READY) if person in scenes.players - scenes.ready else ""
    seconds = round(scenes.deal_limit)
    if not button:
        about = translate(_EVERYBODY)
    else:
        about = filled(translate, _GOES_ON, count=seconds) if math.isfinite(ends) else translate(_ALONE)
    last = round(ends, 1) if math.isfinite(ends) else None
    return DealPart(True, about, last, button, ready, f"/t/{room.table.code}")


def viewers_deal(at: ViewerContext) -> DealPart:
    """Return the deal for a viewer, who may have a phone that is passed round."""
    deal = deal_part(at.room, at.person, at.say)
    if not deal.is_on:
        return deal
    if at.visitor.covered:
        return msgspec.structs.replace(deal, about=said_to_all(at), phone=phone_of(at))
    if (holder := holder_of(at)) is None:
        return deal
    about, button = at.say(_PASS_ON if deal.button else _LOOKED), at.say(_HAND_ON) if deal.button else ""
    return msgspec.structs.replace(deal, about=about, button=button, pass_to=holder.path)


register(
    PagePart(
        id="deal",
        template="table/deal",
        audience="viewer",
        model=viewers_deal,
        layouts=("play", "end"),
    )
)
