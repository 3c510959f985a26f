"""Typing indicator of the bots: one line below the chat, without the bots that a viewer has muted."""

from collections.abc import Container
from typing import Final

import msgspec

from turncoat.kernel.words import N_, Message
from turncoat.table.runtime.room import Room
from turncoat.telling import Translate, names_of
from turncoat.web.table.page_parts import PagePart, ViewerContext, register

TYPING: Final = N_("{names} is typing …", "{names} are typing …")


class TypingPart(msgspec.Struct, frozen=True):
    """Sentence naming the bots that are typing, empty if there are none."""

    text: str = ""


def typing_part(room: Room, translate: Translate, muted_voices: Container[int] = ()) -> TypingPart:
    """Return the typing indicator, without muted bots."""
    table = room.table
    names = [table.seats[seat].name for seat in room.typing.seats if table.voice_of_bot(seat) not in muted_voices]
    assert isinstance(TYPING, Message)
    said = translate(TYPING.for_(len(names))).format(names=names_of(translate, names)) if names else ""
    return TypingPart(said)


def _without_muted(at: ViewerContext) -> TypingPart | None:
    """Return the indicator for a viewer who has muted somebody, or None if the public one will do."""
    muted_voices = at.table.personal(at.person).muted_voices
    return typing_part(at.room, at.say, muted_voices) if muted_voices else None


PART: Final = register(
    PagePart(
        id="typing",
        template="table/typing",
        audience="public",
        model=lambda at: typing_part(at.room, at.say),
    )
)
register(msgspec.structs.replace(PART, audience="viewer", model=_without_muted))
