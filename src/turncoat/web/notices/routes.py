"""The page on which people choose how they are told that it is their turn."""

from collections.abc import Awaitable, Callable
from typing import ClassVar, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from turncoat.kernel.refusals import Refusal, Refused, status_of
from turncoat.kernel.words import N_
from turncoat.table.runtime.notices import erase_person
from turncoat.table.values.notice_settings import REMINDERS, NoticeSettings, Webhook, WebhookForm
from turncoat.telling import filled
from turncoat.web.board.telling import say_refusal
from turncoat.web.context import WebContext
from turncoat.web.http.forms import FormFields
from turncoat.web.http.identity import Visitor
from turncoat.web.http.languages import language_of, translator
from turncoat.web.http.page import Page, SelectOption
from turncoat.web.notices.notifier import Notifier
from turncoat.web.notices.public_addresses import address_in
from turncoat.web.notices.push import subscription_of

PATH: Final = "/notices"
MOST_BROWSERS: Final = 10
"""Number of a person's browsers. One more replaces the oldest."""
_TITLE: Final = N_("When it is your turn · Turncoat")
_FORMS: Final[tuple[tuple[WebhookForm, str], ...]] = (
    ("", N_("as the site's name suggests")),
    ("json", N_("JSON, as Discord, Slack and Mattermost take it")),
    ("text", N_("plain text, as ntfy takes it")),
)
_NEVER: Final = N_("never")
_HOURS: Final = N_("every {hours} hour", "every {hours} hours")
_SECTIONS: Final = {"subscribe": "browser", "webhook": "webhook", "test": "webhook"}
"""Parts of the page to which the problems of forms belong."""
NOTHING_SENT: Final = FormFields()
_DONE: Final = {
    "on": N_("This browser is told from now on."),
    "off": N_("That browser is not told any more."),
    "saved": N_("Saved."),
    "sent": N_("The test was sent and accepted. Please see whether it has arrived."),
    "removed": N_("The address was removed."),
    "deleted": N_("Everything was deleted. Nobody is told of your turns any more."),
}
"""Lines that say what was done, by the word in the address of the page."""


class NoticesPage(Page, frozen=True):
    """Page "When it is your turn"."""

    template: ClassVar[str] = "notices/page.html"
    can_push: bool
    """True if the server can send Web Push messages."""
    key: str
    """Public key of the server for browsers that subscribe."""
    browsers: tuple[str, ...]
    """Ids of the browsers that are told."""
    url: str
    """Address of the webhook."""
    has_webhook: bool
    forms: tuple[SelectOption, ...]
    reminders: tuple[SelectOption, ...]
    is_anything_stored: bool
    done: str = ""
    problem: str = ""
    section: str = ""
    """Part of the page to which the problem belongs."""
    last_problem: str = ""
    """Reason why the last message to the webhook failed."""


def notice_routes(context: WebContext, notifier: Notifier) -> list[Route]:
    """Return the routes of the page."""
    pages = NoticePages(context, notifier)
    return [Route(PATH, pages.show), Route(PATH, pages.change, methods=["POST"])]


