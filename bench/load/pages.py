"""Players with pages: they load them, keep their sockets open, and send the forms on them, as a browser does.

A page is reloaded when the server says so (`go`), at the beginning of each game. Static files are not loaded, since a
browser has them cached. Standing offers are ignored.
"""

import asyncio
import re
from base64 import b64decode
from collections.abc import Coroutine, Mapping
from html import unescape
from time import perf_counter
from typing import Any, Final
from urllib.parse import parse_qs, urlencode, urlsplit
from zlib import MAX_WBITS, decompress

import msgspec

from bench.load.play import LoadedTable, Run, Sent
from bench.load.wire import Answer, HttpClient, WebSocketClient, WireError, open_socket
from turncoat.kernel.chapters import option_text
from turncoat.kernel.seats import Seat

SAMPLED: Final = 10
"""One in so many updates is rendered again and compared."""
MOST_TRIES: Final = 40
HTTP_OK: Final = 200
_FORM: Final = re.compile(r'<form class="option" id="answer-form".*?</form>', re.DOTALL)
_ACTION: Final = re.compile(r' action="([^"]*)"')
_TAG: Final = re.compile(r"<(fieldset|input)\b([^>]*)>")
_ATTRIBUTE: Final = re.compile(r'([\w-]+)(?:="([^"]*)")?')
_BODY: Final = re.compile(r"<body[^>]*>")
_CSRF: Final = re.compile(r'name="csrf" value="([0-9a-f]+)"')
_OWN_SEAT: Final = re.compile(r'<section id="own-seat".*', re.DOTALL)
_LAST_LINES: Final = {"chat": "chat-log", "channel": "channel-log", "watching": "watching"}
_CHANGE: Final = '<details class="change">'
_FORM_TYPE: Final = "Content-Type: application/x-www-form-urlencoded\r\n"
SCRIPT: Final = f"{_FORM_TYPE}Accept: application/json\r\nTurncoat-Socket: live\r\n"
LATE: Final = frozenset({"stale", "not-asked", "already-chosen", "game-over", "past-game"})


Fields = Mapping[str, list[str]] | Mapping[str, str | list[str]]


class _Piece(msgspec.Struct):
    parts: dict[str, msgspec.Raw] = {}
    announcements: tuple["Saying", ...] = ()
    code: str = ""
    problem: str = ""


class _Message(_Piece, kw_only=True):
    version: int
    go: str = ""
    packed: tuple[str, ...] = ()
    answers: str = ""
    pad: str = ""


class Saying(msgspec.Struct, frozen=True, gc=False):
    """An announcement."""

    id: str
    text: str
    kind: str


_message = msgspec.json.Decoder(_Message)
_piece = msgspec.json.Decoder(_Piece)
_html = msgspec.json.Decoder(str)


class PageFrame(msgspec.Struct, frozen=True, gc=False):
    """An update as it came, or a page that was loaded."""

    came: float
    version: int
    said: tuple[Saying, ...]
    game: str
    """Key of the page."""
    own: tuple[tuple[str, str], ...] = ()
    """The parts that only this seat gets, if they are to be rendered again and compared."""
    is_page: bool = False


class Part(msgspec.Struct):
    """A part of a form, with its values and the number to pick."""

    name: str
    least: int
    most: int
    sized_by: str
    sizes: dict[str, int]
    not_in: str
    values: list[str]


class Asked(msgspec.Struct):
    """The form with which a page asks for a choice."""

    action: str
    hidden: dict[str, str]
    parts: list[Part]

    @property
    def key(self) -> tuple[str, str]:
        """Key by which the form differs from the one before."""
        return self.hidden.get("prompt", ""), self.hidden.get("command", "")


def asked_in(html: str) -> Asked | None:
    """Parse the form in this part of a page. Return None if there is none, or if it was answered."""
    found = _FORM.search(html)
    if found is None or _CHANGE in html[: found.start()]:
        return None
    form, action = found[0], _ACTION.search(found[0])
    assert action is not None
    asked = Asked(unescape(action[1]), {}, [])
    for tag, attributes in _TAG.findall(form):
        given = {name: unescape(value) for name, value in _ATTRIBUTE.findall(attributes)}
        if tag == "fieldset":
            sizes = dict(pair.split(":") for pair in given.get("data-sizes", "").split())
            asked.parts.append(
                Part(
                    given["data-part"],
                    int(given["data-least"]),
                    int(given.get("data-most", given["data-least"])),
                    given.get("data-sized-by", ""),
                    {word: int(size) for word, size in sizes.items()},
                    given.get("data-not-in", ""),
                    [],
                )
            )
        elif given.get("type") == "hidden":
            asked.hidden[given["name"]] = given["value"]
        elif "disabled" not in given and asked.parts:
            asked.parts[-1].values.append(given["value"])
    return asked


