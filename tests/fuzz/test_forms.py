"""Bodies and headers of requests: they yield fields or a refusal and nothing else, and soon."""

import time
from typing import Any
from urllib.parse import urlencode

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from starlette.requests import HTTPConnection

import turncoat.games  # noqa: F401 - registers the games
from tests.support.damage import damaged_bytes, noise
from tests.support.form_bodies import URLENCODED, multipart, read
from tests.support.offline_room import SERVER
from tests.support.taking import take
from turncoat.kernel.refusals import REFUSALS, Refused
from turncoat.table import commands as c
from turncoat.table.runtime.room import Room
from turncoat.table.state.table import Table
from turncoat.web.http.forms import LARGEST_FORM, BodyTooLarge, FormFields
from turncoat.web.http.identity import COOKIE, DEVICE, Signer, Visitor
from turncoat.web.http.languages import language_of
from turncoat.web.http.requests import is_same_origin
from turncoat.web.table.command_forms import FORMS, STEPS, SentForm, steps_of

FILES = "multipart/form-data; boundary=cut"


def fields_of(body: bytes, kind: str, *, files: bool = True) -> FormFields | None:
    """Return the fields, or None if the form is too large."""
    try:
        return read(body, kind, most=LARGEST_FORM, files=files)
    except BodyTooLarge:
        return None


def assert_text(fields: FormFields | None) -> None:
    """Assert that all results can be encoded again."""
    for name, values in (fields or {}).items():
        name.encode()
        for value in values:
            value.encode()


@given(damaged_bytes([b"do=sit&name=Ola&seat=2", b"name=%C5%BBuk+a%2Bb&=&a&%zz&%ff", b"a=1;b=2"]))
def test_any_urlencoded_body_can_be_parsed(body: bytes) -> None:
    assert_text(fields_of(body, URLENCODED))


@given(st.lists(st.tuples(noise, noise), max_size=6))
def test_a_urlencoded_form_keeps_the_typed_values(typed: list[tuple[str, str]]) -> None:
    fields = fields_of(urlencode(typed).encode(), URLENCODED)
    assert fields is not None
    assert [(name, value) for name in fields for value in fields[name]] == sorted(
        typed, key=lambda pair: [name for name, _ in typed].index(pair[0])
    )


PARTS = multipart(('name="record"', "Zażółć"), ('name="file"; filename="a.txt"', "format = 1"), ('name="csrf"', "k"))
CHARSETS = ["utf-8", "latin-1", "utf-7", "utf-16", "idna", "punycode", "unicode_escape", "undefined", "rot13", "x"]


@given(damaged_bytes([PARTS]), st.sampled_from(["", *CHARSETS]) | noise)
@example(PARTS, "idna")
@example(PARTS, "undefined")
@example(PARTS.replace(b"k", b"\\ud800"), "unicode_escape")
def test_any_multipart_body_can_be_parsed(body: bytes, charset: str) -> None:
    kind = f"{FILES}; charset={charset}" if charset else FILES
    assert_text(fields_of(body, kind.encode("latin-1", "replace").decode("latin-1")))


@given(st.binary(max_size=60).map(lambda text: text.decode("latin-1")), st.booleans())
def test_a_form_of_any_content_type_can_be_parsed(kind: str, files: bool) -> None:
    assert_text(fields_of(PARTS, f"multipart/form-data{kind}", files=files))


@pytest.mark.parametrize("charset", CHARSETS)
def test_no_charset_of_a_form_is_slow_to_read(charset: str) -> None:
    body = multipart(('name="record"', "żółw a" * 8000), ('name="' + "-x" * 900 + '"', "1"))
    began = time.process_time()
    assert_text(fields_of(body, f"{FILES}; charset={charset}"))
    assert time.process_time() - began < 0.2


values = st.sampled_from(["", "0", "1", "4", "-1", "9" * 30, "9" * 5000, "1.5", "null", "yes", "true", "[]", "hydra"])
names = st.sampled_from(["seat", "other", "name", "voice", "number", "seconds", "text", "channel", "phrase", "about"])


@given(st.sampled_from([*FORMS, *STEPS, "x"]), st.dictionaries(names, values | noise, max_size=5))
def test_any_form_becomes_a_command_or_is_refused(button: str, given: dict[str, str]) -> None:
    at = Room(Table(), SERVER)
    take(at.table, c.Entry("", "ola", c.Open("BCDF", "Ola", c.GameSetup("resistance", 5))))
    fields = FormFields({"do": [button], **{name: [value] for name, value in given.items()}})
    code = ""
    try:
        list(steps_of(SentForm(at, Visitor("ola", "Ola"), fields)))
    except Refused as refused:
        code = refused.refusal.code
    assert not code or code in REFUSALS


SIGNER = Signer(b"k" * 32)


def connection(**headers: str) -> HTTPConnection:
    raw = [(name.encode(), value.encode("latin-1", "replace")) for name, value in headers.items()]
    return HTTPConnection({"type": "http", "headers": raw, "query_string": b"", "path": "/", "scheme": "http"})


def tokens() -> list[str]:
    """Return one of everything that this server signs."""
    signs: Any = SIGNER
    others: tuple[Any, ...] = (None, 1, [], {}, "ab", [1, 2], [[], {}], {"a": 1, "b": 2})
    return [
        str(signs._visitors.dumps(["ola", "Ola"])),
        str(signs._devices.dumps(["BCDF", "ola", "x"])),
        SIGNER.seat_link("BCDF", "ola"),
        SIGNER.seat_token("BCDF", "ola"),
        *(str(signs._visitors.dumps(value)) for value in others),
        *(str(signs._seats.dumps(value)) for value in (None, ["BCDF", {}], ["BCDF"], "ab")),
    ]


@given(st.sampled_from(tokens()).flatmap(lambda text: st.just(text) | noise.map(lambda more: text + more)) | noise)
def test_any_cookie_or_token_is_accepted_or_ignored(token: str) -> None:
    request = connection(cookie=f"{COOKIE}={token}; {DEVICE}={token}; language={token}; theme={token}")
    assert SIGNER.visitor(request).id
    SIGNER.device(request, "BCDF")
    SIGNER.person_of_token("BCDF", token)
    SIGNER.read_link("BCDF", token, ["ola"])
    SIGNER.is_own_form(SIGNER.visitor(request), token)
    assert not SIGNER.is_screen_key("BCDF", "jan", token)
    assert language_of(request) in ("en", "pl")


@given(noise, noise)
def test_any_origin_is_judged_without_an_error(origin: str, host: str) -> None:
    assert is_same_origin(connection(origin=origin, host=host).headers) in (True, False)
