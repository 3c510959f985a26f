"""Delivery of notices through the channels that people have chosen."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import msgspec

from turncoat.circles.store import Circles
from turncoat.kernel.refusals import Refusal, Refused
from turncoat.table.runtime.notice_people import NoticePeople
from turncoat.table.runtime.notices import TurnNotice
from turncoat.table.store.protocols import Store
from turncoat.table.values.notice_settings import WEBHOOK, NoticeSettings, circle_of
from turncoat.web.http.limits import Limiter
from turncoat.web.notices.posting import Poster
from turncoat.web.notices.push import SubscriptionEnded, WebPush, is_available
from turncoat.web.notices.recipients import NoticeRecipients
from turncoat.web.notices.webhooks import send
from turncoat.web.notices.words import NoticeWords, trial_words, words_of

PASSING: Final = ("address-unknown", "site-slow", "site-unreachable")
"""Failures that may be over soon."""
PASSING_STATUSES: Final = (408, 425, 429)
"""Statuses with which a site asks for another try, besides those of a server in trouble."""


class Notifier:
    """Sends notices to people and circles."""

    def __init__(self, store: Store, circles: Circles, limiter: Limiter) -> None:
        self.poster = Poster()
        self.recipients = NoticeRecipients(NoticePeople(store), circles)
        self.push = WebPush(store, self.poster) if is_available() else None
        """None if the server cannot send Web Push messages."""
        self._limiter = limiter

    async def deliver(self, notice: TurnNotice, channels: Sequence[str]) -> Sequence[str]:
        """Send a notice through these channels, and return those to try again later. Raises StoreFailure."""
        settings = await self.recipients.read(notice.recipient)
        if not self._limiter.notice(notice.recipient):
            return ()
        words = words_of(notice, settings.language, settings.base)
        wanted = [one for one in settings.channels if one in channels]
        failed = await asyncio.gather(*(self._try(settings, one, words, f"turn-{notice.code}") for one in wanted))
        failures = {channel: why for channel, why in zip(wanted, failed, strict=True) if why is not None}
        await self._note(notice.recipient, settings, wanted, failures)
        return [channel for channel, why in failures.items() if isinstance(why, Refusal) and is_passing(why)]

    async def try_webhook(self, recipient: str) -> None:
        """Send a test to the recipient's webhook. Raises Refused, StoreFailure."""
        settings = await self.recipients.read(recipient)
        if settings.webhook is None:
            return
        words = trial_words(settings.language, settings.base, for_circle=bool(circle_of(recipient)))
        why = await self._try(settings, WEBHOOK, words, "")
        await self._note(recipient, settings, [WEBHOOK], {} if why is None else {WEBHOOK: why})
        if isinstance(why, Refusal):
            raise Refused(why)

    async def _try(
        self, settings: NoticeSettings, channel: str, words: NoticeWords, tag: str
    ) -> Refusal | SubscriptionEnded | None:
        """Send through one channel and return the reason if it failed. Raises StoreFailure."""
        try:
            if channel == WEBHOOK and settings.webhook is not None:
                await send(self.poster, settings.webhook, words)
            elif self.push is not None:
                browser = next(one for one in settings.browsers if one.id == channel)
                await self.push.send(browser, words, tag)
        except Refused as refused:
            return refused.refusal
        except SubscriptionEnded as ended:
            return ended
        return None

    async def _note(
        self,
        recipient: str,
        sent: NoticeSettings,
        tried: Sequence[str],
        failures: dict[str, Refusal | SubscriptionEnded],
    ) -> None:
        """Forget browsers that no longer take messages, and note why the webhook failed, if it did."""
        ended = {channel for channel, why in failures.items() if isinstance(why, SubscriptionEnded)}
        why = failures.get(WEBHOOK)

        def change(settings: NoticeSettings) -> NoticeSettings:
            browsers = tuple(one for one in settings.browsers if one.id not in ended)
            problem = settings.problem
            if WEBHOOK in tried and settings.webhook == sent.webhook:
                problem = why if isinstance(why, Refusal) else None
            return msgspec.structs.replace(settings, browsers=browsers, problem=problem)

        with suppress(Refused):  # a circle that is gone
            await self.recipients.change(recipient, change)


def is_passing(why: Refusal) -> bool:
    """Return whether the same attempt may succeed later."""
    status = dict(why.params).get("status", 0)
    return why.code in PASSING or (isinstance(status, int) and (status >= 500 or status in PASSING_STATUSES))
