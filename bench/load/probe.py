"""A visitor who requests `/healthz` over and over. The waits are the cost of an attack to others.

    python -m bench.load.probe HOST PORT SOURCE SECONDS

Prints the waits as a JSON list, in milliseconds. It is a separate process, so that it never waits for the driver. It
sends requests at fixed moments, whether or not the earlier answers have arrived, so that a long wait is sampled in
proportion to its length.
"""

import asyncio
import json
import sys
from contextlib import suppress
from time import perf_counter
from typing import Final

EVERY: Final = 0.05
"""Seconds from one request to the next."""
LONGEST: Final = 60.0
"""Timeout of an answer in seconds."""


async def wait_for_answer(host: str, port: int, source: str) -> float:
    """Return the milliseconds until the answer to a request on a new connection."""
    began = perf_counter()
    with suppress(OSError, asyncio.IncompleteReadError, TimeoutError):
        async with asyncio.timeout(LONGEST):
            reader, writer = await asyncio.open_connection(host, port, local_addr=(source, 0))
            writer.write(f"GET /healthz HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n".encode())
            answer = await reader.read()
            writer.close()
            if answer.startswith(b"HTTP/1.1 200 "):
                return (perf_counter() - began) * 1000
    return LONGEST * 1000


async def waits(host: str, port: int, source: str, seconds: float) -> list[float]:
    """Return all waits of so many seconds."""
    began, asked = perf_counter(), list[asyncio.Task[float]]()
    for number in range(round(seconds / EVERY)):
        await asyncio.sleep(max(0.0, began + number * EVERY - perf_counter()))
        asked.append(asyncio.create_task(wait_for_answer(host, port, source)))
    return list(await asyncio.gather(*asked))


if __name__ == "__main__":
    _host, _port, _source, _seconds = sys.argv[1:]
    print(json.dumps(asyncio.run(waits(_host, int(_port), _source, float(_seconds)))))
