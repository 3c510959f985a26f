"""Bots and programs at a table: JSON messages over one WebSocket per table, and HTTP requests for new tables."""

import asyncio
import contextlib
import secrets
from collections.abc import Mapping
from typing import Any, Final, NoReturn, TypeAlias

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from turncoat.kernel.opening import hiding_count
from turncoat.kernel.refusals import Refusal, Refused, describe, status_of
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.seats import SPECTATOR, Seat, is_in
from turncoat.kernel.words import N_
from turncoat.locales import codes, translator
from turncoat.table import commands as c
from turncoat.table.runtime.room import Room
from turncoat.table.state.chat import ChatMessage
from turncoat.table.state.game_session import GameSession
from turncoat.table.store.errors import StoreFailure
from turncoat.table.values.entropy import PendingDeal
from turncoat.telling import Teller, Translate
from turncoat.web.board.chat_lines import words_of
from turncoat.web.board.telling import say_refusal, teller_of
from turncoat.web.context import WebContext, is_missing
from turncoat.web.http.forms import BodyTooLarge, read_body
from turncoat.web.http.limits import address_of
from turncoat.web.programs import protocol as p
from turncoat.web.updates.cache import Memo, cache_of
from turncoat.web.updates.padding import padding
from turncoat.web.updates.viewer import RESTART, Ending, Follower, Outcome, follow

LARGEST_MESSAGE: Final = 16 * 1024
NORMAL: Final = 1000
"""WebSocket close code of a connection that is no longer needed."""
HELLO: Final = 10.0
"""Seconds in which a program must say hello."""
OWN: Final = 4096
"""Bytes to which a seat's own part of an update is padded, plus as many for every `EVENTS` public events in it.

No seat of any game needs a third of it, which a test checks.
"""
EVENTS: Final = 32
_encode = msgspec.json.Encoder().encode
API: Final = "/api/"
"""Path prefix of all routes for programs."""
_FOREIGN: Final = p.ErrorMessage(
    "foreign-page", "Pages of other sites may not use this server; programs must send no Origin header."
)
_decoder = msgspec.json.Decoder(p.AnyFromProgram)
_new_table = msgspec.json.Decoder(p.NewTable)

describe(
    {
        "no-hello": N_("A program must say hello within ten seconds; please connect again."),
        "unknown-token": N_("That token is not for a seat at this table."),
        "unknown-language": N_("This server has no texts in that language; choose one of: {known}."),
        "no-spectators": N_("The host allows no spectators; only people with a seat can see this table."),
    }
)


def program_routes(context: WebContext) -> list[BaseRoute]:
    """Return the routes for programs."""
    programs = Programs(context)
    return [
        Route("/api/v1/tables", programs.open, methods=["POST"]),
        WebSocketRoute("/api/v1/tables/{code}", programs.connect),
    ]


def foreign_page() -> Response:
    """Return the answer to a page of another site, in the format of the protocol."""
    return _json(_FOREIGN, 403)


async def refuse_spelling(socket: WebSocket) -> None:
    """Tell a program that the code in its address is misspelled."""
    await socket.accept()
    with contextlib.suppress(WebSocketDisconnect):
        await _end(
            socket, p.ErrorMessage("no-such-table", "A code has only capital letters; please send it exactly so.")
        )


