"""Messages from programs and people to a table: each is answered, and each command taken or refused with a code."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from starlette.websockets import WebSocketDisconnect

import turncoat.games  # noqa: F401 - registers the games
from tests.support.damage import damaged, json_values, noise
from tests.support.running import SLOW
from turncoat.kernel.options import Answer
from turncoat.kernel.refusals import REFUSALS, Refused
from turncoat.table import commands as c
from turncoat.table.handlers.dispatch import HANDLERS
from turncoat.table.rebuilding import rebuild
from turncoat.table.runtime.room import Room
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.web.app import create_app
from turncoat.web.context import WebContext
from turncoat.web.http.identity import Visitor
from turncoat.web.http.limits import RateLimits
from turncoat.web.programs import protocol as p
from turncoat.web.programs import socket as programs
from turncoat.web.table.open_page import OpenPage
from turncoat.web.updates.viewer import Outcome

MANY = RateLimits(commands="1000000/minute", words="1000000/minute", joins_from="1000000/minute")
FEWER = settings(max_examples=settings().max_examples // 4)
"""Each example plays at a table of its own."""
ANSWERS = msgspec.json.Decoder(p.AnyToProgram)
CODES = frozenset({"malformed", "too-large", "hello-first", "hello-again", "protocol", "no-such-table"})


@asynccontextmanager
async def serving(data: Path) -> AsyncIterator[WebContext]:
    context: WebContext = create_app(ServerSettings(data, bot_pause=SLOW), MANY).state.context
    yield context
    await context.registry.close()


def at_a_table(data: Path, act: Callable[[WebContext, Room], Awaitable[None]], *, deals: bool = True) -> None:
    """Run the action at a fresh table of two people and three bots, during a game or before one."""

    async def run() -> None:
        async with serving(data) as context:
            room = await context.registry.open("ola", "Ola")
            await room.submit("jan", c.Sit("Jan"))
            if deals:
                await room.submit("ola", c.Start())
            await act(context, room)

    asyncio.run(run())


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


class Line:
    """A program's socket that sends these messages, each after the previous answer, and then hangs up."""

    client = None

    def __init__(self, code: str, messages: list[str | bytes]) -> None:
        self.path_params = {"code": code}
        self.headers: dict[str, str] = {}
        self.cookies: dict[str, str] = {}
        self.scope: dict[str, Any] = {}
        self._messages = messages
        self.answers: list[Any] = []
        self._answered = asyncio.Event()
        self._answered.set()

    async def receive(self) -> dict[str, Any]:
        async with asyncio.timeout(20):
            await self._answered.wait()
        if not self._messages:
            return {"type": "websocket.disconnect"}
        self._answered.clear()
        message = self._messages.pop(0)
        return {"type": "websocket.receive", "text" if isinstance(message, str) else "bytes": message}

    async def send_text(self, text: str) -> None:
        self.answers.append(told := ANSWERS.decode(text))
        if isinstance(told, p.ErrorMessage | p.RefusedMessage | p.AcceptedMessage | p.WelcomeMessage):
            self._answered.set()

    async def close(self, code: int = 1000) -> None:
        raise AssertionError(f"nothing ends this connection from here ({code})")


GOOD = [
    '{"type": "hello", "protocol": 1, "name": "Robot", "entropy": "7"}',
    '{"type": "hello", "protocol": 1, "token": "x"}',
    '{"type": "start", "id": "a"}',
    '{"type": "choose", "to": 1, "answer": [1, [0, 2]], "id": "b"}',
    '{"type": "choose", "to": "hail-hydra", "answer": null}',
    json.dumps({"type": "commit-entropy", "hash": "ab" * 32, "commitment": "cd" * 32, "id": "c"}),
    json.dumps({"type": "reveal-entropy", "nonce": "ab" * 32, "entropy": "clover", "id": "d"}),
]
choices = st.builds(
    lambda to, answer, id: {"type": "choose", "to": to, "answer": answer, "id": id},
    st.integers(-2, 3) | json_values,
    json_values,
    noise,
)
hellos = st.builds(
    lambda protocol, token, name, entropy: {
        "type": "hello",
        "protocol": protocol,
        "token": token,
        "name": name,
        "entropy": entropy,
    },
    st.sampled_from([1, 1, 1, 2, -1, True, 10**40]) | json_values,
    noise | json_values,
    noise,
    noise,
)
reveals = st.builds(
    lambda hashed, commitment, nonce, entropy: [
        {"type": "commit-entropy", "hash": hashed, "commitment": commitment},
        {"type": "reveal-entropy", "nonce": nonce, "entropy": entropy},
    ],
    *[st.sampled_from(["ab" * 32, "", "0" * 63]) | noise | json_values] * 4,
).flatmap(st.sampled_from)
messages = st.one_of(
    damaged(GOOD, ['"type": "start"', "null", "\\ud800", '"id": 1']),
    st.one_of(choices, hellos, reveals, json_values).map(json.dumps),
    st.binary(max_size=40),
)


