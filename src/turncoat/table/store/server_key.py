"""The key that a server signs with, a file in its data directory; and what a store notes of it.

Tables without their key would take everybody's seat: the store knows the key by its digest, and the server does not
start with another one.
"""

import secrets
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec

from turncoat.table.store.private_files import write_private

KEY_FILE: Final = "secret.key"
KEY_SIZE: Final = 32
"""Bytes. A shorter key is one that was cut off: with an empty one anybody could sign."""


class ServerKey(msgspec.Struct, frozen=True):
    """A key, and where it belongs."""

    secret: bytes
    path: Path
    is_new: bool
    """Whether it was drawn just now, and is in no file yet."""

    def keep(self) -> None:
        """Write a new key into its file, which nobody else can read. Raises OSError."""
        if self.is_new:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_private(self.path, self.secret)


def key_of(data: Path) -> ServerKey:
    """Return the key of a data directory, a new one when there is none that is whole. Raises OSError."""
    path = data / KEY_FILE
    try:
        secret = path.read_bytes()
    except FileNotFoundError:
        secret = b""
    if len(secret) >= KEY_SIZE:
        return ServerKey(secret, path, is_new=False)
    return ServerKey(secrets.token_bytes(KEY_SIZE), path, is_new=True)


def key_digest(secret: bytes) -> bytes:
    """Return the digest that a store keeps of a key: enough to know it by, and nothing to sign with."""
    return sha256(b"turncoat store" + secret).digest()
