"""The messages that an open page gets."""

import zlib
from base64 import b64encode

import msgspec


class Announcement(msgspec.Struct, frozen=True):
    """A text for a live region: `log`, `status`, `turn`, or `own` for one that only the listener may know."""

    id: str
    text: str
    kind: str = "log"


class Scene(msgspec.Struct, frozen=True):
    """A great moment that the page shows big before everything else that the update brings."""

    id: str
    kind: str
    html: str
    seconds: float
    told: float
    """Seconds until its sentences may be heard: what has not been turned over is not told."""
    says: tuple[str, ...] = ()
    """The announcements that belong to it, by their ids."""


class Update(msgspec.Struct, frozen=True, omit_defaults=True):
    """The news for an open page; also the answer to a form that a script has sent."""

    version: int
    parts: dict[str, msgspec.Raw] = {}
    """Drawn parts, as JSON texts, by the id of the element that each replaces: all of it, or the edits of what the page
    was sent last (see `edits`)."""
    announcements: tuple[Announcement, ...] = msgspec.field(default=(), name="say")
    scenes: tuple[Scene, ...] = ()
    own: str = ""
    """What only this viewer gets, packed: an `OwnNews`."""
    go: str = ""
    """The page to go to instead."""
    problem: str = ""
    code: str = ""
    """The stable code of the problem, when a command was refused."""
    pad: str = ""


class OwnNews(msgspec.Struct, frozen=True):
    """The parts and announcements that differ between two seats."""

    parts: dict[str, str]
    announcements: tuple[Announcement, ...] = msgspec.field(default=(), name="say")


_encoder = msgspec.json.Encoder()


def encode(message: object) -> bytes:
    """The message as it is sent."""
    return _encoder.encode(message)


def raw(html: str) -> msgspec.Raw:
    """A drawn part as JSON text, so that it is encoded once for all viewers."""
    return msgspec.Raw(_encoder.encode(html))


def packed(news: OwnNews) -> str:
    """The news deflated, as text (base64). Its size tells what is in it, so it has to be filled up."""
    deflated = zlib.compress(encode(news), wbits=-zlib.MAX_WBITS)
    return b64encode(deflated).decode()
