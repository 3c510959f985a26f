"""Bot played by an external program, which is started for a game and speaks the JSON protocol as at a real table.

The command's last two arguments are the address to connect to and a name, as `examples/client.py` expects them. The
variable TURNCOAT_SEED has the seed of the seat. The table at that address is for this one seat alone.
"""

import contextlib
import os
import queue
import secrets
import subprocess
import tempfile
import threading
from collections.abc import Iterable, Sequence
from functools import cache
from typing import ClassVar, Final, NoReturn, TypeAlias

import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import Server, ServerConnection, serve

from turncoat.arena.referee import IllegalAnswerError
from turncoat.bots.bot import Bot
from turncoat.kernel.boards import Result
from turncoat.kernel.chapters import Offer
from turncoat.kernel.events import Event, GameEnded
from turncoat.kernel.opening import hiding_count
from turncoat.kernel.options import Answer
from turncoat.kernel.refusals import Refusal
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat
from turncoat.kernel.steps import Choice, Prompt
from turncoat.table.commands.entries import as_answer
from turncoat.telling import Teller
from turncoat.web.programs import protocol as p

GOING: Final = 2.0
"""Seconds that a program has to exit by itself after its game."""
STARTING: Final = 30.0
"""Seconds that a program has to connect and say hello, unless a shorter limit is set."""

Lines: TypeAlias = "queue.Queue[tuple[ServerConnection, threading.Event]]"

_encode = msgspec.json.Encoder().encode
_decoder: msgspec.json.Decoder[p.AnyFromProgram] = msgspec.json.Decoder(p.AnyFromProgram)


class ProgramEndedError(Exception):
    """The program exited or disconnected during a game. The message is the last line of its standard error."""


