"""Connections to a database with several hosts: a primary, and standbys that may replace it.

The driver tries one host after another, each with the full timeout: behind a dead machine, it would never reach a
standby.
"""

import asyncio
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import asyncpg

from turncoat.table.store.postgres_schema import Connection

HEAD_START: Final = 0.3
"""Seconds until the next host is tried as well. If two are writable, the first wins, so that all servers agree."""


def each_host(address: str) -> list[str]:
    """Return the address of each host in an address. Raises ValueError."""
    parts = urlsplit(address)
    who, at, hosts = parts.netloc.rpartition("@")
    if "," in hosts:
        return [urlunsplit(parts._replace(netloc=f"{who}{at}{host}")) for host in hosts.split(",")]
    query = parse_qsl(parts.query, keep_blank_values=True)
    named = [name for name, value in query if name in ("host", "port") and "," in value]
    if "host" not in named:
        return [address]
    lists = {name: value.split(",") for name, value in query if name in named}
    if len({len(values) for values in lists.values()}) > 1:
        raise ValueError("as many ports as hosts are to be given")
    return [
        urlunsplit(
            parts._replace(query=urlencode([(n, lists[n][at] if n in lists else v) for n, v in query], safe="/"))
        )
        for at in range(len(lists["host"]))
    ]


async def connect(address: str, timeout: float, **how: Any) -> Connection:  # noqa: ASYNC109 - named as the driver's
    """Connect to the first host that accepts the settings. Raises the error of the last host to fail."""
    waiting = each_host(address)
    tries: list[asyncio.Task[Connection]] = []
    chosen: asyncio.Task[Connection] | None = None
    failure: BaseException = TimeoutError()
    try:
        async with asyncio.timeout(timeout):
            while waiting or any(not one.done() for one in tries):
                if waiting:
                    tries.append(asyncio.ensure_future(asyncpg.connect(waiting.pop(0), timeout=timeout, **how)))
                running = [one for one in tries if not one.done()]
                limit = HEAD_START if waiting else None
                done, _ = await asyncio.wait(running, timeout=limit, return_when=asyncio.FIRST_COMPLETED)
                for one in (one for one in running if one in done):
                    if (error := one.exception()) is None:
                        chosen = one
                        return one.result()
                    failure = error
        raise failure
    finally:
        for one in tries:
            if one is not chosen:
                one.add_done_callback(_end)
                one.cancel()


def _end(tried: "asyncio.Task[Connection]") -> None:
    """Close a connection that is no longer needed."""
    if not tried.cancelled() and tried.exception() is None:
        tried.result().terminate()
