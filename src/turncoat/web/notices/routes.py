"""The page on which people choose how they are told that it is their turn."""

from typing import ClassVar, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from turncoat.kernel.refusals import Refusal, Refused, status_of
from turncoat.kernel.words import N_
from turncoat.table.runtime.notices import erase_person
from turncoat.table.values.notice_settings import NoticeSettings
from turncoat.web.board.telling import say_refusal
from turncoat.web.context import WebContext
from turncoat.web.http.forms import FormFields
from turncoat.web.http.identity import Visitor
from turncoat.web.http.languages import language_of, translator
from turncoat.web.http.page import Page
from turncoat.web.notices.notifier import Notifier
from turncoat.web.notices.public_addresses import address_in
from turncoat.web.notices.push import subscription_of
from turncoat.web.notices.webhook_forms import NOTHING_SENT, Action, WebhookForms, WebhookPart

PATH: Final = "/notices"
MOST_BROWSERS: Final = 10
"""Number of a person's browsers. One more replaces the oldest."""
_TITLE: Final = N_("When it is your turn · Turncoat")
_DONE: Final = {
    "on": N_("This browser is told from now on."),
    "off": N_("That browser is not told any more."),
    "deleted": N_("Everything was deleted. Nobody is told of your turns any more."),
}
"""Lines that say what was done, by the word in the address, besides those of the forms of an address."""


class NoticesPage(Page, frozen=True):
    """Page "When it is your turn"."""

    template: ClassVar[str] = "notices/page.html"
    can_push: bool
    """True if the server can send Web Push messages."""
    key: str
    """Public key of the server for browsers that subscribe."""
    browsers: tuple[str, ...]
    """Ids of the browsers that are told."""
    webhook: WebhookPart
    is_anything_stored: bool
    done: str = ""
    problem: str = ""
    """Reason why a form about browsers is refused."""


def notice_routes(context: WebContext, notifier: Notifier) -> list[Route]:
    """Return the routes of the page."""
    pages = NoticePages(context, notifier)
    return [Route(PATH, pages.show), Route(PATH, pages.change, methods=["POST"])]


class NoticePages:
    """Request handlers of the page."""

    def __init__(self, context: WebContext, notifier: Notifier) -> None:
        self.context, self.notifier, self._forms = context, notifier, WebhookForms(context, notifier)
        self._actions: dict[str, Action] = {
            "subscribe": self._subscribe,
            "unsubscribe": self._unsubscribe,
            "delete": self._delete,
            **self._forms.actions,
        }

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
            done = await action(request, visitor.id, fields)
        except Refused as refused:
            return await self._page(request, visitor, refused.refusal, fields)
        return self.context.go(request, f"{PATH}?done={done}")

    async def _page(
        self, request: Request, visitor: Visitor, problem: Refusal | None = None, sent: FormFields = NOTHING_SENT
    ) -> Response:
        say, push = translator(language_of(request)), self.notifier.push
        settings = NoticeSettings() if visitor.fresh else await self.notifier.recipients.read(visitor.id)
        webhook = self._forms.part(request, visitor.id, settings, say, problem, sent)
        done = _DONE.get(request.query_params.get("done", ""), "")
        page = NoticesPage(
            self.context.site(request, visitor, say(_TITLE)),
            push is not None,
            await push.public_key() if push is not None else "",
            tuple(one.id for one in settings.browsers),
            webhook,
            settings != NoticeSettings(),
            webhook.done or (say(done) if done and problem is None else ""),
            say_refusal(problem, say) if problem is not None and not webhook.problem else "",
        )
        return self.context.page(request, visitor, page, status_of(problem))

    async def _subscribe(self, request: Request, person: str, fields: FormFields) -> str:
        if self.notifier.push is None:
            return ""
        self.context.limiter.notice_trial(request)
        browser = subscription_of(fields.first("endpoint"), fields.first("p256dh"), fields.first("auth"))
        await self.notifier.poster.check(address_in(browser.endpoint))

        def change(settings: NoticeSettings) -> NoticeSettings:
            others = tuple(one for one in settings.browsers if one.id != browser.id)
            return msgspec.structs.replace(settings, browsers=(*others, browser)[-MOST_BROWSERS:])

        await self._forms.change(request, person, change)
        return "on"

    async def _unsubscribe(self, request: Request, person: str, fields: FormFields) -> str:
        ended = fields.first("id")

        def change(settings: NoticeSettings) -> NoticeSettings:
            return msgspec.structs.replace(
                settings, browsers=tuple(one for one in settings.browsers if one.id != ended)
            )

        await self._forms.change(request, person, change)
        return "off"

    async def _delete(self, request: Request, person: str, fields: FormFields) -> str:
        await self.notifier.recipients.people.delete(person)
        await erase_person(self.context.registry.store, person)
        return "deleted"