class Programs:
    """Request handlers for programs."""

    def __init__(self, context: WebContext) -> None:
        self.context = context

    async def open(self, request: Request) -> Response:
        """Open a table with the program as host in the first seat. No cookie is needed."""
        try:
            game_setup = _new_table.decode(await read_body(request, LARGEST_MESSAGE))
            self.context.limiter.table(request)
            person = secrets.token_urlsafe(18)
            wanted = c.GameSetup(game_setup.game, game_setup.players, game_setup.modules, game_setup.options)
            room = await self.context.registry.open(person, game_setup.name, wanted)
            self.context.registry.release(room)
        except BodyTooLarge:
            return _json(p.ErrorMessage("too-large", f"Please send at most {LARGEST_MESSAGE} bytes."), 413)
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            return _json(p.ErrorMessage("malformed", str(error)), 400)
        except Refused as refused:
            refusal = refused.refusal
            return _json(p.RefusedMessage("", refusal.code, say_refusal(refusal, str)), status_of(refusal))
        code = room.table.code
        return _json(p.WelcomeMessage(p.VERSION, code, 0, True, self.context.signer.seat_token(code, person)), 201)

    async def connect(self, socket: WebSocket) -> None:
        """Serve the connection of a program until it ends."""
        await socket.accept()
        with contextlib.suppress(WebSocketDisconnect):
            try:
                await ProgramConnection(self.context, socket).run()
            except (Refused, StoreFailure) as error:
                await _end(socket, _error(error if isinstance(error, Refused) else Refused(Refusal("not-kept"))))


