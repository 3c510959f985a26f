"""Frames on pages of other sites: only where the server allows them, and with cookies of their own."""

import re
from collections.abc import Iterator

import httpx
import pytest

from tests.support.serving import SERVE, Person, Server, serving

CHAT = "https://chat.example"
FRAMED = SERVE.replace("hold=0.05", f"hold=0.05, frames=('{CHAT}', 'https://*.other.example')")
FROM_CHAT = {"Sec-Fetch-Dest": "iframe", "Sec-Fetch-Site": "cross-site"}


@pytest.fixture(scope="module")
def framed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that may be shown in frames."""
    with serving(tmp_path_factory.mktemp("data"), code=FRAMED) as server:
        yield server


def cookies_set(answer: httpx.Response) -> dict[str, str]:
    """Return the attributes of the cookies that an answer sets, by name."""
    given = (cookie.partition("=") for cookie in answer.headers.get_list("set-cookie"))
    return {name: rest.partition(";")[2].strip() for name, _, rest in given}


def test_no_site_may_frame_the_pages_of_a_server_by_default(server: Server) -> None:
    answer = httpx.get(server.url, headers=FROM_CHAT)
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["x-frame-options"] == "DENY"
    assert list(cookies_set(answer)) == ["turncoat"]
    assert "lax" in cookies_set(answer)["turncoat"].lower()


def test_only_the_named_sites_may_frame_the_pages(framed: Server) -> None:
    for path in ("/", "/static/favicon.svg", "/nothing"):
        answer = httpx.get(framed.url + path)
        policy = answer.headers["content-security-policy"]
        assert policy.endswith(f"frame-ancestors {CHAT} https://*.other.example")
        assert "default-src 'none'" in policy
        assert "x-frame-options" not in answer.headers


def test_only_a_frame_of_another_site_gets_partitioned_cookies(framed: Server) -> None:
    for headers in (
        {},
        {"Sec-Fetch-Dest": "document", "Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Dest": "iframe", "Sec-Fetch-Site": "same-site"},
    ):
        (cookie,) = cookies_set(httpx.get(framed.url, headers=headers)).values()
        assert "samesite=lax" in cookie.lower()
        assert "Partitioned" not in cookie
    found = cookies_set(httpx.get(framed.url, headers=FROM_CHAT))
    assert found.keys() == {"turncoat", "turncoat-framed"}
    for cookie in found.values():
        assert re.findall("SameSite=(\\w+)", cookie, re.IGNORECASE) == ["None"]
        assert cookie.endswith("; Secure; SameSite=None; Partitioned")
        assert "HttpOnly" in cookie


def test_all_later_cookies_of_a_frame_are_partitioned(framed: Server) -> None:
    ola = Person(framed, "Ola")
    ola.look()
    ola.client.cookies.set("turncoat-framed", "1")
    ola.client.follow_redirects = False
    # In this order, since the client sends no secure cookie without TLS.
    found = cookies_set(ola.post("/settings", language="pl", theme="dark"))
    found |= cookies_set(ola.post("/new", name="Ola"))
    assert found.keys() == {"turncoat", "language", "theme"}
    assert all(cookie.endswith("; Secure; SameSite=None; Partitioned") for cookie in found.values())


def test_another_site_can_still_change_nothing(framed: Server) -> None:
    ola = Person(framed, "Ola").open()
    answer = ola.client.post(ola.path, data={"csrf": ola.csrf, "do": "leave"}, headers={"Origin": CHAT})
    assert answer.status_code == 403
