"""Players that are programs: a connection for each seat, with JSON in both directions."""

import asyncio
from time import perf_counter
from typing import Any, Final

import msgspec

from bench.load.play import LoadedTable, Run, Sent
from bench.load.wire import HttpClient, WebSocketClient, WireError, open_socket
from turncoat.bots.bot import OFFER_CHANCE
from turncoat.kernel.options import AnyOption
from turncoat.kernel.seats import Seat, is_in
from turncoat.web.programs import protocol as p

_UPDATE: Final = b'{"type":"update",'
_PAD: Final = b'"pad":"'
_NULL: Final = b"null"
_encode = msgspec.json.Encoder().encode
RACES: Final = frozenset({"stale", "not-asked", "already-chosen", "game-over", "no-such-offer", "past-game"})
"""Reasons to refuse a late choice, after another player's has ended the question."""


class _Question(msgspec.Struct):
    first_ends: bool


class _Prompt(msgspec.Struct):
    number: int
    question: _Question
    option: AnyOption


class _Number(msgspec.Struct):
    number: int


class _Offer(msgspec.Struct):
    name: str
    option: AnyOption


class _Update(msgspec.Struct, tag_field="type", tag="update"):
    """The parts of an update that a player reads. The rest is stored as it came, and checked after the run."""

    game: int
    prompt: msgspec.Raw
    answer: msgspec.Raw
    offers: msgspec.Raw
    waiting: int
    result: msgspec.Raw


_update = msgspec.json.Decoder(_Update)
_prompt = msgspec.json.Decoder(_Prompt)
_number = msgspec.json.Decoder(_Number)
_offers = msgspec.json.Decoder(list[_Offer])
_other = msgspec.json.Decoder(
    p.WelcomeMessage
    | p.SeatsMessage
    | p.GameStartedMessage
    | p.ClockMessage
    | p.AcceptedMessage
    | p.RefusedMessage
    | p.ErrorMessage
)


class Frame(msgspec.Struct, frozen=True, gc=False):
    """An update as it came, without its padding."""

    came: float
    content: bytes
    size: int
    """Size with the padding."""


class ProgramSeat:
    """A program on its seat."""

    def __init__(self, table: "ProgramTable", seat: Seat) -> None:
        self.table, self.seat = table, seat
        self.frames: list[Frame] = []
        self.sent: dict[str, Sent] = {}
        self._choices = 0
        self.update = _Update(0, msgspec.Raw(_NULL), msgspec.Raw(_NULL), msgspec.Raw(b"[]"), 0, msgspec.Raw(_NULL))
        self.in_flight: Sent | None = None
        """The last choice, until the program's own view has it."""
        self.is_waiting = False
        """True during a pause."""
        self.game = 0
        self.seats: p.SeatsMessage | None = None
        self.socket: WebSocketClient | None = None
        self.welcome: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def join(self, token: str = "") -> None:
        """Connect and take the seat."""
        path = f"/api/v1/tables/{self.table.code}"
        self.socket = await open_socket(self.table.host, self.table.port, path, self.take, self.lost)
        name = "" if token else f"Player {self.seat + 1}"
        self.socket.send(_encode(p.HelloMessage(p.VERSION, token, name)))
        await self.welcome

    def lost(self, why: str) -> None:
        """Report that the server closed the connection."""
        self.table.fault(f"seat {self.seat}: {why}")

    def take(self, payload: bytes, came: float) -> None:
        """Handle a message."""
        run, is_update = self.table.run, payload.startswith(_UPDATE)
        run.note(len(payload), came, is_update=is_update)
        self.table.progress = came
        if not is_update:
            self._take_other(payload)
            return
        cut = payload.rfind(_PAD)
        if payload[cut + len(_PAD) :].strip(b".") != b'"}':
            self.table.fault(f"seat {self.seat}: an update is filled up with more than dots")
        self.frames.append(Frame(came, payload[:cut], len(payload)))
        self.update = _update.decode(payload)
        if self.update.game != self.game:
            self.table.fault(f"seat {self.seat}: an update of game {self.update.game} in game {self.game}")
        sent = self.in_flight
        if sent is not None and (sent.is_taken or not self.is_asked or str(self.number) != sent.to):
            self.in_flight = None
        self.table.look()

    def _take_other(self, payload: bytes) -> None:
        table, message = self.table, _other.decode(payload)
        if _encode(message) != payload:
            table.fault(f"seat {self.seat}: a message has more in it than the protocol says: {payload[:200]!r}")
        match message:
            case p.AcceptedMessage(id):
                sent = self.sent.get(id)
                if sent is None or sent.is_taken:
                    table.fault(f"seat {self.seat}: {id!r} was taken twice, or never sent")
                else:
                    sent.is_taken = True
                    if sent is self.in_flight and not sent.to.isdigit():
                        self.in_flight = None  # an offer, which leaves the question open
                        table.look()
            case p.RefusedMessage(id, code):
                table.refused(self, self.sent.pop(id, None), code)
            case p.GameStartedMessage(number):
                if number != self.game + 1:
                    table.fault(f"seat {self.seat}: game {number} after game {self.game}")
                self.game = number
            case p.SeatsMessage():
                if message == self.seats or (message.seat is not None and message.seat != self.seat):
                    table.fault(f"seat {self.seat}: it was told twice who sits where, or of another seat")
                self.seats = message
                table.look()
            case p.WelcomeMessage(_, _, seat):
                if seat != self.seat:
                    table.fault(f"seat {self.seat}: it was welcomed on seat {seat}")
                self.welcome.set_result(None)
            case p.ErrorMessage(code, sentence):
                table.fault(f"seat {self.seat}: {code}: {sentence}")
                if not self.welcome.done():
                    self.welcome.set_exception(WireError(sentence))
            case _:
                pass  # a clock message

    @property
    def is_asked(self) -> bool:
        """True if the game is waiting for the program's choice."""
        update = self.update
        return is_in(self.seat, update.waiting) and bytes(update.prompt) != _NULL and bytes(update.answer) == _NULL

    @property
    def number(self) -> int:
        """The number of the program's open question, or 0 without one."""
        prompt = self.update.prompt
        return _number.decode(prompt).number if bytes(prompt) != _NULL else 0

    @property
    def is_over(self) -> bool:
        """True if the game is over in the program's view."""
        return self.update.game == self.game and bytes(self.update.result) != _NULL

    def choose(self) -> None:
        """Answer the open question. Occasionally take an offer first."""
        self.is_waiting = False
        table, run = self.table, self.table.run
        if not self.is_asked or run.is_over:
            return
        if len(self.update.offers) > 2 and run.random.random() < OFFER_CHANCE:
            offer = run.random.choice(_offers.decode(self.update.offers))
            table.took_offer = self.game
            self._send(offer.name, run.draw(offer.option))
        else:
            prompt = _prompt.decode(self.update.prompt)
            self._send(prompt.number, run.draw(prompt.option))

    def _send(self, to: int | str, answer: Any) -> None:
        assert self.socket is not None
        self._choices += 1  # not the size of `sent`: a refused choice is removed from it, and numbers must not repeat
        id = f"{self.game}-{self._choices}"
        message = _encode(p.ChooseMessage(to, answer, id))
        sent = self.sent[id] = self.in_flight = Sent(perf_counter(), str(to), answer, id)
        sent.at = perf_counter()
        self.socket.send(message)

    def start(self) -> None:
        """Ask the server to deal."""
        assert self.socket is not None
        id = f"start-{self.game}"
        self.sent[id] = Sent(perf_counter(), "start", None, id)
        self.socket.send(_encode(p.StartMessage(id)))


