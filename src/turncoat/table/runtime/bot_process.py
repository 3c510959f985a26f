"""The process in which bots think, at low priority, so that nobody can tell a bot's role from its thinking time.

In the server's own process, bots would hold up every table, since the threads of an interpreter take turns, and anybody
who requests a page meanwhile could time it. There is a single process because each would need the bots' memory again.

It starts and stops with the server. It is given only what the bots' seats may see and what they are asked, and answers
one question after another. When it dies, or is ended because a bot hangs, the caller of the current question gets an
error. The next question starts a new process, whose bots are told again everything they need. A death between two
questions is only logged.
"""

import contextlib
import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from time import monotonic, perf_counter
from typing import Any, Final, TypeAlias

import msgspec

from turncoat import bots
from turncoat.bots import Bot
from turncoat.bots.remarks import ChatQuestion
from turncoat.extensions import ExtensionFile, load_extensions, load_files, loaded_files
from turncoat.kernel.chapters import Offer
from turncoat.kernel.events import Event, seen_by
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR, Seat
from turncoat.kernel.steps import Prompt
from turncoat.table import server_log
from turncoat.table.state.conversation import HeardRemark

TO_BEGIN: Final = 60.0
"""Seconds that the process may take to start on a busy machine."""
NICENESS: Final = 5
"""Increment of its nice value."""
CONTEXT: Final = multiprocessing.get_context("spawn")
"""Start method of the process. A fork would copy the threads' locks in whatever state they are."""
ENDED: Final = "the bots' process ended while no bot was thinking"
BotKey: TypeAlias = tuple[str, int, Seat, str]
"""Table, game, seat and name of the bot."""


class ForRemark(msgspec.Struct, frozen=True):
    """A question to a bot whether it has something to say."""


Asked: TypeAlias = Prompt | tuple[Offer, ...] | ForRemark | ChatQuestion
"""A question to a bot: a prompt of the game, offers, a chance to make a remark, or a message to reply to."""


class BotUpdate(msgspec.Struct, frozen=True):
    """Events and remarks that a bot has not been told of."""

    events: Sequence[Event]
    said: Sequence[HeardRemark] = ()
    """New remarks."""
    before: int = 0
    """Number of public events that it was told of before."""

    def tell(self, bot: Bot) -> None:
        """Tell the bot everything in chronological order, so that it learns the same as one that was there all
        along."""
        if not self.said:
            bot.see(self.events)
            return
        said, waiting, public = deque(self.said), list[Event](), self.before
        for event in self.events:
            if said and said[0].events <= public:
                bot.see(waiting)
                waiting = []
                while said and said[0].events <= public:
                    _tell_remark(bot, said.popleft())
            waiting.append(event)
            public += seen_by(event, SPECTATOR) is not None
        bot.see(waiting)
        for one in said:
            _tell_remark(bot, one)


def _tell_remark(bot: Bot, said: HeardRemark) -> None:
    bot.hear(((said.seat, said.remark),))


def answer_of(bot: Bot, asked: Asked) -> Any:
    """Return the bot's answer to any kind of question."""
    if isinstance(asked, Prompt):
        return bot.choose(asked)
    if isinstance(asked, ChatQuestion):
        return bot.reply(asked)
    return bot.remark() if isinstance(asked, ForRemark) else bot.consider(asked)


class Thought(msgspec.Struct, frozen=True):
    """A question to a bot, with its update."""

    key: BotKey
    ruleset: Ruleset
    seed: bytes
    shared_seed: str
    character: str
    """Name of its character, or empty for none."""
    is_new: bool
    """True if the bot is to be created. Its update then holds everything from the beginning."""
    update: BotUpdate
    asked: Asked
    seconds: float
    """Time limit."""


class BotProcessDied(RuntimeError):
    """Raised when the process ends while it is thinking."""


class BotTooSlow(RuntimeError):
    """Raised when a bot has no answer in time. The process that it held up has been ended."""


