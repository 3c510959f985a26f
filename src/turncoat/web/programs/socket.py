"""Bots and programs at a table: JSON messages over a WebSocket, one for each table; new tables by one request."""

import asyncio
import contextlib
import secrets
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.seats import SPECTATOR, Seat, is_in
from turncoat.kernel.words import N_
from turncoat.table import commands as c
from turncoat.table import server_log
from turncoat.table.runtime.room import Room
from turncoat.table.state.game_session import GameSession
from turncoat.table.state.table import Table
from turncoat.table.store import StoreFailure
from turncoat.table.values.entropy import PendingDeal
from turncoat.web.board.telling import say_refusal
from turncoat.web.context import WebContext, is_missing
from turncoat.web.http.codes import typed_code
from turncoat.web.http.connections import DirectSocket, direct_socket
from turncoat.web.http.forms import TooLarge, read_body
from turncoat.web.http.identity import is_same_origin
from turncoat.web.http.limits import address_of
from turncoat.web.programs import protocol as p
from turncoat.web.updates.fragments import FragmentCache
from turncoat.web.updates.padding import padding
from turncoat.web.updates.viewer import RESTART

LARGEST_MESSAGE: Final = 16 * 1024
NORMAL: Final = 1000
"""The code that closes a socket of which nothing more is wanted."""
BROKEN: Final = 1011
"""The code that closes a socket when something broke here."""
HELLO: Final = 10.0
"""Seconds in which a program says who it is."""
OWN: Final = 4096
"""Bytes to which a seat's own part of an update is filled up: for each `EVENTS` public events in it, begun or whole. No
seat of any game needs a third of it; a test checks that."""
EVENTS: Final = 32
_encode = msgspec.json.Encoder().encode
_FOREIGN: Final = p.Error("foreign-page", "Pages of other sites may not use this server; programs send no Origin.")
"""A page of another site, open in a browser of a home network, must not reach that network's server."""
_decoder = msgspec.json.Decoder(p.AnyFromProgram)
_new_table = msgspec.json.Decoder(p.NewTable)