class ProgramTable(LoadedTable):
    """A table of programs."""

    def __init__(self, run: Run) -> None:
        super().__init__(run)
        self.seats = [ProgramSeat(self, seat) for seat in range(run.load.ruleset.players)]
        self.started = 0
        """Number of games begun."""
        self.is_counted = True
        """True if the last game is over and counted."""
        self.took_offer = 0
        """The last game in which somebody took an offer."""

    async def open(self) -> None:
        ruleset, http = self.run.load.ruleset, HttpClient(self.host, self.port)
        wanted = p.NewTable("Player 1", ruleset.game, ruleset.players, ruleset.modules, dict(ruleset.options))
        answer = await http.ask("POST", "/api/v1/tables", body=_encode(wanted))
        http.close()
        welcome = msgspec.json.decode(answer.body, type=p.WelcomeMessage)
        self.code = welcome.table
        await self.seats[0].join(welcome.token)
        for seat in self.seats[1:]:  # one after another, so that each takes the next seat
            await seat.join()

    def begin(self) -> None:
        self._next_game()

    def close(self) -> None:
        for seat in self.seats:
            if seat.socket is not None:
                seat.socket.close()

    def look(self) -> None:
        """Let those who are asked choose, once everybody holds the same view."""
        seats, run = self.seats, self.run
        if run.is_over or self.is_done or not self.started or any(seat.game != self.started for seat in seats):
            return
        if all(seat.is_over for seat in seats):
            self._next_game()
            return
        waiting = seats[0].update.waiting
        asked = []
        for seat in seats:
            update = seat.update
            if update.game != self.started or update.waiting != waiting:
                return
            if is_in(seat.seat, waiting):
                if seat.in_flight is not None or seat.is_waiting or not seat.is_asked:
                    return
                asked.append(seat)
        if len(asked) > 1 and _prompt.decode(asked[0].update.prompt).question.first_ends:
            asked = [run.random.choice(asked)]
        elif run.load.one_by_one:
            asked = asked[:1]
        self.note_play()
        for seat in asked:
            seat.is_waiting = True
        for seat in asked:
            self.later(run.pause(), seat.choose)

    def _next_game(self) -> None:
        if not self.is_counted:
            self.run.games += self.run.counts(self.progress)
            self.is_counted = True
        if self.run.is_last:
            self.is_done = True
        else:
            self.started += 1
            self.is_counted = False
            self.seats[0].start()

    def refused(self, seat: ProgramSeat, sent: Sent | None, code: str) -> None:
        """Handle a refused choice, which is a fault unless another player's choice was faster."""
        seat.in_flight = None
        if sent is None or code not in RACES or self.took_offer != self.started:
            self.fault(f"seat {seat.seat}: a legal choice was refused: {code} ({sent})")
        else:
            self.look()