@FEWER
@given(st.lists(messages, min_size=1, max_size=8), st.booleans())
@example([GOOD[0], GOOD[3].replace("1,", "9" * 400 + ",")], True)
@example([GOOD[0].replace("Robot", "\u0301" * 500)], False)
def test_any_message_is_answered(data: Path, sent: list[str | bytes], deals: bool) -> None:
    async def act(context: WebContext, room: Room) -> None:
        token = context.signer.seat_token(room.table.code, "jan")
        # A seat's own token first, so that the following messages get further.
        hello = json.dumps({"type": "hello", "protocol": 1, "token": token})
        line: Any = Line(room.table.code, [*sent, hello, *sent])
        with suppress(WebSocketDisconnect, Refused):
            await programs.ProgramConnection(context, line).run()
        answered = [
            one
            for one in line.answers
            if isinstance(one, p.ErrorMessage | p.RefusedMessage | p.AcceptedMessage | p.WelcomeMessage)
        ]
        assert len(answered) >= len(sent)
        for one in answered:
            if isinstance(one, p.ErrorMessage | p.RefusedMessage):
                assert one.code in CODES or one.code in REFUSALS
                assert one.sentence
        assert not room.watchers
        await agrees_with_its_log(context, room)

    at_a_table(data, act, deals=deals)


async def agrees_with_its_log(context: WebContext, room: Room) -> None:
    """Assert that a restart would find the table unchanged."""
    table, lost = rebuild(await context.registry.store.load(room.table.code))
    assert not lost
    assert (table.version, table.seats, table.settings) == (room.table.version, room.table.seats, room.table.settings)


seats = st.sampled_from([0, 1, 2, 4, 5, -1, -2, 63, 10**30])


def values_of(kind: Any) -> st.SearchStrategy[Any]:
    """Return a strategy for a field's type, with values that a form, a program or a damaged log may hold."""
    if kind is Answer or kind is Any:
        return json_values.map(c.as_answer)
    if kind is int:
        return seats
    if kind is str:
        return noise | st.sampled_from(["Ola", "ola", "hello", "trust", "sensible", "resistance", "random"])
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return st.builds(kind, **{field.name: values_of(field.type) for field in msgspec.structs.fields(kind)})
    arguments = get_args(kind)
    if get_origin(kind) is Literal:
        return st.sampled_from(arguments)
    if get_origin(kind) is tuple:
        return st.lists(values_of(arguments[0]), max_size=2).map(tuple)
    if get_origin(kind) is dict:
        return st.dictionaries(values_of(arguments[0]), values_of(arguments[1]), max_size=2)
    if hasattr(kind, "__metadata__"):
        return values_of(arguments[0])
    return st.one_of(*map(values_of, arguments)) if arguments else st.from_type(kind)


given_by_people = st.sampled_from(
    sorted((kind for kind in HANDLERS if kind is not c.ArchiveGame), key=lambda kind: kind.__name__)
).flatmap(values_of)
people = st.sampled_from(["ola", "ola", "jan", "eve", ""])


@FEWER
@given(st.lists(st.tuples(people, given_by_people, st.sampled_from(["", "a", "b"])), max_size=10), st.booleans())
def test_any_command_is_accepted_or_refused(data: Path, asked: list[tuple[str, Any, str]], deals: bool) -> None:
    async def act(context: WebContext, room: Room) -> None:
        for by, command, id in asked:
            code = ""
            try:
                await room.submit(by, command, id)
            except Refused as refused:
                code = refused.refusal.code
            assert not code or code in REFUSALS
        await agrees_with_its_log(context, room)
        for person in ("ola", "jan", "eve"):
            viewer = OpenPage(room.room_for(person), Visitor(person, "Eve"), "pl", "http://localhost", "k")
            assert json.loads(viewer.answer(Outcome()))

    at_a_table(data, act, deals=deals)
