"""Delivery of notices through the channels that people have chosen."""

import asyncio
from collections.abc import Sequence
from typing import Final

import msgspec

from turncoat.kernel.refusals import Refusal, Refused
from turncoat.table.runtime.notices import TurnNotice
from turncoat.table.store.protocols import Store
from turncoat.table.values.notice_settings import WEBHOOK, NoticeSettings
from turncoat.web.http.limits import Limiter
from turncoat.web.notices.people import NoticePeople
from turncoat.web.notices.posting import Poster
from turncoat.web.notices.push import SubscriptionEnded, WebPush, is_available
from turncoat.web.notices.webhooks import send
from turncoat.web.notices.words import NoticeWords, trial_words, words_of

PASSING: Final = ("address-unknown", "site-slow", "site-unreachable")
"""Failures that may be over soon."""
PASSING_STATUSES: Final = (408, 425, 429)
"""Statuses with which a site asks for another try, besides those of a server in trouble."""


class Notifier:
    """Sends notices to people."""

    def __init__(self, store: Store, limiter: Limiter, poster: Poster | None = None) -> None:
        self.poster = poster or Poster()
        self.people = NoticePeople(store)
        self.push = WebPush(store, self.poster) if is_available() else None
        """None if the server cannot send Web Push messages."""
        self._limiter = limiter

    async def deliver(self, notice: TurnNotice, channels: Sequence[str]) -> Sequence[str]:
        """Send a notice through these channels, and return those to try again later. Raises StoreFailure."""
        settings = await self.people.read(notice.person)
        if not self._limiter.notice(notice.person):
            return ()
        words = words_of(notice.code, notice.game, settings.language, settings.base)
        wanted = [one for one in settings.channels if one in channels]
        failed = await asyncio.gather(*(self._try(settings, one, words, f"turn-{notice.code}") for one in wanted))
        failures = {channel: why for channel, why in zip(wanted, failed, strict=True) if why is not None}
        await self._note(notice.person, settings, wanted, failures)
        return [channel for channel, why in failures.items() if isinstance(why, Refusal) and is_passing(why)]

    async def try_webhook(self, person: str) -> None:
        """Send a test to the person's webhook. Raises Refused, StoreFailure."""
        settings = await self.people.read(person)
        if settings.webhook is None:
            return
        words = trial_words(settings.language, settings.base)
        why = await self._try(settings, WEBHOOK, words, "")
        await self._note(person, settings, [WEBHOOK], {} if why is None else {WEBHOOK: why})
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
        person: str,
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

        await self.people.change(person, change)


def is_passing(why: Refusal) -> bool:
    """Return whether the same attempt may succeed later."""
    status = dict(why.params).get("status", 0)
    return why.code in PASSING or (isinstance(status, int) and (status >= 500 or status in PASSING_STATUSES))
