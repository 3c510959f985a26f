"""HTML forms: read within limits, and converted into commands."""

from collections.abc import AsyncGenerator
from typing import Final, TypeVar
from urllib.parse import parse_qsl

import msgspec
from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import Request

from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.text_files import text_of
from turncoat.kernel.words import N_

T = TypeVar("T", bound=msgspec.Struct)

LARGEST_FORM: Final = 64 * 1024
"""Maximum size of a form in bytes. No form without files comes close."""
MOST_FIELDS: Final = 400
LONGEST_TYPE: Final = 200
"""Maximum length of the Content-Type header. The boundary in it has at most 70 characters."""
MOST_DIGITS: Final = 9


describe({"incomplete": N_("Something is missing; please choose and confirm again.")})


class BodyTooLarge(Exception):
    """Error for a body with more bytes or fields than any that the server's own pages send."""


class FormFields(dict[str, list[str]]):
    """Fields of a form: the values of each name, in order of appearance."""

    def first(self, name: str) -> str:
        """Return the first value of a field, or an empty string."""
        return (self.get(name) or [""])[0]

    def is_set(self, name: str) -> bool:
        """Return whether a checkbox was ticked."""
        return self.first(name) in ("1", "yes")

    def number(self, name: str) -> int | None:
        """Return the whole number in a field, or None."""
        return whole_number(self.first(name))

    def command(self, kind: type[T], *names: str, **fields: str) -> T:
        """Build a command of this kind from fields of the form.

        `names` have the same name in both. In `fields`, each keyword is a name in the command, and its value the name
        in the form. An empty or missing field keeps its default, except that a text becomes empty. Raises Refused if a
        field is invalid, or if one is missing that has no default and is not a text.
        """
        wanted = {name: name for name in names} | fields
        encoded = {field.name: field.encode_name for field in msgspec.structs.fields(kind)}
        texts = {field.name for field in msgspec.structs.fields(kind) if field.type is str}
        given = {
            encoded[name]: self.first(field) for name, field in wanted.items() if self.first(field) or name in texts
        }
        try:
            return msgspec.convert(given, kind, strict=False)
        except msgspec.ValidationError:
            raise Refused(Refusal("incomplete")) from None


def whole_number(text: str) -> int | None:
    """Parse a number from outside, or return None if it is invalid or has more than `MOST_DIGITS` digits.

    >>> whole_number("12"), whole_number("-1"), whole_number("٣")
    (12, None, None)
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else None


async def read_body(request: Request, most: int) -> bytes:
    """Return the body of a request, of at most `most` bytes. Raises BodyTooLarge."""
    return b"".join([chunk async for chunk in _limited(request, most)])


async def read_form(request: Request, most: int = LARGEST_FORM, *, files: bool = False) -> FormFields:
    """Read and parse a form. A file, which only `files=True` allows, becomes text like any other field.

    Raises BodyTooLarge. A body that is not a valid form yields no fields.
    """
    kind = request.headers.get("content-type", "")
    if kind.startswith("application/x-www-form-urlencoded"):
        return fields_of((await read_body(request, most)).decode("latin-1"))
    if not (files and kind.startswith("multipart/form-data")) or len(kind) > LONGEST_TYPE:
        return FormFields()
    if "charset" in kind.lower():  # browsers send no charset, and some would yield text that cannot be encoded
        return FormFields()
    stream = _limited(request, most)
    try:
        parser = MultiPartParser(request.headers, stream, max_fields=MOST_FIELDS, max_files=1, max_part_size=most)
        form = await parser.parse()
    except MultiPartException as error:
        if "maximum" in error.message.lower():  # the only sign that a limit was exceeded
            raise BodyTooLarge from None
        return FormFields()
    fields = FormFields()
    for name, value in form.multi_items():
        fields.setdefault(name, []).append(await _text_of(value))
    await form.close()
    return fields


def fields_of(body: str) -> FormFields:
    """Parse a URL-encoded form. Raises BodyTooLarge."""
    fields = FormFields()
    if body.count("&") >= MOST_FIELDS:
        raise BodyTooLarge
    for name, value in parse_qsl(body, keep_blank_values=True):
        fields.setdefault(name, []).append(value)
    return fields


async def _text_of(value: str | UploadFile) -> str:
    return value if isinstance(value, str) else text_of(await value.read(), "replace")


async def _limited(request: Request, most: int) -> AsyncGenerator[bytes, None]:
    size = 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > most:
            raise BodyTooLarge
        yield chunk
