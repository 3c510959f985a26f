"""Somebody else asks for `/healthz` again and again: how long they wait is what an attack costs others.

    python -m bench.load.probe HOST PORT SOURCE SECONDS

Prints the waits as a list of JSON, in milliseconds. It is a process of its own, so that it never waits for the driver;
and it asks at fixed moments, whether the answers before are there or not, so that a long wait counts as often as it
would meet somebody.
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
"""Seconds after which no answer is waited for."""


async def wait_for_answer(host: str, port: int, source: str) -> float:
    """Milliseconds until the answer to a request on a connection of its own."""
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
    """All waits of so many seconds."""
    began, asked = perf_counter(), list[asyncio.Task[float]]()
    for number in range(round(seconds / EVERY)):
        await asyncio.sleep(max(0.0, began + number * EVERY - perf_counter()))
        asked.append(asyncio.create_task(wait_for_answer(host, port, source)))
    return list(await asyncio.gather(*asked))


if __name__ == "__main__":
    _host, _port, _source, _seconds = sys.argv[1:]
    print(json.dumps(asyncio.run(waits(_host, int(_port), _source, float(_seconds)))))
