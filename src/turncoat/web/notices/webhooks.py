"""Webhooks: a message to an address that a person has chosen, in a form that its site takes."""

import json
from typing import Final

from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.words import N_
from turncoat.table.values.notice_settings import Webhook
from turncoat.web.notices.posting import Poster
from turncoat.web.notices.public_addresses import SiteAddress, address_in
from turncoat.web.notices.words import NoticeWords

describe(
    {
        "site-refuses": N_(
            "That site refused the message, with status {status}. Please check that the address is complete and still "
            "valid."
        ),
        "site-redirects": N_(
            "That address leads on to another one, which this server does not follow. Please give the final address."
        ),
    },
    status=502,
)
TITLE: Final = "Turncoat"


def is_plain(webhook: Webhook, address: SiteAddress) -> bool:
    """Return whether the site takes plain text: as chosen, or by its name."""
    return webhook.form == "text" or (not webhook.form and address.host.split(".")[0] == "ntfy")


def message_of(webhook: Webhook, address: SiteAddress, words: NoticeWords) -> tuple[dict[str, str], bytes]:
    """Return headers and body. One JSON serves Discord, which reads `content`, and Slack, which reads `text`."""
    if is_plain(webhook, address):
        headers = {"Content-Type": "text/plain; charset=utf-8", "Title": TITLE, "Click": words.url}
        return headers, words.sentence.encode()
    text = f"{words.sentence} {words.url}"
    body = {"content": text, "text": text, "allowed_mentions": {"parse": []}}
    return {"Content-Type": "application/json"}, json.dumps(body).encode()


async def send(poster: Poster, webhook: Webhook, words: NoticeWords) -> None:
    """Send the message. Raises Refused."""
    address = address_in(webhook.url)
    headers, body = message_of(webhook, address, words)
    status = await poster.post(address, headers, body)
    if 300 <= status < 400:
        raise Refused(Refusal("site-redirects"))
    if not 200 <= status < 300:
        raise Refused(Refusal("site-refuses", (("status", status),)))
