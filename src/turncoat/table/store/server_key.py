"""The server's signing key, a file in its data directory, and its digest in the store.

With another key, everybody would lose their seat. The store therefore has the digest of its key, and the server does
not start with a different one.
"""

import secrets
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec

from turncoat.table.store.private_files import write_private

KEY_FILE: Final = "secret.key"
KEY_SIZE: Final = 32
"""Size in bytes. A shorter key was cut off, and with an empty one anybody could sign."""


class ServerKey(msgspec.Struct, frozen=True):
    """A key and the path of its file."""

    secret: bytes
    path: Path
    is_new: bool
    """True if the key was just generated and is not in the file yet."""

    def keep(self) -> None:
        """Write a new key to its private file. Raises OSError."""
        if self.is_new:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_private(self.path, self.secret)


def key_of(data: Path) -> ServerKey:
    """Return the key of a data directory, or a new one if there is none of full size. Raises OSError."""
    path = data / KEY_FILE
    try:
        secret = path.read_bytes()
    except FileNotFoundError:
        secret = b""
    if len(secret) >= KEY_SIZE:
        return ServerKey(secret, path, is_new=False)
    return ServerKey(secrets.token_bytes(KEY_SIZE), path, is_new=True)


def key_digest(secret: bytes) -> bytes:
    """Return the digest of a key that a store has: enough to recognize the key, but not to sign with."""
    return sha256(b"turncoat store" + secret).digest()
