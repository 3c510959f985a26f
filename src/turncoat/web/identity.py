"""Who a visitor is: no account, a signed cookie with a random id and the name last used; and that a form is his."""

import hmac
import os
import secrets
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec
from itsdangerous import BadSignature, URLSafeSerializer
from starlette.requests import HTTPConnection
from starlette.responses import Response

COOKIE: Final = "turncoat"
YEAR: Final = 60 * 60 * 24 * 365
KEY_SIZE: Final = 32


class Visitor(msgspec.Struct, frozen=True):
    """Somebody with a browser. The id is never shown to anybody; `fresh` when the browser has no cookie yet."""

    id: str
    name: str = ""
    fresh: bool = False


class Signer:
    """Signs and reads cookies and tokens with the key of the data directory."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._visitors = URLSafeSerializer(key, salt="visitor")
        self._seats = URLSafeSerializer(key, salt="seat")

    def visitor(self, connection: HTTPConnection) -> Visitor:
        """Who the request comes from; somebody new when the cookie is missing or not ours."""
        try:
            id, name = self._visitors.loads(connection.cookies.get(COOKIE, ""))
        except (BadSignature, ValueError, TypeError):
            return Visitor(secrets.token_urlsafe(18), fresh=True)
        return Visitor(str(id), str(name))

    def remember(self, response: Response, visitor: Visitor, secure: bool) -> None:
        """Give the browser its cookie. Secure only over TLS: on a plain address it would never come back."""
        value = self._visitors.dumps([visitor.id, visitor.name])
        response.set_cookie(COOKIE, str(value), max_age=YEAR, secure=secure, httponly=True, samesite="lax")

    def csrf(self, visitor: Visitor) -> str:
        """The token that stands in the visitor's forms."""
        return hmac.new(self._key, b"form " + visitor.id.encode(), sha256).hexdigest()[:32]

    def is_own_form(self, visitor: Visitor, token: str) -> bool:
        """Whether a form that came with this token was given to this visitor."""
        return not visitor.fresh and hmac.compare_digest(self.csrf(visitor).encode(), token.encode())

    def seat_token(self, code: str, person: str) -> str:
        """What a program keeps to come back to its seat."""
        return str(self._seats.dumps([code, person]))

    def person_of_token(self, code: str, token: str) -> str | None:
        """Whose token this is; None when it is not one of this table."""
        try:
            table, person = self._seats.loads(token)
        except (BadSignature, ValueError, TypeError):
            return None
        return str(person) if table == code else None


def key_of(data: Path) -> bytes:
    """The secret key of a data directory, made when it is not there; only its owner can read it."""
    data.mkdir(mode=0o700, parents=True, exist_ok=True)  # what is kept here holds every secret of every game
    path, new = data / "secret.key", data / "secret.key.new"
    if path.exists() and len(kept := path.read_bytes()) >= KEY_SIZE:
        return kept
    # Never found half-written after a crash: an empty key would let anybody sign.
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(key := secrets.token_bytes(KEY_SIZE))
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)
    return key


def is_same_origin(connection: HTTPConnection) -> bool:
    """Whether a page of this very server sent the request; a program, which names no origin, passes."""
    origin = connection.headers.get("origin")
    return origin is None or origin.partition("://")[2] == connection.headers.get("host", "")