describe(
    {
        "no-hello": N_("A program must say hello within ten seconds; please connect again."),
        "unknown-token": N_("That token is not for a seat at this table."),
        "no-spectators": N_("The host allows no spectators; only people with a seat can see this table."),
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
        """Let one program say who it is; then it is at its table, until it goes away."""
        await socket.accept()
        if not is_same_origin(socket):
            await socket.send_text(_encode(_FOREIGN).decode())
            await socket.close()
            return
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            try:
                await ProgramConnection(self.context, socket).run()
            except (Refused, StoreFailure) as error:
                refused = error if isinstance(error, Refused) else Refused(Refusal("not-kept"))
                await socket.send_text(_encode(_error(refused)).decode())
                await socket.close()


class ProgramConnection:
    """The connection of one program.

    Who it is, is asked by a handler like any other. After that there is no task for a connection that waits: what comes
    is taken in the call that has read it, and what has happened goes out in one call for all that it tells.
    """

    __slots__ = (
        "_address",
        "_answers",
        "_came",
        "_direct",
        "_held",
        "_is_busy",
        "_is_gone",
        "_is_to_tell",
        "_known_as",
        "clock",
        "context",
        "events",
        "game",
        "pending_deal",
        "person",
        "public",
        "room",
        "socket",
        "state",
        "told",
    )

    room: Room
    _direct: DirectSocket
    """The socket, once it is known who it is."""
    _known_as: str
    """The person, or what a spectator is known by."""

    def __init__(self, context: WebContext, socket: WebSocket | None) -> None:
        self.context, self.socket = context, socket
        self._address = address_of(socket.client if socket is not None else None)
        self.person = ""
        self.told: p.SeatList | None = None
        self.pending_deal: PendingDeal | None = None
        """The deal for which the program was told to reveal its luck."""
        self.game = 0
        self.events = 0
        self.public = 0
        """How many public events had happened at the last update."""
        self.state: tuple[object, ...] = ()
        self.clock: tuple[object, ...] = None, None, ""
        self._held = contextlib.ExitStack()
        """The place of this connection among those that may be open."""
        self._came: list[str | bytes] = []
        """Messages that wait until the one before them is answered."""
        self._answers: list[bytes] = []
        """Answers that go out with what there is to tell."""
        self._is_busy = False
        """Whether a command of the program is under way."""
        self._is_to_tell = False
        """Whether it is told soon what has happened."""
        self._is_gone = False

    async def run(self) -> None:
        """Hear who it is, and begin. What comes after that comes to this object by itself. Raises Refused."""
        assert self.socket is not None  # it is handed over here, and not before
        with contextlib.ExitStack() as until_it_begins:
            until_it_begins.callback(lambda: self._held.close())
            try:
                async with asyncio.timeout(HELLO):
                    await self._begin(self.socket)
            except TimeoutError:
                raise Refused(Refusal("no-hello")) from None
            until_it_begins.pop_all()
        direct, self.socket = direct_socket(self.socket), None
        self.begin(self.room, self.person, direct)

    def begin(self, room: Room, person: str, direct: DirectSocket) -> None:
        """From now on the program is at the table, as this person, or as a spectator."""
        self.room, self.person, self._direct = room, person, direct
        self._known_as = person or secrets.token_hex(8)  # a spectator needs an id, too
        room.connect(self._known_as, self._tell_soon)
        self._tell_soon()
        direct.hand_over(self)

    async def _begin(self, socket: WebSocket) -> None:
        code, hello = typed_code(socket.path_params["code"]), None
        if self.context.limiter.has_missed(socket):  # who goes on is told by a token, whether the code is right or not
            while hello is None:
                hello = await _first_message(socket)
        person = self.context.signer.person_of_token(code, hello.token) if hello is not None and hello.token else None
        self.room = await self.context.find(socket, code, person or "")
        while hello is None or not await self._hello(socket, hello):
            hello = await _first_message(socket)

    # Hello

    async def _hello(self, socket: WebSocket, hello: p.Hello) -> bool:
        # When the first message is late, the table may have left memory and come back meanwhile.
        self.room = await self.context.registry.find(self.room.table.code)
        table = self.room.table
        try:
            self.person = await self._person(socket, hello)
            if table.seat_of(self.person) is None:
                self.room.check_spectators()
        except Refused as refused:
            await _send(socket, _error(refused))
            return False
        token = self.context.signer.seat_token(table.code, self.person) if self.person else ""
        if self.room.is_closed_to(self.person):
            await _send(socket, _closed())
            return False
        seat = table.seat_of(self.person)
        is_host = bool(token) and table.host == self.person
        await _send(socket, p.Welcome(p.VERSION, table.code, seat, is_host, token))
        return True

    async def _person(self, socket: WebSocket, hello: p.Hello) -> str:
        self._held.close()
        if hello.token:
            person = self.context.signer.person_of_token(self.room.table.code, hello.token)
            if person is None:
                raise Refused(Refusal("unknown-token"))
            self._hold(socket, is_seated=self.room.table.seat_of(person) is not None)
            if hello.entropy:
                self.context.limiter.join(socket)
                self.context.limiter.command(person)
                await self.context.submit(socket, self.room, person, c.AddEntropy(hello.entropy))
            return person
        self._hold(socket)
        if not hello.name:
            return ""
        self.context.limiter.join(socket)
        person = secrets.token_urlsafe(18)
        await self.context.submit(socket, self.room, person, c.Sit(hello.name, None, hello.entropy))
        return person

    def _hold(self, socket: WebSocket, *, is_seated: bool = False) -> None:
        self._held.enter_context(self.context.connections.hold(socket, is_seated=is_seated))

    # From the socket

    def take_message(self, message: str | bytes) -> None:
        """Take a message, after those before it."""
        self._came.append(message)
        self._go_on()

    def resume_sending(self) -> None:
        """The program reads again: it is told what it has missed."""
        self._tell_soon()
        self._go_on()

    def lose_connection(self) -> None:
        """The program has gone."""
        if not self._is_gone:
            self._is_gone = True
            self._came.clear()
            self._held.close()
            self.room.disconnect(self._known_as, self._tell_soon)

    # Up

    def _go_on(self) -> None:
        """Take the messages that wait. While one is under way, or answers are not read, no more of them are read."""
        while self._came and not self._is_busy and not self._direct.is_full:
            self._hear(self._came.pop(0))
        if self._is_gone:
            return
        if self._came:
            self._direct.pause_reading()
        else:
            self._direct.resume_reading()

    def _hear(self, data: str | bytes) -> None:
        message = _read(data)
        if isinstance(message, p.Hello):
            message = p.Error("hello-again", "Hello was said already.")
        if isinstance(message, p.Error):
            self._answer(message)
            return
        try:
            self.context.limiter.command(self.person or "watching")
            command = self._command(message)
            self.context.count_kept(self._address, self.room, self.person, command)
        except Refused as refused:
            self._answer(p.Rejected(message.id, refused.refusal.code, self._sentence(refused.refusal)))
            return
        self._is_busy = True
        self.room.begin(self._submit(command, message.id))

    async def _submit(self, command: c.Command, id: str) -> None:
        try:
            await self.room.carry_out(self.person, command, id[:64])
        except Refused as refused:
            self._answer(p.Rejected(id, refused.refusal.code, self._sentence(refused.refusal)))
        except Exception as error:
            self._break_off(error)
        else:
            self._answer(p.Accepted(id))
        self._is_busy = False
        self._go_on()

    def _break_off(self, error: Exception) -> None:
        # What the error says may be a secret of the game: only its kind goes into the log.
        server_log.error("broken", kind=type(error).__name__)
        self._end(BROKEN)

    def _end(self, code: int) -> None:
        self._direct.close(code)
        self.lose_connection()

    def _command(
        self,
        message: p.StartGame | p.ChooseAvatar | p.MakeChoice | p.SetStandingAnswer | p.CommitLuck | p.RevealLuck,
    ) -> c.Command:
        match message:
            case p.CommitLuck():
                return c.CommitEntropy(message.hash, message.commitment)
            case p.RevealLuck():
                return c.RevealEntropy(message.nonce, message.entropy)
            case _:
                return self._game_command(message)

    def _game_command(self, message: p.StartGame | p.ChooseAvatar | p.MakeChoice | p.SetStandingAnswer) -> c.Command:
        table = self.room.room_for(self.person).table
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
        if isinstance(message, p.SetStandingAnswer):
            return c.StandingAnswer(game, message.to if message.on else 0, message.on)
        return c.Choose(game, seat, message.to, c.as_answer(message.answer))

    def _sentence(self, refusal: Refusal) -> str:
        session = self.room.room_for(self.person).table.session
        return say_refusal(refusal, str, session)

    # Down

    def _answer(self, message: p.AnyToProgram) -> None:
        self._answers.append(_encode(message))
        self._tell_soon()

    def _tell_soon(self) -> None:
        """Tell in a moment what is new by then: all who watch hear of it first, and clocks and bots are set."""
        if not self._is_to_tell and not self._is_gone:
            self._is_to_tell = True
            asyncio.get_running_loop().call_soon(self._tell)

    def _tell(self) -> None:
        self._is_to_tell = False
        if self._is_gone or self._direct.is_full:  # one that is behind is told the latest when it has caught up
            return
        ends, news = 0, []
        try:
            if self.room.is_server_stopping:
                ends, news = RESTART, [_encode(_error(Refused(Refusal("server-stops"))))]
            elif self.room.is_closed_to(self.person):
                ends, news = NORMAL, [_encode(_closed())]
            else:
                news = self._news()
        except Exception as error:
            self._break_off(error)
            return
        if self._answers:
            news += self._answers
            self._answers = []
        if news:
            self._direct.send_texts(news)
        if ends:
            self._end(ends)

    def _news(self) -> list[bytes]:
        seen = self.room.room_for(self.person)
        table, session = seen.table, seen.table.session
        seat = table.seat_of(self.person)
        messages: list[bytes] = []
        seats = p.SeatList(*_fragments(seen).get("seats", table.version, lambda: _seats(table)), seat)
        if seats != self.told:
            self.told = seats
            messages.append(_encode(seats))
        pending = table.pending_deal
        if pending is not None and pending is not self.pending_deal and seat in pending.missing:
            messages.append(_encode(_deal_begun(pending, seat, round(seen.clock.deal_left(), 1))))
        self.pending_deal = pending
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
            goes_on = seat is not None and is_in(seat, session.standing_answers)
            update = p.GameUpdate(
                session.number, news, prompt, view.answer, offers, view.waiting, session.result, goes_on
            )
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
    entries = tuple(p.SeatEntry(one.kind, one.name, one.avatar, one.bot, one.character) for one in table.seats)
    return entries, table.running, table.commitment


def _deal_begun(pending: PendingDeal, seat: Seat, seconds: float) -> p.DealBegun:
    fixed = pending.fixed
    rules = fixed.game, fixed.players, fixed.modules, fixed.options
    return p.DealBegun(fixed.commitment, fixed.hashes, seconds, seat, *rules, fixed.opened, pending.mark)


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
    enough: when its size is near a full one, one word more would tell the role. Raises TooLarge.
    """
    pad = padding(len(update) - public, OWN * (1 + events // EVENTS))
    return b"".join((update[: -len(_END)], pad.encode(), _END))


async def _first_message(socket: WebSocket) -> p.Hello | None:
    """A hello; None when it was something else, and the program was told so."""
    packet = await socket.receive()
    if packet["type"] == "websocket.disconnect":
        raise WebSocketDisconnect
    message = _read(packet.get("text") or packet.get("bytes") or b"")
    if isinstance(message, p.Hello) and message.protocol == p.VERSION:
        return message
    if isinstance(message, p.Hello):
        message = p.Error("protocol", f"This server speaks protocol {p.VERSION}, not {message.protocol}.")
    elif not isinstance(message, p.Error):
        message = p.Error("hello-first", "The first message is a hello.")
    await _send(socket, message)
    return None


async def _send(socket: WebSocket, message: p.AnyToProgram) -> None:
    await socket.send_text(_encode(message).decode())


def _read(data: str | bytes) -> p.AnyFromProgram | p.Error:
    """The message; when it cannot be read, the answer to it."""
    if len(data) > LARGEST_MESSAGE:
        return p.Error("too-large", f"A message has at most {LARGEST_MESSAGE} bytes.")
    try:
        message: p.AnyFromProgram = _decoder.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        return p.Error("malformed", str(error))
    return message


def _closed() -> p.Error:
    return _error(Refused(Refusal("no-spectators")))


def _error(refused: Refused) -> p.Error:
    code = "no-such-table" if is_missing(refused) else refused.refusal.code
    return p.Error(code, say_refusal(refused.refusal, str))


def _json(message: p.AnyToProgram, status: int) -> Response:
    return Response(_encode(message), status, media_type="application/json")
