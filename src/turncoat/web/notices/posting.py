"""Requests to sites that people have chosen: only to public hosts, without redirects, and soon over.

The name is resolved once, every address that it has is checked, and the connection goes to a checked address.
"""

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.words import N_
from turncoat.web.notices.public_addresses import PORT, SiteAddress, is_public

if TYPE_CHECKING:
    import httpcore

describe(
    {
        "site-slow": N_("That site did not answer within {seconds} seconds; please try again later."),
        "site-unreachable": N_("That site can't be reached over https; please check the address."),
    },
    status=502,
)
TIME_LIMIT: Final = 4.0
"""Seconds for everything: the name, the connection and the answer."""
MOST_TRIED: Final = 3
"""Number of a name's addresses that are tried, one after the other."""
MOST_AT_ONCE: Final = 64
"""Number of requests under way. Others wait."""

Resolve = Callable[[str], Awaitable[Sequence[str]]]
"""Returns the numeric addresses of a host. Raises OSError."""
Connect = Callable[[str], Awaitable["httpcore.AsyncNetworkStream"]]
"""Connects to a numeric address, port 443. Raises the errors of httpcore."""


class Poster:
    """Sends requests to sites."""

    def __init__(
        self,
        resolve: Resolve | None = None,
        connect: Connect | None = None,
        tls: ssl.SSLContext | None = None,
        time_limit: float = TIME_LIMIT,
    ) -> None:
        """Create a sender. Tests resolve names and connect in their own way."""
        self.resolve, self.connect, self.tls = resolve or resolved, connect or connected, tls
        self._time_limit = time_limit
        self._at_once = asyncio.Semaphore(MOST_AT_ONCE)

    async def post(self, address: SiteAddress, headers: Mapping[str, str], body: bytes) -> int:
        """Send the body and return the status of the answer, of which nothing else is read. Raises Refused."""
        import httpcore  # only a server that sends needs it

        try:
            async with self._in_time():
                return await self._post(address, headers, body)
        except httpcore.TimeoutException:
            raise self._slow() from None
        except (httpcore.NetworkError, httpcore.ProtocolError, ssl.SSLError, OSError):
            raise Refused(Refusal("site-unreachable")) from None

    async def check(self, address: SiteAddress) -> None:
        """Check that the site exists and is public. Raises Refused."""
        async with self._in_time():
            await self._public_addresses(address.host)

    @asynccontextmanager
    async def _in_time(self) -> AsyncIterator[None]:
        try:
            async with self._at_once, asyncio.timeout(self._time_limit):
                yield
        except TimeoutError:
            raise self._slow() from None

    def _slow(self) -> Refused:
        return Refused(Refusal("site-slow", (("seconds", round(self._time_limit)),)))

    async def _post(self, address: SiteAddress, headers: Mapping[str, str], body: bytes) -> int:
        import httpcore

        connect, addresses = self.connect, await self._public_addresses(address.host)

        class ToCheckedAddress(httpcore.AsyncNetworkBackend):
            """Network that has only this one site, and no names."""

            async def connect_tcp(
                self,
                host: str,
                port: int,
                timeout: float | None = None,  # noqa: ASYNC109 - the interface of httpcore
                local_address: str | None = None,
                socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
            ) -> httpcore.AsyncNetworkStream:
                assert (host, port) == (address.host, PORT)
                for number, one in enumerate(addresses, 1):
                    try:
                        return await connect(one)
                    except (httpcore.ConnectError, OSError):
                        if number == len(addresses):
                            raise
                raise AssertionError("there is an address")

        url = httpcore.URL(scheme="https", host=address.host, port=PORT, target=address.target)
        sent = [("Host", address.host), ("Content-Length", str(len(body))), *headers.items()]
        async with (
            httpcore.AsyncConnectionPool(self.tls, network_backend=ToCheckedAddress()) as pool,
            pool.stream("POST", url, headers=sent, content=body) as answer,
        ):
            return answer.status

    async def _public_addresses(self, host: str) -> Sequence[str]:
        """Return addresses of the host, of which none is private. Raises Refused."""
        try:
            addresses = await self.resolve(host)
        except (OSError, UnicodeError):
            addresses = []
        if not addresses:
            raise Refused(Refusal("address-unknown"))
        if not all(map(is_public, addresses)):
            raise Refused(Refusal("address-private"))
        return list(dict.fromkeys(addresses))[:MOST_TRIED]


async def resolved(host: str) -> Sequence[str]:
    """Return the numeric addresses of a host, by the system's resolver. Raises OSError."""
    found = await asyncio.get_running_loop().getaddrinfo(host, PORT, type=socket.SOCK_STREAM)
    return [str(where[0]) for *_, where in found]


async def connected(address: str) -> "httpcore.AsyncNetworkStream":
    """Connect to a numeric address. Raises the errors of httpcore."""
    import httpcore

    return await httpcore.AnyIOBackend().connect_tcp(address, PORT)
