"""The path of one ballot through the server: `python -m bench.ballot_path [--json] [--last]`.

At a table of five people, the voter and some others have their page open. One of them casts a ballot, as the page's
script sends it. The benchmark counts the functions of this package that the event loop's thread calls for it, until the
first viewer is woken and until the last of them has its update, and the bytes that each of them gets.
"""

import argparse
import asyncio
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from types import CodeType, FrameType, FunctionType
from typing import Any, Final
from urllib.parse import urlencode

import uvicorn
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from websockets.sync.client import ClientConnection

import turncoat
from tests.support.serving import VISITORS, Address, AskForm, Person

# The names of the counted methods in the code. A pattern that matches nothing raises an error: fix it here.
COUNTED: Final[dict[str, tuple[str, ...]]] = {
    "legality of an answer looked up": ("kernel/options.py:*.refusal",),
    "views brought up to date": ("*:View.see",),
    "questions asked for a view": ("*:Game.refresh",),
    "views handed out": ("*:GameSession.view",),
    "tellers made": ("*:Teller.__init__",),
}
"""Counted calls by purpose: file and method, with `*` for anything. At least one pattern has to match."""
WAKES: Final = asyncio.Event.set
"""The call that wakes a viewer, if this package makes it."""
READS: Final = "_read"
"""The function that wakes the voter's own viewer to take the choice, which does not count."""
PACKAGE: Final = Path(turncoat.__file__).parent
WATCHERS: Final = 2
"""Number of other viewers with their page open."""
LIMIT: Final = 20.0
"""Timeout in seconds."""
QUIET: Final = 0.5
"""Seconds of silence after which nothing more is expected."""


def application(data: Path) -> Any:
    """Return the application as it is served, with its store in that directory."""
    from turncoat.table.runtime.server_settings import ServerSettings
    from turncoat.web.app import create_app

    return create_app(ServerSettings(data))


@dataclass
class Called:
    """Calls up to some moment."""

    functions: int = 0
    files: int = 0
    calls: int = 0


@dataclass
class Counts:
    """Counts of one ballot."""

    until_first_woken: Called = field(default_factory=Called)
    until_last_told: Called = field(default_factory=Called)
    counted: dict[str, int] = field(default_factory=dict)
    parts_drawn: dict[str, int] = field(default_factory=dict)
    bytes_to_voter: dict[str, int] = field(default_factory=dict)
    bytes_to_another: dict[str, int] = field(default_factory=dict)


class Tracer:
    """Counts calls of the package's functions. A coroutine that resumes does not count as another call."""

    def __init__(self) -> None:
        self.calls: Counter[CodeType] = Counter()
        self.first: Called | None = None
        self._frames: dict[int, FrameType] = {}

    def __call__(self, frame: FrameType, event: str, argument: object) -> None:
        if event != "call":
            return
        code = frame.f_code
        if code is WAKES.__code__:
            caller = frame.f_back
            if self.first is None and caller is not None and is_ours(caller.f_code) and caller.f_code.co_name != READS:
                self.first = self.path()
        elif is_ours(code) and id(frame) not in self._frames:
            self._frames[id(frame)] = frame  # a reference, so that no other frame reuses its id
            self.calls[code] += 1

    def path(self) -> Called:
        """Return the calls up to now."""
        ours = [code for code in self.calls if not is_template(code)]
        files = {code.co_filename for code in ours}
        return Called(len(ours), len(files), sum(self.calls[code] for code in ours))


def is_ours(code: CodeType) -> bool:
    """Return whether it is a function of the package, or the rendering of a template."""
    return code.co_filename.startswith(str(PACKAGE)) and code.co_name not in _INSIDE


_INSIDE: Final = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>", "<module>")
"""Code objects that belong to a function."""


def is_template(code: CodeType) -> bool:
    """Return whether it belongs to a template."""
    return code.co_filename.endswith(".html")


class Traced:
    """The application, with a tracer that starts at the request with a ballot."""

    def __init__(self, app: ASGIApp) -> None:
        self.app, self.tracer = app, Tracer()
        self.armed = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def receive_choice() -> Message:
            message = await receive()
            if self.armed and message.get("text"):
                self.armed = False
                sys.setprofile(self.tracer)
            return message

        await self.app(scope, receive_choice if scope["type"] == "websocket" else receive, send)


class Served:
    """The application on a socket, with its event loop in a thread."""

    def __init__(self, data: Path) -> None:
        self.traced = Traced(application(data))
        config = uvicorn.Config(
            self.traced, port=0, log_config=None, access_log=False, lifespan="on", ws_per_message_deflate=False
        )
        self.server = uvicorn.Server(config)
        self.loop = asyncio.new_event_loop()
        self._thread = Thread(target=self.loop.run_until_complete, args=(self.server.serve(),), daemon=True)

    def __enter__(self) -> Address:
        self._thread.start()
        wait_for(lambda: self.server.started)
        port = self.server.servers[0].sockets[0].getsockname()[1]
        return Address(f"http://127.0.0.1:{port}")

    def __exit__(self, *error: object) -> None:
        self.server.should_exit = True
        self._thread.join(LIMIT)

    def in_loop(self, call: Callable[[], object]) -> None:
        """Call the function in the event loop's thread and wait for it."""
        done: list[object] = []
        self.loop.call_soon_threadsafe(lambda: done.append(call()))
        wait_for(lambda: bool(done))


