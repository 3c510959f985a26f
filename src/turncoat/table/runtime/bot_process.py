"""The process in which bots think, at low priority: how long one thinks shows nobody what it holds.

In the server's own process they would hold up every table, since the threads of one interpreter take turns, and whoever
asks for a page meanwhile would notice for how long. It is a single process, since each bot needs its memory again.

It begins with the server, and ends with it. It is given what the bots' seats may see and what they are asked, nothing
else. It answers one question after another. When it dies, or a bot hangs and it is ended, whoever it was thinking for
gets an error; for the next question there is a new process, whose bots are told again what they have to know. When it
dies while nobody thinks, nobody gets an error: the log says it.
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
"""Seconds that the process may take to begin, on a machine that has much else to do."""
NICENESS: Final = 5
"""How far it steps back when others need the processor."""
CONTEXT: Final = multiprocessing.get_context("spawn")
"""How the process is made. A fork would take the threads' locks as they happen to be."""
ENDED: Final = "the bots' process ended while no bot was thinking"
BotKey: TypeAlias = tuple[str, int, Seat, str]
"""Table, game, seat, and the bot's name."""


class ForRemark(msgspec.Struct, frozen=True):
    """A bot is asked whether it has something to say."""


Asked: TypeAlias = Prompt | tuple[Offer, ...] | ForRemark | ChatQuestion
"""What a bot is asked: a question of the game, which of the offers it takes, whether it has something to say, or what
it answers somebody."""


class BotNews(msgspec.Struct, frozen=True):
    """What a bot has to be told before it thinks: what its seat may see, and what everybody may hear."""

    events: Sequence[Event]
    said: Sequence[HeardRemark] = ()
    """What was said."""
    before: int = 0
    """How many events that everybody sees it has been told of before."""

    def tell(self, bot: Bot) -> None:
        """Tell the bot, in the order in which it happened and was said: a bot that is told all at once is told the same
        as one that was there."""
        if not self.said:
            bot.see(self.events)
            return
        said, waiting, public = deque(self.said), list[Event](), self.before
        for event in self.events:
            if said and said[0].events <= public:
                bot.see(waiting)
                waiting = []
                while said and said[0].events <= public:
                    _let_hear(bot, said.popleft())
            waiting.append(event)
            public += seen_by(event, SPECTATOR) is not None
        bot.see(waiting)
        for one in said:
            _let_hear(bot, one)


def _let_hear(bot: Bot, said: HeardRemark) -> None:
    bot.hear(((said.seat, said.remark),))


def answer_of(bot: Bot, asked: Asked) -> Any:
    """What a bot comes to."""
    if isinstance(asked, Prompt):
        return bot.choose(asked)
    if isinstance(asked, ChatQuestion):
        return bot.reply(asked)
    return bot.remark() if isinstance(asked, ForRemark) else bot.consider(asked)


class Thought(msgspec.Struct, frozen=True):
    """What a bot thinks about: its news, and what it is asked."""

    key: BotKey
    ruleset: Ruleset
    seed: bytes
    shared_seed: str
    character: str
    """The name of its character; empty for none."""
    is_new: bool
    """Whether the bot is to be made: all that it has to know is in its news."""
    news: BotNews
    asked: Asked
    seconds: float
    """How long it may think."""


class BotProcessDied(RuntimeError):
    """The process ended while it was thinking."""


class BotTooSlow(RuntimeError):
    """A bot had no answer in time; the process that it held up has been ended."""


