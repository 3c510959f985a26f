"""Programs at a table that exchange one message at a time."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.support.serving import Server


def new_table(server: Server, **game_setup: Any) -> tuple[str, str]:
    """Open a table through the API, and return its socket's address and its token."""
    answer = httpx.post(f"{server.url}/api/v1/tables", json={"name": "Robot", **game_setup}, timeout=60)
    assert answer.status_code == 201, answer.text
    welcome = answer.json()
    return f"{server.url.replace('http', 'ws')}/api/v1/tables/{welcome['table']}", welcome["token"]


class Program:
    """A program that exchanges one message at a time."""

    def __init__(self, line: ClientConnection) -> None:
        self.line = line
        self.sizes: list[int] = []

    def say(self, **message: Any) -> None:
        self.line.send(json.dumps(message))

    def hear(self, kind: str) -> dict[str, Any]:
        """Return the next message of that type."""
        while True:
            text = self.line.recv(timeout=20)
            message: dict[str, Any] = json.loads(text)
            if message["type"] == "update":
                self.sizes.append(len(text))
            if message["type"] == kind:
                return message


@contextmanager
def program(url: str, **hello: Any) -> Iterator[Program]:
    with connect(url, max_queue=None) as line:
        one = Program(line)
        if hello:
            one.say(type="hello", protocol=1, **hello)
        yield one
