"""Webhooks reach public sites over TLS, in a form that the site takes, and reach nothing else."""

import asyncio
import json
from collections.abc import Sequence

import httpcore
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.provisional import urls

from tests.support.tls_site import HOST, OTHER_PUBLIC, PUBLIC, tls_site
from turncoat.kernel.refusals import Refused
from turncoat.table.runtime.notices import TurnNotice
from turncoat.table.values.notice_settings import Webhook
from turncoat.web.notices.posting import MOST_TRIED, Poster
from turncoat.web.notices.public_addresses import address_in, is_public
from turncoat.web.notices.webhooks import message_of, send
from turncoat.web.notices.words import words_of

pytestmark = pytest.mark.anyio
WORDS = words_of(TurnNotice("ola", "BCDFGH", "resistance"), "en", "https://turncoat.example.org")
HERE = f"https://{HOST}/hook/1?wait=1"
PRIVATE = [
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "127.0.0.1",
    "169.254.169.254",
    "172.16.0.1",
    "192.0.0.8",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.1.1",
    "198.18.0.1",
    "224.0.0.1",
    "239.255.255.250",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:9.9.9.9",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b:1::7f00:1",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "3fff::1",
    "fc00::1",
    "fd12::1",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "2620:fe::fe%1",
    "localhost",
    "",
]


async def test_the_message_arrives_under_the_name_of_the_site_at_the_checked_address() -> None:
    async with tls_site() as site:
        await send(site.poster(), Webhook(HERE), WORDS)
    assert (site.connected_to, site.names) == ([PUBLIC], [HOST])
    (request,) = site.requests
    assert request.line == "POST /hook/1?wait=1 HTTP/1.1"
    assert request.headers["host"] == HOST
    said = "It is your turn at the table BCD FGH: The Resistance. https://turncoat.example.org/t/BCDFGH"
    body = json.loads(request.body)
    assert body["content"] == body["text"] == said
    assert body["allowed_mentions"] == {"parse": []}


async def test_ntfy_gets_plain_text_and_others_if_they_are_chosen_so() -> None:
    for webhook in (Webhook("https://ntfy.sh/topic"), Webhook("https://elsewhere.example/topic", "text")):
        headers, body = message_of(webhook, address_in(webhook.url), WORDS)
        assert body == b"It is your turn at the table BCD FGH: The Resistance."
        assert headers["Click"] == "https://turncoat.example.org/t/BCDFGH"
    headers, body = message_of(Webhook("https://ntfy.sh/topic", "json"), address_in("https://ntfy.sh/topic"), WORDS)
    assert json.loads(body)


@pytest.mark.parametrize("status", ["301 Moved Permanently", "302 Found", "307 Temporary Redirect"])
async def test_a_redirect_is_not_followed(status: str) -> None:
    async with tls_site(status, headers=["location: https://127.0.0.1/"]) as site:
        with pytest.raises(Refused, match="site-redirects"):
            await send(site.poster(), Webhook(HERE), WORDS)
    assert len(site.requests) == 1


@pytest.mark.parametrize("status", ["400 Bad Request", "404 Not Found", "500 Internal Server Error"])
async def test_a_refusal_is_told_with_its_status(status: str) -> None:
    async with tls_site(status) as site:
        with pytest.raises(Refused, match="site-refuses") as refused:
            await send(site.poster(), Webhook(HERE), WORDS)
    assert dict(refused.value.refusal.params) == {"status": int(status[:3])}


async def test_a_site_that_says_nothing_is_given_up() -> None:
    async with tls_site() as site:
        site.silent = True
        with pytest.raises(Refused, match="site-slow"):
            await send(site.poster(time_limit=0.2), Webhook(HERE), WORDS)


async def test_a_resolver_that_says_nothing_is_given_up() -> None:
    async def never(host: str) -> Sequence[str]:
        await asyncio.Event().wait()
        return []

    with pytest.raises(Refused, match="site-slow"):
        await send(Poster(never, time_limit=0.1), Webhook(HERE), WORDS)


async def test_the_certificate_must_be_that_of_the_name() -> None:
    async with tls_site(host="other.example.org") as site:
        with pytest.raises(Refused, match="site-unreachable"):
            await send(site.poster(), Webhook(HERE), WORDS)
    assert site.requests == []


