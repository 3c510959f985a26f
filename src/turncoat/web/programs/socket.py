"""Bots and programs at a table: JSON messages over a WebSocket, one for each table; new tables by one request."""

import asyncio
import contextlib
import secrets
from collections.abc import Coroutine
from time import monotonic
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.seats import SPECTATOR
from turncoat.kernel.words import N_
from turncoat.table import commands as c
from turncoat.table.runtime.room import Room
from turncoat.table.state.game_session import GameSession
from turncoat.table.state.table import Table
from turncoat.table.store import StoreFailure
from turncoat.web.board.telling import say_refusal
from turncoat.web.context import WebContext, code_of, is_missing
from turncoat.web.http.forms import TooLarge, read_body
from turncoat.web.http.identity import is_same_origin
from turncoat.web.programs import protocol as p
from turncoat.web.updates.fragments import FragmentCache
from turncoat.web.updates.padding import doubling, padding
from turncoat.web.updates.viewer import RESTART

LARGEST_MESSAGE: Final = 16 * 1024
PATIENCE: Final = 20.0
HELLO: Final = 10.0
"""Seconds in which a program says who it is."""
OWN: Final = 4096
"""Bytes to which a seat's own part of an update is filled up; more when there are many public events."""
EVENTS: Final = 32
_encode = msgspec.json.Encoder().encode
_FOREIGN: Final = p.Error("foreign-page", "Pages of other sites may not use this server; programs send no Origin.")
"""A page of another site, open in a browser of a home network, must not reach that network's server."""
_decoder = msgspec.json.Decoder(p.AnyFromProgram)
_new_table = msgspec.json.Decoder(p.NewTable)

describe(
    {
        "no-hello": N_("A program says hello within ten seconds; please connect again."),
        "unknown-token": N_("That token is for no seat at this table."),
        "no-spectators": N_("The host of this table wants no spectators; only people with a seat can see it."),
    }
)


def program_routes(context: WebContext) -> list[BaseRoute]:
    """The routes for programs."""
    programs = Programs(context)
    return [
        Route("/api/v1/tables", programs.open, methods=["POST"]),
        WebSocketRoute("/api/v1/tables/{code}", programs.connect),
    ]


class Programs:
    """Handlers."""

    def __init__(self, context: WebContext) -> None:
        self.context = context

    async def open(self, request: Request) -> Response:
        """Open a table; the program sits at its first seat as host. It needs no cookie."""
        if not is_same_origin(request):
            return _json(_FOREIGN, 403)
        try:
            game_setup = _new_table.decode(await read_body(request, LARGEST_MESSAGE))
            self.context.limiter.table(request)
            person = secrets.token_urlsafe(18)
            wanted = c.GameSetup(game_setup.game, game_setup.players, game_setup.modules, game_setup.options)
            room = await self.context.registry.open(person, game_setup.name, wanted)
        except TooLarge:
            return _json(p.Error("too-large", f"At most {LARGEST_MESSAGE} bytes are read."), 413)
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            return _json(p.Error("malformed", str(error)), 400)
        except Refused as refused:
            return _json(p.Rejected("", refused.refusal.code, say_refusal(refused.refusal, str)), 422)
        code = room.table.code
        return _json(p.Welcome(p.VERSION, code, 0, True, self.context.signer.seat_token(code, person)), 201)

    async def connect(self, socket: WebSocket) -> None:
        """Serve one program at one table, until it goes away."""
        await socket.accept()
        if not is_same_origin(socket):
            await socket.send_text(_encode(_FOREIGN).decode())
            await socket.close()
            return
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
            try:
                await ProgramConnection(self.context, socket).run()
            except (Refused, StoreFailure) as error:
                refused = error if isinstance(error, Refused) else Refused(Refusal("not-kept"))
                await socket.send_text(_encode(_error(refused)).decode())
                await socket.close()


