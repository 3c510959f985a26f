"""Visitor identity without accounts: signed cookies with a random id and the last name, and CSRF tokens."""

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
"""Seconds until a seat link expires."""
PASSKEY_AGE: Final = 60 * 5
"""Seconds in which a browser must answer with a passkey."""
YEAR: Final = 60 * 60 * 24 * 365


class Visitor(msgspec.Struct, frozen=True):
    """Visitor with a browser, whose id is never disclosed. `fresh` is true if the browser has no cookie yet."""

    id: str
    name: str = ""
    fresh: bool = False
    device: str = ""
    """Mark of the link by which a person opened their seat on this device. Then `id` is theirs, at this table only."""
    browser: str = ""
    """The browser's own id, while `id` belongs to a seat opened on it, or to nobody."""
    passed: str = ""
    """Mark with which a seat is open on this browser's device, which is passed round. Then `id` is that person's."""
    covered: str = ""
    """Person on this browser's device, while it is passed round and shows no seat. Then `id` is empty: whoever looks
    at the device may see what that person sees of the table, but nothing of any seat."""

    @property
    def own_id(self) -> str:
        """Id of this browser, whichever seat it displays."""
        return self.browser or self.id

    @property
    def present_as(self) -> str:
        """Id under which the browser counts as present: its own if its device is passed round."""
        return self.browser if self.passed or self.covered else self.id

    @property
    def watches_as(self) -> str:
        """Id that decides which state of the table the browser may see."""
        return self.covered or self.id


class Signer:
    """Signs and verifies cookies and tokens with the key of the data directory."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._visitors = URLSafeSerializer(key, salt="visitor")
        self._seats = URLSafeSerializer(key, salt="seat")
        self._links = URLSafeTimedSerializer(key, salt="seat link")
        self._devices = URLSafeSerializer(key, salt="device")
        self._passkeys = URLSafeTimedSerializer(key, salt="passkey")

    def visitor(self, connection: HTTPConnection) -> Visitor:
        """Return the visitor who sent the request, or a new one if the cookie is missing or invalid."""
        try:
            id, name = self._visitors.loads(connection.cookies.get(COOKIE, ""))
        except (BadSignature, ValueError, TypeError):
            return Visitor(secrets.token_urlsafe(18), fresh=True)
        return Visitor(str(id), str(name))

    def remember(self, response: Response, visitor: Visitor, secure: bool) -> None:
        """Set the visitor's cookie. It is Secure only over TLS, or it would never come back over plain HTTP."""
        value = self._visitors.dumps([visitor.own_id, visitor.name])
        response.set_cookie(COOKIE, str(value), max_age=YEAR, secure=secure, httponly=True, samesite="lax")

    def csrf(self, visitor: Visitor) -> str:
        """Return the CSRF token of the visitor's forms."""
        return hmac.new(self._key, b"form " + visitor.own_id.encode(), sha256).hexdigest()[:32]

    def is_own_form(self, visitor: Visitor, token: str) -> bool:
        """Return whether the token of a form belongs to this visitor."""
        return not visitor.fresh and hmac.compare_digest(self.csrf(visitor).encode(), token.encode())

    def once(self, visitor: Visitor, form: str, period: int) -> str:
        """Return a secret that stays the same for one of the visitor's forms during a period."""
        return hmac.new(self._key, f"once {period} {visitor.own_id} {form}".encode(), sha256).hexdigest()

    def passkey_token(self, visitor: Visitor) -> str:
        """Return a token of which a challenge for a passkey is made, valid for this visitor and `PASSKEY_AGE`."""
        return str(self._passkeys.dumps([self.csrf(visitor), secrets.token_urlsafe(18)]))

    def is_passkey_token(self, visitor: Visitor, token: str) -> bool:
        """Return whether that token was made for this visitor not long ago."""
        try:
            owner, _ = self._passkeys.loads(token, max_age=PASSKEY_AGE)
        except (BadSignature, ValueError, TypeError):
            return False
        return hmac.compare_digest(self.csrf(visitor).encode(), str(owner).encode())

    def seat_link(self, code: str, person: str) -> str:
        """Return a single-use token that opens a person's seat on another device within `LINK_AGE`.

        The table accepts it once. It contains a hash of the person's id, since messengers see links and nobody may see
        an id.
        """
        return str(self._links.dumps([code, self._hint(code, person), secrets.token_urlsafe(6)]))

    def _hint(self, code: str, person: str) -> str:
        return hmac.new(self._key, f"seat link {code} {person}".encode(), sha256).hexdigest()[:16]

    def read_link(self, code: str, token: str, people: Iterable[str]) -> tuple[str, str] | None:
        """Return the person (one of `people`) whose seat a link opens, and the link's mark.

        None if the link has expired, is forged, or belongs to none of them.
        """
        try:
            table, hint, mark = self._links.loads(token, max_age=LINK_AGE)
        except (BadSignature, ValueError, TypeError):
            return None
        person = next((one for one in people if self._hint(code, one) == hint), "")
        return (person, str(mark)) if table == code and person else None

    def open_device(self, response: Response, code: str, person: str, mark: str, secure: bool) -> None:
        """Let the browser display a person's seat at this table, and nothing else of theirs."""
        value = str(self._devices.dumps([code, person, mark]))
        path = f"/t/{code}"
        response.set_cookie(DEVICE, value, max_age=YEAR, path=path, secure=secure, httponly=True, samesite="lax")

    def shut_device(self, response: Response, code: str) -> None:
        """Stop the browser from displaying that seat at this table."""
        response.delete_cookie(DEVICE, path=f"/t/{code}")

    def device(self, connection: HTTPConnection, code: str) -> tuple[str, str] | None:
        """Return the person whose seat the browser may display at this table, and the mark of the link used."""
        try:
            table, person, mark = self._devices.loads(connection.cookies.get(DEVICE, ""))
        except (BadSignature, ValueError, TypeError):
            return None
        return (str(person), str(mark)) if table == code else None

    def screen_key(self, code: str, person: str) -> str:
        """Return the key of a shared screen opened from a person's seat. It reveals nothing about the person."""
        return hmac.new(self._key, f"screen {code} {person}".encode(), sha256).hexdigest()[:20]

    def is_screen_key(self, code: str, person: str, key: str) -> bool:
        """Return whether this is the key of a person's shared screen at this table."""
        return hmac.compare_digest(self.screen_key(code, person).encode(), key.encode())

    def seat_token(self, code: str, person: str) -> str:
        """Return the token with which a program comes back to its seat."""
        return str(self._seats.dumps([code, person]))

    def person_of_token(self, code: str, token: str) -> str | None:
        """Return the person to whom a token belongs, or None if it is not valid for this table."""
        try:
            table, person = self._seats.loads(token)
        except (BadSignature, ValueError, TypeError):
            return None
        return str(person) if table == code else None