class ProgramConnection(Follower):
    """Connection of one program: identifies it, answers its messages and sends it updates."""

    is_page = False
    leeway = None
    """No timeout: a slow program gets the latest state when it reads on, and its own messages wait until then."""

    def __init__(self, context: WebContext, socket: WebSocket) -> None:
        self.context, self.socket = context, socket
        self.person = ""
        self.sent_seats: tuple[Seats | None, Seat | None] = None, None
        """Occupants of the seats as last sent."""
        self.pending_deal: PendingDeal | None = None
        """Deal for which the program was asked to reveal its entropy."""
        self.game = 0
        self.events = 0
        self.public = 0
        """Number of public events at the last update."""
        self.state: tuple[object, ...] = ()
        self.clock: tuple[object, ...] = None, None, ""
        self.language = ""
        """The language in which events are told, or empty for a program that did not ask for it."""
        self.translate: Translate = str
        self.said: dict[int, ChatMessage] | None = None
        """Chat messages as last sent, by number, or None for a program that did not ask for talk."""
        self._held = contextlib.ExitStack()
        """Holds the connection's place in the limit on open connections."""
        self._answers: list[bytes] = []
        """Answers still to be sent."""

    async def run(self) -> None:
        """Serve the connection: expect a hello, then follow the table. Raises Refused, WebSocketDisconnect."""
        with self._held:
            try:
                async with asyncio.timeout(HELLO):
                    while not await self._begin():
                        pass
            except TimeoutError:
                raise Refused(Refusal("no-hello")) from None
            self.known_as = self.person or secrets.token_hex(8)  # a spectator needs an id, too
            await follow(self.socket, self)

    # Hello

    async def _begin(self) -> bool:
        """Handle a first message and return whether the program is admitted to the table. Raises Refused."""
        message = _read(await _received(self.socket))
        if isinstance(message, p.HelloMessage) and message.protocol == p.VERSION:
            return await self._hello(message)
        if isinstance(message, p.HelloMessage):
            message = p.ErrorMessage("protocol", f"This server speaks protocol {p.VERSION}, not {message.protocol}.")
        elif not isinstance(message, p.ErrorMessage):
            message = p.ErrorMessage("hello-first", "The first message must be a hello.")
        await _send(self.socket, message)
        return False

    async def _hello(self, hello: p.HelloMessage) -> bool:
        # Only after the hello, since the validity of the code and a move of the table may depend on the program's seat.
        code = self.socket.path_params["code"]
        known = self.context.signer.person_of_token(code, hello.token) if hello.token else None
        self.room = await self.context.find(self.socket, code, known or "")
        table = self.room.table
        try:
            if hello.language and hello.language not in codes():
                raise Refused(Refusal("unknown-language", (("known", ", ".join(codes())),)))
            self.language, self.translate = hello.language, translator(hello.language) if hello.language else str
            self.person = await self._person(hello)
            if table.seat_of(self.person) is None:
                self.room.check_spectators()
        except Refused as refused:
            await _send(self.socket, self._error(refused))
            return False
        token = self.context.signer.seat_token(table.code, self.person) if self.person else ""
        if self.room.is_closed_to(self.person):
            await _send(self.socket, self._closed())
            return False
        seat = table.seat_of(self.person)
        is_host = bool(token) and table.host == self.person
        await _send(self.socket, p.WelcomeMessage(p.VERSION, table.code, seat, is_host, token))
        self.said = {} if hello.talk else None
        return True

    def _closed(self) -> p.ErrorMessage:
        """Return the reason why the program may not watch."""
        is_removed = self.room.table.membership.is_removed(self.person)
        return self._error(Refused(Refusal("removed" if is_removed else "no-spectators")))

    def _error(self, refused: Refused) -> p.ErrorMessage:
        return _error(refused, self.translate)

    async def _person(self, hello: p.HelloMessage) -> str:
        socket = self.socket
        self._held.close()
        if hello.token:
            person = self.context.signer.person_of_token(self.room.table.code, hello.token)
            if person is None:
                raise Refused(Refusal("unknown-token"))
            self._hold(is_seated=self.room.table.seat_of(person) is not None)
            if hello.entropy:
                self.context.limiter.join(socket)
                self.context.limiter.command(person)
                await self.context.submit(socket, self.room, person, c.AddEntropy(hello.entropy))
            return person
        self._hold()
        if not hello.name:
            return ""
        self.context.limiter.join(socket)
        person = secrets.token_urlsafe(18)
        await self.context.submit(socket, self.room, person, c.Sit(hello.name, None, hello.entropy))
        return person

    def _hold(self, *, is_seated: bool = False) -> None:
        self._held.enter_context(self.context.connections.hold(self.socket, is_seated=is_seated))

    # Incoming messages

    async def take(self, data: str | bytes) -> None:
        """Handle a message. Its answer is sent after the changes that it causes."""
        self._answers.append(_encode(await self._answer_to(data)))

    async def _answer_to(self, data: str | bytes) -> p.AcceptedMessage | p.RefusedMessage | p.ErrorMessage:
        message = _read(data)
        if isinstance(message, p.HelloMessage):
            return p.ErrorMessage("hello-again", "Hello may be sent only once.")
        if isinstance(message, p.ErrorMessage):
            return message
        try:
            self.context.limiter.command(self.person or "watching")
            command = self._command(message)
            if isinstance(command, c.Say | c.React):
                self.context.limiter.words(self.socket, self.person)
            self.context.count_stored(address_of(self.socket.client), self.room, self.person, command)
            # Not cancelled if the program disconnects, because a disconnect is received as a message, too.
            await self.room.carry_out(self.person, command, message.id[:64])
        except Refused as refused:
            return p.RefusedMessage(message.id, refused.refusal.code, self._sentence(refused.refusal))
        return p.AcceptedMessage(message.id)

    def _command(
        self,
        message: p.StartMessage
        | p.ChooseAvatarMessage
        | p.ChooseMessage
        | p.StandingAnswerMessage
        | p.CommitEntropyMessage
        | p.RevealEntropyMessage
        | p.SayMessage
        | p.ReactMessage,
    ) -> c.Command:
        match message:
            case p.SayMessage():
                return c.Say(message.text)
            case p.ReactMessage():
                return c.React(message.message, message.reaction)
            case p.CommitEntropyMessage():
                return c.CommitEntropy(message.hash, message.commitment)
            case p.RevealEntropyMessage():
                return c.RevealEntropy(message.nonce, message.entropy)
            case _:
                return self._game_command(message)

    def _game_command(
        self, message: p.StartMessage | p.ChooseAvatarMessage | p.ChooseMessage | p.StandingAnswerMessage
    ) -> c.Command:
        table = self.room.room_for(self.person).table
        seat = table.seat_of(self.person)
        if isinstance(message, p.StartMessage):
            return c.Start()
        if isinstance(message, p.ChooseAvatarMessage):
            return c.ChooseAvatar(message.avatar)
        if seat is None:
            raise Refused(Refusal("not-seated"))
        if table.session is None and not message.game:
            raise Refused(Refusal("no-game"))
        game = message.game or (table.session.number if table.session is not None else 0)
        if isinstance(message, p.StandingAnswerMessage):
            return c.StandingAnswer(game, message.to if message.on else 0, message.on)
        return c.Choose(game, seat, message.to, c.as_answer(message.answer))

    def _sentence(self, refusal: Refusal) -> str:
        session = self.room.room_for(self.person).table.session
        return say_refusal(refusal, self.translate, session)

    # Outgoing messages

    def ending(self) -> Ending | None:
        if closing := self.room.closing_reason:
            return Ending(_encode(self._error(Refused(Refusal(closing)))), RESTART)
        return Ending(_encode(self._closed()), NORMAL) if self.room.is_closed_to(self.person) else None

    def messages(self, outcome: Outcome | None = None) -> list[bytes]:
        answers, self._answers = self._answers, []
        return [*self._changes(), *answers]

    def _changes(self) -> list[bytes]:
        seen = self.room.room_for(self.person)
        table, session = seen.table, seen.table.session
        seat = table.seat_of(self.person)
        messages: list[bytes] = []
        seats = _seats(seen)
        if (seats, seat) != self.sent_seats:
            self.sent_seats = seats, seat
            messages.append(_encode(p.SeatsMessage(*seats, seat)))
        pending = table.pending_deal
        if pending is not None and pending is not self.pending_deal and seat in pending.missing:
            messages.append(_encode(_deal_begun(pending, seat, round(seen.clock.deal_left(), 1))))
        self.pending_deal = pending
        messages += map(_encode, self._talk(seen))
        if session is None:
            return messages
        if session.number != self.game:
            self.game, self.events, self.public = session.number, 0, 0
            messages.append(
                _encode(
                    p.GameStartedMessage(
                        session.number,
                        session.ruleset,
                        rulebook(session.ruleset.game).version,
                        hiding_count(session.ruleset),
                    )
                )
            )
        if session.result is not None:
            seat = session.seat_of(self.person)  # the person's seat in the game, wherever they sit now
        view: Any = session.view(seat if seat is not None else SPECTATOR)
        standing_answer = seat is not None and is_in(seat, session.standing_answers)
        own = len(view.events), view.prompt, view.answer, view.offers, standing_answer
        state = session.number, table.version, seat, own
        if state != self.state:
            self.state = state
            events, self.events = view.events[self.events :], len(view.events)
            teller = teller_of(session, session.names, self.translate)
            told = p.told(events, teller) if self.language else ()
            prompt = p.sent_prompt(view.prompt, teller) if view.prompt is not None else None
            offers = tuple(p.sent_offer(offer, teller) for offer in view.offers)
            update = p.UpdateMessage(
                session.number, events, prompt, view.answer, offers, view.waiting, session.result, standing_answer, told
            )
            since = self.public
            made_of = session.number, table.version, since, self.language
            public = cache_of(seen).get(
                _PUBLIC, made_of, lambda: _public(session, since, teller if self.language else None)
            )
            self.public = public.events
            messages.append(filled_up(_encode(update), public.size, public.events - since))
        messages += map(_encode, self._clock(seen))
        return messages

    def _talk(self, seen: Room) -> list[p.SaidMessage]:
        """Return the chat messages that are new to the program or have new reactions."""
        chat, before = seen.table.chat, self.said
        if before is None:
            return []
        self.said = {line.number: line for line in chat.table.lines}
        return [
            _said(line, chat.voices, self.translate) for line in chat.table.lines if before.get(line.number) != line
        ]

    def _clock(self, seen: Room) -> list[p.AnyToProgram]:
        """Return the time left if it has changed, or nothing if there never was a limit."""
        timer, paused_by = seen.clock, seen.table.control.paused_by
        clock = timer.running, timer.stopped, paused_by
        if clock == self.clock:
            return []
        self.clock = clock
        kind, until = (timer.running.kind, timer.running.until) if timer.running else ("", 0)
        return [p.ClockMessage(kind, round(timer.left(), 1), paused_by, until)]


