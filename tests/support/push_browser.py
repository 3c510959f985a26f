"""A browser that takes Web Push messages and can read them."""

import base64
import json
from typing import Any

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tests.support.tls_site import HOST


def text_of(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class PushBrowser:
    """The browser, with the keys that it alone has."""

    def __init__(self, name: str = "one") -> None:
        self.endpoint = f"https://{HOST}/send/{name}"
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = name.encode().ljust(16, b"-")
        point = self._key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        self.public_key, self.auth = text_of(point), text_of(self._auth)

    def fields(self) -> dict[str, str]:
        """Return the fields of the form that turns it on."""
        return {"do": "subscribe", "endpoint": self.endpoint, "p256dh": self.public_key, "auth": self.auth}

    def read(self, body: bytes) -> Any:
        """Decrypt a message."""
        return json.loads(http_ece.decrypt(body, private_key=self._key, auth_secret=self._auth, version="aes128gcm"))
