"""Forms about an address that is told that it is somebody's turn: a person's own, or a circle's."""

from collections.abc import Awaitable, Callable
from typing import Final

import msgspec
from starlette.requests import Request

from turncoat.kernel.refusals import Refusal, Refused
from turncoat.kernel.words import N_
from turncoat.table.values.notice_settings import REMINDERS, NoticeSettings, Webhook, WebhookForm, circle_of
from turncoat.telling import Translate, filled
from turncoat.web.board.telling import say_refusal
from turncoat.web.context import WebContext
from turncoat.web.http.forms import FormFields
from turncoat.web.http.languages import language_of
from turncoat.web.http.page import SelectOption
from turncoat.web.notices.notifier import Notifier
from turncoat.web.notices.public_addresses import address_in

Action = Callable[[Request, str, FormFields], Awaitable[str]]
"""Handler of a form for a recipient, which returns the word for what was done. It raises Refused."""

DONE: Final = {
    "saved": N_("Saved."),
    "sent": N_("The test was sent and accepted. Please see whether it has arrived."),
    "removed": N_("The address was removed."),
}
"""Lines that say what was done, by the word in the address of the page."""
NOTHING_SENT: Final = FormFields()
_FORMS: Final[tuple[tuple[WebhookForm, str], ...]] = (
    ("", N_("as the site's name suggests")),
    ("json", N_("JSON, as Discord, Slack and Mattermost take it")),
    ("text", N_("plain text, as ntfy takes it")),
)
_NEVER: Final = N_("never")
_HOURS: Final = N_("every {hours} hour", "every {hours} hours")


class WebhookPart(msgspec.Struct, frozen=True):
    """The address and its forms, as part of a page."""

    url: str
    """Address in the field: what was just typed, or a person's own."""
    site: str
    """Site that is told now, or empty."""
    forms: tuple[SelectOption, ...]
    reminders: tuple[SelectOption, ...]
    problem: str
    """Reason why the form that was just sent is refused."""
    last_problem: str
    """Reason why the last message failed."""
    done: str


class WebhookForms:
    """Handlers of the forms, and the part of the page with them."""

    def __init__(self, context: WebContext, notifier: Notifier) -> None:
        self._context, self._notifier = context, notifier
        self.actions: dict[str, Action] = {
            "webhook": self._save_webhook,
            "test": self._try_webhook,
            "remove-webhook": self._remove_webhook,
            "remind": self._save_reminders,
        }

    def part(
        self,
        request: Request,
        recipient: str,
        settings: NoticeSettings,
        say: Translate,
        problem: Refusal | None = None,
        sent: FormFields = NOTHING_SENT,
    ) -> WebhookPart:
        """Return the part of the page. The address of a circle is shown to nobody."""
        webhook, last = settings.webhook, settings.problem
        own = webhook.url if webhook is not None and not circle_of(recipient) else ""
        form = webhook.form if webhook is not None else ""
        done, is_theirs = DONE.get(request.query_params.get("done", ""), ""), sent.first("do") in self.actions
        return WebhookPart(
            sent.first("url") or own,
            webhook.host if webhook is not None else "",
            tuple(SelectOption(value, say(label), chosen=value == form) for value, label in _FORMS),
            tuple(
                SelectOption(
                    str(hours),
                    filled(say, _HOURS, hours=hours) if hours else say(_NEVER),
                    chosen=hours == settings.remind,
                )
                for hours in REMINDERS
            ),
            say_refusal(problem, say) if problem is not None and is_theirs else "",
            say_refusal(last, say) if last is not None and last != problem else "",
            say(done) if done and problem is None else "",
        )

    async def change(
        self, request: Request, recipient: str, change: Callable[[NoticeSettings], NoticeSettings]
    ) -> None:
        """Change the settings, and note the language and the address in which the visitor knows this server."""
        language, base = language_of(request), self._context.base(request)
        await self._notifier.recipients.change(
            recipient, lambda settings: msgspec.structs.replace(change(settings), language=language, base=base)
        )

    async def _save_webhook(self, request: Request, recipient: str, fields: FormFields) -> str:
        self._context.limiter.notice_trial(request)
        address = address_in(fields.first("url"))
        await self._notifier.poster.check(address)
        given = fields.first("form")
        form: WebhookForm = next((known for known, _ in _FORMS if known == given), "")
        webhook = Webhook(address.url, form)
        await self.change(
            request, recipient, lambda settings: msgspec.structs.replace(settings, webhook=webhook, problem=None)
        )
        return "saved"

    async def _try_webhook(self, request: Request, recipient: str, fields: FormFields) -> str:
        self._context.limiter.notice_trial(request)
        await self._notifier.try_webhook(recipient)
        return "sent"

    async def _remove_webhook(self, request: Request, recipient: str, fields: FormFields) -> str:
        await self.change(
            request, recipient, lambda settings: msgspec.structs.replace(settings, webhook=None, problem=None)
        )
        return "removed"

    async def _save_reminders(self, request: Request, recipient: str, fields: FormFields) -> str:
        hours = fields.number("remind")
        if hours not in REMINDERS:
            raise Refused(Refusal("incomplete"))
        await self.change(request, recipient, lambda settings: msgspec.structs.replace(settings, remind=hours))
        return "saved"