def _said(line: ChatMessage, voices: Mapping[int, str], translate: Translate) -> p.SaidMessage:
    reactions = tuple(p.GivenReaction(voices.get(voice, ""), key) for voice, key in line.reactions)
    return p.SaidMessage(
        line.number, line.name, line.seat, words_of(line, translate), line.phrase, line.about_seat, reactions
    )


Seats: TypeAlias = tuple[tuple[p.SeatEntry, ...], bool, str]
"""Fields of a SeatsMessage that are the same for everybody."""


class PublicUpdate(msgspec.Struct, frozen=True):
    """Public part of an update: the number of events in the game so far, and its size in bytes."""

    events: int
    size: int


_SEATS: Final[Memo[Seats]] = Memo()
_PUBLIC: Final[Memo[PublicUpdate]] = Memo()


def _seats(room: Room) -> Seats:
    """Return the occupants of the seats."""
    table = room.table

    def make() -> Seats:
        entries = tuple(p.SeatEntry(one.kind, one.name, one.avatar, one.bot, one.character) for one in table.seats)
        return entries, table.running, table.commitment

    return cache_of(room).get(_SEATS, table.version, make)


def _deal_begun(pending: PendingDeal, seat: Seat, seconds: float) -> p.DealBegunMessage:
    fixed = pending.fixed
    rules = fixed.game, fixed.players, fixed.modules, fixed.options
    return p.DealBegunMessage(fixed.commitment, fixed.hashes, seconds, seat, *rules, fixed.open_texts, pending.mark)


