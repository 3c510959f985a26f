"""Passkeys: a way back into a circle from a new device, by the library webauthn of the extra `passkeys`.

A passkey holds the circle's id and the member's number, so that nothing else has to be looked up. The server keeps its
public part with the member. The challenge is the digest of a signed token, so the server keeps nothing between the two
requests.
"""

from collections.abc import Callable
from hashlib import sha256
from importlib.util import find_spec
from typing import Any, Final, TypeVar

import msgspec
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from turncoat.circles import changes
from turncoat.circles.circle import ID_LENGTH, Circle, Passkey
from turncoat.circles.store import Circles
from turncoat.kernel.refusals import Refusal, Refused, describe, status_of
from turncoat.kernel.words import N_
from turncoat.web.board.telling import say_refusal
from turncoat.web.circles.access import CircleAccess
from turncoat.web.context import WebContext
from turncoat.web.http.forms import FormFields, whole_number
from turncoat.web.http.identity import Visitor
from turncoat.web.http.languages import language_of, translator

T = TypeVar("T")
MADE: Final = N_("From now on, this passkey brings you back.")
LONGEST: Final = 16 * 1024
"""Maximum characters of a passkey's answer. None comes close."""

describe(
    {
        "passkey-refused": N_("That passkey could not be checked; please try again."),
        "passkey-unknown": N_(
            "That passkey opens no circle here. It may have been removed; please ask for a new invitation."
        ),
        "passkey-stale": N_("That took too long; please try again."),
    }
)


def is_known() -> bool:
    """Return whether this server knows passkeys: the library is installed."""
    return find_spec("webauthn") is not None


class Passkeys:
    """Request handlers of passkeys, which scripts call."""

    def __init__(self, context: WebContext, circles: Circles) -> None:
        self._context = context
        self._circles = circles
        self._access = CircleAccess(context, circles)

    async def options(self, request: Request) -> Response:
        """Return what the browser needs to make a passkey for a member."""

        async def answer(visitor: Visitor, fields: FormFields) -> dict[str, Any]:
            circle = await self._access.own(request, visitor)
            token = self._context.signer.passkey_token(visitor)
            return await self._run(request, lambda: _creation(circle, visitor, token, _host(self._origin(request))))

        return await self._answered(request, answer)

    async def add(self, request: Request) -> Response:
        """Keep the passkey that the browser has made."""

        async def answer(visitor: Visitor, fields: FormFields) -> dict[str, Any]:
            circle = await self._access.own(request, visitor)
            challenge, origin = self._challenge(visitor, fields), self._origin(request)
            passkey = await self._run(request, lambda: _created(_credential(fields), challenge, origin))
            await self._circles.change(circle.id, lambda one: changes.with_passkey(one, visitor.id, passkey))
            return {"done": translator(language_of(request))(MADE)}

        return await self._answered(request, answer)

    async def challenge(self, request: Request) -> Response:
        """Return what the browser needs to ask for a passkey."""

        async def answer(visitor: Visitor, fields: FormFields) -> dict[str, Any]:
            token = self._context.signer.passkey_token(visitor)
            return await self._run(request, lambda: _request(token, _host(self._origin(request))))

        return await self._answered(request, answer)

    async def come_back(self, request: Request) -> Response:
        """Let the member whose passkey the browser has used go on in this browser."""

        async def answer(visitor: Visitor, fields: FormFields) -> dict[str, Any]:
            self._access.check_guesses(request)
            challenge, origin = self._challenge(visitor, fields), self._origin(request)
            credential = _credential(fields)
            id, number, key = await self._run(request, lambda: _named(credential))
            circle = await self._circles.read(id)
            member = circle.member(number) if circle is not None else None
            known = next((one for one in member.passkeys if one.id == key), None) if member is not None else None
            if known is None:
                self._access.miss(request, "passkey-unknown")
                raise Refused(Refusal("passkey-unknown"))
            used = await self._run(request, lambda: _used(credential, challenge, origin, known))
            await self._circles.join(id, visitor.id, lambda one: changes.come_back(one, number, used, visitor.id))
            return {"go": f"/c/{id}"}

        return await self._answered(request, answer)

    async def _answered(self, request: Request, answer: Callable[[Visitor, FormFields], Any]) -> Response:
        """Return an answer as JSON, or the reason why there is none."""
        visitor = self._context.visitor(request)
        fields = await self._context.form(request, visitor)
        try:
            if not is_known():
                raise Refused(Refusal("passkey-refused"))
            return JSONResponse(await answer(visitor, fields))
        except Refused as refused:
            problem = say_refusal(refused.refusal, translator(language_of(request)))
            return JSONResponse({"problem": problem}, status_of(refused.refusal))

    async def _run(self, request: Request, work: Callable[[], T]) -> T:
        return await self._context.slow_work.run(request, work)

    def _challenge(self, visitor: Visitor, fields: FormFields) -> bytes:
        token = fields.first("token")
        if not self._context.signer.is_passkey_token(visitor, token):
            raise Refused(Refusal("passkey-stale"))
        return _digest(token)

    def _origin(self, request: Request) -> str:
        """Return the origin at which the browser sees this page. A passkey made for another one does not fit."""
        return f"{request.url.scheme}://{request.headers.get('host', '')}"


