"""Form requests as browsers send them."""

import asyncio

from starlette.requests import Request
from starlette.types import Message

from turncoat.web.http.forms import FormFields, read_form

URLENCODED = "application/x-www-form-urlencoded"


def request(body: bytes, kind: str) -> Request:
    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    scope = {"type": "http", "method": "POST", "path": "/", "headers": [(b"content-type", kind.encode())]}
    return Request(scope, receive)


def read(body: bytes, kind: str = URLENCODED, *, most: int = 4096, files: bool = False) -> FormFields:
    return asyncio.run(read_form(request(body, kind), most, files=files))


def multipart(*fields: tuple[str, str]) -> bytes:
    parts = (f"--cut\r\nContent-Disposition: form-data; {name}\r\n\r\n{value}\r\n" for name, value in fields)
    return "".join((*parts, "--cut--\r\n")).encode()
