"""Programs at a table, which exchange JSON over a socket."""

import json
from collections.abc import Mapping
from contextlib import ExitStack
from random import Random
from time import monotonic
from typing import Any, Final, Self

from websockets.sync.client import connect

from tests.support.serving import Address, Server

Message = dict[str, Any]
REPLIES: Final = ("welcome", "accepted", "refused", "error")
"""Types of messages that answer the program. All others report events."""
LIMIT: Final = 20.0
"""Seconds to wait for a message before giving up."""


class ProgramState:
    """A program's knowledge of its table, from the messages that it received."""

    def __init__(self) -> None:
        self.events: list[Message] = []
        self.update: Message | None = None
        self.seats: Message | None = None
        self.game: Message | None = None
        self.clock: Message | None = None
        self.replies: list[Message] = []

    def take(self, message: Message) -> None:
        """Apply a message."""
        match message["type"]:
            case "seats":
                self.seats = message
            case "game-started":
                self.game, self.events, self.update = message, [], None
            case "update":
                assert not message["pad"].strip("."), "filled up with dots"
                self.events += message["events"]
                self.update = {name: value for name, value in message.items() if name not in ("events", "pad")}
            case "clock":
                self.clock = message
            case _:
                assert message["type"] in REPLIES, message
                self.replies.append(message)


class Program(ProgramState):
    """A program's connection to a table."""

    def __init__(self, server: Server | Address, code: str) -> None:
        super().__init__()
        url = f"{server.url.replace('http', 'ws')}/api/v1/tables/{code}"
        self._stack = ExitStack()
        self._connect = connect(url, max_queue=None, max_size=None)

    def __enter__(self) -> Self:
        self._line = self._stack.enter_context(self._connect)
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    def say(self, message: Message | str) -> None:
        """Send a message. A string is sent unchanged."""
        self._line.send(message if isinstance(message, str) else json.dumps(message))

    def hear(self, seconds: float = LIMIT) -> Message | None:
        """Return the next message, or None if none arrives in time."""
        try:
            message: Message = json.loads(self._line.recv(timeout=seconds))
        except TimeoutError:
            return None
        self.take(message)
        return message

    def hear_all(self, quiet: float) -> list[Message]:
        """Return all messages until none arrives for this many seconds."""
        heard = []
        while (message := self.hear(quiet)) is not None:
            heard.append(message)
        return heard

    def reply(self) -> Message:
        """Return the reply to the latest message."""
        ends = monotonic() + LIMIT
        while not self.replies:
            assert monotonic() < ends, "no answer came"
            self.hear(ends - monotonic())
        return self.replies.pop(0)

    @property
    def asked(self) -> Message | None:
        """The prompt that it has yet to answer, if any."""
        state = self.update
        if state is None or state["prompt"] is None or state["answer"] is not None:
            return None
        seat = (self.seats or {}).get("seat")
        return state["prompt"] if seat is not None and state["waiting"] >> seat & 1 else None

    @property
    def result(self) -> Message | None:
        return self.update["result"] if self.update is not None else None


def pick(option: Mapping[str, Any], random: Random) -> Any:
    """Draw an answer of the right form, which is legal more often than not."""
    match option["kind"]:
        case "one-seat" | "seats" as kind:
            seats = [seat for seat in range(16) if option["allowed"] >> seat & 1]
            if kind == "one-seat":
                return random.choice(seats) if seats else None
            return sum(1 << seat for seat in random.sample(seats, random.randint(option["low"], option["high"])))
        case "cards":
            return sorted(random.sample(option["hand"], random.randint(option["low"], option["high"])))
        case "order":
            return random.sample(option["cards"], len(option["cards"]))
        case "form":
            return [pick(part, random) for _, part in option["parts"]]
        case _:
            return random.choice(option["allowed"])


def choose(program: Program, random: Random, tries: int = 200) -> None:
    """Send choices until one is accepted, for a program that has been asked something."""
    prompt = program.asked
    assert prompt is not None
    for _ in range(tries):
        program.say({"type": "choose", "to": prompt["number"], "answer": pick(prompt["option"], random)})
        if program.reply()["type"] == "accepted":
            return
    raise AssertionError(f"nothing that was chosen is taken: {prompt}")
