"""A person's choices about notices that it is their turn, as stored outside all tables."""

from typing import Final, Literal

import msgspec

from turncoat.kernel.refusals import Refusal

PERSON: Final = "person"
"""Kind of the documents with these settings. Each is named by the person's id."""
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


class NoticeSettings(msgspec.Struct, frozen=True):
    """Channels of a person, the language of what they are told, and the reminders."""

    language: str = "en"
    base: str = ""
    """Scheme and host of this server as the person knows it."""
    browsers: tuple[BrowserSubscription, ...] = ()
    webhook: Webhook | None = None
    remind: int = 0
    """Hours between two reminders while the same question waits, or 0 for none."""
    problem: Refusal | None = None
    """Reason why the last message to the webhook was not delivered."""

    @property
    def channels(self) -> tuple[str, ...]:
        """Ids of everything through which the person is told."""
        return (*(one.id for one in self.browsers), *((WEBHOOK,) if self.webhook is not None else ()))


def settings_in(value: bytes) -> NoticeSettings:
    """Return the settings in a document. Raises msgspec.DecodeError."""
    return msgspec.json.decode(value, type=NoticeSettings)
