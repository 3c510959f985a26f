"""Bots at the tables: they sit on seats as people do, and get what their seat may see.

They answer after a pause that tells nothing: it is drawn from public facts alone (table, game, version, seat) before
the bot thinks; thinking goes on in a worker thread meanwhile. A bot that does not finish in its time gets the rules'
default, so that it never holds up a table.
"""

import asyncio
import contextlib
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final

import msgspec

from turncoat import bots
from turncoat.bots import Bot
from turncoat.kernel.chapters import Offer
from turncoat.kernel.refusals import Refusal, Refused
from turncoat.kernel.seats import Seat, is_in
from turncoat.kernel.steps import Choice, Prompt
from turncoat.table import commands as c
from turncoat.table import server_log as journal
from turncoat.table.state.game_control import plays_by_bot
from turncoat.table.state.game_session import Play

if TYPE_CHECKING:
    from turncoat.table.runtime.room_registry import Hall, Seated
    from turncoat.table.state.table import Table

WORKERS: Final = 2
FALLBACK: Final = "random"
"""Who plays for a bot that cannot be had."""
AGAIN: Final = 2.0
"""Seconds until a bot whose choice could not be kept tries again."""


def find_bot(name: str) -> type[Bot]:
    """The bot of that name. Raises Refused."""
    if name not in bots.names():
        raise Refused(Refusal("unknown-bot"))
    return bots.find(name)


class Pace(msgspec.Struct, frozen=True):
    """How long bots seem to think, in seconds; `budget` is what they really get."""

    least: float = 0.9
    most: float = 2.4
    budget: float = 5.0

    def pause(self, code: str, game: int, version: int, seat: Seat) -> float:
        """The pause before an answer, the same whatever the bot is and whatever it chooses."""
        return random.Random(f"{code} {game} {version} {seat}").uniform(self.least, self.most)


class Seatmate:
    """A bot on its seat, with what it has been told so far."""

    def __init__(self, bot: Bot, seat: Seat) -> None:
        self.bot = bot
        self.seat = seat
        self.told = 0
        self.answering: tuple[int, int] = (0, 0)
        """Which game and prompt it is answering."""
        self.considered = -1
        self.lock = asyncio.Lock()
        self.thought: asyncio.Future[Any] | None = None
        """What it thinks of in a worker, also when nobody waits for it any more: it thinks of one thing at a time."""

    def forget(self) -> None:
        """Nobody wants to know what it thinks of now."""
        if self.thought is not None:
            self.thought.cancel()