class NoticePages:
    """Request handlers of the page."""

    def __init__(self, context: WebContext, notifier: Notifier) -> None:
        self.context, self.notifier = context, notifier
        self._actions: dict[str, Callable[[Request, Visitor, FormFields], Awaitable[str]]] = {
            "subscribe": self._subscribe,
            "unsubscribe": self._unsubscribe,
            "webhook": self._save_webhook,
            "test": self._try_webhook,
            "remove-webhook": self._remove_webhook,
            "remind": self._save_reminders,
            "delete": self._delete,
        }
        """Handlers of the forms, which return the word for what was done. They raise Refused."""

    async def show(self, request: Request) -> Response:
        return await self._page(request, self.context.visitor(request))

    async def change(self, request: Request) -> Response:
        """Handle a form of the page."""
        visitor = self.context.visitor(request)
        fields = await self.context.form(request, visitor)
        action = self._actions.get(fields.first("do"))
        if action is None:
            return self.context.go(request, PATH)
        try:
            done = await action(request, visitor, fields)
        except Refused as refused:
            return await self._page(request, visitor, refused.refusal, fields)
        return self.context.go(request, f"{PATH}?done={done}")

    async def _page(
        self, request: Request, visitor: Visitor, problem: Refusal | None = None, sent: FormFields = NOTHING_SENT
    ) -> Response:
        language = language_of(request)
        say = translator(language)
        settings = NoticeSettings() if visitor.fresh else await self.notifier.people.read(visitor.id)
        webhook, push = settings.webhook, self.notifier.push
        form = webhook.form if webhook is not None else ""
        last, done = settings.problem, _DONE.get(request.query_params.get("done", ""), "")
        page = NoticesPage(
            self.context.site(request, visitor, say(_TITLE)),
            push is not None,
            await push.public_key() if push is not None else "",
            tuple(one.id for one in settings.browsers),
            sent.first("url") or (webhook.url if webhook is not None else ""),
            webhook is not None,
            tuple(SelectOption(value, say(label), chosen=value == form) for value, label in _FORMS),
            tuple(
                SelectOption(
                    str(hours),
                    filled(say, _HOURS, hours=hours) if hours else say(_NEVER),
                    chosen=hours == settings.remind,
                )
                for hours in REMINDERS
            ),
            settings != NoticeSettings(),
            say(done) if done and problem is None else "",
            say_refusal(problem, say) if problem is not None else "",
            _SECTIONS.get(sent.first("do"), ""),
            say_refusal(last, say) if last is not None and last != problem else "",
        )
        return self.context.page(request, visitor, page, status_of(problem))

    async def _change(
        self, request: Request, visitor: Visitor, change: Callable[[NoticeSettings], NoticeSettings]
    ) -> None:
        """Change the visitor's settings, and note the language and the address in which they know this server."""
        language, base = language_of(request), self.context.base(request)
        await self.notifier.people.change(
            visitor.id, lambda settings: msgspec.structs.replace(change(settings), language=language, base=base)
        )

    async def _subscribe(self, request: Request, visitor: Visitor, fields: FormFields) -> str:
        if self.notifier.push is None:
            return ""
        self.context.limiter.notice_trial(request)
        browser = subscription_of(fields.first("endpoint"), fields.first("p256dh"), fields.first("auth"))
        await self.notifier.poster.check(address_in(browser.endpoint))

        def change(settings: NoticeSettings) -> NoticeSettings:
            others = tuple(one for one in settings.browsers if one.id != browser.id)
            return msgspec.structs.replace(settings, browsers=(*others, browser)[-MOST_BROWSERS:])

        await self._change(request, visitor, change)
        return "on"

    async def _unsubscribe(self, request: Request, visitor: Visitor, fields: FormFields) -> str:
        ended = fields.first("id")

        def change(settings: NoticeSettings) -> NoticeSettings:
            return msgspec.structs.replace(
                settings, browsers=tuple(one for one in settings.browsers if one.id != ended)
            )

        await self._change(request, visitor, change)
        return "off"

    async def _save_webhook(self, request: Request, visitor: Visitor, fields: FormFields) -> str:
        self.context.limiter.notice_trial(request)
        address = address_in(fields.first("url"))
        await self.notifier.poster.check(address)
        given = fields.first("form")
        form: WebhookForm = next((known for known, _ in _FORMS if known == given), "")
        webhook = Webhook(address.url, form)
        await self._change(
            request, visitor, lambda settings: msgspec.structs.replace(settings, webhook=webhook, problem=None)
        )
        return "saved"

    async def _try_webhook(self, request: Request, visitor: Visitor, fields: FormFields) -> str:
        self.context.limiter.notice_trial(request)
        await self.notifier.try_webhook(visitor.id)
        return "sent"

    async def _remove_webhook(self, request: Request, visitor: Visitor, fields: FormFields) -> str:
        await self._change(
            request, visitor, lambda settings: msgspec.structs.replace(settings, webhook=None, problem=None)
        )
        return "removed"

    async def _save_reminders(self, request: Request, visitor: Visitor, fields: FormFields) -> str:
        hours = fields.number("remind")
        if hours not in REMINDERS:
            raise Refused(Refusal("incomplete"))
        await self._change(request, visitor, lambda settings: msgspec.structs.replace(settings, remind=hours))
        return "saved"

    async def _delete(self, request: Request, visitor: Visitor, fields: FormFields) -> str:
        await self.notifier.people.delete(visitor.id)
        await erase_person(self.context.registry.store, visitor.id)
        return "deleted"