def _public(session: GameSession, since: int, teller: Teller | None) -> PublicUpdate:
    """Return the public part of an update for programs that have received `since` public events.

    The teller, if any, tells them.
    """
    shown = session.view(SPECTATOR)
    events: list[Any] = shown.events[since:]
    told = p.told(events, teller) if teller is not None else ()
    update = p.UpdateMessage(session.number, events, None, None, (), shown.waiting, session.result, told=told)
    return PublicUpdate(len(shown.events), len(_encode(update)))


_END: Final = b'"}'
"""End of an encoded update, whose last field is the padding."""


def filled_up(update: bytes, public: int, events: int) -> bytes:
    """Pad an update so that the seat's own part (everything that is not public) has a full size.

    `public` is the size of the public part, and `events` the number of events in it. Padding the total would not do:
    close to a full size, a single word more would reveal the role. Raises PaddedSizeExceeded.
    """
    pad = padding(len(update) - public, OWN * (1 + events // EVENTS))
    return b"".join((update[: -len(_END)], pad.encode(), _END))


async def _received(socket: WebSocket) -> str | bytes:
    """Return the next message. Raises WebSocketDisconnect."""
    packet = await socket.receive()
    if packet["type"] == "websocket.disconnect":
        raise WebSocketDisconnect
    return packet.get("text") or packet.get("bytes") or b""


async def _send(socket: WebSocket, message: p.AnyToProgram) -> None:
    await _send_text(socket, _encode(message))


async def _send_text(socket: WebSocket, text: bytes) -> None:
    try:
        await socket.send_text(text.decode())
    except RuntimeError:  # closed from this side meanwhile
        raise WebSocketDisconnect from None


async def _end(socket: WebSocket, message: p.ErrorMessage, code: int = NORMAL) -> NoReturn:
    """Send an error and close the connection. Raises WebSocketDisconnect."""
    await _send(socket, message)
    await socket.close(code)
    raise WebSocketDisconnect


def _read(data: str | bytes) -> p.AnyFromProgram | p.ErrorMessage:
    """Decode a message, or return the error to answer if it is invalid."""
    if len(data) > LARGEST_MESSAGE:
        return p.ErrorMessage("too-large", f"A message may have at most {LARGEST_MESSAGE} bytes.")
    try:
        message: p.AnyFromProgram = _decoder.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        return p.ErrorMessage("malformed", str(error))
    return message


def _error(refused: Refused, translate: Translate = str) -> p.ErrorMessage:
    code = "no-such-table" if is_missing(refused) else refused.refusal.code
    return p.ErrorMessage(code, say_refusal(refused.refusal, translate))


def _json(message: p.AnyToProgram, status: int) -> Response:
    return Response(_encode(message), status, media_type="application/json")
