"""HTTP clients of an app in the test's own process, each with its own address."""

import httpx
from starlette.types import ASGIApp

ATTACKER = "192.0.2.1"


OTHER = "192.0.2.2"


def client_of(app: ASGIApp, address: str) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app, client=(address, 1))
    return httpx.AsyncClient(transport=transport, base_url="http://table", timeout=None)
