"""Web Push: messages to browsers, encrypted for each of them. It needs the extra `push`."""

import asyncio
import base64
import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from importlib.util import find_spec
from typing import Any, Final
from urllib.parse import urlsplit

from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.words import N_
from turncoat.table.store.errors import Conflict
from turncoat.table.store.protocols import Documents
from turncoat.table.values.notice_settings import BrowserSubscription
from turncoat.web.notices.posting import Poster
from turncoat.web.notices.public_addresses import SiteAddress, address_in
from turncoat.web.notices.words import NoticeWords

describe(
    {
        "odd-subscription": N_(
            "Your browser has sent a subscription that can't be used. Please reload this page and turn it on again."
        ),
    }
)
VAPID: Final = "vapid"
"""Kind of the document with the server's own key."""
_NAME: Final = "key"
LIFETIME: Final = 24 * 60 * 60
"""Seconds for which a push service keeps a message for a browser that is not running."""
GONE: Final = (404, 410)
"""Statuses with which a push service says that the browser no longer takes messages."""
POINT: Final = 65
"""Bytes of a public key on the curve P-256, uncompressed."""
SECRET: Final = 16


class SubscriptionEnded(Exception):
    """Raised when the browser no longer takes messages."""


def is_available() -> bool:
    """Return whether the extra is installed."""
    return find_spec("pywebpush") is not None


def subscription_of(endpoint: str, public_key: str, auth: str) -> BrowserSubscription:
    """Return the subscription that a browser has sent. Raises Refused if it is odd or leads to no public site."""
    from cryptography.hazmat.primitives.asymmetric import ec

    address = address_in(endpoint)
    try:
        point, secret = _bytes_in(public_key), _bytes_in(auth)
        if len(point) != POINT or len(secret) != SECRET:
            raise ValueError
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        raise Refused(Refusal("odd-subscription")) from None
    return BrowserSubscription(id_of(endpoint), address.url, _text_of(point), _text_of(secret))


def id_of(endpoint: str) -> str:
    """Return the id of a browser's subscription. The browser's page computes the same."""
    return hashlib.sha256(endpoint.encode()).hexdigest()[:16]


class WebPush:
    """Sends messages to browsers, signed with the server's key, which is made on first use."""

    def __init__(self, documents: Documents, poster: Poster) -> None:
        self._documents, self._poster = documents, poster
        self._key = ""

    async def public_key(self) -> str:
        """Return the public key that browsers need to subscribe. Raises StoreFailure."""
        return await asyncio.to_thread(_public_key_of, await self._private_key())

    async def send(self, browser: BrowserSubscription, words: NoticeWords, tag: str) -> None:
        """Send a message, which replaces an earlier one with this tag.

        Raises Refused, SubscriptionEnded and StoreFailure.
        """
        address, key = address_in(browser.endpoint), await self._private_key()
        path = urlsplit(words.url).path
        body = {"title": words.title, "body": words.detail, "url": path, "tag": tag}
        # In a thread, because it is arithmetic: everybody's game goes on meanwhile.
        headers, data = await asyncio.to_thread(_sealed, browser, address, key, json.dumps(body).encode(), words.url)
        headers["Topic"] = hashlib.sha256(f"{browser.auth} {tag}".encode()).hexdigest()[:32]
        status = await self._poster.post(address, headers, data)
        if status in GONE:
            raise SubscriptionEnded
        if not 200 <= status < 300:
            raise Refused(Refusal("site-refuses", (("status", status),)))

    async def _private_key(self) -> str:
        if not self._key:
            document = await self._documents.read_document(VAPID, _NAME)
            if document is None:
                with suppress(Conflict):  # another server was faster
                    await self._documents.write_document(VAPID, _NAME, await asyncio.to_thread(_fresh_key))
                document = await self._documents.read_document(VAPID, _NAME)
            assert document is not None
            self._key = document.value.decode()
        return self._key


def _fresh_key() -> bytes:
    from py_vapid import Vapid02
    from py_vapid.utils import b64urlencode

    vapid = Vapid02()
    vapid.generate_keys()
    return str(b64urlencode(vapid.private_key.private_numbers().private_value.to_bytes(32, "big"))).encode()


def _public_key_of(key: str) -> str:
    from cryptography.hazmat.primitives import serialization
    from py_vapid import Vapid02

    public = Vapid02.from_raw(key.encode()).public_key
    return _text_of(public.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint))


def _sealed(
    browser: BrowserSubscription, address: SiteAddress, key: str, body: bytes, url: str
) -> tuple[dict[str, str], bytes]:
    """Return headers and the body, which only the browser can read."""
    from py_vapid import Vapid02
    from pywebpush import WebPusher

    keys: Mapping[str, Any] = {"p256dh": browser.public_key, "auth": browser.auth}
    encoded = WebPusher({"endpoint": browser.endpoint, "keys": dict(keys)}).encode(body)
    headers = dict(Vapid02.from_raw(key.encode()).sign({"aud": address.origin, "sub": _contact(url)}))
    headers |= {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(LIFETIME),
        "Urgency": "high",
    }
    return headers, encoded["body"]


def _contact(url: str) -> str:
    """Return whom a push service may ask about the messages: the server's own site, if it has a name."""
    split = urlsplit(url)
    host = split.hostname or ""
    return f"https://{host}" if split.scheme == "https" and "." in host else "mailto:turncoat@localhost"


def _bytes_in(text: str) -> bytes:
    """Decode base64 text in the alphabet of addresses, with or without padding. Raises ValueError."""
    if len(text) > 200 or not text.isascii():
        raise ValueError
    return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), altchars=b"-_", validate=True)


def _text_of(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