class BotProcess:
    """The process, seen from the server. Its methods are called from one thread, that of the event loop."""

    def __init__(self, budget: float, limit: float) -> None:
        self._budget = budget
        """Seconds in which all that are asked at the same time have thought."""
        self._limit = limit
        """Seconds after which a bot that has no answer hangs."""
        self._thread = ThreadPoolExecutor(1, "bot-process")  # it waits for the process; it does not think
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._known: set[BotKey] = set()
        """The bots that the process has."""
        self._waiting: set[Future[Any]] = set()
        """The thoughts that are not done."""
        self._is_closed = False
        self.is_there = False
        """Whether the process has begun; a question to it is answered at once."""

    @property
    def pid(self) -> int | None:
        """The number of the process, where there is one."""
        return self._process.pid if self._process is not None else None

    def think(
        self,
        key: BotKey,
        ruleset: Ruleset,
        seed: bytes,
        shared_seed: str,
        character: str,
        news: Callable[[bool], BotNews],
        asked: Asked,
    ) -> "Future[tuple[Any, bool]]":
        """What a bot comes to, and whether it decided on what is not legal.

        `news` is called when its turn has come: for the news of the bot, or for all that happened where it is made.
        Those who wait share what is left of the budget.
        """
        end = monotonic() + self._budget

        def work() -> tuple[Any, bool]:
            pipe = self._begun()
            is_new = key not in self._known
            self._known.add(key)
            seconds = max(0.0, end - monotonic()) / max(1, len(self._waiting))
            try:
                pipe.send(Thought(key, ruleset, seed, shared_seed, character, is_new, news(is_new), asked, seconds))
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
        ):  # what to say takes next to no time: nobody thinks less for it
            self._waiting.add(future)
            future.add_done_callback(self._waiting.discard)
        return future

    def begin(self) -> "Future[None]":
        """The process is there when this is done, if it can be had: it takes a second or more to begin."""
        return self._thread.submit(self._begin)

    def _begin(self) -> None:
        with contextlib.suppress(BotProcessDied):  # whoever asks then is told
            self._begun()

    def forget(self, key: BotKey) -> None:
        """The game of a bot is over."""
        if self._process is not None:
            self._thread.submit(self._forget, key)

    def close(self) -> None:
        """The server stops, whatever a bot is thinking about."""
        self._is_closed = True
        if self._process is not None:
            with contextlib.suppress(ValueError):  # it has ended meanwhile
                self._process.kill()
        self._thread.shutdown(wait=True, cancel_futures=True)
        self._ended()

    def _begun(self) -> Connection:
        if self.is_there and self._process is not None and self._pipe is not None and self._process.is_alive():
            return self._pipe
        if self.is_there:
            server_log.warning(ENDED)
        self._ended()
        self._pipe, there = CONTEXT.Pipe()
        process = CONTEXT.Process(target=run, args=(there, loaded_files()), name="bots", daemon=True)
        try:
            process.start()
        except OSError as error:  # the system has no room for it
            raise BotProcessDied from error
        self._process = process
        there.close()
        if self._is_closed:
            raise BotProcessDied
        try:  # it says when it is there
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
    """The process: answer until nobody asks any more. `files` have brought chapters to the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server says when it is over
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):  # a sandbox may forbid it
            os.nice(NICENESS)
    load_extensions()
    load_files(files)
    answer_all(pipe)


def answer_all(pipe: Connection) -> None:
    """Answer one question after another."""
    there: dict[BotKey, Bot] = {}
    with contextlib.suppress(EOFError, OSError):
        pipe.send(None)
        while True:
            asked = pipe.recv()
            if isinstance(asked, Thought):
                pipe.send(answer(there, asked))
            else:
                there.pop(asked, None)


def answer(there: dict[BotKey, Bot], thought: Thought) -> tuple[Any, bool]:
    """What a bot comes to, and whether it decided on what is not legal. `there` are the bots that were made."""
    began = perf_counter()
    try:
        _, _, seat, name = thought.key
        if thought.is_new:
            bot = there[thought.key] = bots.find(name)(thought.ruleset, seat, thought.seed)
            bot.character = bots.CHARACTERS.get(thought.character)
            bot.share(thought.shared_seed)
        bot = there[thought.key]
        bot.deadline = began + min(thought.seconds, bot.milliseconds / 1000 or thought.seconds)
        thought.news.tell(bot)
        answer = answer_of(bot, thought.asked)
    except Exception as error:
        return BotFailed(type(error).__name__), False
    return answer, bool(bot.illegal_answers)


class BotFailed(RuntimeError):
    """A bot raised an error. What it knew is not told: the kind of the error alone."""