def _host(origin: str) -> str:
    host = origin.partition("://")[2]
    return host.rpartition(":")[0] if not host.endswith("]") and ":" in host else host


def _digest(token: str) -> bytes:
    return sha256(token.encode()).digest()


def _credential(fields: FormFields) -> str:
    text = fields.first("credential")
    if not 0 < len(text) <= LONGEST:
        raise Refused(Refusal("passkey-refused"))
    return text


# All of these run in a thread, and import the library, which takes a second, where they use it.


def _creation(circle: Circle, visitor: Visitor, token: str, host: str) -> dict[str, Any]:
    import webauthn
    from webauthn.helpers import structs as w

    member = circle.seen_by(visitor.id)
    options = webauthn.generate_registration_options(
        rp_id=host,
        rp_name="Turncoat",
        user_id=f"{circle.id}{member.number}".encode(),
        user_name=f"{member.name} · {circle.name}",
        challenge=_digest(token),
        authenticator_selection=w.AuthenticatorSelectionCriteria(resident_key=w.ResidentKeyRequirement.REQUIRED),
        exclude_credentials=[w.PublicKeyCredentialDescriptor(id=one.id) for one in member.passkeys],
    )
    return {"options": msgspec.json.decode(webauthn.options_to_json(options)), "token": token}


def _request(token: str, host: str) -> dict[str, Any]:
    import webauthn

    options = webauthn.generate_authentication_options(rp_id=host, challenge=_digest(token))
    return {"options": msgspec.json.decode(webauthn.options_to_json(options)), "token": token}


def _created(credential: str, challenge: bytes, origin: str) -> Passkey:
    import webauthn

    try:
        made = webauthn.verify_registration_response(
            credential=credential, expected_challenge=challenge, expected_rp_id=_host(origin), expected_origin=origin
        )
    except Exception:  # the library's own errors, and whatever its parsers raise at hostile input
        raise Refused(Refusal("passkey-refused")) from None
    return Passkey(made.credential_id, made.credential_public_key, made.sign_count)


def _named(credential: str) -> tuple[str, int, bytes]:
    """Return the circle, the member's number and the id in a passkey's answer, none of it checked yet."""
    from webauthn.helpers import parse_authentication_credential_json

    try:
        parsed = parse_authentication_credential_json(credential)
        handle = (parsed.response.user_handle or b"").decode("ascii")
        key = parsed.raw_id
    except Exception:  # as above
        raise Refused(Refusal("passkey-refused")) from None
    return handle[:ID_LENGTH], whole_number(handle[ID_LENGTH:]) or 0, key


def _used(credential: str, challenge: bytes, origin: str, known: Passkey) -> Passkey:
    import webauthn

    try:
        used = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=_host(origin),
            expected_origin=origin,
            credential_public_key=known.key,
            credential_current_sign_count=known.count,
        )
    except Exception:  # as above
        raise Refused(Refusal("passkey-refused")) from None
    return replace(known, count=used.new_sign_count)