class ProgramBot(Bot):
    """Plays the choices of a program. Illegal ones are refused to the program and raised as IllegalAnswerError."""

    name: ClassVar[str] = "program"

    def __init__(self, command: Sequence[str], ruleset: Ruleset, seat: Seat, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self._new_events: list[Event] = []
        self._names = [f"Player {seat + 1}" for seat in range(ruleset.players)]
        self._teller = Teller(ruleset, self._names)
        self._offers: tuple[Offer, ...] = ()
        self._taken: Choice | None = None
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed in `close`
        self._line: ServerConnection | None = None
        self._over = threading.Event()
        path = f"/api/v1/tables/{secrets.token_urlsafe(8)}"
        self._lines = _reception().expect(path)
        environment = {**os.environ, "TURNCOAT_SEED": seed.hex()}
        url = f"ws://127.0.0.1:{_reception().port}{path}"
        try:
            self._process = subprocess.Popen(  # noqa: S603 - whoever runs the arena names the program
                [*command, url, f"Program {seat + 1}"],
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._errors,
                start_new_session=True,  # keeps Ctrl+C from reaching it
            )
        except OSError:
            self._errors.close()
            _reception().forget(self._lines)
            raise
        try:
            self._line, self._over = self._connected()
            self._welcome()
        except BaseException:
            self.close()
            raise

    def see(self, events: Iterable[Event]) -> None:
        for event in events:
            self._new_events.append(event)
            if isinstance(event, GameEnded):
                self._send(self._update(None, Result(event.winner, event.reason)))

    def choose(self, prompt: Prompt) -> Answer:
        self._send(self._update(prompt))
        while True:
            message = self._receive()
            if not isinstance(message, p.ChooseMessage):
                self._refuse(message, Refusal("game-running"))
            elif isinstance(message.to, str):
                self._offer_taken(message, message.to)
            elif message.to != prompt.number:
                self._refuse(message, Refusal("stale" if message.to < prompt.number else "not-yet-asked"))
            else:
                answer = as_answer(message.answer)
                if (refusal := prompt.option.refusal(answer)) is not None:
                    self._illegal(message, refusal, prompt.question.name)
                self._send(p.AcceptedMessage(message.id))
                return answer

    def consider(self, offers: Sequence[Offer]) -> Choice | None:
        """Return the offer that the program took while it was last asked something, if it is still open."""
        self._offers = tuple(offers)
        taken, self._taken = self._taken, None
        if taken is not None and any(
            offer.name == taken.to and offer.option.refusal(taken.answer) is None for offer in offers
        ):
            return taken
        return None

    def close(self) -> None:
        _reception().forget(self._lines)
        if self._line is not None:
            self._line.close()
        self._over.set()
        try:
            self._process.wait(GOING)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._errors.close()

    # The connection

    def _connected(self) -> tuple[ServerConnection, threading.Event]:
        waited = 0.0
        while waited < STARTING:
            with contextlib.suppress(queue.Empty):
                return self._lines.get(timeout=0.05)
            waited += 0.05
            if self._process.poll() is not None:
                self._gone()
        raise ProgramEndedError(f"it did not connect within {STARTING:g} s")

    def _welcome(self) -> None:
        while not isinstance(hello := self._receive(), p.HelloMessage):
            self._refuse(hello, Refusal("no-hello"))
        self._send(p.WelcomeMessage(p.VERSION, "ARENA", self.seat, False, "arena"))
        seats = tuple(p.SeatEntry("person", name) for name in self._names)
        self._send(p.SeatsMessage(seats, True, "", self.seat))
        self._send(
            p.GameStartedMessage(1, self.ruleset, rulebook(self.ruleset.game).version, hiding_count(self.ruleset))
        )

    def _update(self, prompt: Prompt | None, result: Result | None = None) -> p.UpdateMessage:
        new_events, self._new_events = self._new_events, []
        asked = p.sent_prompt(prompt, self._teller) if prompt is not None else None
        offers = tuple(p.sent_offer(offer, self._teller) for offer in self._offers)
        waiting = 1 << self.seat if prompt is not None else 0
        return p.UpdateMessage(1, new_events, asked, None, offers, waiting, result)

    def _send(self, message: p.ToProgram) -> None:
        assert self._line is not None
        try:
            self._line.send(_encode(message).decode())
        except ConnectionClosed:
            self._gone()

    def _receive(self) -> p.AnyFromProgram:
        assert self._line is not None
        while True:
            try:
                return _decoder.decode(self._line.recv())
            except ConnectionClosed:
                self._gone()
            except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
                self._send(p.ErrorMessage("malformed", str(error)))

    def _gone(self) -> NoReturn:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(GOING)
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").strip().splitlines()
        raise ProgramEndedError(lines[-1] if lines else f"it has ended (exit status {self._process.poll()})")

    # Choices

    def _offer_taken(self, message: p.ChooseMessage, name: str) -> None:
        """Record an offer taken, which takes effect when the table next considers offers."""
        answer = as_answer(message.answer)
        offer = next((offer for offer in self._offers if offer.name == name), None)
        refusal = offer.option.refusal(answer) if offer is not None else Refusal("no-such-offer")
        if refusal is not None:
            self._illegal(message, refusal, name)
        self._taken = Choice(name, answer)
        self._send(p.AcceptedMessage(message.id))

    def _refuse(self, message: p.AnyFromProgram, refusal: Refusal) -> None:
        self._send(p.RefusedMessage(getattr(message, "id", ""), refusal.code, self._teller.refusal(refusal)))

    def _illegal(self, message: p.ChooseMessage, refusal: Refusal, asked: str) -> NoReturn:
        self._refuse(message, refusal)
        raise IllegalAnswerError(f"{asked}: {message.answer!r} ({refusal.code})")


class _Reception:
    """Server that programs connect to, in a thread of its own. Each connection finds its bot by its path."""

    def __init__(self) -> None:
        self._expected: dict[str, Lines] = {}
        self._server: Server = serve(self._came, "127.0.0.1", 0, close_timeout=GOING)
        self.port: int = self._server.socket.getsockname()[1]
        threading.Thread(target=self._server.serve_forever, name="programs", daemon=True).start()

    def expect(self, path: str) -> Lines:
        """Return the queue for the connection with this path, which comes with an event to set when it is done."""
        lines: Lines = queue.Queue()
        self._expected[path] = lines
        return lines

    def forget(self, lines: Lines) -> None:
        """Stop expecting the connection of a queue."""
        for path in [path for path, expected in self._expected.items() if expected is lines]:
            del self._expected[path]

    def _came(self, line: ServerConnection) -> None:
        lines = self._expected.get(line.request.path if line.request is not None else "")
        if lines is not None:
            over = threading.Event()
            lines.put((line, over))
            over.wait()  # the connection closes when this call returns


@cache
def _reception() -> _Reception:
    """Return the server of this process, started with its first program."""
    return _Reception()
