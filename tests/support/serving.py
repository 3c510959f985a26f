"""A real server in its own process, and people who use it through forms alone."""

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from random import SystemRandom
from typing import IO, Any, Final

import httpx
from playwright.sync_api import WebSocketRoute
from websockets.sync.client import ClientConnection, connect

from tests.plugins.chance import IN_SERVER
from tests.support.forking import Forked
from turncoat.web.table.page import scripts

FOR_SERVERS: Final = range(15_000, 30_000)
"""Ports that the system assigns to no connection, so nothing takes one while its server restarts."""

SERVE = """
import sys
from pathlib import Path
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.web.serve import run
from turncoat.web.http.limits import RateLimits
often = "100000/minute"
FAST = RateLimits(tables=often, commands=often, misses=often, stored_bytes="1000000000/minute")
data, pause, port = Path(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3])
store = "".join(sys.argv[4:])
run(ServerSettings(data, store, port=port, bot_pause=pause, metrics=True, hold=0.05, scenes=0), rates=FAST)
"""

STRICT = "import warnings\nwarnings.simplefilter('error')\n"


class Server:
    """`turncoat serve` as a person would run it, but on a free port and with bots that do not pause.

    A short pause would make tests wait longer, because a bot that thinks longer than its pause answers whole budgets
    later.
    """

    def __init__(
        self,
        data: Path,
        pause: float = 0.0,
        port: int = 0,
        code: str = SERVE,
        store: str = "",
        errors: IO[str] | int = subprocess.PIPE,
    ) -> None:
        """Start the server. `errors` receives its log.

        Code that patches the package before use runs in a fresh Python. In a fork, everything is imported already, and
        names that other modules have imported would keep their old values.
        """
        self.data = data
        arguments = (str(data), str(pause), str(port), store)
        self.process: subprocess.Popen[str] | Forked
        if code.startswith("\nimport sys\n"):
            log = errors if isinstance(errors, int) else errors.fileno()
            self.process = Forked(STRICT + IN_SERVER + code, ("-c", *arguments), os.environ, errors=log)
        else:
            self.process = subprocess.Popen(
                [sys.executable, "-c", IN_SERVER + code, *arguments],
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                env={**os.environ, "PYTHONWARNINGS": "error"},
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()  # printed as soon as the server answers
        found = re.search(r"http://\S+", line)
        assert found, self.process.communicate()
        self.url = found[0]

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    def kill(self) -> None:
        """Stop it as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()

    def stop(self) -> str:
        """Stop it as Ctrl+C would, and return its log."""
        if self.process.poll() is None:
            self.process.terminate()
        return self.process.communicate(timeout=20)[1]


@dataclass(frozen=True)
class Address:
    """A server that something else runs."""

    url: str


@contextmanager
def serving(data: Path, pause: float = 0.0, port: int = 0, code: str = SERVE, store: str = "") -> Iterator[Server]:
    server = Server(data, pause, port, code, store)
    try:
        yield server
    finally:
        server.stop()


def ownership_changes(server: Server) -> dict[str, int]:
    """Return how often tables have changed servers, by kind of change."""
    lines = httpx.get(f"{server.url}/metrics").text.splitlines()
    found = (
        line.removeprefix("turncoat_ownership_total{change=").split() for line in lines if "ownership_total{" in line
    )
    return {change.strip('"}'): int(float(count)) for change, count in found}


PAGE = f"/t/{{code}}/updates?page=setup-0&scripts={scripts()}"
"""Socket address of a page before a game, with a placeholder for the table's code."""
VISITORS: list[httpx.Client | ClientConnection] = []
"""The browsers and sockets of a test, which a fixture closes after it.

One left open would keep pinging during later tests, and consume the random numbers that worlds compare.
"""


class Part:
    """A part of a form: the number of values to choose, and the values."""

    def __init__(self, given: dict[str, str]) -> None:
        self.name, self.least = given["data-part"], int(given["data-least"])
        self.sized_by, self.not_in = given.get("data-sized-by", ""), given.get("data-not-in", "")
        self.sizes = dict(pair.split(":") for pair in given.get("data-sizes", "").split())
        self.values: list[str] = []


class AskForm(HTMLParser):
    """The form on a page that asks the viewer something."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.hidden: dict[str, str] = {}
        self.parts: list[Part] = []
        self.action = ""
        self.answered = False
        self._inside = False
        # The question is in a single part of the page, before its padding. Parsing the whole page takes ten times as
        # long.
        own = re.search(r'<section id="own-seat".*?(data-padding|$)', html, re.DOTALL)
        self.feed(own[0] if own else html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "details" and given.get("class") == "change":
            self.answered = True
        if tag == "form" and given.get("id") == "answer-form":
            self._inside, self.action = True, given["action"]
        elif self._inside and tag == "fieldset":
            self.parts.append(Part(given))
        elif self._inside and tag == "input" and given.get("type") == "hidden":
            self.hidden[given["name"]] = given["value"]
        elif self._inside and tag == "input" and "disabled" not in given:
            self.parts[-1].values.append(given["value"])

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._inside = False

    @property
    def prompt(self) -> str:
        """The number of the prompt, or an empty string when nothing is asked."""
        return self.hidden.get("prompt", "")

    @property
    def is_open(self) -> bool:
        """True if a question is open and unanswered."""
        return bool(self.action) and not self.answered

    def first_choice(self, turn: int = 0) -> dict[str, Any]:
        """Return the fields that choose the first of everything, starting at `turn` instead if given."""
        fields: dict[str, Any] = dict(self.hidden)
        for part in self.parts:
            first = turn % max(1, len(part.values))
            values = [*part.values[first:], *part.values[:first]]
            values = [value for value in values if value not in fields.get(part.not_in, ())]
            size = int(part.sizes[fields[part.sized_by][0]]) if part.sized_by else part.least
            fields[part.name] = values[:size]
        return fields


class Person:
    """A visitor whose browser runs no scripts and keeps cookies."""

    def __init__(self, server: "Server | Address", name: str, code: str = "") -> None:
        self.server, self.name, self.code = server, name, code
        self.client = httpx.Client(base_url=server.url, follow_redirects=True, timeout=20)
        VISITORS.append(self.client)
        self.csrf = ""

    @property
    def path(self) -> str:
        return f"/t/{self.code}"

    def look(self) -> str:
        """Load and return the table's page."""
        page = self.client.get(self.path if self.code else "/")
        assert page.status_code == 200, page.text
        found = re.search(r'name="csrf" value="([0-9a-f]+)"', page.text)
        assert found
        self.csrf = found[1]
        return page.text

    def post(self, path: str, **fields: Any) -> httpx.Response:
        if not self.csrf:
            self.look()
        return self.client.post(path, data={"csrf": self.csrf, **fields})

    def open(self) -> "Person":
        """Open a table and take a seat at it."""
        answer = self.post("/new", name=self.name)
        assert answer.status_code == 200, answer.text
        self.code = answer.url.path.rpartition("/")[2]
        return self

    def sit(self) -> "Person":
        answer = self.post(self.path, do="sit", name=self.name)
        assert answer.status_code == 200, answer.text
        return self

    def start(self) -> str:
        answer = self.post(self.path, do="start")
        assert answer.status_code == 200, answer.text
        return answer.text

    def choose(self, form: AskForm) -> httpx.Response:
        """Choose the first values that are not refused, as long as the question stays the same."""
        answer = self.client.post(form.action, data=form.first_choice())
        for turn in range(1, 40):
            if answer.status_code != 422 or AskForm(answer.text).prompt != form.prompt:
                break
            answer = self.client.post(form.action, data=form.first_choice(turn))
        return answer

    def line(self, after: int = 0, page: str = "game-1", *, packs: bool = False) -> ClientConnection:
        """Connect the socket of an open page. `packs` marks a page that can unpack."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
        asks = f"page={page}&scripts={scripts()}&after={after}{'&packed=1' if packs else ''}"
        url = f"{self.server.url.replace('http', 'ws')}{self.path}/updates?{asks}"
        headers = {"Cookie": cookies, "Origin": self.server.url}
        line = connect(url, additional_headers=headers, max_size=None, max_queue=None)
        VISITORS.append(line)
        return line

    def play(self, page: str = "game-1", moves: int = 10_000) -> str:
        """Choose the first of everything until the game is over or this many moves are made. Return the last page."""
        with self.line(page=page) as line:
            while True:
                line.recv(timeout=20)
                html = self.look()
                form = AskForm(html)
                if 'id="end"' in html or not moves:
                    return html
                while form.is_open and moves:
                    answer = self.choose(form)
                    seen, form = form, AskForm(answer.text)
                    # an interruption (HAIL HYDRA) may end the question, or the game, between look and choice
                    assert answer.status_code == 200 or form.prompt != seen.prompt, answer.text
                    moves -= 1


def serve_sockets(opened: list[WebSocketRoute]) -> Callable[[WebSocketRoute], None]:
    """Return a handler that makes each page's socket live, keeps it so, and adds it to the list."""

    def serve(socket: WebSocketRoute) -> None:
        opened.append(socket)
        socket.on_message(lambda said: None if said else socket.send(""))
        socket.send("{}")

    return serve


def visitor(server: Server) -> httpx.Client:
    return httpx.Client(base_url=server.url, follow_redirects=True, timeout=20)


def free_port() -> int:
    """Return a port that nothing listens on."""
    while True:
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("127.0.0.1", port := SystemRandom().choice(FOR_SERVERS)))
            return port