def wait_for(condition: Callable[[], bool]) -> None:
    """Wait until the condition holds. Raises TimeoutError."""
    ends = monotonic() + LIMIT
    while not condition():
        if monotonic() > ends:
            raise TimeoutError
        sleep(0.01)


def received(line: ClientConnection) -> int:
    """Return the number of bytes received until the line is silent."""
    size = 0
    try:
        while True:
            message = line.recv(timeout=QUIET)
            size += len(message.encode() if isinstance(message, str) else message)
    except TimeoutError:
        return size


def to_the_vote(people: list[Person]) -> None:
    """Let the leader name a team, until everybody is asked for a ballot."""
    while True:
        asked = [person for person in people if AskForm(person.look()).is_open]
        if len(asked) == len(people):
            return
        asked[0].choose(AskForm(asked[0].look()))


def ballot(person: Person) -> str:
    """Return the message that the page's script sends to cast a ballot."""
    return urlencode({**AskForm(person.look()).first_choice(), "csrf": person.csrf}, doseq=True)


def count(*, last: bool = False) -> Counts:
    """Play to a vote and cast a ballot: the first, or the last, which ends the vote."""
    with tempfile.TemporaryDirectory() as data, ExitStack() as stack:
        served = Served(Path(data))
        address = stack.enter_context(served)
        host = Person(address, "Ola").open()
        people = [host, *(Person(address, name, host.code).sit() for name in ("Jan", "Ewa", "Max", "Zoe"))]
        stack.callback(_go_home)
        host.start()
        to_the_vote(people)
        voter, *others = people
        for person in others if last else ():
            person.choose(AskForm(person.look()))
        lines = [stack.enter_context(_line(person)) for person in (voter, *others[:WATCHERS])]
        for line in (*lines, *lines):  # arrivals are announced once a second at most
            received(line)
        choice = ballot(voter)
        served.traced.armed = True
        lines[0].send(choice)
        sizes = [received(line) for line in lines]
        served.in_loop(lambda: sys.setprofile(None))
        tracer = served.traced.tracer
        assert tracer.first is not None, "nobody was woken; see WAKES"
        drawn = Counter({Path(code.co_filename): tracer.calls[code] for code in tracer.calls if is_drawing(code)})
        return Counts(
            tracer.first,
            tracer.path(),
            {what: counted(tracer, what, patterns) for what, patterns in COUNTED.items()},
            {file.relative_to(PACKAGE).as_posix(): times for file, times in drawn.most_common()},
            {"socket": sizes[0]},
            {"socket": sizes[1]},
        )


def _line(person: Person) -> ClientConnection:
    return person.line(packs=True)


def _go_home() -> None:
    while VISITORS:
        VISITORS.pop().close()


def is_drawing(code: CodeType) -> bool:
    """Return whether it renders a whole template (and not a block or a macro of it)."""
    return is_template(code) and code.co_name == "root"


def counted(tracer: Tracer, what: str, patterns: tuple[str, ...]) -> int:
    """Return the number of calls that match the patterns. Raises LookupError when no method does."""
    if not any(fits(code, patterns) for code in methods()):
        raise LookupError(f"{what}: there is no {' or '.join(patterns)}; fix COUNTED")
    return sum(times for code, times in tracer.calls.items() if fits(code, patterns))


def fits(code: CodeType, patterns: tuple[str, ...]) -> bool:
    """Return whether one of the patterns matches the function."""
    if not is_ours(code):
        return False
    name = f"{Path(code.co_filename).relative_to(PACKAGE).as_posix()}:{code.co_qualname}"
    return any(fnmatchcase(name, pattern) for pattern in patterns)


def methods() -> Iterator[CodeType]:
    """Yield every method of the package's loaded modules."""
    for key, module in list(sys.modules.items()):
        for owner in vars(module).values() if key.startswith(PACKAGE.name) else ():
            for method in vars(owner).values() if isinstance(owner, type) else ():
                if isinstance(method, FunctionType):
                    yield method.__code__


def shown(counts: Counts) -> str:
    """Format the counts as a small table."""
    rows: list[tuple[str, object]] = []
    for title, path in (("first viewer woken", counts.until_first_woken), ("last update sent", counts.until_last_told)):
        rows += [
            (f"until the {title}: functions", path.functions),
            ("  in files", path.files),
            ("  calls", path.calls),
        ]
    rows += [*counts.counted.items()]
    rows += [(f"drawn: {name}", times) for name, times in counts.parts_drawn.items()]
    rows += [(f"bytes to the voter: {how}", size) for how, size in counts.bytes_to_voter.items()]
    rows += [(f"bytes to another viewer: {how}", size) for how, size in counts.bytes_to_another.items()]
    wide = max(len(title) for title, _ in rows)
    return "\n".join(f"{title:{wide}}  {value:>7}" for title, value in rows)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--last", action="store_true", help="the ballot that ends the vote, in place of the first")
    given = parser.parse_args()
    counts = count(last=given.last)
    print(json.dumps(asdict(counts), indent=2) if given.json else shown(counts))
    return 0


if __name__ == "__main__":
    sys.exit(main())