class BotProcess:
    """The process, as seen by the server. Its methods are called from the event loop's thread."""

    def __init__(self, budget: float, limit: float) -> None:
        self._budget = budget
        """Seconds in which all that are asked at the same time have to finish."""
        self._limit = limit
        """Seconds after which a bot without an answer counts as hanging."""
        self._thread = ThreadPoolExecutor(1, "bot-process")  # it waits for the process; it does not think
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._known: set[BotKey] = set()
        """Bots that exist in the process."""
        self._waiting: set[Future[Any]] = set()
        """Unfinished thoughts that share the budget."""
        self._is_closed = False
        self.is_there = False
        """True if the process has started, so that questions are answered at once."""

    @property
    def pid(self) -> int | None:
        """Process id, if the process exists."""
        return self._process.pid if self._process is not None else None

    def think(
        self,
        key: BotKey,
        ruleset: Ruleset,
        seed: bytes,
        shared_seed: str,
        character: str,
        make_update: Callable[[bool], BotUpdate],
        asked: Asked,
    ) -> "Future[tuple[Any, bool]]":
        """Submit a question. The result is the bot's answer, and whether the bot has tried something illegal.

        `make_update` is called when the question's turn has come, with True if the bot has to be created and needs
        everything so far. Questions that wait share the rest of the budget.
        """
        end = monotonic() + self._budget

        def work() -> tuple[Any, bool]:
            pipe = self._begun()
            is_new = key not in self._known
            self._known.add(key)
            seconds = max(0.0, end - monotonic()) / max(1, len(self._waiting))
            try:
                update = make_update(is_new)
                pipe.send(Thought(key, ruleset, seed, shared_seed, character, is_new, update, asked, seconds))
                if not pipe.poll(self._limit):
                    self._ended()
                    raise BotTooSlow
                answer, is_illegal = pipe.recv()
            except (EOFError, OSError) as error:
                self._ended()
                raise BotProcessDied from error
            if isinstance(answer, Exception):
                raise answer
            return answer, is_illegal

        future = self._thread.submit(work)
        if not isinstance(
            asked, ForRemark | ChatQuestion
        ):  # a remark takes next to no time, so nobody thinks less for it
            self._waiting.add(future)
            future.add_done_callback(self._waiting.discard)
        return future

    def begin(self) -> "Future[None]":
        """Start the process, which takes a second or more. The future is done when it is ready, or has failed."""
        return self._thread.submit(self._begin)

    def _begin(self) -> None:
        with contextlib.suppress(BotProcessDied):  # the next caller gets the error
            self._begun()

    def forget(self, key: BotKey) -> None:
        """Drop a bot whose game is over."""
        if self._process is not None:
            self._thread.submit(self._forget, key)

    def close(self) -> None:
        """Kill the process, whatever a bot is thinking about."""
        self._is_closed = True
        if self._process is not None:
            with contextlib.suppress(ValueError):  # it has already ended
                self._process.kill()
        self._thread.shutdown(wait=True, cancel_futures=True)
        self._ended()

    def _begun(self) -> Connection:
        if self.is_there and self._process is not None and self._pipe is not None and self._process.is_alive():
            return self._pipe
        if self.is_there:
            server_log.warning(ENDED)
        self._ended()
        self._pipe, remote = CONTEXT.Pipe()
        process = CONTEXT.Process(target=run, args=(remote, loaded_files()), name="bots", daemon=True)
        try:
            process.start()
        except OSError as error:  # the system has no room for it
            raise BotProcessDied from error
        self._process = process
        remote.close()
        if self._is_closed:
            raise BotProcessDied
        try:  # the process sends a message when it is ready
            if not self._pipe.poll(TO_BEGIN):
                raise BotProcessDied
            self._pipe.recv()
        except (EOFError, OSError) as error:
            raise BotProcessDied from error
        self.is_there = True
        return self._pipe

    def _ended(self) -> None:
        self._known.clear()
        self.is_there = False
        if self._pipe is not None:
            self._pipe.close()
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process.close()
        self._process = self._pipe = None

    def _forget(self, key: BotKey) -> None:
        self._known.discard(key)
        if self._pipe is not None:
            with contextlib.suppress(OSError):
                self._pipe.send(key)


def run(pipe: Connection, files: Iterable[ExtensionFile]) -> None:
    """Run the process until the server hangs up. `files` are the extension files loaded by the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides when to stop
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):  # a sandbox may forbid it
            os.nice(NICENESS)
    load_extensions()
    load_files(files)
    answer_all(pipe)


def answer_all(pipe: Connection) -> None:
    """Answer one question after another."""
    created: dict[BotKey, Bot] = {}
    with contextlib.suppress(EOFError, OSError):
        pipe.send(None)
        while True:
            asked = pipe.recv()
            if isinstance(asked, Thought):
                pipe.send(answer(created, asked))
            else:
                created.pop(asked, None)


def answer(created: dict[BotKey, Bot], thought: Thought) -> tuple[Any, bool]:
    """Return the bot's answer, and whether it has tried something illegal. `created` holds the bots so far."""
    began = perf_counter()
    try:
        _, _, seat, name = thought.key
        if thought.is_new:
            bot = created[thought.key] = bots.find(name)(thought.ruleset, seat, thought.seed)
            bot.character = bots.CHARACTERS.get(thought.character)
            bot.share(thought.shared_seed)
        bot = created[thought.key]
        bot.deadline = began + min(thought.seconds, bot.milliseconds / 1000 or thought.seconds)
        thought.update.tell(bot)
        answer = answer_of(bot, thought.asked)
    except Exception as error:
        return BotFailed(type(error).__name__), False
    return answer, bool(bot.illegal_answers)


class BotFailed(RuntimeError):
    """Raised when a bot fails. It names only the kind of the error, not what the bot knew."""
