"""Choices about notices that it is somebody's turn: those of a person, and those of a circle of friends."""

from typing import Final, Literal
from urllib.parse import urlsplit

import msgspec

from turncoat.kernel.refusals import Refusal

PERSON: Final = "person"
"""Kind of the documents with a person's settings. Each is named by the person's id."""
_CIRCLE: Final = "circle "
"""Beginning of a recipient that is a circle. No person's id has a space."""
REMINDERS: Final = (0, 1, 6, 24)
"""Hours between two reminders that people can choose. 0 is for none."""
WEBHOOK: Final = "webhook"
"""Channel id of the webhook. Browsers have ids of their own."""

WebhookForm = Literal["", "json", "text"]


class BrowserSubscription(msgspec.Struct, frozen=True):
    """A browser that takes Web Push messages."""

    id: str
    """Short hash of the endpoint."""
    endpoint: str
    public_key: str
    auth: str
    """Shared secret. Like the key, it is base64 text."""


class Webhook(msgspec.Struct, frozen=True):
    """An address that takes messages."""

    url: str
    form: WebhookForm = ""
    """Form of the message, or empty to choose it by the site."""

    @property
    def host(self) -> str:
        """Name of the site, which alone may be shown to others: the whole address is a secret."""
        return urlsplit(self.url).hostname or ""


class NoticeSettings(msgspec.Struct, frozen=True):
    """Channels of a person or a circle, the language of what they are told, and the reminders."""

    language: str = "en"
    base: str = ""
    """Scheme and host of this server as whoever chose knows it."""
    browsers: tuple[BrowserSubscription, ...] = ()
    """Browsers of a person. A circle has none."""
    webhook: Webhook | None = None
    remind: int = 0
    """Hours between two reminders while the same question waits, or 0 for none."""
    problem: Refusal | None = None
    """Reason why the last message to the webhook was not delivered."""

    @property
    def channels(self) -> tuple[str, ...]:
        """Ids of everything through which they are told."""
        return (*(one.id for one in self.browsers), *((WEBHOOK,) if self.webhook is not None else ()))


def circle_recipient(circle: str) -> str:
    """Return the recipient of what a circle of that id is told. A person is told under the person's id."""
    return _CIRCLE + circle


def circle_of(recipient: str) -> str:
    """Return the id of the circle that the recipient is, or an empty text for a person."""
    return recipient.removeprefix(_CIRCLE) if recipient.startswith(_CIRCLE) else ""


def settings_in(value: bytes) -> NoticeSettings:
    """Return the settings in a document. Raises msgspec.DecodeError."""
    return msgspec.json.decode(value, type=NoticeSettings)
