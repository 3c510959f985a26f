"""Messages sent to an open page."""

import zlib
from base64 import b64encode
from typing import Final

import msgspec


class Announcement(msgspec.Struct, frozen=True):
    """Text for a live region: `log`, `status`, `turn`, or `own` for one that only its reader may know."""

    id: str
    text: str
    kind: str = "log"


class DrawnScene(msgspec.Struct, frozen=True):
    """Scene that the page plays in full size before it applies the rest of the update."""

    id: str
    kind: str
    html: str
    seconds: float
    told: float
    """Seconds until the scene's sentences may be announced, which must not run ahead of the cards being turned over."""
    says: tuple[str, ...] = ()
    """Ids of the announcements that belong to the scene."""


class Changes(msgspec.Struct, frozen=True, omit_defaults=True):
    """Changes of a page: one piece of an update, compressed on its own."""

    parts: dict[str, msgspec.Raw] = {}
    """Parts as JSON texts by element id, either rendered in full or as `ListChanges`."""
    digests: dict[str, str] = {}
    """Digests of the parts. When the page reconnects, it sends those of the parts that it has."""
    announcements: tuple[Announcement, ...] = ()
    scenes: tuple[DrawnScene, ...] = ()
    problem: str = ""
    """Reason why the viewer's last command was refused."""
    code: str = ""
    """Stable code of the problem."""


class ListChanges(msgspec.Struct, frozen=True, omit_defaults=True):
    """Changes of a list: the changed items, and the ids of all items if their order has changed."""

    items: dict[str, str] = {}
    order: tuple[str, ...] | None = None


class Update(Changes, frozen=True, omit_defaults=True, kw_only=True):
    """Message to an open page, or the answer to a form sent by a script."""

    version: int
    now: float = 0.0
    """Server time in seconds, to a tenth, from which the page computes when its clocks run out."""
    packed: tuple[msgspec.Raw, ...] = ()
    """Pieces of the update, each a `Changes`, compressed or not: the public one and the viewer's own.

    The two are never compressed together.
    """
    answers: str = ""
    """Id of the command that this answers."""
    go: str = ""
    """Page to load instead."""
    pad: str = ""


_encoder: Final = msgspec.json.Encoder()
NOTHING: Final = msgspec.Raw(b"{}")


def encode(message: object) -> bytes:
    """Return the message as bytes for the wire."""
    return _encoder.encode(message)


def raw(value: object) -> msgspec.Raw:
    """Return a rendered part as JSON text, so that it is encoded once for all viewers."""
    return msgspec.Raw(_encoder.encode(value))


def piece(changes: Changes, *, packs: bool) -> msgspec.Raw:
    """Return changes as a piece of an update: compressed (deflate, as base64 text) if the page can unpack it.

    The size of a compressed piece depends on its content. Where it must not reveal that, it has to be padded.
    """
    if not packs:
        return raw(changes)
    # With zlib's default window and memory, allocating them takes longer than compressing a few kilobytes.
    packer = zlib.compressobj(wbits=-14, memLevel=6)
    return raw(b64encode(packer.compress(encode(changes)) + packer.flush()).decode())
