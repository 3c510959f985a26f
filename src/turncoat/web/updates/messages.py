"""The messages that an open page gets."""

import zlib
from base64 import b64encode
from typing import Final

import msgspec


class Announcement(msgspec.Struct, frozen=True):
    """A text for a live region: `log`, `status`, `turn`, or `own` for one that only the listener may know."""

    id: str
    text: str
    kind: str = "log"


class DrawnScene(msgspec.Struct, frozen=True):
    """A great moment that the page shows big before everything else that the update brings."""

    id: str
    kind: str
    html: str
    seconds: float
    told: float
    """Seconds until its sentences may be heard: what has not been turned over is not told."""
    says: tuple[str, ...] = ()
    """The announcements that belong to it, by their ids."""


class Changes(msgspec.Struct, frozen=True, omit_defaults=True):
    """Changes of a page: a piece of an update that is packed by itself."""

    parts: dict[str, msgspec.Raw] = {}
    """Parts as JSON texts, by the ids of their elements: drawn whole, or as `ListChanges`."""
    digests: dict[str, str] = {}
    """Digests of them. When the page connects again, it says which it has of each part."""
    announcements: tuple[Announcement, ...] = ()
    scenes: tuple[DrawnScene, ...] = ()
    problem: str = ""
    """Why the viewer's last command was not taken."""
    code: str = ""
    """The stable code of the problem."""


class ListChanges(msgspec.Struct, frozen=True, omit_defaults=True):
    """Changes of a list: the items that have changed, and all ids in their order when that has changed."""

    items: dict[str, str] = {}
    order: tuple[str, ...] | None = None


class Update(Changes, frozen=True, omit_defaults=True, kw_only=True):
    """A message to an open page; also the answer to a form that a script has sent."""

    version: int
    now: float = 0.0
    """The server's time in seconds, to a tenth: clocks on the page say when they end."""
    packed: tuple[msgspec.Raw, ...] = ()
    """Pieces of it, each a `Changes`, packed or in full: what everybody gets, and what only this viewer gets. The two
    are never packed together."""
    answers: str = ""
    """The id of the choice that this answers."""
    go: str = ""
    """The page to go to instead."""
    pad: str = ""


_encoder: Final = msgspec.json.Encoder()
NOTHING: Final = msgspec.Raw(b"{}")


def encode(message: object) -> bytes:
    """The message as it is sent."""
    return _encoder.encode(message)


def raw(value: object) -> msgspec.Raw:
    """A drawn part as JSON text, so that it is encoded once for all viewers."""
    return msgspec.Raw(_encoder.encode(value))


def piece(changes: Changes, *, packs: bool) -> msgspec.Raw:
    """The changes as a piece of an update: deflated, as text (base64), for a page that can unpack.

    Its size tells what is in it; where it must not, it has to be filled up.
    """
    if not packs:
        return raw(changes)
    # With zlib's usual window and memory, making room takes longer than packing a few kilobytes.
    packer = zlib.compressobj(wbits=-14, memLevel=6)
    return raw(b64encode(packer.compress(encode(changes)) + packer.flush()).decode())