def answered(asked: Asked, run: Run) -> dict[str, list[str]]:
    """Return the fields of the form, filled at random from its values."""
    fields = {name: [value] for name, value in asked.hidden.items()}
    for part in asked.parts:
        values = [value for value in part.values if value not in fields.get(part.not_in, ())]
        if part.sized_by:
            size = part.sizes[fields[part.sized_by][0]]
        else:
            size = run.random.randint(part.least, min(part.most, len(values)))
        if size == 1:
            fields[part.name] = [run.word(tuple(values))]
        else:
            fields[part.name] = run.random.sample(values, size)
    return fields


class Attempt(msgspec.Struct, frozen=True):
    """A choice that was refused."""

    prompt: str
    fields: dict[str, list[str]]
    code: str


class PageSeat:
    """A person on their seat, with a browser."""

    def __init__(self, table: "PageTable", seat: Seat) -> None:
        self.table, self.seat = table, seat
        self.http = HttpClient(table.host, table.port)
        self.cookies: dict[str, str] = {}
        self.csrf = ""
        self.socket: WebSocketClient | None = None
        self.version = -1
        self.game = ""
        self.asked: Asked | None = None
        self.chosen: tuple[str, str] = "", ""
        """Key of the form sent last."""
        self.is_busy = True
        """True while a page or an answer is on its way, or during a pause."""
        self.is_over = False
        self.frames: list[PageFrame] = []
        self.sent: dict[str, Sent] = {}
        self.attempts: list[Attempt] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._unanswered: dict[str, asyncio.Future[str]] = {}
        """For each choice sent, by the id of its command, a future with the reason it was refused, empty if it was
        taken."""
        self._count = 0

    @property
    def path(self) -> str:
        """The address of the table."""
        return f"/t/{self.table.code}"

    async def get(self, path: str) -> str:
        """Get a page. Raises WireError."""
        answer = await self.http.ask("GET", path, self._headers())
        self.cookies |= answer.cookies
        if answer.status != HTTP_OK:
            raise WireError(f"{path} answers with {answer.status}")
        html = answer.body.decode()
        found = _CSRF.search(html)
        self.csrf = found[1] if found is not None else self.csrf
        return html

    async def post(self, path: str, fields: Fields, headers: str = SCRIPT) -> Answer:
        """Send a form."""
        body = urlencode({**fields, "csrf": self.csrf}, doseq=True).encode()
        answer = await self.http.ask("POST", path, self._headers() + headers, body)
        self.cookies |= answer.cookies
        return answer

    async def command(self, **fields: str | list[str]) -> None:
        """Send a form of the table. Raises WireError if it is refused."""
        if code := _code(await self.post(self.path, fields)):
            raise WireError(f"{fields} was refused: {code}")

    def _headers(self) -> str:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return f"Cookie: {cookies}\r\nAccept-Language: en\r\nOrigin: http://{self.table.host}:{self.table.port}\r\n"

    async def load(self) -> None:
        """Load the page and open its socket."""
        if self.socket is not None:
            self.socket.close()
        html = await self.get(self.path)
        came = perf_counter()
        body = _BODY.search(html)
        assert body is not None
        given = {name: unescape(value) for name, value in _ATTRIBUTE.findall(body[0])}
        socket, version = given["data-socket"], int(given["data-version"])
        self.game, self.version = parse_qs(urlsplit(socket).query)["page"][0], version
        self.is_over = 'id="end"' in html
        self._see(html)
        self.frames.append(PageFrame(came, version, (), self.game, is_page=True))
        last = {name: _last_line(html, prefix) for name, prefix in _LAST_LINES.items()}
        at = self.table
        asks = urlencode({"after": version, **last, "packed": 1, "held": given["data-held"]})
        self.socket = await open_socket(at.host, at.port, f"{socket}&{asks}", self.take, self.lost, self._headers())

    def _see(self, html: str) -> None:
        found = _OWN_SEAT.search(html)
        self.asked = asked_in(found[0]) if found is not None else None

    def lost(self, why: str) -> None:
        """Report that the server closed the socket."""
        self.table.fault(f"seat {self.seat}: {why}")

    def take(self, payload: bytes, came: float) -> None:
        """Handle an update."""
        run, table = self.table.run, self.table
        run.note(len(payload), came, is_update=True)
        table.progress = came
        message = _message.decode(payload)
        if message.problem or message.pad.strip("."):
            table.fault(f"seat {self.seat}: an update with a problem: {message.problem} {message.code}")
        if message.go:
            for id in tuple(self._unanswered):
                self._answer(id, "stale")
            self.is_busy = True
            self._spawn(self._reload())
            return
        if message.version < self.version:
            table.fault(f"seat {self.seat}: version {message.version} after version {self.version}")
        self.version = message.version
        if "end" in message.parts:
            self.is_over, self.asked = True, None
        said, own = message.announcements, dict[str, str]()
        code = ""
        for text in message.packed:
            piece = _piece.decode(decompress(b64decode(text), wbits=-MAX_WBITS))
            said += piece.announcements
            code = code or piece.code
            if "own-seat" in piece.parts:
                own = {id: _html.decode(html) for id, html in piece.parts.items()}
                self._see(own["own-seat"])
        self._count += 1
        # An update with the reason of a refusal is rendered differently soon after, so it is not sampled.
        sample = tuple(own.items()) if self._count % SAMPLED == 0 and not code else ()
        self.frames.append(PageFrame(came, message.version, said, self.game, sample))
        self._answer(message.answers, code)
        table.look()

    def _answer(self, id: str, code: str) -> None:
        """Resolve the choice with that id, if this page has sent one."""
        if (future := self._unanswered.pop(id, None)) is not None:
            future.set_result(code)

    async def _reload(self) -> None:
        await self.load()
        self.is_busy = False
        self.table.look()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and not self.table.run.is_over and (error := task.exception()) is not None:
            self.table.fault(f"seat {self.seat}: {type(error).__name__}: {error}")

    @property
    def is_asked(self) -> bool:
        """True if a form is waiting for a choice."""
        return self.asked is not None and self.asked.key != self.chosen

    def choose(self) -> None:
        """Send the form."""
        self._spawn(self._choose())

    async def _choose(self) -> None:
        run, asked = self.table.run, self.asked
        for _ in range(MOST_TRIES):
            if asked is None or run.is_over:
                break
            fields = answered(asked, run)
            self.chosen = asked.key
            id = asked.hidden["command"]
            sent = self.sent[id] = Sent(perf_counter(), asked.hidden["prompt"], None, id)
            code = await self._sent(fields)
            if not code:
                sent.is_taken = True
                break
            del self.sent[id]
            self.attempts.append(Attempt(asked.hidden["prompt"], fields, code))
            if code in LATE:
                break
        else:
            self.table.fault(f"seat {self.seat}: nothing that the form shows is taken: {asked}")
        self.is_busy = False
        self.table.look()

    async def _sent(self, fields: Fields) -> str:
        """Send a choice through the socket, and return the reason it was refused."""
        assert self.socket is not None
        future: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._unanswered[fields["command"][0]] = future
        self.socket.send(urlencode({**fields, "csrf": self.csrf}, doseq=True).encode())
        return await future

    def close(self) -> None:
        """Close the browser."""
        for task in self._tasks:
            task.cancel()
        self.http.close()
        if self.socket is not None:
            self.socket.close()