class Players:
    """The bots of all tables."""

    def __init__(self, hall: "Hall", pace: Pace) -> None:
        self._hall = hall
        self._pace = pace
        self._threads = ThreadPoolExecutor(WORKERS, "bots")
        self._mates: dict[tuple[str, int, Seat, str], Seatmate] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def close(self) -> None:
        """Bots stop where they are; the log has what they did."""
        for task in self._tasks:
            task.cancel()
        for mate in self._mates.values():
            mate.forget()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def forget(self, seated: "Seated") -> None:
        """Nobody wants to know any more what the bots of a table think of."""
        for key in [key for key in self._mates if key[0] == seated.table.code]:
            self._mates.pop(key).forget()

    def look(self, seated: "Seated") -> None:
        """Something changed at a table: whoever of the bots is asked begins to think."""
        table, play = seated.table, seated.table.play
        if play is None or play.result is not None:
            self.forget(seated)
            return
        if table.course.paused_by:
            return
        for seat, sitter in enumerate(table.seats):
            if not plays_by_bot(table, seat):
                continue
            mate = self._mate(table.code, play, seat, sitter.bot or table.bot)
            view = play.view(seat)
            prompt = view.prompt if is_in(seat, play.waiting) else None
            if prompt is not None and mate.answering != (play.number, prompt.number):
                mate.answering = (play.number, prompt.number)
                self._spawn(self._answer(seated, play, mate, prompt, table.version))
            # For who is away a bot answers what is asked; what he may do unasked, and not take back, stays his own.
            if sitter.kind == "bot" and view.offers and mate.considered != table.version:
                mate.considered = table.version
                self._spawn(self._consider(seated, play, mate, view.offers, table.version))

    def _mate(self, code: str, play: Play, seat: Seat, bot: str) -> Seatmate:
        key = (code, play.number, seat, bot)
        mate = self._mates.get(key)
        if mate is None:
            seed = bytes.fromhex(play.bot_seeds[seat])
            try:
                player = find_bot(bot)(play.ruleset, seat, seed)
            except Exception as error:  # it is not installed any more, or does not know this game
                journal.error("a bot failed", bot=bot, kind=type(error).__name__)
                player = find_bot(FALLBACK)(play.ruleset, seat, seed)
            mate = self._mates[key] = Seatmate(player, seat)
        return mate

    def _again(self, seated: "Seated", mate: Seatmate, number: int) -> None:
        """The question was answered, went away, or is put again with other things to choose from: look what is asked.

        It may be asked again later under the same number, when something that happens meanwhile takes the answer away.
        """
        if mate.answering[1] == number:
            mate.answering = (0, 0)
        self.look(seated)

    def _spawn(self, work: Any) -> None:
        task: asyncio.Task[None] = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, seated: "Seated", play: Play, mate: Seatmate, prompt: Prompt, version: int) -> None:
        try:
            pause = self._pause(seated.table, play, version, mate)
            thinking = self._think(play, mate, lambda bot: bot.choose(prompt), self._pace.budget)
            answer, *_ = await asyncio.gather(thinking, asyncio.sleep(pause))
            if is_in(mate.seat, play.waiting) and play.view(mate.seat).prompt == prompt:
                choice = None if answer is None else Choice(prompt.number, answer[0])
                if choice is None or play.refusal(mate.seat, choice) is not None:
                    journal.warning(
                        "a bot had no answer", table=seated.table.code, bot=seated.table.seats[mate.seat].bot
                    )
                    choice = play.default(mate.seat)
                await self._play(seated, play, mate, choice)
        except Exception as error:  # the store is in trouble: the table must not wait for this bot for ever
            journal.error("a bot failed", table=seated.table.code, kind=type(error).__name__)
            await asyncio.sleep(AGAIN)
        self._again(seated, mate, prompt.number)

    async def _consider(
        self, seated: "Seated", play: Play, mate: Seatmate, offers: tuple[Offer, ...], version: int
    ) -> None:
        # As the pause of an answer, so that what it did not take cannot be told from what it was not offered.
        pause = self._pause(seated.table, play, -version, mate)
        thinking = self._think(play, mate, lambda bot: bot.consider(offers), self._pace.budget)
        taken, *_ = await asyncio.gather(thinking, asyncio.sleep(pause))
        if taken is not None and taken[0] is not None:
            try:
                await self._play(seated, play, mate, taken[0])
            except Exception as error:
                journal.error("a bot failed", table=seated.table.code, kind=type(error).__name__)

    def _pause(self, table: "Table", play: Play, version: int, mate: Seatmate) -> float:
        return self._pace.pause(table.code, play.number, version, mate.seat) * table.settings.bots_patience

    async def _think(
        self, play: Play, mate: Seatmate, thought: Callable[[Bot], Any], budget: float
    ) -> tuple[Any] | None:
        """What the bot comes to in a worker thread; None when it does not in time, or fails."""
        async with mate.lock:
            if mate.thought is not None:
                await asyncio.wait({mate.thought}, timeout=budget)
                if not mate.thought.done():
                    return None
            events = play.view(mate.seat).events
            news, told = events[mate.told :], len(events)

            def work() -> Any:
                mate.told = told  # here, so that a thought that never began takes no news with it
                mate.bot.see(news)
                return thought(mate.bot)

            work_of = self._threads.submit(work)
            mate.thought = asyncio.wrap_future(work_of)
            mate.thought.add_done_callback(_log_failure)
            await asyncio.wait({mate.thought}, timeout=budget)
            if not mate.thought.done():
                work_of.cancel()
                return None
            return None if mate.thought.cancelled() or mate.thought.exception() else (mate.thought.result(),)

    async def _play(self, seated: "Seated", play: Play, mate: Seatmate, choice: Choice) -> None:
        command = c.Choose(play.number, mate.seat, choice.to, choice.answer)
        with contextlib.suppress(Refused):  # somebody was faster
            await self._hall.do(seated, c.HOUSE, command)


def _log_failure(thought: asyncio.Future[Any]) -> None:
    if not thought.cancelled() and (error := thought.exception()) is not None:
        # What it knew does not go into the log: the kind of the error alone.
        journal.error("a bot failed", kind=type(error).__name__)
