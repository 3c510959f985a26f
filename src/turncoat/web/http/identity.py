"""Who a visitor is: no account, but a signed cookie with a random id and the last name; and whose a form is."""

import hmac
import secrets
from collections.abc import Iterable
from hashlib import sha256
from typing import Final

import msgspec
from itsdangerous import BadSignature, URLSafeSerializer, URLSafeTimedSerializer
from starlette.requests import HTTPConnection
from starlette.responses import Response

COOKIE: Final = "turncoat"
DEVICE: Final = "turncoat-seat"
LINK_AGE: Final = 60 * 10
"""Seconds for which a link to a seat is good."""
YEAR: Final = 60 * 60 * 24 * 365


class Visitor(msgspec.Struct, frozen=True):
    """Somebody with a browser. The id is never shown to anybody; `fresh` when the browser has no cookie yet."""

    id: str
    name: str = ""
    fresh: bool = False
    device: str = ""
    """The link by which a person opened their seat on this device too; then `id` is theirs, at this table only."""
    browser: str = ""
    """The browser's own id, when `id` belongs to such a seat."""

    @property
    def own_id(self) -> str:
        """The id of this browser, whatever seat it shows."""
        return self.browser or self.id


class Signer:
    """Signs and reads cookies and tokens with the key of the data directory."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._visitors = URLSafeSerializer(key, salt="visitor")
        self._seats = URLSafeSerializer(key, salt="seat")
        self._links = URLSafeTimedSerializer(key, salt="seat link")
        self._devices = URLSafeSerializer(key, salt="device")

    def visitor(self, connection: HTTPConnection) -> Visitor:
        """The visitor who sent the request; a new one when the cookie is missing or not ours."""
        try:
            id, name = self._visitors.loads(connection.cookies.get(COOKIE, ""))
        except (BadSignature, ValueError, TypeError):
            return Visitor(secrets.token_urlsafe(18), fresh=True)
        return Visitor(str(id), str(name))

    def remember(self, response: Response, visitor: Visitor, secure: bool) -> None:
        """Give the browser its cookie. Secure only over TLS: on a plain address it would never come back."""
        value = self._visitors.dumps([visitor.own_id, visitor.name])
        response.set_cookie(COOKIE, str(value), max_age=YEAR, secure=secure, httponly=True, samesite="lax")

    def csrf(self, visitor: Visitor) -> str:
        """The token in the visitor's forms."""
        return hmac.new(self._key, b"form " + visitor.own_id.encode(), sha256).hexdigest()[:32]

    def is_own_form(self, visitor: Visitor, token: str) -> bool:
        """Whether a form that came with this token was given to this visitor."""
        return not visitor.fresh and hmac.compare_digest(self.csrf(visitor).encode(), token.encode())

    def once(self, visitor: Visitor, form: str, period: int) -> str:
        """A secret that is the same for a form of the visitor as long as the period is."""
        return hmac.new(self._key, f"once {period} {visitor.own_id} {form}".encode(), sha256).hexdigest()

    def seat_link(self, code: str, person: str) -> str:
        """A token that opens the person's seat on another device, for some minutes; the table lets it do so once.

        It names the person by a hash: messengers see a link, and nobody may see an id.
        """
        return str(self._links.dumps([code, self._hint(code, person), secrets.token_urlsafe(6)]))

    def _hint(self, code: str, person: str) -> str:
        return hmac.new(self._key, f"seat link {code} {person}".encode(), sha256).hexdigest()[:16]

    def read_link(self, code: str, token: str, people: Iterable[str]) -> tuple[str, str] | None:
        """The one of these people whose seat a link opens, and the mark by which the table knows the link.

        None when it is too old, not ours, or belongs to none of them.
        """
        try:
            table, hint, mark = self._links.loads(token, max_age=LINK_AGE)
        except (BadSignature, ValueError, TypeError):
            return None
        person = next((one for one in people if self._hint(code, one) == hint), "")
        return (person, str(mark)) if table == code and person else None

    def open_device(self, response: Response, code: str, person: str, mark: str, secure: bool) -> None:
        """Let the browser show this person's seat at this table, and give it nothing else of theirs."""
        value = str(self._devices.dumps([code, person, mark]))
        path = f"/t/{code}"
        response.set_cookie(DEVICE, value, max_age=YEAR, path=path, secure=secure, httponly=True, samesite="lax")

    def shut_device(self, response: Response, code: str) -> None:
        """Let the browser no longer show that seat at this table."""
        response.delete_cookie(DEVICE, path=f"/t/{code}")

    def device(self, connection: HTTPConnection, code: str) -> tuple[str, str] | None:
        """The person whose seat the browser may show at this table, and the link that allowed it."""
        try:
            table, person, mark = self._devices.loads(connection.cookies.get(DEVICE, ""))
        except (BadSignature, ValueError, TypeError):
            return None
        return (str(person), str(mark)) if table == code else None

    def screen_key(self, code: str, person: str) -> str:
        """The key of a shared screen, which stands for the seat that opened it; it tells nothing about the person."""
        return hmac.new(self._key, f"screen {code} {person}".encode(), sha256).hexdigest()[:20]

    def is_screen_key(self, code: str, person: str, key: str) -> bool:
        """Whether this is the key of this person's shared screen at this table."""
        return hmac.compare_digest(self.screen_key(code, person).encode(), key.encode())

    def seat_token(self, code: str, person: str) -> str:
        """The token that a program keeps to come back to its seat."""
        return str(self._seats.dumps([code, person]))

    def person_of_token(self, code: str, token: str) -> str | None:
        """The person whose token this is; None when it is not one of this table."""
        try:
            table, person = self._seats.loads(token)
        except (BadSignature, ValueError, TypeError):
            return None
        return str(person) if table == code else None