def _code(answer: Answer) -> str:
    """Return the reason a form was refused, empty if it was not."""
    return _message.decode(answer.body).code if answer.status == HTTP_OK else f"status {answer.status}"


def _last_line(html: str, prefix: str) -> str:
    found = re.findall(rf'<li id="{prefix}-(\d+)"', html)
    return found[-1] if found else "0"


class PageTable(LoadedTable):
    """A table of people with pages."""

    def __init__(self, run: Run) -> None:
        super().__init__(run)
        self.seats = [PageSeat(self, seat) for seat in range(run.load.ruleset.players)]
        self.is_beginning = False

    async def open(self) -> None:
        ruleset = self.run.load.ruleset
        host, *others = self.seats
        await host.get("/")
        answer = await host.post("/new", {"name": "Player 1"}, _FORM_TYPE)
        self.code = answer.headers["location"].rpartition("/")[2]
        options: dict[str, str | list[str]] = {f"option.{name}": option_text(value) for name, value in ruleset.options}
        modules = list(ruleset.modules)
        await host.command(game=ruleset.game, players=str(ruleset.players), module=modules, **options)
        for seat in others:
            await seat.get(seat.path)
            await seat.command(do="sit", name=f"Player {seat.seat + 1}", seat=str(seat.seat))
        for seat in self.seats:
            await seat.load()
            seat.is_busy = False

    def begin(self) -> None:
        self._begin("start")

    def _begin(self, how: str) -> None:
        self.is_beginning = True
        for seat in self.seats:
            seat.is_busy = True  # until the new page has loaded
        self.seats[0]._spawn(self._started(how))

    async def _started(self, how: str) -> None:
        await self.seats[0].command(do=how)
        self.is_beginning = False

    def close(self) -> None:
        for seat in self.seats:
            seat.close()

    def look(self) -> None:
        """Let those who are asked choose, once every page is at the same version."""
        seats, run = self.seats, self.run
        if run.is_over or self.is_done or self.is_beginning:
            return
        version = seats[0].version
        if any(seat.is_busy or seat.version != version or seat.game != seats[0].game for seat in seats):
            return
        if all(seat.is_over for seat in seats):
            run.games += run.counts(self.progress)
            if run.is_last:
                self.is_done = True
            else:
                self._begin("again")
            return
        for seat in seats:
            if seat.is_asked:
                self.note_play()
                seat.is_busy = True
                self.later(run.pause(), seat.choose)
