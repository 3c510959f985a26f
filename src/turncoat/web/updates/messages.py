"""The messages that an open page gets."""

import msgspec


class Announcement(msgspec.Struct, frozen=True):
    """A text for a live region: `log`, `status`, `turn`, or `own` for one that only the listener may know."""

    id: str
    text: str
    kind: str = "log"


class Update(msgspec.Struct, frozen=True, omit_defaults=True):
    """The news for an open page; also the answer to a form that a script has sent."""

    version: int
    parts: dict[str, msgspec.Raw] = {}
    """Drawn parts, as JSON texts, by the id of the element that each replaces."""
    announcements: tuple[Announcement, ...] = msgspec.field(default=(), name="say")
    go: str = ""
    """The page to go to instead."""
    problem: str = ""
    code: str = ""
    """The stable code of the problem, when a command was refused."""
    pad: str = ""


_encoder = msgspec.json.Encoder()


def encode(message: object) -> bytes:
    """The message as it is sent."""
    return _encoder.encode(message)


def raw(html: str) -> msgspec.Raw:
    """A drawn part as JSON text, so that it is encoded once for all viewers."""
    return msgspec.Raw(_encoder.encode(html))