async def test_one_private_address_among_public_ones_is_enough_to_refuse() -> None:
    async with tls_site() as site:
        for private in PRIVATE:
            with pytest.raises(Refused, match="address-private"):
                await send(site.poster([PUBLIC, private, OTHER_PUBLIC]), Webhook(HERE), WORDS)
        with pytest.raises(Refused, match="address-unknown"):
            await send(site.poster([]), Webhook(HERE), WORDS)
    assert site.connected_to == []


async def test_a_name_without_an_answer_is_said_to_be_unknown() -> None:
    async def fails(host: str) -> Sequence[str]:
        raise OSError("no such name")

    with pytest.raises(Refused, match="address-unknown"):
        await send(Poster(fails), Webhook(HERE), WORDS)


async def test_the_next_address_is_tried_if_one_does_not_answer() -> None:
    tried = []

    async def resolve(host: str) -> Sequence[str]:
        return [PUBLIC, PUBLIC, OTHER_PUBLIC, "1.1.1.1", "8.8.8.8"]

    async def refuses(address: str) -> httpcore.AsyncNetworkStream:
        tried.append(address)
        raise httpcore.ConnectError

    with pytest.raises(Refused, match="site-unreachable"):
        await send(Poster(resolve, refuses), Webhook(HERE), WORDS)
    assert tried == [PUBLIC, OTHER_PUBLIC, "1.1.1.1"]
    assert len(tried) == MOST_TRIED


@pytest.mark.parametrize("text", PRIVATE)
async def test_no_private_address_counts_as_public(text: str) -> None:
    assert not is_public(text)


@pytest.mark.parametrize("text", [PUBLIC, OTHER_PUBLIC, "1.1.1.1", "2a00:1450:4001::1"])
async def test_addresses_of_the_internet_count_as_public(text: str) -> None:
    assert is_public(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "http://ntfy.sh/topic",
        "ftp://ntfy.sh/",
        "https://",
        "https:///path",
        "https://localhost/",
        "https://intranet/",
        "https://127.0.0.1/",
        "https://2130706433/",
        "https://0x7f.0.0.1/",
        "https://127.1/",
        "https://[::1]/",
        "https://ntfy.sh:80/",
        "https://ntfy.sh:8443/",
        "https://ntfy.sh:x/",
        "https://me@ntfy.sh/",
        "https://ntfy.sh@127.0.0.1/",
        "https://ntfy.sh\\@127.0.0.1/",
        "https://ntfy.sh/a b",
        "https://ntfy.sh/a\r\nHost: elsewhere",
        "https://ntfy.sh/żółw",
        "https://-ntfy.sh/",
        "https://ntfy..sh/",
        "https://ntfy.sh/" + "a" * 1000,
        "javascript:alert(1)",
    ],
)
async def test_other_addresses_are_refused_with_an_example(text: str) -> None:
    with pytest.raises(Refused, match=r"https://ntfy\.sh/our-table"):
        address_in(text)


async def test_a_name_of_another_script_is_taken_in_the_form_that_resolvers_know() -> None:
    assert address_in("https://żółw.example/a").host == "xn--w-uga1v8h.example"


NUMERIC = st.ip_addresses().map(str) | st.sampled_from(PRIVATE)
HOSTS = st.sampled_from(
    ["ntfy.sh", "hooks.slack.com", "a.b", "0x7f.1", "localhost", "[::1]", "127.0.0.1", "1.1.1.1.nip.io"]
)
ADDRESSES = st.one_of(
    urls(),
    st.text(max_size=60).map("https://".__add__),
    st.builds(
        "https://{}{}{}{}".format,
        st.sampled_from(["", "a@", "a:b@"]),
        HOSTS,
        st.sampled_from(["", ":443", ":80", ":0443", ":"]),
        st.text(alphabet="/?#@:\\.%a1é\t\r\n ", max_size=12),
    ),
)


@given(ADDRESSES, st.lists(NUMERIC, max_size=4))
@example("https://ntfy.sh/", ["9.9.9.9", "127.0.0.1"])
@example("https://ntfy.sh/", ["9.9.9.9"])
def test_whatever_the_address_and_its_resolver_say_only_public_addresses_are_connected_to(
    url: str, addresses: list[str]
) -> None:
    connected: list[str] = []

    async def resolve(host: str) -> Sequence[str]:
        return addresses

    async def connect(address: str) -> httpcore.AsyncNetworkStream:
        connected.append(address)
        raise httpcore.ConnectError

    async def try_it() -> None:
        with pytest.raises(Refused):
            await send(Poster(resolve, connect), Webhook(url), WORDS)

    asyncio.run(try_it())
    assert all(map(is_public, connected))
    assert not connected or all(map(is_public, addresses))