class ProgramConnection:
    """The connection of one program."""

    room: Room

    def __init__(self, context: WebContext, socket: WebSocket) -> None:
        self.context, self.socket = context, socket
        self.person = ""
        self.held = contextlib.ExitStack()
        """The place of this connection among those that may be open."""
        self.changed = asyncio.Event()
        self.watchdog = SendWatchdog()
        self.told: p.SeatList | None = None
        self.game = 0
        self.events = 0
        self.public = 0
        """How many public events had happened at the last update."""
        self.state: tuple[object, ...] = ()
        self.clock: tuple[object, ...] = None, None, ""

    async def run(self) -> None:
        """Say hello, then both ways until the program goes.

        Raises Refused; TimeoutError when it takes no messages any more. It can come back then, and misses nothing.
        """
        self.watchdog.watch()
        try:
            with self.held:
                try:
                    async with asyncio.timeout(HELLO):
                        await self._until_one_ends(self._begin())
                except TimeoutError:
                    raise Refused(Refusal("no-hello")) from None
                await self._serve()
        finally:
            self.watchdog.end()

    async def _begin(self) -> None:
        code, hello = code_of(self.socket.path_params["code"]), None
        if self.context.limiter.has_missed(
            self.socket
        ):  # who goes on is told by a token, whether the code is right or not
            while hello is None:
                hello = await self._first_message()
        person = self.context.signer.person_of_token(code, hello.token) if hello is not None and hello.token else None
        self.room = await self.context.find(self.socket, code, person or "")
        while hello is None or not await self._hello(hello):
            hello = await self._first_message()

    async def _serve(self) -> None:
        known_as = self.person or secrets.token_hex(8)  # a spectator needs an id, too
        self.room.come(known_as, self.changed.set)
        self.changed.set()
        try:
            await self._until_one_ends(self._tell(), self._listen())
        finally:
            self.room.go(known_as, self.changed.set)

    async def _until_one_ends(self, *works: Coroutine[Any, Any, None]) -> None:
        tasks = [asyncio.ensure_future(work) for work in works]
        try:
            ended, _ = await asyncio.wait([*tasks, self.watchdog.is_lost], return_when=asyncio.FIRST_COMPLETED)
            for one in ended:
                one.result()
        finally:
            for one in tasks:
                one.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _send(self, message: p.AnyToProgram) -> None:
        await self._send_encoded(_encode(message))

    async def _send_encoded(self, message: bytes) -> None:
        self.watchdog.begin()
        await self.socket.send_text(message.decode())
        self.watchdog.done()

    async def _receive(self) -> p.AnyFromProgram | None:
        """The next message; None when it could not be read, and the program was told so."""
        packet = await self.socket.receive()
        if packet["type"] == "websocket.disconnect":
            raise WebSocketDisconnect
        data: str | bytes = packet.get("text") or packet.get("bytes") or b""
        if len(data) > LARGEST_MESSAGE:
            await self._send(p.Error("too-large", f"A message has at most {LARGEST_MESSAGE} bytes."))
            return None
        try:
            message: p.AnyFromProgram = _decoder.decode(data)
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            await self._send(p.Error("malformed", str(error)))
            return None
        return message

    # Hello

    async def _first_message(self) -> p.Hello | None:
        """A hello; None when it was something else, and the program was told so."""
        hello = await self._receive()
        if hello is None:
            return None
        if not isinstance(hello, p.Hello):
            await self._send(p.Error("hello-first", "The first message is a hello."))
            return None
        if hello.protocol != p.VERSION:
            await self._send(p.Error("protocol", f"This server speaks protocol {p.VERSION}, not {hello.protocol}."))
            return None
        return hello

    async def _hello(self, hello: p.Hello) -> bool:
        # When the first message is late, the table may have left memory and come back meanwhile.
        self.room = await self.context.registry.find(self.room.table.code)
        table = self.room.table
        try:
            self.person = await self._person(hello)
        except Refused as refused:
            await self._send(_error(refused))
            return False
        token = self.context.signer.seat_token(table.code, self.person) if self.person else ""
        if self.room.is_closed_to(self.person):
            await self._send(_closed())
            return False
        seat = table.seat_of(self.person)
        await self._send(p.Welcome(p.VERSION, table.code, seat, bool(token) and table.host == self.person, token))
        return True

    async def _person(self, hello: p.Hello) -> str:
        self.held.close()
        if hello.token:
            person = self.context.signer.person_of_token(self.room.table.code, hello.token)
            if person is None:
                raise Refused(Refusal("unknown-token"))
            self._hold(is_seated=self.room.table.seat_of(person) is not None)
            if hello.entropy:
                self.context.limiter.join(self.socket)
                self.context.limiter.command(person)
                await self.room.submit(person, c.AddEntropy(hello.entropy))
            return person
        self._hold()
        if not hello.name:
            return ""
        self.context.limiter.join(self.socket)
        person = secrets.token_urlsafe(18)
        await self.room.submit(person, c.Sit(hello.name, None, hello.entropy))
        return person

    def _hold(self, *, is_seated: bool = False) -> None:
        self.held.enter_context(self.context.connections.hold(self.socket, is_seated=is_seated))

    # Up

    async def _listen(self) -> None:
        while True:
            await self._hear()

    async def _hear(self) -> None:
        message = await self._receive()
        if message is None:
            return
        if isinstance(message, p.Hello):
            await self._send(p.Error("hello-again", "Hello was said already."))
            return
        try:
            self.context.limiter.command(self.person or "watching")
            await self.room.submit(self.person, self._command(message), message.id[:64])
        except Refused as refused:
            await self._send(p.Rejected(message.id, refused.refusal.code, self._sentence(refused.refusal)))
        else:
            await self._send(p.Accepted(message.id))

    def _command(self, message: p.StartGame | p.ChooseAvatar | p.MakeChoice) -> c.AnyCommand:
        table = self.room.seen_by(self.person).table
        seat = table.seat_of(self.person)
        if isinstance(message, p.StartGame):
            return c.Start()
        if isinstance(message, p.ChooseAvatar):
            return c.ChooseAvatar(message.avatar)
        if seat is None:
            raise Refused(Refusal("not-seated"))
        if table.session is None and not message.game:
            raise Refused(Refusal("no-game"))
        game = message.game or (table.session.number if table.session is not None else 0)
        return c.Choose(game, seat, message.to, c.as_answer(message.answer))

    def _sentence(self, refusal: Refusal) -> str:
        session = self.room.seen_by(self.person).table.session
        return say_refusal(refusal, str, session)

    # Down

    async def _tell(self) -> None:
        while True:
            await self.changed.wait()
            self.changed.clear()
            if self.room.is_server_stopping:
                await self._send(_error(Refused(Refusal("server-stops"))))
                await self.socket.close(RESTART)
                return
            if self.room.is_closed_to(self.person):
                await self._send(_closed())
                return
            for message in self._news():
                await self._send_encoded(message)

    def _news(self) -> list[bytes]:
        seen = self.room.seen_by(self.person)
        table, session = seen.table, seen.table.session
        seat = table.seat_of(self.person)
        messages: list[bytes] = []
        seats = p.SeatList(*_fragments(seen).get("seats", table.version, lambda: _seats(table)), seat)
        if seats != self.told:
            self.told = seats
            messages.append(_encode(seats))
        if session is None:
            return messages
        if session.number != self.game:
            self.game, self.events, self.public = session.number, 0, 0
            messages.append(_encode(p.GameStarted(session.number, session.ruleset, session.rules)))
        if session.result is not None:
            seat = session.seat_of(self.person)  # the person's seat in the game, wherever they sit now
        own = session.private[seat] if seat is not None else 0
        state = (session.number, table.version, seat, own)
        if state != self.state:
            self.state = state
            view: Any = session.view(seat if seat is not None else SPECTATOR)
            news, self.events = view.events[self.events :], len(view.events)
            prompt = p.sent_prompt(view.prompt) if view.prompt is not None else None
            offers = tuple(map(p.sent_offer, view.offers))
            update = p.GameUpdate(session.number, news, prompt, view.answer, offers, view.waiting, session.result)
            since = self.public
            public = _fragments(seen).get(
                "public", (session.number, table.version, since), lambda: _public(session, since)
            )
            self.public = public.events
            messages.append(filled_up(_encode(update), public.size, public.events - since))
        messages += map(_encode, self._clock(seen))
        return messages

    def _clock(self, seen: Room) -> list[p.AnyToProgram]:
        """News about the time that is left; nothing when there never was a limit."""
        timer, paused_by = seen.clock, seen.table.control.paused_by
        clock = timer.running, timer.stopped, paused_by
        if clock == self.clock:
            return []
        self.clock = clock
        return [p.Clock(timer.running.kind if timer.running else "", round(timer.left(), 1), paused_by)]


class PublicUpdate(msgspec.Struct, frozen=True):
    """What an update tells everybody: how many events of the game there are, and its size in bytes."""

    events: int
    size: int


def _fragments(room: Room) -> FragmentCache:
    """What the table has made for all programs alike."""
    kept: FragmentCache = room.drawn.setdefault("programs", FragmentCache())
    return kept


def _seats(table: Table) -> tuple[tuple[p.SeatEntry, ...], bool, str]:
    """The fields of a SeatList that are the same for everybody."""
    entries = tuple(p.SeatEntry(occupant.kind, occupant.name, occupant.avatar) for occupant in table.seats)
    return entries, table.running, table.commitment


def _public(session: GameSession, since: int) -> PublicUpdate:
    """What everybody is told who was told so many public events before."""
    shown = session.view(SPECTATOR)
    news: list[Any] = shown.events[since:]
    update = p.GameUpdate(session.number, news, None, None, (), shown.waiting, session.result)
    return PublicUpdate(len(shown.events), len(_encode(update)))


_END: Final = b'"}'
"""How an encoded update ends: its padding is the last field."""


def filled_up(update: bytes, public: int, events: int) -> bytes:
    """The update with padding that brings the seat's own part (everything that is not public) to a full size.

    `public` is the size of the public part, and `events` the number of events in it. Filling up the whole would not be
    enough: when its size is near a full one, one word more would tell the role.
    """
    sizes = doubling(OWN * (1 + events // EVENTS))
    return update[: -len(_END)] + padding(len(update) - public, sizes).encode() + _END


class SendWatchdog:
    """Notices that the other side takes nothing any more: with one timer for a connection, not one for each message."""

    is_lost: asyncio.Future[None]
    """Ends with a TimeoutError when that is noticed."""

    def __init__(self) -> None:
        self._under_way = 0
        self._since = 0.0
        """When something was taken, or the first message that is under way was begun."""
        self._alarm: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """A message is under way."""
        if not self._under_way:
            self._since = monotonic()
        self._under_way += 1

    def done(self) -> None:
        """It was taken."""
        self._under_way -= 1
        self._since = monotonic()

    def watch(self) -> None:
        """Look now and then, from now on."""
        self.is_lost = asyncio.get_running_loop().create_future()
        self._look_later()

    def end(self) -> None:
        """Look no more."""
        if self._alarm is not None:
            self._alarm.cancel()
        self.is_lost.cancel()

    def _look(self) -> None:
        if self._under_way and monotonic() - self._since >= PATIENCE:
            self.is_lost.set_exception(TimeoutError())
        else:
            self._look_later()

    def _look_later(self) -> None:
        self._alarm = asyncio.get_running_loop().call_later(PATIENCE, self._look)


def _closed() -> p.Error:
    return _error(Refused(Refusal("no-spectators")))


def _error(refused: Refused) -> p.Error:
    code = "no-such-table" if is_missing(refused) else refused.refusal.code
    return p.Error(code, say_refusal(refused.refusal, str))


def _json(message: p.AnyToProgram, status: int) -> Response:
    return Response(_encode(message), status, media_type="application/json")
